"""The reader takes any bytes, finds every fault in one pass, and changes no value."""

import time

import pytest

from torchzh.annotation import parse_annotation
from torchzh.findings import Finding

HEAD = """\
---
name: torch.cat
summary: 首尾相接
category: 张量/连接与切分
tags: [高频使用, 形状操作]
level: 入门
reviewed: "2.13"
---
"""
BODY = """
## 功能描述

把几个张量接起来。
"""


def read(head: str, body: str = BODY):
    return parse_annotation((head + body).encode("utf-8"), "annotations/torch/cat.md")


def faults(head: str = HEAD, body: str = BODY) -> list[tuple[str, int, int]]:
    return [(f.code, f.place.line, f.place.column) for f in read(head, body).findings]


def with_line(line: str, instead_of: str = "level: 入门\n") -> str:
    assert instead_of in HEAD
    return HEAD.replace(instead_of, line)


def only(head: str, body: str = BODY) -> Finding:
    (finding,) = read(head, body).findings
    return finding


def test_a_good_entry_has_no_fault_and_every_value():
    entry = read(HEAD).annotation
    assert faults() == []
    assert (entry.name, entry.summary, entry.category) == ("torch.cat", "首尾相接", "张量/连接与切分")
    assert (entry.tags, entry.level, entry.reviewed) == (("高频使用", "形状操作"), "入门", "2.13")
    assert entry.key_positions["tags"] == (5, 1)
    assert entry.key_positions["tags.1"] == (5, 14)


# O-h01: invisible characters.
@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("lev\u200bel: 入门\n", [("FM19", 6, 4)]),
        ("level: 入门\u200b\n", [("FM19", 6, 10)]),
        ("\ufefflevel: 入门\n", [("FM19", 6, 1)]),
        ("level: 入门\n", []),
    ],
)
def test_invisible_characters_are_refused_in_the_front_matter(line, found):
    assert faults(with_line(line)) == found


def test_an_invisible_character_does_not_hide_the_key_it_stands_in():
    assert read(with_line("lev\u200bel: 入门\n")).annotation.level == "入门"


def test_invisible_characters_are_refused_in_code_and_named():
    body = BODY + "\n```pycon\n>>> import torch\ufeff\n```\n"
    finding = only(HEAD, body)
    assert (finding.code, finding.place.line, finding.place.column) == ("FM19", 15, 17)
    assert finding.arguments["character"] == "U+FEFF ZERO WIDTH NO-BREAK SPACE"


def test_joined_emoji_in_prose_pass_the_reader():
    assert faults(body=BODY + "\n👩\u200d💻 写的。\n") == []


# O-h02: raw HTML, directives, includes, dangerous links.
@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("<script>alert(1)</script>", ["FM40"]),
        ("文字 <img src=x onerror=alert(1)>", ["FM40"]),
        ("```{raw} html\n<b>\n```", ["FM43"]),
        ("```{include} ../../conf.py\n```", ["FM43"]),
        ("[点](javascript:alert(1))", []),  # markdown-it leaves it as text: nothing to click
        ("[点](data:text/html,x)", []),
        ("[点](../../conf.py)", ["FM42"]),
        ("[点](https://pytorch.org/)", []),
        ("`Tensor<float>` 与 Tensor&lt;float&gt;", []),
        ("1 < 2 且 3 > 2", []),
        ("按 `<kbd>` 键", []),
    ],
)
def test_nothing_raw_reaches_a_page(text, codes):
    assert [code for code, _, _ in faults(body=f"{BODY}\n{text}\n")] == codes


# O-h03: repeated keys.
@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("level: 入门\nlevel: 专家\n", [("FM09", 7, 1)]),
        ('level: 入门\n"level": 专家\n', [("FM09", 7, 1)]),
        ("level: 入门\nsee:\n  torch.a: 甲\n  torch.a: 乙\n", [("FM09", 9, 3)]),
        ("level: 入门\nsee:\n  torch.a: 甲\n  torch.b: 乙\n", []),
    ],
)
def test_a_repeated_key_is_an_error_that_names_both_places(line, found):
    assert faults(with_line(line)) == found


