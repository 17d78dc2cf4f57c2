"""Times the rebuild a writer waits for: one entry edited, everything else as it was.

Run by hand: ``python tests/bench/bench_rebuild.py --keep DIR``. DIR becomes a copy
of the project and is built in full unless an earlier run did that; then one entry
gets one more sentence and ``torchzh build`` runs again.
"""

# ruff: noqa: T201 - a bench prints its figures

from __future__ import annotations

import argparse
import os
import resource
import shutil
import subprocess
import sys
import time
from pathlib import Path

from torchzh.introspect.live import read_live
from torchzh.project import OWNED, Project, find_project

FOLDERS = ("annotations", "allowlists", "snapshots", "verified", "source", "changelog.d", "locale")
BUDGET = 8.0


def copy(project: Project, folder: Path) -> None:
    """A project of its own, with the cache of the installed torch."""
    for path in project.root.iterdir():
        if path.is_file():
            shutil.copy(path, folder / path.name)
    generated = shutil.ignore_patterns(*OWNED)
    for name in FOLDERS:
        if (project.root / name).is_dir():
            shutil.copytree(project.root / name, folder / name, ignore=generated, dirs_exist_ok=True)
    live = read_live(project)
    (folder / ".cache/live").mkdir(parents=True, exist_ok=True)
    for path in (live.snapshot_file, live.docstrings_file):
        shutil.copy(path, folder / ".cache/live" / path.name)


def build(folder: Path) -> tuple[float, float]:
    """CPU and wall seconds of one ``torchzh build``."""
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    command = [sys.executable, "-m", "torchzh", "build"]
    environment = {**os.environ, "TORCHZH_ROOT": str(folder)}
    done = subprocess.run(command, check=False, cwd=folder, env=environment, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(done.stdout[-2000:] + done.stderr[-2000:])
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return cpu, time.monotonic() - started


def main() -> None:
    """Build in full where necessary, edit, build again."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--keep", type=Path, required=True)
    parser.add_argument("--entry", default="annotations/torch/cat.md")
    options = parser.parse_args()
    folder = options.keep.resolve()
    if not (folder / "build/html/index.html").is_file():
        folder.mkdir(parents=True, exist_ok=True)
        copy(find_project(), folder)
        cpu, wall = build(folder)
        print(f"full build: {cpu:.1f} CPU s, {wall:.1f} s")
    for _ in range(2):
        path = folder / options.entry
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace("## 返回值\n", "## 返回值\n\n再加一句话。\n", 1), encoding="utf-8")
        cpu, wall = build(folder)
        print(f"rebuild after one edit: {cpu:.1f} CPU s, {wall:.1f} s (budget {BUDGET:.0f} s)")


if __name__ == "__main__":
    main()
