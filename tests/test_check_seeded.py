"""Faults planted in real entries are found in exactly the versions in which they are faults."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from torchzh.annotation import parse_annotation
from torchzh.check.driver import Settings, check
from torchzh.check.loading import load_settings
from torchzh.project import Project

ROOT = Path(__file__).resolve().parent.parent
PROJECT = Project(ROOT)


@pytest.fixture(scope="module")
def settings() -> Settings:
    assert any(PROJECT.snapshots.glob("torch-*.jsonl")), "the committed snapshots are gone"
    return load_settings(PROJECT, "all", Path)


def without_parameter(text: str, name: str) -> str:
    changed, count = re.subn(rf"^### `{name}`\n.*?(?=^##)", "", text, flags=re.MULTILINE | re.DOTALL)
    assert count == 1
    return changed


def replaced(text: str, old: str, new: str) -> str:
    assert text.count(old) >= 1
    return text.replace(old, new, 1)


def found(settings: Settings, path: str, text: str) -> set[tuple[str, tuple[str, ...]]]:
    result = parse_annotation(text.encode(), path)
    report = check([result], settings, complete=False)
    return {(finding.code, finding.versions) for finding in report.findings}


def since(settings: Settings, first: str, last: str = "") -> tuple[str, ...]:
    minors = settings.world.minors
    return minors[minors.index(first) : minors.index(last) + 1 if last else None]


@pytest.mark.parametrize(
    ("path", "plant", "code", "first", "last"),
    [
        ("torch/cat.md", lambda t: replaced(t, "默认 `0`", "默认 `1`"), "DF01", "1.13", ""),
        ("torch/load.md", lambda t: without_parameter(t, "mmap"), "PM01", "2.1", ""),
        (
            "torch.optim.lr_scheduler/StepLR.md",
            lambda t: without_parameter(t, "verbose"),
            "PM01",
            "1.13",
            "2.6",
        ),
        ("torch.optim/AdamW.md", lambda t: without_parameter(t, "lr"), "PM01", "1.13", ""),
        (
            "torch/max.md",
            lambda t: replaced(
                t, "## 功能描述\n", "## 功能描述\n\n写 `torch.max(input, dim, other)` 就行。\n"
            ),
            "FO01",  # no version has that form
            None,
            "",
        ),
        (
            "torch/cat.md",
            lambda t: replaced(t, "## 功能描述\n", "## 功能描述\n\n这个函数已弃用。\n"),
            "DP02",
            None,
            "",
        ),
    ],
)
def test_a_planted_fault_is_found_in_the_versions_in_which_it_is_one(
    settings, path, plant, code, first, last
):
    text = (PROJECT.annotations / path).read_text(encoding="utf-8")
    before = found(settings, f"annotations/{path}", text)
    after = found(settings, f"annotations/{path}", plant(text))
    versions = () if first is None else since(settings, first, last)
    assert code not in {found_code for found_code, _ in before}
    assert [set(seen) for found_code, seen in after - before if found_code == code] == [set(versions)]
