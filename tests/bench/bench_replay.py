"""What a translator would have been told as each torch version came out.

Run by hand: ``python tests/bench/bench_replay.py``. For every pair of neighbouring
versions the entries are taken as they are, as if read against the older one, and
checked in a world that ends with the newer; what was found in the world that
ends with the older does not count.
"""

# ruff: noqa: T201 - a bench prints its figures

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise

from torchzh.annotation import ReadResult, read_annotation
from torchzh.check.driver import Settings, conclude, examine
from torchzh.check.loading import load_settings
from torchzh.check.world import World
from torchzh.findings import Finding
from torchzh.project import Project, find_project

Told = tuple[str, str, str]  # code, entry, what it is about


def told(results: Iterable[ReadResult], settings: Settings, until: str, reviewed: str) -> set[Told]:
    """Findings in a world that ends with ``until``, of entries whose name it has."""
    minors = settings.world.minors
    known = settings.world.known[: minors.index(until) + 1]
    now = replace(settings, world=World(known, (until,)), allowed=())
    examined = [
        examine(replace(result, annotation=replace(result.annotation, reviewed=reviewed)), now)
        for result in results
        if result.annotation is not None
        and known[0 if len(known) < 2 else -2].get(result.annotation.name) is not None
    ]
    report = conclude(examined, now, complete=False)
    return {(finding.code, finding.place.path, _about(finding)) for finding in report.findings}


def _about(finding: Finding) -> str:
    keys = ("parameter", "text", "form", "name", "change")
    return " ".join(str(finding.arguments[key]) for key in keys if key in finding.arguments)


def replay(project: Project, results: list[ReadResult]) -> None:
    """The table, one line a step."""
    settings = load_settings(project, "all", _no_live)
    print("step | entries | findings | by code")
    for old, new in pairwise(settings.world.minors):
        fresh = told(results, settings, new, old) - told(results, settings, old, old)
        codes = Counter(code for code, _, _ in fresh)
        listed = " ".join(f"{code}:{count}" for code, count in sorted(codes.items()))
        print(f"{old} → {new} | {len({path for _, path, _ in fresh})} | {len(fresh)} | {listed}", flush=True)


def _no_live() -> None:
    raise AssertionError("no torch is needed here")


def main() -> None:
    argparse.ArgumentParser(description=__doc__).parse_args()
    project = find_project()
    replay(project, [read_annotation(path, project) for path in sorted(project.annotations.rglob("*.md"))])


if __name__ == "__main__":
    main()
