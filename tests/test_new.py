"""``torchzh new`` writes a skeleton that only needs filling in."""

import shutil
from pathlib import Path

import pytest

from test_history import form, obj, snapshot
from torchzh.cli import main
from torchzh.snapshot import write_snapshot

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def project(tmp_path, monkeypatch):
    shutil.copy(ROOT / "versions.toml", tmp_path)
    known = snapshot("2.13", obj("t.f", form("a", "b=0", "_private=None")), obj("t.alias", alias_of="t.f"))
    write_snapshot(known, tmp_path / "snapshots" / "torch-2.13.jsonl")
    monkeypatch.setenv("TORCHZH_ROOT", str(tmp_path))
    return tmp_path


def test_the_skeleton_has_a_heading_for_every_public_parameter(project, capsys):
    assert main(["new", "t.f"]) == 0
    text = (project / "annotations/t/f.md").read_text(encoding="utf-8")
    assert text.startswith("---\nname: t.f\nsummary:\n")
    assert [line for line in text.splitlines() if line.startswith("### `")] == ["### `a`", "### `b`"]
    assert "annotations/t/f.md" in capsys.readouterr().out


def test_an_alias_leads_to_the_canonical_entry_which_is_never_overwritten(project, capsys):
    assert main(["new", "t.alias"]) == 0
    (project / "annotations/t/f.md").write_text("mine", encoding="utf-8")
    assert main(["new", "t.f"]) == 1
    assert (project / "annotations/t/f.md").read_text(encoding="utf-8") == "mine"
    assert "已经存在" in capsys.readouterr().err


def test_an_unknown_name_is_refused_with_the_nearest_one(project, capsys):
    assert main(["new", "t.aliaz"]) == 1
    assert "是不是 t.alias？" in capsys.readouterr().err
