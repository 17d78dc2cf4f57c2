"""``torchzh snapshot`` as people run it, on the fake library."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from torchzh.cli import main
from torchzh.snapshot import read_snapshot

FOLDER = Path(__file__).parent / "minitorch"


@pytest.fixture
def project(tmp_path, monkeypatch):
    (tmp_path / "versions.toml").write_text("", encoding="utf-8")
    monkeypatch.setenv("TORCHZH_ROOT", str(tmp_path))
    return tmp_path


def snapshot(*options: str, version: str = "v1") -> int:
    return main(["snapshot", "--package", "minitorch", "--search-path", str(FOLDER / version), *options])


def test_the_snapshot_goes_to_snapshots_and_the_docstrings_to_the_cache(project, capsys):
    assert snapshot() == 0
    assert read_snapshot(project / "snapshots" / "minitorch-1.0.jsonl").header.torch == "1.0.3"
    docstrings = json.loads((project / ".cache" / "docstrings" / "minitorch-1.0.json").read_text("utf-8"))
    assert docstrings["minitorch.seed"] == "Set the seed."
    printed = capsys.readouterr().out
    assert "快照：snapshots/minitorch-1.0.jsonl" in printed
    assert "未能导入 minitorch.data：a_package_that_is_nowhere" in printed


def test_check_is_content_with_the_same_torch_and_names_what_differs(project, capsys):
    file = project / "mini.jsonl"
    assert snapshot("--output", str(file)) == 0
    before = file.read_bytes()
    assert snapshot("--output", str(file), "--check") == 0
    assert snapshot("--output", str(file), "--check", version="v2") == 1
    printed = capsys.readouterr().out
    assert "  缺少 minitorch.stack\n" in printed
    assert "  多出 minitorch.full\n" in printed
    assert "  有变 minitorch.cat\n" in printed
    assert file.read_bytes() == before


def test_check_without_a_snapshot_says_so(project, capsys):
    assert snapshot("--output", str(project / "none.jsonl"), "--check") == 1
    assert "none.jsonl：读不了这个快照" in capsys.readouterr().err


def test_a_package_that_is_not_installed_is_our_own_fault(project, capsys):
    assert main(["snapshot", "--package", "a_package_that_is_nowhere"]) == 3
    assert "没有安装 a_package_that_is_nowhere" in capsys.readouterr().err


def test_bytes_do_not_depend_on_hash_seed_terminal_language_or_folder(project):
    written = set()
    for seed, columns, language in (
        ("1", "40", "C"),
        ("2", "200", "zh_CN.UTF-8"),
        ("random", "80", "C.UTF-8"),
    ):
        folder = project / f"home-{seed}"
        folder.mkdir()
        command = [sys.executable, "-m", "torchzh", "snapshot", "--package", "minitorch"]
        command += ["--search-path", str(FOLDER / "v1"), "--output", str(folder / "mini.jsonl")]
        environment = {
            **os.environ,
            "PYTHONHASHSEED": seed,
            "COLUMNS": columns,
            "LANG": language,
            "LC_ALL": language,
            "TMPDIR": str(folder),
            "PYTHONPATH": str(Path(__file__).parent.parent / "tools"),
        }
        subprocess.run(command, cwd=folder, env=environment, check=True, capture_output=True)
        written.add((folder / "mini.jsonl").read_bytes())
        assert [item.name for item in folder.iterdir()] == ["mini.jsonl"]
    assert len(written) == 1
