"""Sections, parameters, pitfalls and running text come out as the author wrote them."""

import pytest

from torchzh.annotation import parse_annotation
from torchzh.annotation.prose import CODE, MATH

HEAD = """\
---
name: torch.cat
summary: 甲
category: 张量/创建
tags: [甲, 乙]
level: 入门
reviewed: "2.13"
---
"""


def read(body: str):
    return parse_annotation((HEAD + body).encode("utf-8"), "annotations/torch/cat.md")


def codes(body: str) -> list[str]:
    return [finding.code for finding in read(body).findings]


@pytest.mark.parametrize(
    ("heading", "labels", "target", "fault"),
    [
        ("`dim`", ("dim",), "", []),
        ("`dim`、`out`", ("dim", "out"), "", []),
        ("`dim`, `out`", ("dim", "out"), "", []),
        ("`dim` 与 `out`", ("dim", "out"), "", []),
        ("`*tensors`", ("*tensors",), "", []),
        ("`**kwargs`（传给 `torch.optim.SGD`）", ("**kwargs",), "torch.optim.SGD", []),
        ("`**kwargs` → `torch.optim.SGD()`", ("**kwargs",), "torch.optim.SGD", []),
        ("`lr`、`momentum`（传给 `torch.optim.SGD`）", ("lr", "momentum"), "torch.optim.SGD", []),
        ("dim", ("dim",), "", ["FM37"]),
        ("`dim=0`", (), "", ["FM37"]),
        ("第一个参数", (), "", ["FM37"]),
    ],
)
def test_a_parameter_heading_names_its_parameters(heading, labels, target, fault):
    result = read(f"\n## 参数精讲\n\n### {heading}\n\n说明。\n")
    notes = result.annotation.parameters
    assert tuple(label for note in notes for label in note.labels) == labels
    assert [note.forwards_to for note in notes] == ([target] if labels else [])
    assert [f.code for f in result.findings if f.code != "FM45"] == fault


def test_sections_keep_their_markdown_and_the_line_it_begins_at():
    entry = read("\n## 功能描述\n\n\n一，\n二。\n\n## 返回值\n\n- 甲\n").annotation
    described, returned = entry.sections
    assert (described.title, described.line, described.body, described.body_line) == (
        "功能描述",
        10,
        "一，\n二。",
        13,
    )
    assert (returned.line, returned.body, returned.body_line) == (16, "- 甲", 18)


def test_headings_inside_code_and_lists_are_no_sections():
    entry = read("\n## 代码示例\n\n```pycon\n>>> x = '''\n... ## 返回值\n... '''\n```\n").annotation
    assert [section.title for section in entry.sections] == ["代码示例"]
    assert [(block.language, block.line, block.section) for block in entry.blocks] == [
        ("pycon", 12, "代码示例")
    ]


@pytest.mark.parametrize(
    ("lines", "missing"),
    [
        ("- 现象：甲\n- 原因：乙\n- 解决：丙", None),
        ("- **现象**：甲\n- **原因**：乙\n- **解决**：丙", None),
        ("- 现象：甲\n\n```pycon\n>>> 1\n1\n```\n\n- 原因：乙\n- 解决：丙", None),
        ("- 现象：甲\n- 解决：丙", "原因"),
        ("现象：甲。原因：乙。解决：丙。", "现象、原因、解决"),
    ],
)
def test_a_pitfall_has_symptom_cause_and_cure(lines, missing):
    findings = read(f"\n## 常见误区\n\n### 题目\n\n{lines}\n").findings
    assert [f.arguments["missing"] for f in findings if f.code == "FM39"] == ([missing] if missing else [])


def test_running_text_is_flattened_and_leads_back_to_line_and_column():
    body = "\n## 功能描述\n\n甲 `b` 乙\n**丙** $x$ [丁](https://a.b/)。\n"
    (prose,) = [p for p in read(body).prose if p.where == "paragraph"]
    assert prose.text == f"甲 {CODE} 乙\n丙 {MATH} 丁。"
    assert [prose.place(prose.text.index(c)) for c in f"甲{CODE}乙丙{MATH}丁。"] == [
        (12, 1),
        (12, 3),
        (12, 7),
        (13, 3),
        (13, 7),
        (13, 12),
        (13, 28),
    ]
    assert prose.written() == "甲 `b` 乙丙 $x$ 丁。"


def test_running_text_of_lists_quotes_and_tables_has_true_columns():
    body = "\n## 功能描述\n\n- 甲 `a`\n  乙\n\n> 丙 `a`\n\n| 丁 | 戊 |\n|---|---|\n| 己 `a` | 己 `b` |\n"
    found = {p.text[0]: p for p in read(body).prose if p.where != "heading"}
    assert found["甲"].place(found["甲"].text.index("乙")) == (13, 3)
    assert found["丙"].place(2) == (15, 5)
    cells = [p for p in read(body).prose if p.where == "cell"]
    assert [(p.text, p.place(0)) for p in cells[:2]] == [("丁", (17, 3)), ("戊", (17, 7))]


@pytest.mark.parametrize(
    ("text", "visible"),
    [
        ("文**粗**字", False),
        ("用`code`拼", False),
        ("**「粗」**文", True),
        ("**粗。**文", True),
        ("**“引”**文", True),
        ("**`code`**文", True),
        ("**（注）**文", True),
        ("**注意：**文", True),
        ("**torch.cat()**函数", True),
        ("**注意**：文", False),
    ],
)
def test_bold_that_markdown_does_not_make_bold_stays_visible_in_the_flattened_text(text, visible):
    (prose,) = [p for p in read(f"\n## 功能描述\n\n{text}\n").prose if p.where == "paragraph"]
    assert ("**" in prose.text) is visible


def test_a_dollar_formula_is_one_mark():
    (prose,) = [
        p for p in read("\n## 功能描述\n\n形状 $(N, C)$ 与 `$HOME`。\n").prose if p.where == "paragraph"
    ]
    assert [(mark.kind, mark.text) for mark in prose.marks] == [(MATH, "(N, C)"), (CODE, "$HOME")]


def test_three_dashes_at_the_start_of_a_sentence_are_text():
    assert codes("\n## 功能描述\n\n--- 注意：原地操作\n") == []