def test_of_a_repeated_key_the_first_value_is_kept():
    result = read(with_line("level: 入门\nlevel: 专家\n"))
    assert result.annotation.level == "入门"
    assert result.findings[0].arguments["first"] == "6"


# O-h04 and O-h11: values that need quotes.
@pytest.mark.parametrize(
    ("line", "code", "character", "right"),
    [
        ("summary: 返回第 #1 个\n", "FM13", "", 'summary: "返回第 #1 个"'),
        ("summary: `dim` 维\n", "FM12", "`", 'summary: "`dim` 维"'),
        ("summary: @重载\n", "FM12", "@", 'summary: "@重载"'),
        ("summary: %格式\n", "FM12", "%", 'summary: "%格式"'),
        ("summary: *重点*\n", "FM12", "*", 'summary: "*重点*"'),
        ("summary: 注意: dim 不能为空\n", "FM20", "", 'summary: "注意: dim 不能为空"'),
        ('summary: 说 "甲": 乙\n', "FM20", "", "summary: '说 \"甲\": 乙'"),
    ],
)
def test_a_value_that_needs_quotes_is_shown_in_quotes(line, code, character, right):
    finding = only(with_line(line, "summary: 首尾相接\n"))
    assert finding.code == code
    assert finding.place.line == 3
    assert finding.arguments["key"] == "summary"
    assert finding.arguments.get("character", "") == character
    assert finding.arguments["right"] == right


def test_a_key_that_needs_quotes_is_shown_in_quotes():
    finding = only(with_line("level: 入门\nsee:\n  *args: 其余\n"))
    assert (finding.code, finding.place.line, finding.place.column) == ("FM10", 8, 3)
    assert finding.arguments["right"] == '"*args": 其余'


@pytest.mark.parametrize(
    "line", ["summary: 返回第#1 个\n", "summary: 首尾相接  # 注释\n", 'summary: "第 #1 个"\n']
)
def test_a_hash_that_cuts_nothing_is_fine(line):
    assert faults(with_line(line, "summary: 首尾相接\n")) == []


# O-h05 and O-h08: tabs and odd blanks as indentation.
@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("level: 入门\nsee:\n\ttorch.a: 甲\n", [("FM06", 8, 1)]),
        ("level: 入门\n\t# 注释\n", [("FM06", 7, 1)]),
        ("level: 入门\t\n", []),
        ("level: 入门\nsee:\n\u3000\u3000torch.a: 甲\n", [("FM18", 8, 1)]),
        ("level: 入门\nsee:\n\u00a0\u00a0torch.a: 甲\n", [("FM18", 8, 1)]),
        ("level: 入门\nsee:\n  torch.a: 甲\n", []),
    ],
)
def test_only_blanks_indent(line, found):
    assert faults(with_line(line)) == found


def test_a_line_indented_with_odd_blanks_is_still_read():
    assert read(with_line("level: 入门\nsee:\n\u3000\u3000torch.a: 甲\n")).annotation.see == {"torch.a": "甲"}


# O-h06 and O-h09: nothing changes its type.
@pytest.mark.parametrize(
    ("written", "code"),
    [("2.10", "FM16"), ("2.9", "FM16"), ('"2.10"', ""), ("'2.9'", "")],
)
def test_a_version_must_be_quoted(written, code):
    found = faults(with_line(f"reviewed: {written}\n", 'reviewed: "2.13"\n'))
    assert [c for c, _, _ in found] == ([code] if code else [])


def test_an_unquoted_version_keeps_its_last_zero():
    result = read(with_line("reviewed: 2.10\n", 'reviewed: "2.13"\n'))
    assert result.annotation.reviewed == "2.10"
    assert result.findings[0].arguments["right"] == 'reviewed: "2.10"'


