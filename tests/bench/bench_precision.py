"""Are reported changes true? A seeded sample, verified on live torches by a second method.

Run by hand, in three steps:

    python tests/bench/bench_precision.py sample --seed 0 build/precision
    <python with torch X.Y> tests/bench/bench_precision.py probe build/precision   # for every version
    python tests/bench/bench_precision.py judge build/precision

The probe uses nothing of the introspector: it follows attributes, calls with
arguments that the parser must refuse, reads code objects and parses source text.
What it cannot find out is counted apart and never as right.
"""

# ruff: noqa: T201 - a bench prints its figures

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # where oracle.py lies

SAMPLE = "sample.json"
LEAST = 8  # of every kind, where there are so many


def sample(folder: Path, seed: int, count: int) -> None:
    """Draw: some of every kind, the rest wherever chance falls."""
    from torchzh.history import ChangeKind
    from torchzh.history.store import load_history
    from torchzh.project import find_project

    history = load_history(find_project())
    every = [
        change
        for change in history.changes(history.minors[0], history.minors[-1])
        if change.kind is not ChangeKind.BEHAVIOUR  # kept by hand with a proof that tox runs
    ]
    chance = random.Random(seed)
    by_kind = defaultdict(list)
    for change in every:
        by_kind[change.kind].append(change)
    chosen = [c for rows in by_kind.values() for c in chance.sample(rows, min(LEAST, len(rows)))]
    others = [change for change in every if change not in set(chosen)]
    chosen += chance.sample(others, max(0, count - len(chosen)))
    rows = [
        {
            "kind": change.kind.value,
            "name": change.name,
            "before": change.previous or history.minors[history.minors.index(change.version) - 1],
            "after": change.version,
            "parameter": change.parameter,
            "old": change.old,
            "new": change.new,
            "confidence": change.confidence.value,
        }
        for change in chosen
    ]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / SAMPLE).write_text(json.dumps(rows, indent=1), encoding="utf-8")
    print(f"{len(rows)} of {len(every)} changes:", dict(Counter(row["kind"] for row in rows)))


def probe(folder: Path) -> None:
    """Facts of the installed torch about every sampled name that concerns it."""
    import torch
    from bench_probe import facts

    minor = ".".join(torch.__version__.split("+")[0].split(".")[:2])
    wanted: dict[str, set[str]] = defaultdict(set)
    rows = json.loads((folder / SAMPLE).read_text(encoding="utf-8"))
    for row in rows:
        if minor in (row["before"], row["after"]):
            names = {row["parameter"], row["old"], row["new"]} if "parameter" in row["kind"] else set()
            wanted[row["name"]] |= {name for name in (*names, row["parameter"]) if name.isidentifier()}
    dead = {row["name"] for row in rows if row["kind"] == "tombstone"}
    found = {
        name: facts(name, sorted(parameters), may_call=name in dead)
        for name, parameters in sorted(wanted.items())
    }
    (folder / f"facts-{minor}.json").write_text(json.dumps(found, indent=1), encoding="utf-8")
    print(f"torch {minor}: {len(found)} names")


def judge(folder: Path) -> None:
    """Right, wrong and unknown per kind."""
    from bench_probe import verdict

    facts: dict[str, Any] = {}
    for path in folder.glob("facts-*.json"):
        facts[path.stem.removeprefix("facts-")] = json.loads(path.read_text(encoding="utf-8"))
    table: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for row in json.loads((folder / SAMPLE).read_text(encoding="utf-8")):
        before = facts.get(row["before"], {}).get(row["name"])
        after = facts.get(row["after"], {}).get(row["name"])
        said = verdict(row, before, after) if before and after else None
        word = {True: "right", False: "wrong", None: "unknown"}[said]
        table[row["confidence"], row["kind"]][word] += 1
        if word != "right":
            print(f"  {word}: {row}")
    for (confidence, kind), counts in sorted(table.items()):
        known = counts["right"] + counts["wrong"]
        share = f"{100 * counts['right'] / known:.0f} %" if known else "-"
        print(f"{confidence:5} {kind:20} right {counts['right']:3} wrong {counts['wrong']:3} ", end="")
        print(f"unknown {counts['unknown']:3}  precision {share}")
    for confidence in ("high", "low"):
        total = sum((c for (conf, _), c in table.items() if conf == confidence), Counter[str]())
        known = total["right"] + total["wrong"]
        if known:
            print(f"{confidence}: {total['right']} of {known} right ({100 * total['right'] / known:.1f} %)")


def main() -> None:
    """One of the three steps."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("step", choices=("sample", "probe", "judge"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--count", type=int, default=200)
    options = parser.parse_args()
    if options.step == "sample":
        sample(options.folder, options.seed, options.count)
    elif options.step == "probe":
        probe(options.folder)
    else:
        judge(options.folder)


if __name__ == "__main__":
    main()
