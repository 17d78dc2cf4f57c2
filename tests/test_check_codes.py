"""Every code is documented, provoked by a case, emitted, and spared by a neighbour."""

import ast
import os
import re
import tempfile
from pathlib import Path

import pytest

from checkcases import ROOT, all_files, printed, read_cases, regenerate, run
from torchzh.check.catalogue import FAMILIES, codes, wording
from torchzh.check.pages import Shown, family_page, index_page
from torchzh.check.report import one_line
from torchzh.findings import Finding, Place


def regenerate_all() -> None:
    """With TORCHZH_REGENERATE=1 every case gets its printed text written anew, and the pages after them."""
    with tempfile.TemporaryDirectory() as folder:
        for path in all_files():
            regenerate(path, Path(folder))
    for name, text in expected_pages().items():
        (PAGES / name).write_text(text, encoding="utf-8", newline="\n")


def expected_pages() -> dict[str, str]:
    """The pages as catalogue and cases make them: file name → text."""
    shown: dict[str, list[Shown]] = {}
    for case in (case for path in all_files() for case in read_cases(path)):
        row = Shown(title=case.title, diff=case.edit, output=case.output, triggers=case.triggers)
        shown.setdefault(case.code, []).append(row)
    made = {"index.md": index_page(codes().values())}
    for family in FAMILIES:
        made[f"{family}.md"] = family_page(family, [c for c in codes().values() if c.family == family], shown)
    return made


PAGES = ROOT / "source" / "codes"
if os.environ.get("TORCHZH_REGENERATE"):
    regenerate_all()
CASES = [case for path in all_files() for case in read_cases(path)]
SOURCES = sorted((ROOT / "tools" / "torchzh").rglob("*.py"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_the_command_prints_exactly_what_the_case_says(case, tmp_path):
    assert printed(run(case, tmp_path)) == case.output


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_a_case_triggers_its_code_and_its_neighbour_does_not(case):
    assert (re.search(rf" {case.code} ", case.output) is not None) is case.triggers


def emitted() -> set[str]:
    """Codes that stand as plain strings in the program."""
    found = set()
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found |= set(re.findall(r"\b(?:FM|NM|PM|DF|FO|DP|LK|TM|TY|FR|EX|AL)\d\d\b", node.value))
    return found


def test_documented_provoked_and_emitted_codes_are_the_same():
    provoked = {case.code for case in CASES if case.triggers}
    spared = {case.code for case in CASES if not case.triggers}
    documented = set(re.findall(r"^\((\w\w\d\d)\)=$", pages(), re.MULTILINE))
    assert documented == {code.lower() for code in codes()}
    assert provoked == set(codes())
    assert spared == set(codes())
    assert emitted() == set(codes())


def pages() -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(PAGES.glob("*.md")))


def test_the_pages_of_the_codes_are_what_catalogue_and_cases_make_of_them():
    assert {path.name: path.read_text(encoding="utf-8") for path in PAGES.glob("*.md")} == expected_pages()


def test_every_code_belongs_to_a_family_and_says_why():
    for code in codes().values():
        assert code.family in FAMILIES
        assert code.message
        assert code.fix
        assert code.why


def test_optional_parts_of_a_message_vanish_with_their_arguments():
    arguments = {"parameter": "axes", "nearest": "", "signature": "f(dim)"}
    finding = Finding(code="PM02", place=Place(path="a.md", line=3, column=1), arguments=arguments)
    assert wording(finding).message == "没有参数 `axes`"


def test_the_one_line_form_names_file_line_column_code_name_and_versions():
    arguments = {"parameter": "dims", "nearest": "dim", "signature": "f(dim)"}
    place = Place(path="annotations/torch/cat.md", line=23, column=1)
    finding = Finding(
        code="PM02", place=place, name="torch.cat", arguments=arguments, versions=("2.2", "2.4")
    )
    assert one_line(finding, ("2.2", "2.3", "2.4")) == (
        "annotations/torch/cat.md:23:1 PM02 torch.cat 没有参数 `dims`，是不是 `dim`？（torch 2.2、2.4）"
    )
