"""History is computed from snapshots; these are small ones made by hand."""

import json

import jsonschema
import pytest

from torchzh.history import Change, ChangeKind, Confidence, build_history
from torchzh.history.behaviours import Behaviour, load_behaviours
from torchzh.history.export import dumps, from_ranges, loads, schema_text, to_ranges
from torchzh.history.values import same_text_value
from torchzh.history.wording import describe
from torchzh.models import (
    ApiObject,
    Default,
    DefaultState,
    Deprecation,
    DeprecationMechanism,
    Form,
    Kind,
    Parameter,
    ParameterKind,
    Snapshot,
    SnapshotHeader,
    Source,
)


def param(text: str, kind: ParameterKind = ParameterKind.POSITIONAL_OR_KEYWORD) -> Parameter:
    name, _, default = text.partition("=")
    state = Default(state=DefaultState.VALUE, text=default) if default else Default()
    return Parameter(name=name, kind=kind, default=state)


def form(*texts: str, source: Source = Source.RUNTIME) -> Form:
    return Form(parameters=tuple(param(text) for text in texts), source=source)


def obj(name: str = "t.f", *forms: Form, **fields: object) -> ApiObject:
    values: dict[str, object] = {"kind": Kind.FUNCTION, "module": "t", "rule": "all", **fields}
    return ApiObject(name=name, forms=forms, **values)  # type: ignore[arg-type]


def snapshot(minor: str, *objects: ApiObject, **header: object) -> Snapshot:
    return Snapshot(
        header=SnapshotHeader(
            format=1, torch=f"{minor}.0", build="cpu", python="3.11", numpy="2", torchzh="0", **header
        ),  # type: ignore[arg-type]
        objects={item.name: item for item in objects},
    )


def kinds(before: ApiObject | None, after: ApiObject | None, **headers: dict[str, object]) -> list[str]:
    """Short texts of all changes of t.f between two versions."""
    history = build_history(
        [
            snapshot("2.9", *([before] if before else []), **headers.get("old", {})),
            snapshot("2.10", *([after] if after else []), **headers.get("new", {})),
        ]
    )
    timeline = history.get("t.f")
    assert timeline is not None
    return [
        " ".join(filter(None, [c.kind.value, c.parameter, f"{c.old}→{c.new}" if c.old or c.new else ""]))
        + ("?" if c.confidence is Confidence.LOW else "")
        for c in timeline.changes
    ]


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        (form("a", "b=0"), form("a", "b=0"), []),
        (form("a", "b=1e-5"), form("a", "b=0.00001"), []),
        (form("a", "b=0"), form("a", "b=1"), ["default b 0→1"]),
        (form("a", "b=1"), form("a", "b=True"), ["default b 1→True"]),
        (form("a", "b"), form("a", "b=None"), ["default b →None"]),
        (form("a"), form("a", "c=None"), ["parameter-added c →None"]),
        (form("a", "c=None"), form("a"), ["parameter-removed c None→"]),
        (form("a", "b=0"), form("a", "c=0"), ["parameter-renamed c b→c"]),
        (form("a", "b=0"), form("a", "c=1"), ["parameter-removed b 0→", "parameter-added c →1"]),
        (form("a", "b"), form("b", "a"), ["parameter-moved a 1→2", "parameter-moved b 2→1"]),
        (form("a", "_b=0"), form("a", "_b=1"), []),
        (form("a", source=Source.STUB), form("b"), []),
    ],
)
def test_a_step_reports_exactly_what_changed_in_one_form(before, after, expected):
    assert kinds(obj("t.f", before), obj("t.f", after)) == expected


def test_a_parameter_that_becomes_keyword_only_is_a_change_of_kind():
    after = Form(parameters=(param("a"), param("b=0", ParameterKind.KEYWORD_ONLY)))
    assert kinds(obj("t.f", form("a", "b=0")), obj("t.f", after)) == [
        "parameter-kind b positional-or-keyword→keyword-only"
    ]


def test_a_bare_star_is_compared_only_with_a_parameter_of_the_same_name():
    star = Form(parameters=(param("args", ParameterKind.VAR_POSITIONAL),), opaque=True)
    assert kinds(obj("t.f", form("args")), obj("t.f", star)) == [
        "parameter-kind args positional-or-keyword→var-positional"
    ]
    assert kinds(obj("t.f", form("a", "b")), obj("t.f", star)) == []


def test_overloads_are_compared_as_a_set():
    one, two, other = form("a"), form("a", "b", "c=0"), form("x", "y", "z")
    assert kinds(obj("t.f", one, two), obj("t.f", two, one)) == []
    assert kinds(obj("t.f", one, two), obj("t.f", one, two, other)) == ["form-added →(x, y, z)"]
    assert kinds(obj("t.f", one, two, other), obj("t.f", two, one)) == ["form-removed (x, y, z)→"]
    assert kinds(obj("t.f", one, two), obj("t.f", one, form("a", "b", "c=1"))) == ["default c 0→1"]


