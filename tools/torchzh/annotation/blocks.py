"""The only collector of code blocks in Markdown: annotations and guides alike.

Whatever fence an author uses (plain, ``python``, ``pycon``, MyST's
``{code-block} python`` or ``{doctest}``, inside a list, a quote or a note), the
block is found with its line in the file. Prompts that stand outside every block
are found as well, so that no example goes unrun without anybody noticing.
This module judges nothing and reads no file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.front_matter import front_matter_plugin

from torchzh.annotation.models import CodeBlock

PROMPT = re.compile(r"^[ \t>]*>>>(?: |$)")  # also inside a quote
CODE_DIRECTIVES = frozenset(
    {"{code-block}", "{code}", "{sourcecode}", "{code-cell}", "{doctest}", "{testcode}"}
)


@cache
def _parser() -> MarkdownIt:
    return MarkdownIt("commonmark").use(front_matter_plugin)


def code_blocks(text: str) -> tuple[CodeBlock, ...]:
    """Every code block of a Markdown file (front matter included or not), in document order."""
    return blocks_in(_parser().parse(text))


def blocks_in(tokens: list[Token]) -> tuple[CodeBlock, ...]:
    """Every code block of a file that was parsed already."""
    return tuple(_collect(tokens, offset=0, section=""))


def stray_prompts(text: str, blocks: tuple[CodeBlock, ...] | None = None) -> tuple[int, ...]:
    """Lines (1-based) that look like a ``>>>`` prompt but belong to no code block."""
    covered: set[int] = set()
    for block in code_blocks(text) if blocks is None else blocks:
        covered.update(range(block.line, block.line + block.text.count("\n") + 2))
    lines = text.split("\n")
    return tuple(
        number for number, line in enumerate(lines, start=1) if PROMPT.match(line) and number not in covered
    )


def has_prompt(block: CodeBlock) -> bool:
    """True when the block holds at least one ``>>>`` line."""
    return any(PROMPT.match(line) for line in block.text.split("\n"))


def _collect(tokens: list[Token], *, offset: int, section: str) -> Iterator[CodeBlock]:
    for index, token in enumerate(tokens):
        if token.type == "heading_open" and token.tag == "h2":
            section = tokens[index + 1].content.strip()
        elif token.type == "fence" or token.type == "code_block":
            yield from _block(token, offset=offset, section=section)


def _block(token: Token, *, offset: int, section: str) -> Iterator[CodeBlock]:
    first = (token.map or [0, 0])[0] + offset
    fenced = token.type == "fence"
    language, _, options = token.info.strip().partition(" ")
    if language.startswith("{") and language not in CODE_DIRECTIVES:
        yield from _collect(_parser().parse(token.content), offset=first + 1, section=section)
        return
    yield CodeBlock(
        language=language,
        options=options.strip(),
        # An indented block has no fence: its "opening line" is the one above its text.
        line=first + 1 if fenced else first,
        text=token.content,
        section=section,
    )
