"""A library that changes from one version to the next, and the entries a translator wrote for the first."""

from functools import cache

import pytest

from checkworld import ROOT, brief, judge, settings
from torchzh.findings import Finding
from torchzh.introspect import take_snapshot
from torchzh.models import Snapshot

VERSIONS = ("1.0", "2.0")


@cache
def surface(number: int) -> Snapshot:
    return take_snapshot("minitorch", search_path=ROOT / "tests" / "minitorch" / f"v{number}").snapshot


def world():
    old, new = surface(1), surface(2)
    return settings({old.header.minor: old, new.header.minor: new}, (new.header.minor,), VERSIONS)


def told(name: str, notes: dict[str, str], **more: str) -> list[tuple[str, str]]:
    """What a translator is told about an entry written against the first version."""
    entry = brief(name, notes, reviewed=surface(1).header.minor, **more)
    return [(f.code, about(f)) for f in judge(entry, world()) if f.code != "FR01"]


def about(finding: Finding) -> str:
    return finding.arguments.get("parameter", "")


@pytest.mark.parametrize(
    ("name", "notes", "expected"),
    [
        (
            "minitorch.cat",
            {"tensors": "张量。", "dim": "哪一维，默认 `0`。", "out": "结果。"},
            {("DF01", "dim")},
        ),
        ("minitorch.stack", {"tensors": "张量。", "dim": "哪一维。"}, {("DP03", "")}),
        ("minitorch.eig", {"input": "矩阵。", "out": "结果。"}, {("DP03", "")}),
        (
            "minitorch.norm",
            {"x": "向量。", "p": "阶。", "dim": "维。", "keepdim": "保留。"},
            {("FR02", "x"), ("PM01", "input")},
        ),
        ("minitorch.seed", {"value": "种子。"}, {("FR03", "value")}),
        (
            "minitorch.load",
            {
                "f": "文件。",
                "map_location": "位置。",
                "pickle_module": "模块。",
                "**pickle_load_args": "其余。",
            },
            {("PM01", "weights_only")},
        ),
        (
            "minitorch.functional.relu",
            {"input": "输入。", "inplace": "原地。"},
            {("FR06", "input"), ("PM04", "inplace")},
        ),
    ],
)
def test_a_change_of_the_library_is_told_at_the_parameter(name, notes, expected):
    assert set(told(name, notes)) >= expected


@pytest.mark.parametrize("name", ["minitorch.unknown"])
def test_a_function_without_any_signature_is_not_called_right(name):
    assert ("PM10", "") in told(name, {"x": "甲。"})


def test_the_entry_of_the_first_version_was_right_there():
    old = surface(1)
    alone = settings({old.header.minor: old}, (), VERSIONS)
    notes = {"x": "向量。", "p": "阶，默认 `2`。", "dim": "维。", "keepdim": "保留，默认 `False`。"}
    entry = brief("minitorch.norm", notes, reviewed=old.header.minor)
    assert [f.code for f in judge(entry, alone)] == []
