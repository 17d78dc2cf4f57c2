"""``torchzh drift``: is the installed torch still what snapshots, annotations and examples say?

What ``tox -e torchXY`` runs. Exit status 0 means no drift, 1 that something no
longer fits; every part is run and reported, the first failure hides nothing.
"""

from __future__ import annotations

import argparse
import subprocess
import sys

from torchzh.figures.kept import read_figures
from torchzh.figures.models import FigureError
from torchzh.history.behaviours import load_behaviours
from torchzh.history.compare import compare_snapshots
from torchzh.history.wording import describe
from torchzh.introspect.live import read_live
from torchzh.models import Snapshot
from torchzh.project import Project, find_project
from torchzh.snapshot import dumps, read_snapshot, write_snapshot
from torchzh.versions import key, load_versions


def register(parser: argparse.ArgumentParser) -> None:
    """Options of the subcommand."""
    parser.add_argument("--update", action="store_true", help="把已提交的快照改写成现在看到的")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--no-examples", action="store_true", help="不运行示例")
    which.add_argument("--unverified", action="store_true", help="只运行 verified/ 里没有通过记录的示例")


def run(options: argparse.Namespace) -> int:
    """Run all parts and say for each whether it holds."""
    project = find_project()
    live = read_live(project).snapshot()
    print(f"torch {live.header.torch}（{live.header.build}）：{len(live.objects)} 个公开名字", flush=True)
    parts = {
        "快照": _compare_snapshot(project, live, update=options.update),
        "注解": _call("check", "--torch", "live"),
        "行为": _prove_behaviours(live.header.minor),
        "图": _draw_figures(project),
    }
    if not options.no_examples:
        parts["示例"] = _call("examples", "--record", *["--unverified"] * options.unverified)
    for part, fine in parts.items():
        print(f"{part}：{'没有漂移' if fine else '有漂移'}")
    return 0 if all(parts.values()) else 1


def _call(*arguments: str) -> bool:
    """Run another subcommand in a process of its own."""
    return subprocess.run([sys.executable, "-m", "torchzh", *arguments], check=False).returncode == 0


def _draw_figures(project: Project) -> bool:
    """Draw all pictures; what is kept serves the builds from this version's snapshot."""
    try:
        failed = read_figures(project).failed
    except FigureError as error:
        failed = {"全部": str(error)}
    for name, reason in failed.items():
        print(f"  {name} 的图：{reason}")
    return not failed


def _compare_snapshot(project: Project, live: Snapshot, *, update: bool) -> bool:
    path = project.snapshot_file(live.header.minor)
    if load_versions(project.versions_file).get(live.header.minor) is None:
        print(f"versions.toml 里没有 {live.header.minor}")
        return False
    if update or not path.is_file():
        write_snapshot(live, path)
        print(f"写出 {project.relative(path)}")
        return True
    committed = read_snapshot(path)
    if dumps(committed) == dumps(live):
        return True
    count = 0
    for change in compare_snapshots(committed, live):
        print(f"  {change.name}  {describe(change)}")
        count += 1
    if not count:
        print(f"  与 {project.relative(path)} 的差别只在构建方式、可选依赖或说明文字，不算漂移")
    return count == 0


def _prove_behaviours(minor: str) -> bool:
    """Run the proof of every kept behaviour that this torch can run."""
    fine = True
    for row in load_behaviours():
        if row.since and key(minor) < key(row.since):
            continue
        expected = row.prints_after if key(minor) >= key(row.version) else row.prints_before
        result = subprocess.run(
            [sys.executable, "-c", row.proof], capture_output=True, text=True, encoding="utf-8", check=False
        )
        printed = result.stdout.strip()
        if printed != expected:
            fine = False
            print(f"  {row.name}：应打印 {expected!r}，实际 {printed!r} {result.stderr.strip()[-300:]}")
    return fine
