"""Accepted differences carry versions and a reason, and one that accepts nothing fails."""

import pytest

from torchzh.check.allowlist import Allowed, AllowlistError, apply, load_allowlists, parse_range
from torchzh.findings import Finding, Place

SUPPORTED = ("2.2", "2.3", "2.4", "2.13")
PLACE = Place(path="annotations/torch/f.md", line=3, column=1)


def row(code="PM02", name="torch.*", versions="*", parameter=""):
    return Allowed(
        code=code,
        name=name,
        minors=parse_range(versions, SUPPORTED),
        reason="因为",
        parameter=parameter,
        place=Place(path="allowlists/a.toml", line=1, column=1),
    )


def finding(code="PM02", name="torch.f", versions=(), parameter="x"):
    return Finding(code=code, place=PLACE, name=name, versions=versions, arguments={"parameter": parameter})


def outcome(findings, rows, checked=SUPPORTED, complete=True):
    return [(f.code, f.versions) for f in apply(findings, rows, checked, complete=complete)]


@pytest.mark.parametrize(
    ("text", "minors"),
    [
        ("*", SUPPORTED),
        ("2.2–2.4", ("2.2", "2.3", "2.4")),
        ("2.2-2.3、2.13", ("2.2", "2.3", "2.13")),
        ("2.4", ("2.4",)),
        (">=2.3", ("2.3", "2.4", "2.13")),
        (">=2.3,<2.13", ("2.3", "2.4")),
        ("", ()),
        ("新版", ()),
    ],
)
def test_a_version_range_is_read(text, minors):
    assert parse_range(text, SUPPORTED) == frozenset(minors)


@pytest.mark.parametrize(
    ("accepted", "fault", "left"),
    [
        (row(), finding(), []),
        (row(code="PM01"), finding(), [("PM02", ()), ("AL01", ())]),
        (row(name="torch.nn.*"), finding(), [("PM02", ()), ("AL01", ())]),
        (row(parameter="x"), finding(), []),
        (row(parameter="y"), finding(), [("PM02", ()), ("AL01", ())]),
        (row(versions="2.2–2.3"), finding(versions=("2.2", "2.4")), [("PM02", ("2.4",))]),
        (row(versions="2.2–2.4"), finding(versions=("2.2", "2.4")), []),
        (row(versions="2.13"), finding(versions=("2.2",)), [("PM02", ("2.2",)), ("AL01", ())]),
    ],
)
def test_a_finding_is_accepted_for_the_versions_of_its_row(accepted, fault, left):
    assert outcome([fault], [accepted]) == left


@pytest.mark.parametrize(
    ("checked", "complete", "unused"),
    [
        (SUPPORTED, True, True),
        (("2.2",), True, False),  # needed on another torch of its range, perhaps
        (("2.3", "2.4"), True, True),
        (SUPPORTED, False, False),  # only some entries were checked
    ],
)
def test_a_row_is_unused_only_where_all_its_versions_and_entries_were_checked(checked, complete, unused):
    accepted = row(versions="2.3–2.4")
    assert outcome([], [accepted], checked, complete) == ([("AL01", ())] if unused else [])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[[allow]]\ncode = "PM02"\nname = "*"\nversions = "*"\nreason = ""\n', "要有"),
        ('[[allow]]\ncode = "PM02"\nname = "*"\nreason = "x"\n', "要有"),
        ('[[allow]]\ncode = "PM02"\nname = "*"\nversions = "*"\nreason = "x"\nwhy = "y"\n', "要有"),
        ('[[allow]]\ncode = "PM99"\nname = "*"\nversions = "*"\nreason = "x"\n', "没有代码 PM99"),
        ('\n[[allow]]\ncode = "PM02"\nname = "*"\nversions = "旧"\nreason = "x"\n', ":2：版本写成"),
    ],
)
def test_a_row_that_is_not_whole_is_refused(tmp_path, text, message):
    (tmp_path / "a.toml").write_text(text, encoding="utf-8")
    with pytest.raises(AllowlistError, match=message):
        load_allowlists(tmp_path, SUPPORTED, ["PM02"])


def test_rows_of_all_files_are_read_with_their_place(tmp_path):
    good = '[[allow]]\ncode = "PM02"\nname = "torch.*"\nversions = "2.2–2.3"\nreason = "x"\n'
    (tmp_path / "b.toml").write_text(f"# 说明\n\n{good}", encoding="utf-8")
    (tmp_path / "a.toml").write_text(good, encoding="utf-8")
    rows = load_allowlists(tmp_path, SUPPORTED, ["PM02"])
    assert [(r.place.path.rpartition("/")[2], r.place.line) for r in rows] == [("a.toml", 1), ("b.toml", 3)]
    assert load_allowlists(tmp_path / "none", SUPPORTED, ["PM02"]) == ()