STUB = Source.STUB


@pytest.mark.parametrize(
    ("old", "new", "before", "after", "expected"),
    [
        (form("a", "b=0", source=STUB), form("a", "b=1", source=STUB), (), (), "default b 0→1?"),
        (
            form("a", "b=0", source=STUB),
            form("a", "b=1", source=STUB),
            ("Tensor a, int b = 0",),
            ("Tensor a, int b = 1",),
            "default b 0→1",
        ),
        (
            form("a", "b=0", source=STUB),
            form("a", "b=1", source=STUB),
            ("Tensor a, int b",),
            ("Tensor a, int b = 1",),
            "default b 0→1?",
        ),
        (
            form("a", source=STUB),
            form("a", "c=None", source=STUB),
            ("Tensor a",),
            ("Tensor a, *, Tensor c = None",),
            "parameter-added c →None",
        ),
        (
            form("a", source=STUB),
            form("a", "c=None", source=STUB),
            ("required: a", "positional: 1", "names: a"),
            ("required: a", "positional: 1", "names: a"),
            "parameter-added c →None?",
        ),
        (
            form("a", source=STUB),
            form("a", "c=None", source=STUB),
            ("required: a", "positional: 1", "names: ?"),
            ("required: a", "positional: 1", "names: a, c"),
            "parameter-added c →None?",
        ),
        (
            form("a", "b=0", source=STUB),
            form("a", "c=0", source=STUB),
            ("required: a", "positional: 2", "names: a, b"),
            ("required: a", "positional: 2", "names: a, c"),
            "parameter-renamed c b→c",
        ),
    ],
)
def test_a_stub_only_change_is_unproven_unless_the_parser_shows_it_too(old, new, before, after, expected):
    assert kinds(obj("t.f", old, parser=before), obj("t.f", new, parser=after)) == [expected]


def test_added_and_removed_need_real_absence():
    assert kinds(None, obj()) == ["added"]
    assert kinds(obj(), None) == ["removed"]
    assert kinds(obj(), None, new={"hidden": ("t.f",)}) == ["hidden"]
    assert kinds(None, obj(), old={"hidden": ("t.f",)}) == ["exposed"]
    assert kinds(obj(), None, new={"failures": {"t": "numpy"}}) == []
    assert kinds(obj(), None, new={"failures": {"tt": "numpy"}}) == ["removed"]
    assert kinds(obj("t.f", cuda_only=True), None) == []


def test_a_moved_object_is_found_by_last_name_and_docstring():
    old = obj("t.f", doc_fingerprint="abc")
    history = build_history([snapshot("2.0", old), snapshot("2.1", obj("t.n.f", doc_fingerprint="abc"))])
    assert [(c.kind, c.new) for c in history.timelines["t.f"].changes] == [(ChangeKind.MOVED, "t.n.f")]
    history = build_history([snapshot("2.0", old), snapshot("2.1", obj("t.n.f", doc_fingerprint="xyz"))])
    assert [(c.kind, c.new) for c in history.timelines["t.f"].changes] == [(ChangeKind.REMOVED, "")]


def test_states_are_reported_once_when_they_begin():
    marked = Deprecation(mechanism=DeprecationMechanism.MARKER, message="use g")
    branch = Deprecation(mechanism=DeprecationMechanism.CONDITIONAL, message="x")
    assert kinds(obj(), obj(deprecation=marked)) == ["deprecated →use g"]
    assert kinds(obj(deprecation=marked), obj(deprecation=marked)) == []
    assert kinds(obj(), obj(deprecation=branch)) == []
    assert kinds(obj(deprecation=marked), obj()) == ["undeprecated"]
    assert kinds(obj(deprecation=marked), obj(tombstone="gone")) == ["tombstone →gone"]
    assert kinds(obj(), obj(shim=True)) == ["shim"]
    assert kinds(obj(), obj(kind=Kind.CLASS)) == ["kind function→class"]


def test_an_alias_is_compared_through_its_canonical_entry():
    def pair(default: str) -> tuple[ApiObject, ApiObject]:
        return obj("t.n.f", form("a", f"b={default}")), obj("t.f", alias_of="t.n.f")

    history = build_history([snapshot("2.0", *pair("0")), snapshot("2.1", *pair("1"))])
    assert [c.kind for c in history.timelines["t.f"].changes] == [ChangeKind.DEFAULT]


