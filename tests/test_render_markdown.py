"""Bodies of entries come out as the document their author meant."""

from __future__ import annotations

import pytest
from docutils import nodes
from docutils.core import publish_doctree
from docutils.parsers.rst import Directive, directives, roles
from docutils.parsers.rst.directives.body import MathBlock

from torchzh.render.conditions import condition_note
from torchzh.render.markdown import inline_rst, to_rst
from torchzh.render.references import Names, short_form

NAMES = Names(
    frozenset({"torch", "torch.cat", "torch.nn.Linear", "torch.nn.functional.relu", "torch.Tensor.add_"})
)


class Code(Directive):
    optional_arguments = 1
    has_content = True
    option_spec = {"force": directives.flag}  # noqa: RUF012

    def run(self) -> list[nodes.Node]:
        text = "\n".join(self.content)
        return [nodes.literal_block(text, text, language=self.arguments[0])]


@pytest.fixture(autouse=True)
def sphinx_names() -> None:
    """The few Sphinx names that bodies need, as plain docutils."""
    directives.register_directive("code-block", Code)
    directives.register_directive("math", MathBlock)  # Sphinx, loaded by another test, brings its own
    roles.register_generic_role("py:obj", nodes.literal)


def render(body: str) -> nodes.document:
    text = "\n".join(to_rst(body, NAMES.resolve))
    return publish_doctree(text, settings_overrides={"report_level": 2, "halt_level": 2})


IGNORED = ("comment", "system_message")  # a list that starts at 3 is worth an INFO to docutils


def shape(node: nodes.Node) -> object:
    """Tags and texts, nested: what the reader gets."""
    if isinstance(node, nodes.Text | nodes.literal_block | nodes.math_block):
        return node.astext()
    children = [shape(child) for child in node.children if child.astext()]
    return (node.tagname, *children)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("一段\n接着写", [("paragraph", "一段接着写")]),
        ("一段\nand more\n文字", [("paragraph", "一段 and more 文字")]),
        ("一、\n`x`\n，y", [("paragraph", "一、", ("literal", "x"), "，y")]),
        ("返回 `view` 的*斜*与**粗**体", None),
        ("**粗**", [("paragraph", ("strong", "粗"))]),
        ("**粗 `x` 粗**", [("paragraph", ("strong", "粗"), " ", ("literal", "x"), " ", ("strong", "粗"))]),
        ("`a``b`", None),
        ("`` ` ``", [("paragraph", ("literal", "`"))]),
        ("$N_{out}$ 个", [("paragraph", ("math", "N_{out}"), " 个")]),
        ("$$\na = b\n\nc = d\n$$", ["a = b\nc = d"]),
        (
            "- 甲\n- 乙",
            [("bullet_list", ("list_item", ("paragraph", "甲")), ("list_item", ("paragraph", "乙")))],
        ),
        (
            "- 甲\n  - 乙\n\n下文",
            [
                (
                    "bullet_list",
                    (
                        "list_item",
                        ("paragraph", "甲"),
                        ("bullet_list", ("list_item", ("paragraph", "乙"))),
                    ),
                ),
                ("paragraph", "下文"),
            ],
        ),
        (
            "3. 丙\n4. 丁",
            [("enumerated_list", ("list_item", ("paragraph", "丙")), ("list_item", ("paragraph", "丁")))],
        ),
        ("> 引\n\n> 文", [("block_quote", ("paragraph", "引")), ("block_quote", ("paragraph", "文"))]),
        (
            "- 甲\n\n> 引",
            [("bullet_list", ("list_item", ("paragraph", "甲"))), ("block_quote", ("paragraph", "引"))],
        ),
        ("```pycon\n>>> 1\n1\n```", [">>> 1\n1"]),
        ("```\n  深\n浅\n```", ["  深\n浅"]),
        ("```python torch>=2.4 slow\nx\n```", [("paragraph", "torch 2.4 起"), "x"]),
        ("<script>alert(1)</script>", [("paragraph", "<script>alert(1)</script>")]),
        ("见 <kbd>Ctrl</kbd>", [("paragraph", "见 <kbd>Ctrl</kbd>")]),
        ("![图](x.png)", [("paragraph", "图")]),
        ("[站](https://example.org/a_)", [("paragraph", ("reference", "站"))]),
        ("[坏](javascript:alert)", [("paragraph", "[坏](javascript:alert)")]),
        ("*args 与 **kwargs", [("paragraph", "*args 与 **kwargs")]),
        ("a_b_ 与 |x|", [("paragraph", "a_b_ 与 |x|")]),
        ("--- note", [("paragraph", "--- note")]),
        ("`torch.nope`", [("paragraph", ("literal", "torch.nope"))]),
    ],
)
def test_bodies_become_the_document_their_author_meant(body: str, expected: list[object] | None) -> None:
    document = render(body)
    if expected is None:
        assert document.astext()
    else:
        assert [shape(child) for child in document.children if child.tagname not in IGNORED] == expected


def test_a_table_keeps_its_cells_and_its_head() -> None:
    document = render("| 写法 | 结果 |\n| --- | --- |\n| `a\\|b` | **否** |\n| 1. 项 | |\n")
    assert [entry.astext() for entry in document.findall(nodes.entry)] == [
        "写法",
        "结果",
        "a|b",
        "否",
        "1. 项",
        "",
    ]
    assert len(list(document.findall(nodes.thead))) == 1


@pytest.mark.parametrize(
    ("mark", "target"),
    [
        ("torch.cat", "torch.cat"),
        ("torch.cat()", "torch.cat"),
        ("nn.Linear", "torch.nn.Linear"),
        ("F.relu", "torch.nn.functional.relu"),
        ("Tensor.add_", "torch.Tensor.add_"),
        ("torch", "torch"),
        ("cat", ""),
        ("F.nope", ""),
        ("torch.cat(x)", ""),
        ("x.torch.cat", ""),
        ("dim=0", ""),
        ("torch.cat.x", ""),
    ],
)
def test_a_code_mark_is_a_reference_only_when_the_name_is_documented(mark: str, target: str) -> None:
    assert NAMES.resolve(mark) == target
    written = inline_rst(f"见 `{mark}` 。", NAMES.resolve)
    assert (":py:obj:" in written) == bool(target)


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("torch.nn.functional.conv2d", "F.conv2d"),
        ("torch.nn.Conv2d", "nn.Conv2d"),
        ("torch.nn.init.zeros_", ""),
        ("torch.Tensor.view", "Tensor.view"),
        ("torch.cat", ""),
    ],
)
def test_short_forms_are_those_of_everybodys_imports(name: str, short: str) -> None:
    assert short_form(name) == short


@pytest.mark.parametrize(
    ("options", "note"),
    [
        ("", ""),
        ("slow", ""),
        ("torch>=2.4", "torch 2.4 起"),
        ("torch<2.6 device=cuda", "torch 2.6 之前 · 需要 CUDA 设备"),
        ('skip="要联网"', "未执行：要联网"),
        ("warns=FutureWarning", "会发出 FutureWarning"),
    ],
)
def test_options_of_a_block_are_told_to_the_reader(options: str, note: str) -> None:
    assert condition_note(options) == note
