"""Bodies of annotations: CommonMark with tables and dollar math, written as RST lines.

The parser is the one that reads and checks entries. RST has no nested inline marks, so inline content is
flattened to runs; a code mark that names something documented becomes a reference.
Raw HTML is shown as text, images as their caption.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from markdown_it.token import Token
from markdown_it.tree import SyntaxTreeNode

from torchzh.annotation.markdown import parse, parser
from torchzh.render import rst
from torchzh.render.conditions import condition_note
from torchzh.render.rst import Lines

Resolver = Callable[[str], str]


def to_rst(body: str, resolve: Resolver) -> Lines:
    """RST lines of a Markdown body; ``resolve`` maps a code mark to a qualified name or to nothing."""
    return _Writer(resolve).blocks(SyntaxTreeNode(parse(body)).children)


def inline_rst(source: str, resolve: Resolver) -> str:
    """RST of a one-line Markdown text such as a summary."""
    tokens: Sequence[Token] = parser().parseInline(source)
    runs = _Writer(resolve).runs(SyntaxTreeNode(tokens).children)
    return _write_runs(runs)


@dataclass(frozen=True, slots=True)
class _Run:
    """A piece of inline content; ``markup`` is finished RST, otherwise ``text`` is still raw."""

    text: str
    style: str = ""  # "", "strong", "em"
    markup: str = ""

    def written(self) -> str:
        if self.markup:
            return self.markup
        if self.style == "strong":
            return rst.strong(self.text)
        return rst.emphasis(self.text) if self.style == "em" else rst.escape(self.text)


SOFT_BREAK = "\n"


class _Writer:
    """Walks the syntax tree; one method for each kind of block."""

    def __init__(self, resolve: Resolver) -> None:
        self.resolve = resolve

    def blocks(self, nodes: Sequence[SyntaxTreeNode]) -> Lines:
        result: Lines = []
        for node in nodes:
            result += self.block(node)
        return result

    def block(self, node: SyntaxTreeNode) -> Lines:
        match node.type:
            case "paragraph" | "inline":
                return rst.paragraph(_write_runs(list(self.runs([node]))))
            case "fence" | "code_block":
                return _fence(node)
            case "bullet_list" | "ordered_list":
                return self.list(node)
            case "table":
                return self.table(node)
            case "math_block" | "math_block_label":
                return rst.math_block(node.content)
            case "blockquote":
                return ["..", "", *rst.indent(self.blocks(node.children))]
            case "heading":
                return rst.directive("rubric", _write_runs(list(self.runs(node.children))))
            case "hr":
                return []
            case "html_block":
                return rst.paragraph(rst.text(node.content.strip()))
            case _:
                return self.blocks(node.children)

    def list(self, node: SyntaxTreeNode) -> Lines:
        entries = [self.blocks(item.children) for item in node.children]
        if node.type == "bullet_list":
            return _separated(rst.items(entries))
        first, *others = entries
        start = node.attrs.get("start", 1)
        return _separated(rst.items([first], f"{start}.") + rst.items(others, "#."))

    def table(self, node: SyntaxTreeNode) -> Lines:
        rows = [
            [rst.paragraph(_write_runs(list(self.runs(cell.children)))) for cell in row.children]
            for group in node.children
            for row in group.children
        ]
        return rst.table(rows, header=True)

    def runs(self, nodes: Sequence[SyntaxTreeNode], style: str = "") -> Iterator[_Run]:
        for node in nodes:
            match node.type:
                case "text" | "text_special":
                    yield _Run(node.content, style)
                case "softbreak" | "hardbreak":
                    yield _Run(SOFT_BREAK, style)
                case "code_inline":
                    yield _Run(node.content, style, self.code_mark(node.content))
                case "math_inline" | "math_inline_double":
                    yield _Run(node.content, style, rst.math(node.content))
                case "strong":
                    yield from self.runs(node.children, "strong")
                case "em":
                    yield from self.runs(node.children, style or "em")
                case "link":
                    label = "".join(run.text for run in self.runs(node.children))
                    yield _Run(label, style, rst.link(str(node.attrs.get("href", "")), label))
                case _ if node.children:
                    yield from self.runs(node.children, style)
                case _:
                    yield _Run(node.content, style)

    def code_mark(self, content: str) -> str:
        target = self.resolve(content)
        return rst.reference(target, content) if target else rst.literal(content)


def _write_runs(runs: Sequence[_Run] | Iterator[_Run]) -> str:
    """Runs as one line: soft breaks vanish between CJK characters, equal styles merge."""
    merged: list[_Run] = []
    for run in _without_breaks(list(runs)):
        last = merged[-1] if merged else None
        if last and not run.markup and not last.markup and run.style == last.style:
            merged[-1] = _Run(last.text + run.text, run.style)
        elif run.text or run.markup:
            merged.append(run)
    pieces = [run.written() for run in merged]
    if merged and not merged[0].markup and not merged[0].style:
        pieces[0] = rst.guard_start(pieces[0])
    return rst.join(pieces)


def _without_breaks(runs: list[_Run]) -> Iterator[_Run]:
    for index, run in enumerate(runs):
        if run.text != SOFT_BREAK or run.markup:
            yield run
            continue
        before = runs[index - 1].text[-1:] if index else ""
        after = runs[index + 1].text[:1] if index + 1 < len(runs) else ""
        if rst.wrapped_blank(before, after):
            yield _Run(" ", run.style)


def _fence(node: SyntaxTreeNode) -> Lines:
    language, _, options = node.info.strip().partition(" ")
    if language.startswith("{"):  # {code-block} python
        language, _, options = options.partition(" ")
    note = condition_note(options)
    label = rst.styled("tz-condition", rst.paragraph(rst.text(note))) if note else []
    return label + rst.code(node.content, language)


def _separated(lines: Lines) -> Lines:
    """A list followed by an empty comment, so that a next list or quote does not join it."""
    return [*lines, "..", ""]