@pytest.mark.parametrize(
    "value", ["2024-01-01", "1:30", "010", "1e-5", "1.0e-5", "None", "~", "null", "yes", "0x1F"]
)
def test_text_that_looks_like_something_else_stays_text(value):
    assert read(with_line(f"summary: {value}\n", "summary: 首尾相接\n")).annotation.summary == value


@pytest.mark.parametrize("value", ['"2024-01-01"', '"1:30"', '"1.10.0"', '"2"'])
def test_what_is_no_version_is_no_reviewed(value):
    assert [c for c, _, _ in faults(with_line(f"reviewed: {value}\n", 'reviewed: "2.13"\n'))] == ["FM17"]


# O-h07 and O-h10: tags, anchors, bombs, size.
@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("summary: !!python/object/apply:os.getcwd []\n", "FM11"),
        ("summary: !x y\n", "FM11"),
        ("summary: &a 首尾\n", "FM10"),
        ("summary: 首尾 & 相接 ! 完\n", ""),
    ],
)
def test_tags_and_anchors_are_refused_at_their_line(line, code):
    found = faults(with_line(line, "summary: 首尾相接\n"))
    assert found == ([(code, 3, 10)] if code else [])


def test_a_chain_of_aliases_costs_nothing():
    chain = "a0: &a0 [x, x]\n" + "".join(
        f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]\n" for i in range(1, 9)
    )
    began = time.perf_counter()
    found = faults(HEAD.replace("---\n", "---\n" + chain, 1))
    assert time.perf_counter() - began < 2
    assert {code for code, _, _ in found} == {"FM10"}


def test_a_large_honest_entry_is_read_in_reasonable_time():
    text = BODY + "这是一段很长的文字，讲一个参数怎样影响结果。\n" * 28_000  # 2 MB
    began = time.perf_counter()
    assert faults(body=text) == []
    assert time.perf_counter() - began < 20


def test_a_line_of_a_megabyte_is_read_in_reasonable_time():
    began = time.perf_counter()
    assert faults(body=BODY + "字" * 350_000 + "\n") == []
    assert time.perf_counter() - began < 20


def test_a_file_above_the_limit_names_the_limit():
    finding = only(HEAD, "字" * 1_500_000)
    assert (finding.code, finding.arguments["limit"]) == ("FM03", "4194304")


def test_all_faults_of_a_file_are_found_in_one_pass():
    head = (
        "---\nname: torch.cat\nsummary: 注意: 甲\ncategory：张量/连接与切分\ntags: 高频使用\n"
        "levle: 入门\nreviewed: 2.13\nsee:\n\ttorch.a: `甲`\n---\n"
    )
    found = [(code, line) for code, line, _ in faults(head, "\n## 功能\n\n<b>文</b>\n\n### 小\n")]
    assert found == [
        ("FM20", 3),
        ("FM07", 4),
        ("FM14", 5),
        ("FM08", 6),
        ("FM16", 7),
        ("FM06", 9),
        ("FM12", 9),
        ("FM31", 12),
        ("FM40", 14),
        ("FM40", 14),
        ("FM34", 16),
    ]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x00",
        b"\xff\xfe",
        b"---",
        b"---\n",
        b"---\n---\n",
        b"---\n[\n---\n",
        b"--- x\n",
        b"\x80" * 5000,
        b"---\n- a\n- b\n---\n## x",
        b"---\n? a\n: b\n---\n",
        b"---\n{a: 1}: b\n---\n",
        b"---\nname: [a\n---\n```\n",
    ],
)
def test_any_bytes_are_survived_and_something_is_said(data):
    result = parse_annotation(data, "annotations/x.md")
    assert result.findings
    assert all(f.place.path == "annotations/x.md" for f in result.findings)


def test_line_ends_of_windows_change_nothing():
    data = (HEAD + BODY).replace("\n", "\r\n").encode("utf-8")
    result = parse_annotation(data, "annotations/torch/cat.md")
    assert result.findings == ()
    assert result.annotation == read(HEAD).annotation
