"""``torchzh search``, ``torchzh show`` and ``torchzh addresses`` as people type them."""

import json
import os
import subprocess
import sys

import pytest

from findersite import ROOT
from torchzh.cli import main
from torchzh.finder import cache


@pytest.fixture(autouse=True)
def here(monkeypatch):
    monkeypatch.setenv("TORCHZH_ROOT", str(ROOT))


def test_search_prints_name_signature_grade_summary_and_why(capsys):
    assert main(["search", "反卷积", "--limit", "1"]) == 0
    first, said, why = capsys.readouterr().out.splitlines()
    assert first.startswith("torch.nn.ConvTranspose2d(in_channels")
    assert first.endswith("[详注]")
    assert "转置卷积" in said
    assert why.strip() == "又叫：反卷积"


def test_search_takes_several_words_and_a_limit(capsys):
    assert main(["search", "layer", "norm", "--limit", "2", "--json"]) == 0
    hits = json.loads(capsys.readouterr().out)
    assert len(hits) == 2
    assert hits[0]["name"] in {"torch.nn.LayerNorm", "torch.nn.functional.layer_norm"}


def test_search_without_a_hit_says_so_and_fails(capsys):
    assert main(["search", "zzqqxxyy"]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "没有找到" in captured.err


def test_search_without_pypinyin_says_what_is_missing(capsys, monkeypatch, tmp_path):
    monkeypatch.setattr("torchzh.cli.search.has_pinyin", lambda: False)
    assert main(["search", "torch.cat", "--limit", "1"]) == 0
    assert "pypinyin" in capsys.readouterr().err


def test_an_unknown_version_is_wrong_usage(capsys):
    assert main(["search", "cat", "--torch", "9.9"]) == 2
    assert main(["show", "torch.cat", "--torch", "9.9"]) == 2
    assert capsys.readouterr().out == ""


def test_the_data_file_is_made_once(monkeypatch):
    from torchzh.project import find_project

    project = find_project(ROOT)
    cache.kept_index(project, "2.13")
    monkeypatch.setattr(cache, "site_script", lambda *_, **__: pytest.fail("made again"))
    cache.kept_index(project, "2.13")


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("torch.cat", "torch.cat"),
        ("torch.optim.adam.Adam", "torch.optim.Adam"),
        ("F.conv2d", "torch.nn.functional.conv2d"),
        ("nn.Linear.to", "torch.nn.Module.to"),
        ("x.view", "torch.Tensor.view"),
    ],
)
def test_show_takes_a_name_as_people_write_it(capsys, typed, name):
    assert main(["show", typed]) == 0
    assert capsys.readouterr().out.startswith(f"{name}  [")


def test_show_prints_facts_then_the_text_of_the_entry(capsys):
    assert main(["show", "torch.cat"]) == 0
    out = capsys.readouterr().out
    places = [out.index(part) for part in ("torch.cat(tensors", "见于 ", "## 功能描述", "## 另见")]
    assert places == sorted(places)
    assert "category:" not in out


def test_show_of_a_name_without_an_entry_tells_how_to_start_one(capsys):
    assert main(["show", "torch.nn.functional.grid_sample", "--torch", "2.2"]) == 0
    out = capsys.readouterr().out
    assert "[自动]" in out
    assert "torchzh new torch.nn.functional.grid_sample" in out


def test_show_as_json_has_the_facts(capsys):
    assert main(["show", "torch.cat", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["grade"] == "详注"
    assert data["signatures"] == ["torch.cat(tensors, dim=0, *, out=None)"]
    assert data["history"][0].startswith("见于")


def test_show_of_an_unknown_name_points_to_search(capsys):
    assert main(["show", "torch.zzqqxxyy"]) == 1
    assert "torchzh search torch.zzqqxxyy" in capsys.readouterr().err


def test_neither_sphinx_nor_torch_is_imported_by_the_two_commands():
    code = (
        "import sys; from torchzh.cli import main; main(['search', 'cat']); main(['show', 'torch.cat']);"
        "sys.exit(bool({'sphinx', 'docutils', 'torch'} & set(sys.modules)))"
    )
    environment = os.environ | {"PYTHONPATH": str(ROOT / "tools")}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr.decode()


def test_addresses_compares_with_the_kept_list():
    assert main(["addresses"]) == 0
