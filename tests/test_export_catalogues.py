"""Labels of the site, their catalogues, and the small repairs of the ePub."""

from pathlib import Path

import pytest

pytest.importorskip("sphinx_intl")

from babel.messages.pofile import read_po

from torchzh.export.catalogues import DOMAIN, LANGUAGES, copy_pages
from torchzh.export.epub import verdict
from torchzh.export.epub_builder import announce, spell_out
from torchzh.export.labels import Label, labels_of_code, labels_of_folder, unique
from torchzh.project import Project

ROOT = Path(__file__).resolve().parent.parent
CODE = '''\
"""模块的说明。"""

TITLES = {"returns": "返回值", "latin": "returns"}


def page(name: str) -> list[str]:
    """函数的说明。"""
    line = rst.join(["本名字在 ", name, "的条目里。"])
    return [heading("参数精讲"), f"共 {name} 页", "别名：", "torch {} 起", line, "返回值"]
'''


def test_whole_phrases_are_labels_and_fragments_are_not():
    assert list(labels_of_code(CODE, "a.py")) == [
        Label(text="返回值", file="a.py", line=3),
        Label(text="返回值", file="a.py", line=9),
        Label(text="参数精讲", file="a.py", line=9),
    ]
    assert {text: len(places) for text, places in unique(labels_of_code(CODE, "a.py")).items()} == {
        "返回值": 2,
        "参数精讲": 1,
    }


def test_the_headings_of_an_entry_are_among_the_labels():
    found = {label.text for label in labels_of_folder(ROOT / "tools" / "torchzh" / "render")}
    assert {"功能描述", "参数精讲", "返回值", "代码示例", "常见误区", "对比与选择", "相关"} <= found


def test_only_hand_written_pages_for_readers_are_translated(tmp_path):
    project = Project(tmp_path / "project")
    for name in ("index.md", "guide/start.md", "maintain/index.md", "_generated/progress.md", "codes/a.md"):
        (project.source / name).parent.mkdir(parents=True, exist_ok=True)
        (project.source / name).write_text("字", encoding="utf-8")
    copied = copy_pages(project, tmp_path / "copy")
    assert [path.as_posix() for path in copied] == ["guide/start.md", "index.md"]
    assert (tmp_path / "copy" / "_generated" / "progress.md").read_text(encoding="utf-8") == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_committed_catalogues_are_readable_and_hold_no_doubtful_entry(language):
    path = ROOT / "locale" / language / "LC_MESSAGES" / f"{DOMAIN}.po"
    with path.open("rb") as stream:
        messages = [message for message in read_po(stream) if message.id]
    assert [message.id for message in messages if message.fuzzy] == []
    assert [message.id for message in messages if message.string == message.id and language == "en"] == []
    assert {"参数精讲", "常见误区"} <= {str(message.id) for message in messages if message.string}


@pytest.mark.parametrize(
    ("output", "status", "errors", "warnings"),
    [
        ("", 0, 0, 0),
        ("ERROR(RSC-005): a\nWARNING(NAV-011): b\nFATAL(RSC-016): c\nnoise\n", 1, 2, 1),
        ("java: something else went wrong", 1, 1, 0),
        ("", 137, 1, 0),
    ],
)
def test_a_run_of_epubcheck_without_messages_is_good_only_with_status_zero(output, status, errors, warnings):
    found = verdict(output, status)
    assert (found.errors, found.warnings) == (errors, warnings)
    assert found.good is (errors == warnings == 0)


def test_pages_with_formulas_and_pictures_are_announced_in_the_package_file(tmp_path):
    (tmp_path / "with.xhtml").write_text("<p><math>x</math></p>", encoding="utf-8")
    (tmp_path / "both.xhtml").write_text("<p><math>x</math><svg /></p>", encoding="utf-8")
    (tmp_path / "without.xhtml").write_text("<p>x</p>", encoding="utf-8")
    kind = 'media-type="application/xhtml+xml"'
    package = "".join(
        f'<item id="{name}" href="{name}.xhtml" {kind} />' for name in ("with", "both", "without")
    )
    assert announce(package, tmp_path) == (
        f'<item id="with" href="with.xhtml" {kind} properties="mathml" />'
        f'<item id="both" href="both.xhtml" {kind} properties="mathml svg" />'
        f'<item id="without" href="without.xhtml" {kind} />'
    )


@pytest.mark.parametrize(
    ("page", "spelt"),
    [
        ("<mo>&ApplyFunction;</mo>", "<mo>\u2061</mo>"),
        ("a &lt; b &amp; c &#8289; &quot;", "a &lt; b &amp; c &#8289; &quot;"),
        ("&nbsp;&copy;", "\xa0©"),
    ],
)
def test_named_characters_that_xml_does_not_know_are_spelt_out(page, spelt):
    assert spell_out(page) == spelt
