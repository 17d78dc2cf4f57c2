"""File names of entries and pages are unique even where case does not count."""

import json
import os
from pathlib import Path

import pytest

from torchzh.naming import KEPT, annotation_path, collisions, dump_kept, kept_stems, parse_kept, stem
from torchzh.similar import nearest, nearest_dotted
from torchzh.versions import key

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.parametrize(
    ("name", "module", "path"),
    [
        ("torch.cat", "torch", "annotations/torch/cat.md"),
        ("torch.tensor", "torch", "annotations/torch/tensor.md"),
        ("torch.Tensor", "torch", "annotations/torch/Tensor-class.md"),
        ("torch.Tensor.view", "torch", "annotations/torch/Tensor.view.md"),
        ("torch.Tensor.T", "torch", "annotations/torch/Tensor.T-attr.md"),
        ("torch.Tensor.t", "torch", "annotations/torch/Tensor.t.md"),
        ("torch.nn.functional.conv2d", "torch.nn.functional", "annotations/torch.nn.functional/conv2d.md"),
    ],
)
def test_the_path_of_an_entry_follows_from_its_name(name, module, path):
    assert annotation_path(name, module) == path


@pytest.mark.parametrize(
    ("names", "stems"),
    [
        ([("a.b", "function"), ("a.c", "class")], {}),
        ([("a.T", "property"), ("a.t", "method")], {"a.T": "a.T-attr", "a.t": "a.t"}),
        ([("a.X", "class"), ("a.x", "function")], {"a.X": "a.X-class", "a.x": "a.x"}),
        ([("a.SUM", "constant"), ("a.sum", "function")], {"a.SUM": "a.SUM-data", "a.sum": "a.sum"}),
        ([("a.X", "class"), ("a.x", "class")], {"a.X": "a.X-class-2", "a.x": "a.x-class"}),
        ([("a.x", "module"), ("a.X", "class")], {}),
    ],
)
def test_the_function_keeps_its_name_and_others_get_a_suffix(names, stems):
    assert collisions(names) == stems
    assert collisions(reversed(names)) == stems


def test_a_kept_decision_never_changes():
    kept = {"a.x": "a.x-class"}
    assert collisions([("a.x", "class"), ("a.X", "class")], kept) == {
        "a.x": "a.x-class",
        "a.X": "a.X-class-2",
    }
    assert collisions([], kept) == kept


def test_the_kept_list_survives_a_round_trip_and_is_unique():
    stems = kept_stems()
    assert parse_kept(dump_kept(stems)) == stems
    lowered = [value.lower() for value in stems.values()]
    assert sorted(set(lowered)) == sorted(lowered)
    assert stem("torch.Tensor") != stem("torch.tensor")


def test_every_collision_of_the_committed_snapshots_is_decided():
    names = {}
    for path in sorted((ROOT / "snapshots").glob("torch-*.jsonl"), key=lambda path: key(path.stem[6:])):
        for line in path.read_text(encoding="utf-8").splitlines()[1:]:
            row = json.loads(line)
            names.setdefault(row["name"], row["kind"])
    stems = collisions(names.items(), kept_stems())
    if os.environ.get("TORCHZH_REGENERATE"):
        KEPT.write_text(dump_kept(stems), encoding="utf-8", newline="\n")
    assert stems == kept_stems()
    used = [stems.get(name, name).lower() for name, kind in names.items() if kind != "module"]
    assert len(set(used)) == len(used)


def test_no_two_entries_have_file_names_that_differ_only_in_case():
    paths = [path.relative_to(ROOT).as_posix().lower() for path in (ROOT / "annotations").rglob("*.md")]
    assert len(set(paths)) == len(paths) > 0


@pytest.mark.parametrize(
    ("word", "found"),
    [("dims", "dim"), ("keepdims", "keepdim"), ("Dim", "dim"), ("axes", ""), ("inputs", "input")],
)
def test_the_nearest_name_is_near_or_none(word, found):
    assert nearest(word, ["dim", "keepdim", "input", "out"]) == found


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("torch.Cat", "torch.cat"),
        ("torch.Tensor.veiw", "torch.Tensor.view"),
        ("torch.relu", "torch.nn.functional.relu"),
        ("torch.qqqq", ""),
    ],
)
def test_the_nearest_qualified_name_is_a_sibling_or_has_the_same_last_part(name, found):
    assert nearest_dotted(name, {"torch.cat", "torch.Tensor.view", "torch.nn.functional.relu"}) == found
