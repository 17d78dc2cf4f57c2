"""What is stored about a run, and that a drop in the number of examples is noticed."""

import pytest

from torchzh.examples.collect import digest, read_examples
from torchzh.examples.models import Machine, Outcome, Status
from torchzh.examples.tally import Tally, dropped, record
from torchzh.examples.verified import (
    Row,
    Verified,
    VerifiedError,
    entry_key,
    merge,
    read_all_verified,
    read_collected,
    read_verified,
    write_collected,
    write_verified,
)
from torchzh.project import Project

CPU = Machine(torch="2.13.0+cpu", python="3.11.7")
EXPECTED = """\
{
"format": 1,
"torch": "2.13.0+cpu",
"gpu": "",
"entries": {
  "torch.cat": {"cpu": {"digest": "aa", "passed": 3, "skipped": 1, "failed": 0, "unchecked": 0}},
  "torch.stack": {"cpu": {"digest": "bb", "passed": 1, "skipped": 0, "failed": 2, "unchecked": 0}}
}
}
"""


def stored(**entries) -> Verified:
    return Verified(torch="2.13.0+cpu", entries=entries)


def test_results_are_one_sorted_line_per_entry_and_read_back_unchanged(tmp_path):
    verified = Verified(
        torch="2.13.0+cpu",
        entries={
            "torch.stack": {"cpu": Row(digest="bb", passed=1, failed=2)},
            "torch.cat": {"cpu": Row(digest="aa", passed=3, skipped=1)},
        },
    )
    path = tmp_path / "torch-2.13.json"
    assert write_verified(verified, path) is True
    assert path.read_text(encoding="utf-8") == EXPECTED
    assert write_verified(verified, path) is False
    assert read_verified(path) == verified
    assert read_all_verified(tmp_path) == (verified,)


def test_a_torch_that_never_ran_has_no_results(tmp_path):
    assert read_verified(tmp_path / "torch-2.2.json") is None
    assert read_collected(tmp_path) == {}


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format": 99, "files": {}}'])
def test_a_damaged_file_is_a_clear_fault(tmp_path, text):
    (tmp_path / "collected.json").write_text(text, encoding="utf-8")
    with pytest.raises(VerifiedError, match=r"collected\.json .*torchzh examples --record"):
        read_collected(tmp_path)


def test_only_the_code_that_passed_is_called_verified():
    verified = stored(
        good={"cpu": Row(digest="aa", passed=1), "cuda": Row(digest="aa", passed=1)},
        failed={"cpu": Row(digest="aa", passed=5, failed=1)},
        empty={"cpu": Row(digest="aa", passed=0, skipped=3)},
    )
    assert verified.devices("good", "aa") == ("cpu", "cuda")
    assert verified.devices("good", "changed since") == ()
    assert verified.devices("failed", "aa") == ()
    assert verified.devices("empty", "aa") == ()
    assert verified.devices("unknown", "aa") == ()


def test_a_new_run_keeps_other_entries_and_drops_rows_of_older_code():
    old = stored(
        same={"cuda": Row(digest="aa", passed=1)},
        edited={"cuda": Row(digest="old", passed=1)},
        other={"cpu": Row(digest="cc", passed=1)},
        deleted={"cpu": Row(digest="dd", passed=1)},
    )
    new = stored(same={"cpu": Row(digest="aa", passed=1)}, edited={"cpu": Row(digest="new", passed=1)})
    merged = merge(old, new, frozenset({"deleted"}))
    assert {entry: sorted(devices) for entry, devices in merged.entries.items()} == {
        "same": ["cpu", "cuda"],
        "edited": ["cpu"],
        "other": ["cpu"],
    }


@pytest.mark.parametrize(
    ("now", "paths", "lines"),
    [
        ({"a/x.md": 3, "a/y.md": 2}, ["a"], []),
        ({"a/x.md": 2, "a/y.md": 2}, ["a"], ["a/x.md：3 → 2"]),
        ({"a/x.md": 2, "a/y.md": 3}, ["a"], []),  # moved from one file to the other
        ({"a/x.md": 3}, ["a"], ["a/y.md：2 → 0"]),
        ({"a/x.md": 3}, ["a/x.md"], []),
        ({"a/x.md": 1}, ["a/x.md"], ["a/x.md：3 → 1"]),
        ({}, ["."], ["a/x.md：3 → 0", "a/y.md：2 → 0"]),
        ({"b/z.md": 1}, ["b"], []),
    ],
)
def test_a_drop_in_the_number_of_blocks_is_named_by_file(now, paths, lines):
    assert dropped({"a/x.md": 3, "a/y.md": 2}, now, paths) == lines


@pytest.mark.parametrize(
    ("path", "key"),
    [("annotations/torch.nn/Module.md", "torch.nn.Module"), ("source/guide/a.md", "source/guide/a.md")],
)
def test_the_key_of_an_entry_comes_from_its_path(path, key):
    assert entry_key(path) == key


def test_recording_writes_results_and_counts_and_forgets_deleted_files(tmp_path):
    file = tmp_path / "annotations" / "torch" / "cat.md"
    file.parent.mkdir(parents=True)
    file.write_text("```pycon\n>>> 1\n1\n```\n```pycon torch>=2.4\n>>> 2\n2\n```\n", encoding="utf-8")
    project = Project(tmp_path)
    write_collected({"annotations/torch/gone.md": 4, "annotations/torch/cat.md": 9}, project.verified)
    tally, examples = Tally(root=tmp_path), read_examples(file, tmp_path)
    tally.collected(examples)
    outcomes = [Outcome(line=1, status=Status.PASSED), Outcome(line=5, status=Status.SKIPPED_VERSION)]
    tally.finished(examples, outcomes)
    assert record(tally, CPU, "cpu", project) == ["verified/collected.json", "verified/torch-2.13.json"]
    assert record(tally, CPU, "cpu", project) == []
    assert read_collected(project.verified) == {"annotations/torch/cat.md": 2}
    verified = read_verified(tmp_path / "verified" / "torch-2.13.json")
    assert verified is not None
    assert verified.entries == {
        "torch.cat": {"cpu": Row(digest=digest(examples.blocks), passed=1, skipped=1)}
    }


def test_the_closing_lines_count_every_kind(tmp_path):
    tally = Tally(root=tmp_path)
    for status in (Status.PASSED, Status.PASSED, Status.FAILED, Status.FOLLOWS, Status.SKIPPED_DEVICE):
        tally.reported(
            "a.md:1", Outcome(line=1, status=status, statements=2, notes=("记",) * (status == "failed"))
        )
    assert list(tally.lines(CPU)) == [
        "torch 2.13.0+cpu · Python 3.11.7 · CPU",
        "示例：收集到 0 个文件、0 块；运行了 10 条语句",
        "通过 2 · 失败 1 · 同因 1 · 未按设备核对 0"
        " · 跳过 1（版本不合 0，没有设备 1，缺少包 0，略去慢的 0，写明原因 0）",
        "注意 a.md:1：记",
    ]
