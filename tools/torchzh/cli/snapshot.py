"""``torchzh snapshot``: reads the installed torch and writes the snapshot and the docstrings.

Without options the snapshot goes to ``snapshots/`` (reviewed as a diff) and the
docstrings to the ignored cache. ``--check`` writes nothing and says whether the
installed torch still gives the committed snapshot.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

from torchzh.introspect import IntrospectionError, Taken, take_snapshot
from torchzh.introspect.live import known_names
from torchzh.models import Snapshot
from torchzh.project import find_project
from torchzh.snapshot import SnapshotError, dumps, read_snapshot, write_snapshot


def register(parser: argparse.ArgumentParser) -> None:
    """Options of the subcommand."""
    parser.add_argument("--output", type=Path, help="快照文件；默认 snapshots/torch-X.Y.jsonl")
    parser.add_argument("--docstrings", type=Path, help="英文说明文件；默认 .cache/docstrings/torch-X.Y.json")
    parser.add_argument("--check", action="store_true", help="不写文件，只与已有快照比较；不同则退出码为 1")
    parser.add_argument("--package", default="torch", help="要读取的包（测试用）")
    parser.add_argument("--search-path", type=Path, help="到哪里找这个包（测试用）")


def run(options: argparse.Namespace) -> int:
    """Take the snapshot, then write or compare."""
    project = find_project()
    started = time.monotonic()
    print(f"正在读取 {options.package}（另起进程，需要几十秒）……", file=sys.stderr, flush=True)
    try:
        known = known_names(project) if options.package == "torch" else ()
        taken = take_snapshot(options.package, search_path=options.search_path, known_names=known)
    except IntrospectionError as error:
        print(f"torchzh: {error}", file=sys.stderr)
        return 3
    stem = f"{options.package}-{taken.snapshot.header.minor}"
    output = options.output or project.snapshots / f"{stem}.jsonl"
    if options.check:
        return _compare(taken.snapshot, output, project.relative(output))
    write_snapshot(taken.snapshot, output)
    docstrings = options.docstrings or project.cache / "docstrings" / f"{stem}.json"
    _write_docstrings(taken, docstrings)
    _report(taken.snapshot, time.monotonic() - started)
    print(f"快照：{project.relative(output)}\n英文说明：{project.relative(docstrings)}（不入库）")
    return 0


def _write_docstrings(taken: Taken, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(dict(taken.docstrings), ensure_ascii=False, indent=0, sort_keys=True)
    path.write_text(text, encoding="utf-8")


def _compare(snapshot: Snapshot, path: Path, shown: str) -> int:
    """Say which names differ from the file."""
    try:
        known = read_snapshot(path)
    except SnapshotError as error:
        print(f"torchzh: {error}", file=sys.stderr)
        return 1
    if dumps(known) == dumps(snapshot):
        print(f"与 {shown} 一致：{len(snapshot.objects)} 个名字")
        return 0
    names = sorted(known.objects.keys() | snapshot.objects.keys())
    changed = [name for name in names if known.objects.get(name) != snapshot.objects.get(name)]
    print(f"与 {shown} 不同：{len(changed)} 个名字" + ("" if changed else "，只有首行不同"))
    for name in changed[:50]:
        state = "多出" if name not in known.objects else "缺少" if name not in snapshot.objects else "有变"
        print(f"  {state} {name}")
    return 1


def _report(snapshot: Snapshot, seconds: float) -> None:
    header, counts = snapshot.header, snapshot.header.counts
    known = counts.get("callable", 0) - counts.get("source.unknown", 0)
    print(f"torch {header.torch}（{header.build}，Python {header.python}），{seconds:.1f} 秒")
    print(f"公开名 {counts.get('names', 0)}，其中正名 {counts.get('canonical', 0)}")
    print(
        f"可调用 {counts.get('callable', 0)}，有签名 {known}"
        f"（运行时 {counts.get('source.runtime', 0)}，存根 {counts.get('source.stub', 0)}，"
        f"算子 {counts.get('source.schema', 0)}，说明 {counts.get('source.docstring', 0)}），"
        f"未知 {counts.get('source.unknown', 0)}"
    )
    print(f"已弃用 {counts.get('deprecated', 0)}，已移除的残桩 {counts.get('tombstones', 0)}")
    for module, reason in header.failures.items():
        print(f"未能导入 {module}：{reason}")
