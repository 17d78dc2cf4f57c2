"""Thirty changes of torch that were verified by hand on live versions; history must report each of them."""

import csv
from pathlib import Path

import pytest

from torchzh.history import Change, ChangeKind
from torchzh.history.store import load_history
from torchzh.project import Project

ROOT = Path(__file__).resolve().parent.parent
ROWS = list(csv.DictReader((ROOT / "tests/data/drift_facts.tsv").open(encoding="utf-8"), delimiter="\t"))

PARAMETER_KINDS = {
    "parameter removed": {ChangeKind.PARAMETER_REMOVED},
    "parameter renamed": {ChangeKind.PARAMETER_RENAMED},
    "parameter kind changed": {ChangeKind.PARAMETER_KIND},
    "default changed": {ChangeKind.DEFAULT},
    "parameter added": {ChangeKind.PARAMETER_ADDED},
    "effective default changed, signature unchanged": {ChangeKind.BEHAVIOUR},
    "parameter added (overload)": {ChangeKind.PARAMETER_ADDED, ChangeKind.FORM_ADDED},
    "parameter removed (overload)": {ChangeKind.PARAMETER_REMOVED, ChangeKind.FORM_REMOVED},
    "overload added (dim tuple)": {ChangeKind.FORM_ADDED, ChangeKind.PARAMETER_ADDED, ChangeKind.DEFAULT},
}
OBJECT_KINDS = {
    "added": {ChangeKind.ADDED, ChangeKind.EXPOSED},
    "removed": {ChangeKind.REMOVED},
    "newly deprecated": {ChangeKind.DEPRECATED},
    "newly a tombstone (name stays, call raises)": {ChangeKind.TOMBSTONE},
}


@pytest.fixture(scope="module")
def history():
    return load_history(Project(ROOT), {row["qualified_name"] for row in ROWS})


def minor(version: str) -> str:
    return ".".join(version.split(".")[:2])


def mentions(change: Change, parameter: str) -> bool:
    return parameter in (change.parameter, change.old) or parameter in f"{change.old} {change.new}"


def test_there_are_thirty_facts_of_known_kinds():
    assert len(ROWS) == 30
    assert {row["kind_of_change"] for row in ROWS} == PARAMETER_KINDS.keys() | OBJECT_KINDS.keys()


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['qualified_name']}-{row['kind_of_change']}")
def test_history_reports_the_fact_in_the_right_version(history, row):
    kind, parameter = row["kind_of_change"], row["parameter"]
    low, high = (
        history.minors.index(minor(row[key])) for key in ("last_version_before", "first_version_after")
    )
    window = history.minors[low + 1 : high + 1]
    wanted = PARAMETER_KINDS.get(kind) or OBJECT_KINDS[kind]
    timeline = history.get(row["qualified_name"])
    assert timeline is not None
    found = [
        change
        for change in timeline.changes
        if change.kind in wanted
        and change.version in window
        and (kind in OBJECT_KINDS or mentions(change, parameter))
    ]
    assert found, [(c.version, c.kind.value, c.parameter, c.old, c.new) for c in timeline.changes]
    if row["exact_first_minor"]:
        assert row["exact_first_minor"] in {change.version for change in found}
