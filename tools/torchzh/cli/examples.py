"""``torchzh examples``: a thin door to pytest with the example plugin.

The same command runs on a laptop, in CI and on a bare GPU machine, so the same
number of examples is counted everywhere.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from torchzh.examples.pending import installed_minor, pending
from torchzh.project import find_project

DEFAULT_PATHS = ("annotations", "source")


def register(parser: argparse.ArgumentParser) -> None:
    """Options of the subcommand; what is not known here goes to pytest."""
    parser.add_argument("paths", nargs="*", metavar="路径", help="文件或文件夹（默认 annotations 和 source）")
    parser.add_argument(
        "--device", choices=("cpu", "cuda"), default="cpu", help="在哪种设备上运行（默认 cpu）"
    )
    parser.add_argument("--record", action="store_true", help="把结果写进 verified/torch-X.Y.json")
    parser.add_argument(
        "--unverified", action="store_true", help="只运行 verified/ 里没有通过记录的文件（新写的、改过的）"
    )
    parser.add_argument("--reseed", action="store_true", help="再用另一个种子运行，找出写死了随机数字的示例")
    parser.add_argument("--no-slow", action="store_true", help="略去标了 slow 的示例")
    parser.add_argument(
        "--file-timeout", type=float, default=240.0, metavar="秒", help="每个文件的时限（默认 240）"
    )
    parser.add_argument(
        "-k", dest="keyword", default="", metavar="表达式", help="只报告名字符合的块，如 cat.md:41"
    )
    parser.add_argument("-v", "--verbose", action="store_true", help="逐块列出")


def run(options: argparse.Namespace) -> int:
    """Run pytest and hand its exit status on (0 fine, 1 faults, 2 and more: it could not run)."""
    try:
        import pytest
    except ModuleNotFoundError:
        print("torchzh: 运行示例需要 pytest：pip install pytest", file=sys.stderr)
        return 2
    project = find_project()
    paths = options.paths or [str(project.root / name) for name in DEFAULT_PATHS]
    missing = [path for path in paths if not Path(path).exists()]
    if missing:
        print(f"torchzh: 没有这个文件或文件夹：{'、'.join(missing)}", file=sys.stderr)
        return 2
    if options.unverified:
        minor = installed_minor()
        if minor is None:
            print("torchzh: 没有找到已安装的 torch，不知道该看哪一份 verified/", file=sys.stderr)
            return 2
        paths = list(map(str, pending(map(Path, paths), project, minor, options.device)))
        if not paths:
            print(f"verified/torch-{minor}.json 里全部示例都有通过记录，没有要运行的")
            return 0
    # Our own command line, whatever the project's pytest settings are.
    arguments = ["-p", "torchzh.examples.plugin", "-p", "no:cacheprovider", "-c", os.devnull]
    arguments += ["--rootdir", str(project.root), "-q", "-rfE", "--device", options.device]
    arguments += ["--file-timeout", str(options.file_timeout)]
    arguments += (
        ["--record"] * options.record + ["--reseed"] * options.reseed + ["--no-slow"] * options.no_slow
    )
    arguments += ["-vv"] * options.verbose + (["-k", options.keyword] if options.keyword else [])
    return int(pytest.main([*arguments, *paths]))
