"""``torchzh status``: how many pages are written by people, and how much use they cover.

The same figures as on the start page. The torch is the installed one, or a
committed snapshot; nothing is built.
"""

from __future__ import annotations

import argparse
import json
import sys

from torchzh.annotation import read_all
from torchzh.introspect import IntrospectionError
from torchzh.introspect.live import read_live
from torchzh.project import find_project
from torchzh.render.progress import load_usage, measure, progress_data
from torchzh.render.site import by_name, make_site
from torchzh.snapshot import SnapshotError, read_snapshot
from torchzh.taxonomy import load_taxonomy


def register(parser: argparse.ArgumentParser) -> None:
    """Options of the subcommand."""
    parser.add_argument("--torch", default="live", help="live（已安装的 torch）或已有快照的版本，如 2.13")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="输出格式")
    parser.add_argument("--missing", type=int, default=0, metavar="N", help="列出最常用而没有条目的 N 个名字")


def run(options: argparse.Namespace) -> int:
    """Print the figures."""
    project = find_project()
    try:
        snapshot = (
            read_live(project).snapshot()
            if options.torch == "live"
            else read_snapshot(project.snapshot_file(options.torch))
        )
    except (IntrospectionError, SnapshotError) as error:
        print(f"torchzh: {error}", file=sys.stderr)
        return 3
    annotations = by_name(read_all(project))
    site = make_site(snapshot, annotations, load_taxonomy(project.taxonomy_file))
    usage = load_usage()
    progress = measure(site, usage)
    if options.format == "json":
        print(json.dumps(progress_data(progress), ensure_ascii=False))
        return 0
    print(f"torch {snapshot.header.torch}：{progress.pages} 个 API 页面")
    print(f"详注 {progress.full}，简注 {progress.brief}，自动 {progress.automatic}")
    print(f"按公开项目的使用次数，函数与类：{progress.exact_share:.1%}")
    print(f"按公开项目的使用次数，方法名（上界）：{progress.method_share:.1%}")
    print(f"最常用的 500 个名字里有条目的：{progress.first_500}")
    written = {*site.annotations, *site.covered_by}
    missing = [
        use for use in usage if use.name in site.plan.docnames and site.canonical(use.name) not in written
    ]
    for use in missing[: options.missing]:
        print(f"  {use.name}\t{use.packages} 个项目\t{use.uses} 次" + ("（上界）" if use.upper_bound else ""))
    return 0
