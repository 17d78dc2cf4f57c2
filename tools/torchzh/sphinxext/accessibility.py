"""Marks that Sphinx leaves wrong for screen readers.

A signature of several lines is written as a definition list of definitions only,
which is no list of anything; it is layout and is said to be so.
"""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

PARAMETERS = "<dl>\n<dd>"


def mark_layout(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """The only lists without a class that begin with a definition are those of parameters."""
    if PARAMETERS in context.get("body", ""):
        context["body"] = context["body"].replace(PARAMETERS, '<dl role="presentation">\n<dd>')


def setup(app: Sphinx) -> None:
    """Connect before the page is filled in."""
    app.connect("html-page-context", mark_layout)
