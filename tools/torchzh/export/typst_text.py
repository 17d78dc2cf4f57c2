"""The only place that quotes text for Typst.

Everything a page says goes into string literals and every bit of layout is a
function call, so no character of a page can be taken for markup.
"""

from __future__ import annotations


def text_literal(text: str) -> str:
    """A Typst string; line ends and control characters stay what they are."""
    quoted = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + quoted.replace("\n", "\\n").replace("\r", "\\r").replace("\t", "\\t") + '"'


def text(content: str) -> str:
    """Running text as markup; a line end is a blank."""
    return "#" + text_literal(content.replace("\n", " ")) if content else ""


def call(function: str, *arguments: str, body: str | None = None) -> str:
    """``#function(arguments)[body]``."""
    inside = f"({', '.join(arguments)})" if arguments or body is None else ""
    return f"#{function}{inside}" + (f"[{body}]" if body is not None else "")


def content(body: str) -> str:
    """A content block as an argument."""
    return f"[{body}]"


def label(name: str) -> str:
    """A label as a value."""
    return f"label({text_literal(name)})"
