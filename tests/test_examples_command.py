"""The command and the pytest plugin from outside: names, counts, exit status, records. Needs no torch."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parent
TOOLS, FAKE = TESTS.parent / "tools", TESTS / "faketorch"
GOOD = "```pycon\n>>> import torch\n>>> [1, 2]\n[1, 2]\n```\n\n```pycon torch<1.0\n>>> 1\n```\n"
BAD = "```python\n>>> 1 + 1\n3\n```\n> >>> 1\n"


def project(folder: Path, **files: str) -> Path:
    (folder / "versions.toml").write_text("", encoding="utf-8")
    (folder / "annotations" / "torch").mkdir(parents=True)
    (folder / "source").mkdir()
    for name, text in files.items():
        (folder / "annotations" / "torch" / f"{name}.md").write_text(text, encoding="utf-8")
    return folder


def command(folder: Path, *arguments: str) -> tuple[int, str]:
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join((str(FAKE), str(TOOLS))),
        "TORCHZH_ROOT": str(folder),
        "COLUMNS": "120",
    }
    run = subprocess.run(
        [sys.executable, "-m", "torchzh", "examples", *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    return run.returncode, run.stdout + run.stderr


def test_the_command_names_each_block_counts_exactly_and_exits_with_one(tmp_path):
    status, output = command(project(tmp_path, cat=GOOD, stack=BAD), "-v")
    assert status == 1
    assert "各文件的示例块：torch.cat 2 · torch.stack 2" in output
    for line in (
        "torch.cat.md:1 PASSED",
        "torch.cat.md:7 版本不合",
        "torch.stack.md:1 FAILED",
        "torch.stack.md:5 FAILED",
    ):
        assert line in output
    assert "这一行有 >>> 提示符，却不在任何代码块里，不会被运行" in output
    assert "示例：收集到 2 个文件、4 块；运行了 3 条语句" in output
    assert "通过 1 · 失败 2 · 同因 0 · 未按设备核对 0 · 跳过 1（版本不合 1，" in output


def test_recorded_runs_repeat_byte_for_byte_and_a_lost_block_fails_the_next_run(tmp_path):
    folder = project(tmp_path, cat=GOOD)
    assert command(folder, "--record")[0] == 0
    first = {path.name: path.read_bytes() for path in (folder / "verified").iterdir()}
    assert command(folder, "--record")[0] == 0
    assert {path.name: path.read_bytes() for path in (folder / "verified").iterdir()} == first
    (folder / "annotations" / "torch" / "cat.md").write_text(GOOD.split("\n\n")[0] + "\n", encoding="utf-8")
    status, output = command(folder)
    assert status == 1
    assert "示例块变少了：annotations/torch/cat.md：2 → 1" in output


def test_only_files_without_a_record_of_passing_run_when_asked(tmp_path):
    folder = project(tmp_path, cat=GOOD, stack=BAD)
    assert command(folder, "--record")[0] == 1
    status, output = command(folder, "--unverified", "-v")
    assert status == 1
    assert "torch.stack.md:1 FAILED" in output
    assert "torch.cat.md" not in output
    (folder / "annotations" / "torch" / "stack.md").write_text(GOOD, encoding="utf-8")
    status, output = command(folder, "--unverified", "--record", "-v")
    assert (status, "torch.stack.md:1 PASSED" in output) == (0, True)
    status, output = command(folder, "--unverified")
    assert (status, "没有要运行的" in output) == (0, True)
    (folder / "annotations" / "torch" / "cat.md").write_text(GOOD.replace("[1, 2]", "[1]"), encoding="utf-8")
    assert "torch.cat.md:1 PASSED" in command(folder, "--unverified", "-v")[1]


def test_guides_run_and_generated_twins_of_entries_do_not(tmp_path):
    folder = project(tmp_path, cat=GOOD)
    for name in ("guide/start.md", "_generated/site/api/torch.cat.md"):
        (folder / "source" / name).parent.mkdir(parents=True)
        (folder / "source" / name).write_text(GOOD, encoding="utf-8")
    for unverified in ([], ["--unverified"]):
        status, output = command(folder, "-v", *unverified)
        assert status == 0
        assert "torch.cat.md:1 PASSED" in output
        assert "source/guide/start.md:1 PASSED" in output
        assert "示例：收集到 2 个文件" in output
        assert "_generated/site" not in output


def test_one_block_can_be_asked_for_and_what_it_needs_runs_before_it(tmp_path):
    text = "```pycon\n>>> x = 1\n```\n\n```pycon\n>>> x\n1\n```\n\n```pycon\n>>> x\n2\n```\n"
    status, output = command(project(tmp_path, cat=text), "-k", "cat.md:5")
    assert status == 0
    assert "通过 1 · 失败 0" in output


def test_a_block_asked_for_alone_fails_when_an_earlier_block_is_the_cause(tmp_path):
    text = "```pycon\n>>> x = 1 / 0\n```\n\n```pycon\n>>> x\n1\n```\n"
    status, output = command(project(tmp_path, cat=text), "-k", "cat.md:5")
    assert status == 1
    assert "同因：先改好 torch.cat.md:1" in output


@pytest.mark.parametrize(
    ("arguments", "status", "part"),
    [
        (("nowhere.md",), 2, "没有这个文件或文件夹：nowhere.md"),
        (("--device", "cuda"), 3, "找不到可用的 GPU"),
    ],
)
def test_wrong_usage_says_so(tmp_path, monkeypatch, arguments, status, part):
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "")
    found, output = command(project(tmp_path, cat=GOOD), *arguments)
    assert found == status
    assert part in output


def test_no_example_at_all_is_no_success(tmp_path):
    assert command(project(tmp_path, cat="只有文字\n"))[0] == 5


def test_a_torch_that_cannot_be_imported_is_a_clear_error(tmp_path):
    folder = project(tmp_path, cat=GOOD)
    (folder / "torch.py").write_text("raise ImportError('libtorch is gone')\n", encoding="utf-8")
    status, output = command(folder)
    assert status == 3
    assert "示例进程没有启动起来" in output
    assert "libtorch is gone" in output
