"""The one writer of reStructuredText: everything that must be escaped is escaped here.

Text from annotations, docstrings and signatures is hostile to RST: a name such
as ``addmm_`` is a reference, a ``*`` starts emphasis, a paragraph that begins
with ``1.`` is a list. Every other module of this stage builds pages from these
functions and never types markup around foreign text. All of them are pure:
values in, lines out. The output does not rely on ``character_level_inline_markup``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

Lines = list[str]

# Characters that can start markup or a standalone link anywhere in a line.
SPECIAL = re.compile(r"[\\*`|_:@<>\[\]]")
# What makes a line something else than a paragraph when it stands first.
ENUMERATOR = re.compile(r"\(?[0-9A-Za-z#]{1,9}[.)](\s|$)")
CJK = re.compile("[\u2e80-\u303f\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff00-\uffef“”‘’—…·]")
# Punctuation that brings its own space: no blank beside it where lines were wrapped.
WIDE = re.compile("[\u3000-\u303f\uff00-\uff60\uffe0-\uffef“”‘’—…·]")
UNDERLINES = '=-~^"'
LINKABLE = re.compile(r"https?://[^\s<>`]+$")


def escape(text: str) -> str:
    """Foreign text as plain RST text; line ends become blanks."""
    return SPECIAL.sub(r"\\\g<0>", " ".join(text.split("\n")).replace("\x00", ""))


def guard_start(text: str) -> str:
    """Escaped text that cannot be taken for a list, a directive or an underline when it stands first."""
    text = text.lstrip()
    if text and text[0] != "\\" and (not (text[0].isalnum() or CJK.match(text[0])) or ENUMERATOR.match(text)):
        return "\\" + text
    return text


def literal(text: str) -> str:
    """Inline code."""
    text = " ".join(text.split("\n")).strip()
    if not text:
        return ""
    if "`" in text or text.endswith("\\"):
        return f":literal:`{escape(text)}`"
    return f"``{text}``"


def strong(text: str) -> str:
    """Bold text; blanks at the edges stay outside."""
    return _wrapped("**", text)


def emphasis(text: str) -> str:
    """Italic text; blanks at the edges stay outside."""
    return _wrapped("*", text)


def _wrapped(mark: str, text: str) -> str:
    inner = text.strip()
    if not inner:
        return text
    left, right = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
    return f"{left}{mark}{escape(inner)}{mark}{right}"


def math(source: str) -> str:
    """An inline formula."""
    source = " ".join(source.split())
    return literal(source) if "`" in source else f":math:`{source}`"


def reference(name: str, text: str = "") -> str:
    """A cross reference to a fully qualified Python name."""
    if text and text != name:
        return f":py:obj:`{escape(text)} <{name}>`"
    return f":py:obj:`{name}`"


def page_link(docname: str, text: str) -> str:
    """A link to another page of the site."""
    return f":doc:`{escape(text)} </{docname}>`"


def link(url: str, text: str) -> str:
    """An external link; what is not http(s) stays text."""
    if not LINKABLE.match(url):
        return escape(text)
    target = url.replace("\\", "%5C").replace("_", "\\_")
    return f"`{escape(text)} <{target}>`__"


def badge(style: str, text: str) -> str:
    """A badge; ``style`` is a CSS word such as ``deprecated``."""
    return f":torchzh-badge:`{escape(f'{style}|{text}')}`"


def wrapped_blank(before: str, after: str) -> str:
    """What a line end between two characters of running text stands for."""
    if not before or not after or WIDE.match(before) or WIDE.match(after):
        return ""
    return "" if CJK.match(before) and CJK.match(after) else " "


def join(pieces: Iterable[str]) -> str:
    """Inline pieces in a row, each piece either escaped text or one mark-up; never glued together."""
    result = ""
    for piece in pieces:
        if not piece:
            continue
        if result and not result[-1].isspace() and not piece[0].isspace():
            result += "\\ "
        result += piece
    return result


def paragraph(*pieces: str) -> Lines:
    """One paragraph on one line, and the empty line after it."""
    text = join(pieces).strip()
    return [text, ""] if text else []


def text(content: str) -> str:
    """Escaped text that may stand first in a paragraph."""
    return guard_start(escape(content))


def heading(escaped_title: str, level: int) -> Lines:
    """A section title; ``level`` 1 is the page title."""
    width = max(4, sum(2 if ord(char) > 0x2E7F else 1 for char in escaped_title))
    return [escaped_title, UNDERLINES[level - 1] * width, ""]


def anchor(*names: str) -> Lines:
    """Explicit anchors of the section that was just opened."""
    return [f".. torchzh-anchor:: {' '.join(names)}", ""]


def indent(lines: Iterable[str], width: int = 3) -> Lines:
    """Lines moved to the right; empty lines stay empty."""
    pad = " " * width
    return [pad + line if line else "" for line in lines]


def directive(
    name: str,
    arguments: str | Sequence[str] = "",
    content: Iterable[str] = (),
    options: Mapping[str, str] | None = None,
) -> Lines:
    """A directive; several arguments stand on lines of their own."""
    first, *others = [arguments] if isinstance(arguments, str) else list(arguments)
    head = f".. {name}:: {first}".rstrip()
    lines = [head, *indent(others, len(name) + 6)]
    for option, value in (options or {}).items():
        lines.append(f"   :{option}: {value}".rstrip())
    body = indent(content)
    return [*lines, "", *body, ""] if body else [*lines, ""]


def styled(style: str, lines: Lines) -> Lines:
    """The next block with a CSS class."""
    return [f".. rst-class:: {style}", "", *lines] if lines else []


def container(style: str, content: Lines) -> Lines:
    """A block with a CSS class."""
    return directive("container", style, content) if content else []


def code(source: str, language: str) -> Lines:
    """A code block; the option line keeps the indentation of the source."""
    rows = source.rstrip("\n").expandtabs(8).split("\n")
    return directive("code-block", language or "text", rows, {"force": ""})


def math_block(source: str) -> Lines:
    """A displayed formula; empty lines would make it several."""
    rows = [row.rstrip() for row in source.strip("\n").split("\n") if row.strip()]
    return directive("math", "", rows) if rows else []


def items(entries: Iterable[Lines], mark: str = "-") -> Lines:
    """A list; each entry is the lines of one item."""
    result: Lines = []
    for entry in entries:
        while entry and not entry[-1]:
            entry = entry[:-1]
        first, *others = entry or [""]
        result += [f"{mark} {first}".rstrip(), *indent(others, len(mark) + 1), ""]
    return result


def table(rows: Sequence[Sequence[Lines]], *, header: bool, style: str = "", stub: bool = False) -> Lines:
    """A table whose cells are blocks."""
    options = {"widths": "auto"}
    if header:
        options["header-rows"] = "1"
    if stub:
        options["stub-columns"] = "1"
    if style:
        options["class"] = style
    content: Lines = []
    for row in rows:
        content += items([items(row)], "*")[:-1]
    return directive("list-table", "", content, options) if rows else []