def test_first_last_and_parameters_over_versions():
    history = build_history(
        [
            snapshot("2.10", obj("t.f", form("a", "b=0"))),
            snapshot("2.9", obj("t.f", form("a")), obj("t.g")),
            snapshot("2.11", obj("t.f", tombstone="gone"), obj("t.h")),
        ]
    )
    assert history.minors == ("2.9", "2.10", "2.11")
    timeline = history.timelines["t.f"]
    assert (timeline.first, timeline.last, timeline.callable_in) == ("2.9", "2.11", ("2.9", "2.10"))
    assert timeline.parameters == {"a": ("2.9", "2.10"), "b": ("2.10",)}
    assert timeline.signatures == (("(a)", ("2.9",)), ("(a, b=0)", ("2.10",)))
    assert history.timelines["t.g"].signatures == ()
    assert history.since_label("t.f") == "2.9 或更早"
    assert history.since_label("t.h") == "2.11"
    assert history.since_label("t.nowhere") == ""


def test_changes_between_two_versions_leave_out_the_older_end():
    rows = [snapshot(f"2.{n}", obj("t.f", form("a", f"b={n}"))) for n in (1, 2, 3)]
    history = build_history(rows)
    assert [c.version for c in history.changes("2.1", "2.3")] == ["2.2", "2.3"]
    assert [c.version for c in history.changes("2.2", "2.3")] == ["2.3"]


def test_a_behaviour_is_a_change_like_any_other():
    kept = Behaviour(
        name="t.f",
        version="2.10",
        before="甲",
        after="乙",
        proof="print(1)",
        prints_before="0",
        prints_after="1",
    )
    history = build_history([snapshot("2.9", obj()), snapshot("2.10", obj())], [kept])
    (change,) = history.timelines["t.f"].changes
    assert (change.kind, change.previous, describe(change)) == (
        ChangeKind.BEHAVIOUR,
        "2.9",
        "行为变化：甲 → 乙",
    )


def test_kept_behaviours_have_two_different_results():
    rows = load_behaviours()
    assert rows
    assert all(row.prints_before != row.prints_after and "print(" in row.proof for row in rows)


def test_export_gives_back_what_was_written():
    history = build_history(
        [
            snapshot("2.9", obj("t.f", form("a", "b=0")), obj("t.g")),
            snapshot("2.10", obj("t.f", form("a", "c=1"))),
            snapshot("2.11", obj("t.f", form("a", "c=1")), obj("t.g")),
        ]
    )
    assert loads(dumps(history)) == history
    assert json.loads(dumps(history))["names"]["t.g"]["present"] == [["2.9", "2.9"], ["2.11", "2.11"]]


def test_the_export_fits_its_schema_which_knows_every_kind_of_change():
    schema = json.loads(schema_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    rows = [snapshot(f"2.{n}", obj("t.f", form("a", f"b={n}"), deprecation=None)) for n in (1, 2)]
    validator = jsonschema.Draft202012Validator(schema)
    written = json.loads(dumps(build_history(rows)))
    assert list(validator.iter_errors(written)) == []
    written["names"]["t.f"]["changes"][0]["kind"] = "renovated"
    assert len(list(validator.iter_errors(written))) == 1
    assert schema["$defs"]["change"]["properties"]["kind"]["enum"] == [kind.value for kind in ChangeKind]


def test_ranges_are_inverse_to_each_other():
    minors = ("1.13", "2.0", "2.1", "2.2")
    for present in [(), ("1.13",), ("1.13", "2.0"), ("1.13", "2.1", "2.2"), minors]:
        assert from_ranges(to_ranges(present, minors), minors) == present


@pytest.mark.parametrize(
    ("left", "right", "same"),
    [
        ("1e-5", "0.00001", True),
        ("()", "[]", True),
        ("[1, 2]", "(1, 2)", True),
        ("1", "1.0", True),
        ("1", "True", False),
        ("None", "0", False),
        ("torch.strided", "strided", True),
        ("torch.float32", "torch.float64", False),
        ("'mean'", '"mean"', True),
        ("<ReduceOp>", "torch.distributed.ReduceOp.RedOpType.SUM", True),
        ("<ReduceOp>", "torch.distributed.Other.SUM", False),
        ("<object>", "None", False),
    ],
)
def test_spelling_is_no_change_of_value(left, right, same):
    assert same_text_value(left, right) is same


def test_every_kind_of_change_has_words():
    for kind in ChangeKind:
        text = describe(Change(kind=kind, name="t.f", version="2.1", parameter="p", old="1", new="2"))
        assert text
        assert "（未证实）" not in text
    low = Change(kind=ChangeKind.ADDED, name="t.f", version="2.1", confidence=Confidence.LOW)
    assert describe(low) == "新增（未证实）"
