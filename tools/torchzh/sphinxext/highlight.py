"""Highlighted code without marks around tokens that have no colour of their own.

Names, punctuation and blanks are two thirds of all tokens and look like plain
text in both themes, yet each would carry an element. Leaving them out takes a
third of the weight of a page with many examples; what is coloured stays as it is.
"""

from __future__ import annotations

from typing import Any

from pygments.formatters import HtmlFormatter  # type: ignore[import-untyped]
from pygments.token import Name, Punctuation, Token, Whitespace  # type: ignore[import-untyped]
from sphinx.application import Sphinx
from sphinx.highlighting import PygmentsBridge

PLAIN = frozenset({Name, Punctuation, Whitespace, Token.Text.Whitespace, Token.Text})


class LeanFormatter(HtmlFormatter):  # type: ignore[misc] # Pygments ships no types
    """Writes plain tokens as text."""

    def _get_css_classes(self, ttype: Any) -> str:
        return "" if ttype in PLAIN else str(super()._get_css_classes(ttype))


def setup(app: Sphinx) -> None:
    """Make it the formatter of all HTML builders."""
    del app
    PygmentsBridge.html_formatter = LeanFormatter
