"""Prints what checking costs: entries × snapshots in seconds, and how many mutants the tests use.

Run by hand: ``python tests/bench/bench_check.py [--entries 300] [--snapshots 17]``.
The entries of the project are taken again and again until there are enough; where
fewer snapshots are committed than asked for, the newest are copied under other
numbers into a temporary folder.
"""

# ruff: noqa: T201 - a bench prints its figures

from __future__ import annotations

import argparse
import json
import resource
import shutil
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from torchzh.check.driver import conclude
from torchzh.check.loading import load_settings
from torchzh.check.parallel import examine_all
from torchzh.project import Project, find_project
from torchzh.versions import load_versions


def scratch_project(project: Project, count: int, folder: Path) -> Project:
    """A project with ``count`` snapshots."""
    for name in ("versions.toml", "taxonomy.toml", "glossary.toml", "allowlists"):
        source = project.root / name
        copy = shutil.copytree if source.is_dir() else shutil.copy
        copy(source, folder / name)
    have = sorted(project.snapshots.glob("torch-*.jsonl")) or sorted((project.cache / "live").glob("*.jsonl"))
    scratch = Project(folder)
    scratch.snapshots.mkdir()
    for index, minor in enumerate(load_versions(project.versions_file).minors[-count:]):
        committed = project.snapshot_file(minor)
        source = committed if committed.is_file() else have[index % len(have)]
        first, _, rest = source.read_text(encoding="utf-8").partition("\n")
        header = json.loads(first) | {"torch": f"{minor}.0"}
        text = json.dumps(header, ensure_ascii=False, separators=(",", ":"))
        scratch.snapshot_file(minor).write_text(f"{text}\n{rest}", encoding="utf-8")
    return scratch


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--entries", type=int, default=300)
    parser.add_argument("--snapshots", type=int, default=17)
    options = parser.parse_args()
    project = find_project()
    files = sorted(project.annotations.rglob("*.md"))
    paths = [files[index % len(files)] for index in range(options.entries)]
    with tempfile.TemporaryDirectory() as folder:
        scratch = scratch_project(project, options.snapshots, Path(folder))
        began = time.perf_counter()
        settings = load_settings(scratch, "all", Path)
        loaded = time.perf_counter()
        report = conclude(examine_all(paths, project, settings), settings, complete=False)
        done = time.perf_counter()
    cpu = sum(resource.getrusage(who).ru_utime for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    lines = [
        f"{report.entries} 个条目 × {len(report.checked)} 个快照：{done - began:.2f} 秒"
        f"（其中读快照 {loaded - began:.2f} 秒；全部进程共用 CPU {cpu:.2f} 秒，含启动）",
        *mutant_lines(),
    ]
    print("\n".join(lines))


def mutant_lines() -> list[str]:
    """How many mutants of which kind the tests use."""
    from test_check_mutations import ENTRIES, all_mutants

    kinds = Counter(mutant.kind for name in ENTRIES for mutant in all_mutants(name))
    head = f"变异体 {sum(kinds.values())} 个，{len(kinds)} 种，{len(ENTRIES)} 个条目："
    return [head, *(f"  {kind:28} {count}" for kind, count in sorted(kinds.items()))]


if __name__ == "__main__":
    main()
