"""Finds what must not stand in the Markdown of an entry.

Raw HTML and scripts, images, dangerous links, MyST roles and directives
(halfwidth or mistyped in fullwidth), fences that never end, invisible
characters in code. Nothing of it may reach a page, whichever output is built.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from markdown_it.token import Token

from torchzh.annotation.blocks import CODE_DIRECTIVES
from torchzh.annotation.decoding import INVISIBLE, code_point
from torchzh.annotation.prose import CODE, HTML, IMAGE, Prose
from torchzh.findings import Finding, Place

_SAFE_LINK = re.compile(r"(?:https://|#|mailto:)", re.IGNORECASE)
_ROLE = re.compile(
    rf"\{{[\w:-]+\}}(?={CODE})"
    rf"|[：:][A-Za-z][A-Za-z_:：-]*[：:](?={CODE})"
    # translated with its colons; after a word a colon is only a colon
    rf"|(?:^|(?<=[\s。，；（]))[：:][\u4e00-\u9fff]{{1,4}}[：:](?={CODE})"
)
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")


def find_hazards(
    tokens: list[Token], prose: Iterable[Prose], lines: list[str], path: str
) -> Iterator[Finding]:
    """All hazards of one body."""
    yield from _blocks(tokens, lines, path)
    for paragraph in prose:
        yield from _marks(paragraph, path)
        yield from _roles(paragraph, path)


def _blocks(tokens: list[Token], lines: list[str], path: str) -> Iterator[Finding]:
    for token in tokens:
        start, end = token.map or [0, 0]
        if token.type == "html_block":
            yield _finding("FM40", path, start + 1, 1, text=token.content.strip().split("\n")[0])
        elif token.type == "fence":
            yield from _fence(token, start, end, lines, path)


def _fence(token: Token, start: int, end: int, lines: list[str], path: str) -> Iterator[Finding]:
    directive = token.info.strip().partition(" ")[0]
    if directive.startswith("{") and directive not in CODE_DIRECTIVES:
        yield _finding("FM43", path, start + 1, 1, text=token.markup + token.info.strip())
    last = lines[end - 1].lstrip("> ").rstrip() if end - 1 < len(lines) else ""
    opening = token.markup[0]
    if end - 1 == start or len(last) < 3 or last.strip(opening):
        yield _finding("FM44", path, start + 1, 1)
    for offset, line in enumerate(token.content.split("\n")):
        for match in INVISIBLE.finditer(line):
            where = {"character": code_point(match.group()), "where": "代码"}
            yield _finding("FM19", path, start + 2 + offset, match.start() + 1, **where)


def _marks(paragraph: Prose, path: str) -> Iterator[Finding]:
    for mark in paragraph.marks:
        place = paragraph.place(mark.start)
        if mark.kind == HTML:
            yield _finding("FM40", path, *place, text=mark.text)
        elif mark.kind == IMAGE:
            yield _finding("FM41", path, *place, text=mark.text)
        elif mark.kind == "link" and not _SAFE_LINK.match(mark.text):
            yield _finding("FM42", path, *place, text=mark.text)
        elif mark.kind == CODE and (found := INVISIBLE.search(mark.text)):
            yield _finding("FM19", path, *place, character=code_point(found.group()), where="代码")


def _roles(paragraph: Prose, path: str) -> Iterator[Finding]:
    for match in _ROLE.finditer(paragraph.text):
        mark = paragraph.mark_at(match.end())
        place = paragraph.place(match.start())
        target = mark.text if mark else ""
        yield _finding("FM43", path, *place, text=f"{match.group()}`{target}`", right=f"`{target}`")


def _finding(code: str, path: str, line: int, column: int, **arguments: str) -> Finding:
    return Finding(code=code, place=Place(path=path, line=line, column=column), arguments=arguments)
