"""The running text of an entry, flattened so that rules can be regular expressions.

Code marks, formulas and raw HTML become one placeholder character each, bold
and link marks vanish, line ends stay ``\\n``. Every place in the flattened text
leads back to a line and a column of the file.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from markdown_it.token import Token

CODE, MATH, HTML, IMAGE = "\ue000", "\ue001", "\ue002", "\ue003"


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A code mark, formula, link target or HTML tag inside running text."""

    kind: str  # one of CODE, MATH, HTML, IMAGE, or "link"
    text: str  # what stands between the delimiters; the target of a link
    start: int  # offset in the flattened text


@dataclass(frozen=True, slots=True, kw_only=True)
class Prose:
    """One paragraph, heading, list item or table cell."""

    text: str
    line: int  # first line in the file
    section: str  # title of the ## section
    heading: str = ""  # title of the ### heading it stands under
    where: str = "paragraph"  # paragraph, heading, cell
    marks: tuple[Mark, ...] = ()
    starts: tuple[int, ...] = ()  # offsets in text where a run begins …
    places: tuple[tuple[int, int], ...] = ()  # … and where that run begins in the file

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset of the flattened text."""
        index = max(bisect_right(self.starts, offset) - 1, 0)
        if not self.places:
            return self.line, 1
        line, column = self.places[index]
        return line, column + offset - self.starts[index]

    def mark_at(self, offset: int) -> Mark | None:
        """The mark whose placeholder stands at an offset."""
        return next((mark for mark in self.marks if mark.start == offset and mark.kind != "link"), None)

    def written(self, start: int = 0, end: int | None = None) -> str:
        """A piece of the text in one line, with code marks and formulas written out."""
        parts = []
        for offset, character in enumerate(self.text[start:end], start):
            mark = self.mark_at(offset) if CODE <= character <= IMAGE else None
            if mark is None:
                parts.append("" if character == "\n" else character)
            else:
                parts.append({CODE: f"`{mark.text}`", MATH: f"${mark.text}$"}.get(mark.kind, mark.text))
        return "".join(parts).strip()


def collect(tokens: list[Token], lines: list[str]) -> Iterator[Prose]:
    """All running text of a file, in order. ``lines`` are the lines of the file."""
    section = heading = where = ""
    for token in tokens:
        if token.type == "heading_open":
            where = token.tag
        elif token.type in ("td_open", "th_open"):
            where = "cell"
        elif token.type in ("heading_close", "td_close", "th_close"):
            where = ""
        elif token.type == "inline":
            if where == "h2":
                section, heading = token.content.strip(), ""
            elif where == "h3":
                heading = token.content.strip()
            kind = "heading" if where.startswith("h") else where or "paragraph"
            yield _Flattener(token, lines).prose(section=section, heading=heading, where=kind)


class _Flattener:
    """Walks the children of one inline token, keeping a cursor in its source."""

    def __init__(self, token: Token, lines: list[str]) -> None:
        self.children = token.children or []
        self.raw = token.content
        self.line = (token.map or [0, 1])[0] + 1
        self.cursor = 0
        self.text: list[str] = []
        self.length = 0
        self.starts: list[int] = []
        self.places: list[tuple[int, int]] = []
        self.marks: list[Mark] = []
        self.rows = self._rows(lines)
        self.row_starts = [start for start, _, _ in self.rows]

    def _rows(self, lines: list[str]) -> list[tuple[int, int, int]]:
        """Offset in the raw text, line number and column of each raw line."""
        rows: list[tuple[int, int, int]] = []
        offset = 0
        for index, raw in enumerate(self.raw.split("\n")):
            number = self.line + index
            source = lines[number - 1] if number <= len(lines) else ""
            rows.append((offset, number, max(source.find(raw), 0) + 1))
            offset += len(raw) + 1
        return rows

    def _place(self, offset: int) -> tuple[int, int]:
        start, line, column = self.rows[max(bisect_right(self.row_starts, offset) - 1, 0)]
        return line, column + offset - start

    def _find(self, text: str) -> int:
        found = self.raw.find(text, self.cursor)
        return self.cursor if found < 0 else found

    def _add(self, text: str, at: int) -> None:
        self.starts.append(self.length)
        self.places.append(self._place(at))
        self.text.append(text)
        self.length += len(text)

    def _add_mark(self, kind: str, text: str, opening: str, closing: str) -> None:
        at = self._find(opening)
        self.marks.append(Mark(kind=kind, text=text, start=self.length))
        self._add(kind, at)
        end = self.raw.find(closing, at + len(opening))
        self.cursor = end + len(closing) if end >= 0 else at + len(opening)

    def prose(self, *, section: str, heading: str, where: str) -> Prose:
        """The flattened text."""
        for child in self.children:
            self._child(child)
        return Prose(
            text="".join(self.text),
            line=self.line,
            section=section,
            heading=heading,
            where=where,
            marks=tuple(self.marks),
            starts=tuple(self.starts),
            places=tuple(self.places),
        )

    def _child(self, child: Token) -> None:
        if child.type == "text":
            at = self._find(child.content)
            self._add(child.content, at)
            self.cursor = at + len(child.content)
        elif child.type == "text_special":
            at = self._find(child.markup)
            self._add(child.content, at)
            self.cursor = at + len(child.markup)
        elif child.type in ("softbreak", "hardbreak"):
            at = self._find("\n")
            self._add("\n", at)
            self.cursor = at + 1
        elif child.type == "code_inline":
            self._add_mark(CODE, child.content, child.markup, child.markup)
        elif child.type.startswith("math_inline"):
            self._add_mark(MATH, child.content, child.markup or "$", child.markup or "$")
        elif child.type == "html_inline":
            self._add_mark(HTML, child.content, child.content, "")
        elif child.type == "image":
            self._add_mark(IMAGE, str(child.attrs.get("src", "")), "![", ")")
        elif child.type == "link_open":
            target = str(child.attrs.get("href", ""))
            self.marks.append(Mark(kind="link", text=target, start=self.length))
