"""``torchzh check`` from the outside: what it prints and its exit status."""

import json
import shutil

import pytest

from checkcases import FOLDER, MINORS, ROOT, Case, snapshot_text
from torchzh.cli import main

VERSIONS = "".join(
    f'[[torch]]\nminor = "{minor}"\npin = "{minor}.0"\nnumpy = "numpy>=2"\nsetuptools = "setuptools>=77"\n'
    f'status = "checked"\n{"default = true" if minor == "2.14" else ""}\n'
    for minor in MINORS
)
PLAIN = Case(code="", title="", triggers=False, output="")
LATER = Case(code="", title="", triggers=False, output="", objects=("2.14 -torch.cat",))
UNKNOWN_CODE = '[[allow]]\ncode = "ZZ01"\nname = "*"\nversions = "*"\nreason = "x"\n'
SUMMARY = "核对了 1 个条目，torch 2.12–2.14：0 个错误，0 个提示，0 处无法核对（涉及 0 个条目）\n"


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A checkout with one good entry and three snapshots."""
    (tmp_path / "versions.toml").write_text(VERSIONS, encoding="utf-8")
    for name in ("taxonomy.toml", "glossary.toml"):
        shutil.copy(ROOT / name, tmp_path / name)
    entry = tmp_path / "annotations" / "torch" / "cat.md"
    entry.parent.mkdir(parents=True)
    shutil.copy(FOLDER / "base.md", entry)
    (tmp_path / "snapshots").mkdir()
    write_snapshots(tmp_path, PLAIN)
    monkeypatch.setenv("TORCHZH_ROOT", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write_snapshots(folder, case, minors=MINORS):
    for minor in minors:
        path = folder / "snapshots" / f"torch-{minor}.jsonl"
        path.write_text(snapshot_text(case, minor), encoding="utf-8")


def edit(project, old, new):
    path = project / "annotations" / "torch" / "cat.md"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_a_clean_project_prints_its_counts_and_succeeds(project, capsys):
    assert main(["check"]) == 0
    assert capsys.readouterr().out == SUMMARY


def test_an_error_is_printed_in_the_long_form_and_fails(project, capsys):
    edit(project, "### `dim`", "### `dims`")
    assert main(["check", "--torch", "2.13"]) == 1
    assert capsys.readouterr().out == (
        "annotations/torch/cat.md:18:1 PM01 torch.cat 参数 `dim` 没有讲到（torch 2.13）\n"
        "    标注：没有 ### `dim`\n"
        "    签名（torch 2.13）：cat(tensors, dim=0, *, out=None)\n"
        "    怎么改：在「参数精讲」里加 ### `dim`，写它改变什么\n"
        "annotations/torch/cat.md:24:1 PM02 torch.cat 没有参数 `dims`，是不是 `dim`？\n"
        "    标注：### `dims`\n"
        "    签名：cat(tensors, dim=0, *, out=None)\n"
        "    怎么改：改成签名里的名字，或删去\n"
        "核对了 1 个条目，torch 2.13：2 个错误，0 个提示，0 处无法核对（涉及 0 个条目）\n"
    )


def test_the_short_form_is_one_line_each(project, capsys):
    edit(project, "默认 `0`", "默认 `1`")
    assert main(["check", "--short"]) == 1
    assert capsys.readouterr().out == (
        "annotations/torch/cat.md:26:6 DF01 torch.cat "
        "`dim` 的默认值写作 `1`，签名里是 `0`（torch 2.12–2.14）\n"
        "核对了 1 个条目，torch 2.12–2.14：1 个错误，0 个提示，0 处无法核对（涉及 0 个条目）\n"
    )


def test_notes_and_what_cannot_be_verified_do_not_fail(project, capsys):
    edit(project, "新张量，不与", "`nn.Linear.weight` 之外的新张量，不与")
    assert main(["check", "--short"]) == 0
    assert capsys.readouterr().out.endswith("0 个错误，0 个提示，1 处无法核对（涉及 1 个条目）\n")


def test_json_carries_codes_and_arguments(project, capsys):
    edit(project, "### `dim`", "### `axis`")
    assert main(["check", "--format", "json", "annotations/torch/cat.md"]) == 1
    document = json.loads(capsys.readouterr().out)
    assert document["counts"] == {"error": 2, "note": 0, "unverifiable": 0}
    found = document["findings"][1]
    assert (found["code"], found["family"], found["line"], found["column"]) == ("PM03", "parameter", 24, 1)
    assert found["arguments"]["real"] == "dim"
    assert document["findings"][0]["versions"] == list(MINORS)


def test_github_gets_one_command_per_finding(project, capsys):
    edit(project, "### `dim`", "### `axis`")
    assert main(["check", "--format", "github"]) == 1
    out = capsys.readouterr().out
    assert out.count("\n") == 2
    assert out.split("\n")[1] == (
        "::error file=annotations/torch/cat.md,line=24,col=1,title=PM03 用了参数的别名拼写::"
        "`axis` 是 `dim` 的别名拼写%0A标注：### `axis`%0A签名：cat(tensors, dim=0, *, out=None)"
        "%0A怎么改：改成 ### `dim`；NumPy 风格的拼写可以在文字里提"
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--torch", "2.99"], "没有 2.99 的快照；有的是：2.12、2.13、2.14"),
        (["--torch", "2.13,2.98"], "没有 2.98 的快照；有的是：2.12、2.13、2.14"),
        (["annotations/torch/dog.md"], "没有文件 annotations/torch/dog.md"),
        (["--explain", "XX99"], "没有代码 XX99；有的是："),
    ],
)
def test_wrong_usage_is_status_two(project, capsys, arguments, message):
    assert main(["check", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(f"torchzh check: {message}")


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("allowlists/a.toml", '[[allow]]\ncode = "PM02"\n', "allowlists/a.toml:1：每一项要有"),
        ("allowlists/a.toml", UNKNOWN_CODE, "allowlists/a.toml:1：没有代码 ZZ01"),
        (
            "glossary.toml",
            '[[term]]\nen = "a"\nzh-Hans = "甲"\nzh-Hant = "甲"\nforbidden = ["甲"]\n',
            "glossary.toml",
        ),
        ("snapshots/torch-2.13.jsonl", '{"format":99}\n', "torch-2.13.jsonl：快照格式是 99"),
    ],
)
def test_a_fault_of_our_own_files_is_status_three(project, capsys, name, text, message):
    (project / "allowlists").mkdir(exist_ok=True)
    (project / name).write_text(text, encoding="utf-8")
    assert main(["check"]) == 3
    assert capsys.readouterr().err.startswith(f"torchzh check: {message}")


def test_fix_mends_what_is_mechanical_and_checks_again(project, capsys):
    edit(project, "### `dim`", "### `axis`")
    edit(project, "新张量，不与输入共享内存。", "新张量,用`dim`指定， 见**tensor**的第1维 。脸书也用。")
    assert main(["check", "--fix", "--short"]) == 0
    captured = capsys.readouterr()
    assert captured.out == SUMMARY
    assert captured.err == "改了 11 处：annotations/torch/cat.md\n改了 1 处：annotations/torch/cat.md\n"
    text = (project / "annotations" / "torch" / "cat.md").read_text(encoding="utf-8")
    assert "### `dim`\n" in text
    assert "新张量，用 `dim` 指定，见 **tensor** 的第 1 维。Facebook 也用。\n" in text


def test_a_clean_file_is_not_touched_by_fix(project):
    path = project / "annotations" / "torch" / "cat.md"
    before = path.read_bytes()
    assert main(["check", "--fix"]) == 0
    assert path.read_bytes() == before


def test_explain_says_why(project, capsys):
    assert main(["check", "--explain", "pm02"]) == 0
    assert capsys.readouterr().out.startswith("PM02 参数不存在（错误）\n为什么：照着写会得到 TypeError。")


def test_a_name_gone_in_the_newest_snapshot_is_told_for_that_version_only(project, capsys):
    write_snapshots(project, LATER)
    assert main(["check", "--short"]) == 1
    assert "DP03 torch.cat `torch.cat` 已移除，文中没有说（torch 2.14）\n" in capsys.readouterr().out
    assert main(["check", "--short", "--torch", "2.13"]) == 0


def test_a_folder_of_broken_files_is_reported_file_by_file(project, capsys):
    (project / "annotations" / "torch" / "a.md").write_bytes(b"\xff\xfe")
    (project / "annotations" / "torch" / "b.md").write_bytes(b"")
    assert main(["check", "--short"]) == 1
    out = capsys.readouterr().out
    assert "annotations/torch/a.md:1:1 FM01 " in out
    assert "annotations/torch/b.md:1:1 FM04 " in out


def test_many_entries_checked_in_parallel_give_the_same_findings(project, capsys, monkeypatch):
    edit(project, "### `dim`", "### `dims`")
    text = (project / "annotations" / "torch" / "cat.md").read_text(encoding="utf-8")
    for number in range(45):
        (project / "annotations" / "torch" / f"cat{number}.md").write_text(text, encoding="utf-8")
    assert main(["check", "--format", "json"]) == 1
    together = capsys.readouterr().out
    monkeypatch.setattr("torchzh.check.parallel.WORTH_IT", 1000)
    assert main(["check", "--format", "json"]) == 1
    assert capsys.readouterr().out == together
