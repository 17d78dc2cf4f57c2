"""The one Markdown parser of the project: CommonMark, tables and dollar math.

Entries are read by it, checked on its tokens and rendered from them, so that
all stages see the same text. ``parse`` takes a whole file whose front matter
was blanked out, which keeps line numbers true.
"""

from __future__ import annotations

from functools import cache

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.dollarmath import dollarmath_plugin


@cache
def parser() -> MarkdownIt:
    """The configured parser. Escaped characters stay tokens of their own, so columns can be found."""
    markdown = MarkdownIt("commonmark").enable("table").disable("text_join")
    return markdown.use(dollarmath_plugin, allow_space=False, double_inline=True)


def parse(text: str) -> list[Token]:
    """Tokens of a body."""
    return parser().parse(text)
