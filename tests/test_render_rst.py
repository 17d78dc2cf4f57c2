"""The RST writer: whatever text goes in comes out of docutils unchanged."""

from __future__ import annotations

import pytest
from docutils import nodes
from docutils.core import publish_doctree

from torchzh.render import rst

HOSTILE = [
    "torch.Tensor.addmm_",
    "*args",
    "**kwargs",
    "`tick`",
    "a_b_ c__ __init__",
    "|x|",
    "|x|_",
    "back\\slash\\",
    "\\",
    "1. 第一",
    "(a) 项",
    "#. 自动",
    "- 短横",
    "+ 加号",
    "* 星号",
    ".. note:: 伪指令",
    ".. _target:",
    ":field: 值",
    ":py:func:`x`",
    ">>> 1 + 1",
    "--dim  选项",
    "=====",
    "__ https://example.org",
    "结尾是::",
    "::",
    "mailto:a@b.org 和 https://example.org/x_",
    "[1]_ [#]_ [x]",
    "<tag> &amp; Tensor<float>",
    "A. 大写",
    "i) 罗马",
    "“引”文、「粗」",
    "形状：(N, C)，步长 [2, 2]",
    "| 行块",
    "C:\\path",
    "a::b",
    "$x$",
    "(1, 2) 元组",
    "...省略",
    "e.g. 文字",
]


def body(lines: list[str]) -> nodes.document:
    return publish_doctree("\n".join(lines), settings_overrides={"report_level": 2, "halt_level": 2})


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("character_level", [False, True])
def test_any_text_is_one_paragraph_that_reads_the_same(text: str, character_level: bool) -> None:
    overrides = {"report_level": 2, "halt_level": 2, "character_level_inline_markup": character_level}
    document = publish_doctree("\n".join(rst.paragraph(rst.text(text))), settings_overrides=overrides)
    (paragraph,) = document.children
    assert isinstance(paragraph, nodes.paragraph)
    assert paragraph.astext() == text
    assert not list(paragraph.findall(nodes.reference))


@pytest.mark.parametrize("text", HOSTILE)
def test_any_text_survives_as_a_title(text: str) -> None:
    lines = [*rst.heading(rst.text(text), 1), *rst.heading(rst.text("下一节"), 2), "x"]
    document = body(lines)
    assert document["title"] == text or document.next_node(nodes.title).astext() == text


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize(
    ("write", "kind"),
    [(rst.literal, nodes.literal), (rst.strong, nodes.strong), (rst.emphasis, nodes.emphasis)],
)
def test_any_text_survives_inside_markup_next_to_chinese(text: str, write: object, kind: type) -> None:
    line = rst.join(["沿", write(text), "维"])  # type: ignore[operator]
    (paragraph,) = body(rst.paragraph(line)).children
    assert paragraph.astext() == f"沿{text}维"
    assert [node.astext() for node in paragraph.findall(kind)] == [text]


@pytest.mark.parametrize("text", HOSTILE)
def test_any_text_survives_in_a_list_item_and_a_table_cell(text: str) -> None:
    cell = rst.paragraph(rst.text(text))
    document = body(
        [*rst.items([cell, cell]), "..", "", *rst.table([[cell, cell], [cell, cell]], header=True)]
    )
    assert [item.children[-1].astext() for item in document.findall(nodes.list_item)] == [text, text]
    assert [entry.children[-1].astext() for entry in document.findall(nodes.entry)] == [text] * 4


def test_code_keeps_its_indentation_and_its_first_line() -> None:
    source = "  first\n\n:option: x\n    deeper\n.. not a directive::\n"
    assert rst.code(source, "text") == [
        ".. code-block:: text",
        "   :force:",
        "",
        "     first",
        "",
        "   :option: x",
        "       deeper",
        "   .. not a directive::",
        "",
    ]


@pytest.mark.parametrize(
    ("url", "linked"),
    [
        ("https://example.org/a_b_", True),
        ("http://example.org/?q=1&x=*", True),
        ("javascript:alert(1)", False),
        ("https://example.org/a b", False),
        ("../secret", False),
    ],
)
def test_only_web_addresses_become_links(url: str, linked: bool) -> None:
    (paragraph,) = body(rst.paragraph(rst.join(["见", rst.link(url, "文_字`"), "。"]))).children
    assert paragraph.astext() == "见文_字`。"
    assert [node["refuri"] for node in paragraph.findall(nodes.reference)] == ([url] if linked else [])


def test_neighbouring_marks_do_not_melt_together() -> None:
    line = rst.join([rst.strong("粗"), rst.literal("x"), rst.emphasis("斜"), rst.strong("粗")])
    (paragraph,) = body(rst.paragraph(line)).children
    assert [type(node) for node in paragraph.children if node.astext()] == [
        nodes.strong,
        nodes.literal,
        nodes.emphasis,
        nodes.strong,
    ]


def test_blanks_at_the_edges_of_bold_stay_outside() -> None:
    assert rst.strong(" 粗 ") == " **粗** "
    assert rst.strong("  ") == "  "


def test_an_empty_piece_adds_nothing() -> None:
    assert rst.paragraph("") == []
    assert rst.join(["a", "", "b"]) == "a\\ b"
    assert rst.items([]) == []
