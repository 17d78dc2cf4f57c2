"""A build after one edit does one entry's work, and never trusts what no longer holds."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from test_render_pages import CAT, site
from torchzh.annotation.models import Annotation
from torchzh.cli import recheck
from torchzh.cli.recheck import Passed
from torchzh.project import Project
from torchzh.render import entries, output
from torchzh.render.bodies import Bodies, code_and_names, load_bodies, store_bodies
from torchzh.render.progress import measure

ENTRY = """---
name: torch.{name}
summary: 摘要
category: 张量/创建
tags: [易错点, 随机]
reviewed: "2.13"
---

## 功能描述

文
"""


@pytest.fixture
def project(tmp_path: Path) -> Project:
    for name in ("versions.toml", "taxonomy.toml", "glossary.toml"):
        (tmp_path / name).write_text("", encoding="utf-8")
    (tmp_path / "annotations/torch").mkdir(parents=True)
    for name in ("cat", "stack"):
        (tmp_path / f"annotations/torch/{name}.md").write_text(ENTRY.format(name=name), encoding="utf-8")
    return Project(tmp_path)


def test_only_changed_files_are_read_again(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    original = entries.read_annotation

    def counted(path: Path, of: Project) -> object:
        read.append(path.stem)
        return original(path, of)

    monkeypatch.setattr(entries, "read_annotation", counted)
    first = entries.annotations_of(entries.read_entries(project))
    assert (sorted(first), read) == (["torch.cat", "torch.stack"], ["cat", "stack"])
    path = project.root / "annotations/torch/cat.md"
    path.write_text(path.read_text(encoding="utf-8").replace("摘要", "改过"), encoding="utf-8")
    second = entries.annotations_of(entries.read_entries(project))
    assert (second["torch.cat"].summary, read) == ("改过", ["cat", "stack", "cat"])
    path.unlink()
    assert sorted(entries.annotations_of(entries.read_entries(project))) == ["torch.stack"]
    assert read == ["cat", "stack", "cat"]


def test_a_broken_cache_is_thrown_away(project: Project) -> None:
    entries.read_entries(project)
    (cache,) = (project.cache / "entries").glob("*.pickle")
    cache.write_bytes(b"not a pickle")
    assert sorted(entries.annotations_of(entries.read_entries(project))) == ["torch.cat", "torch.stack"]


@pytest.mark.parametrize(
    ("earlier", "paths"),
    [
        (None, None),
        (Passed(key="other", files={"a": "1", "b": "2"}), None),
        (Passed(key="k", files={"a": "1", "b": "2"}), []),
        (Passed(key="k", files={"a": "0", "b": "2"}), ["a"]),
        (Passed(key="k", files={"a": "1"}), ["b"]),
        (Passed(key="k", files={"a": "1", "b": "2", "gone": "3"}), None),
    ],
)
def test_what_must_be_checked_again(earlier: Passed | None, paths: list[str] | None) -> None:
    assert Passed(key="k", files={"a": "1", "b": "2"}).changed_since(earlier) == paths


def test_a_verdict_is_remembered_for_its_torch_and_its_rules(project: Project) -> None:
    snapshot = project.root / "torch.jsonl"
    snapshot.write_text("x", encoding="utf-8")
    passed = recheck.state(project, "live", snapshot)
    assert recheck.load(project) is None
    recheck.save(project, passed)
    assert recheck.state(project, "live", snapshot).changed_since(recheck.load(project)) == []
    assert recheck.state(project, "2.13", snapshot).changed_since(recheck.load(project)) is None
    project.glossary_file.write_text("changed", encoding="utf-8")
    assert recheck.state(project, "live", snapshot).changed_since(recheck.load(project)) is None


def test_a_body_is_converted_once_and_kept_for_the_next_build(tmp_path: Path) -> None:
    made: list[str] = []

    def convert(bodies: Bodies, body: str, page: str) -> list[str]:
        return bodies.lines(body, page, lambda: made.append(f"{page}:{body}") or [body])

    first = Bodies({}, "base")
    assert convert(first, "甲", "torch.a") == convert(first, "甲", "torch.a") == ["甲"]
    convert(first, "甲", "torch.b")
    store_bodies(tmp_path / "kept.pickle", first)
    second = load_bodies(tmp_path / "kept.pickle", "base")
    assert convert(second, "甲", "torch.a") == ["甲"]
    convert(load_bodies(tmp_path / "kept.pickle", "other"), "甲", "torch.a")
    assert made == ["torch.a:甲", "torch.b:甲", "torch.a:甲"]
    store_bodies(tmp_path / "kept.pickle", second)
    assert len(load_bodies(tmp_path / "kept.pickle", "base").known) == 1


def test_the_key_of_bodies_follows_the_documented_names() -> None:
    assert code_and_names(["torch.a", "torch.b"]) == code_and_names(["torch.b", "torch.a"])
    assert code_and_names(["torch.a"]) != code_and_names(["torch.b"])


def with_prose(entry: Annotation, body: str) -> Annotation:
    return replace(entry, sections=(replace(entry.sections[0], body=body), *entry.sections[1:]))


@pytest.mark.parametrize(
    ("change", "made_again"),
    [
        (lambda entry: entry, 0),
        (
            lambda entry: replace(
                entry, sections=(replace(entry.sections[0], body="别的话。"), *entry.sections[1:])
            ),
            0,
        ),
        (lambda entry: replace(entry, pitfalls=(replace(entry.pitfalls[0], line=99),)), 0),
        (lambda entry: replace(entry, pitfalls=(replace(entry.pitfalls[0], body="- 现象：没有报错"),)), 1),
        (lambda entry: replace(entry, summary="别的摘要"), 1),
        (lambda entry: replace(entry, tags=("随机",)), 1),
    ],
)
def test_pages_that_gather_entries_are_made_when_what_they_show_changes(change, made_again, monkeypatch):
    made: list[int] = []
    original = output.pitfall_pages
    monkeypatch.setattr(output, "pitfall_pages", lambda whole: made.append(1) or original(whole))
    first = site({"torch.cat": CAT})
    dict(output.render_site(first, measure(first, [])))
    second = replace(site({"torch.cat": change(CAT)}), bodies=Bodies(first.bodies.used))
    after = dict(output.render_site(second, measure(second, [])))
    fresh = site({"torch.cat": change(CAT)})
    assert len(made) == 1 + made_again
    assert after == dict(output.render_site(fresh, measure(fresh, [])))
