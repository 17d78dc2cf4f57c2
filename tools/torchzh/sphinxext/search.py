"""Sphinx's own full-text index is off: its Chinese search is broken on the Sphinx we can use.

It would also take an eighth of the build time and be loaded whole by the first
query. Until search of our own exists the site has no search box at all.
"""

from __future__ import annotations

from sphinx.application import Sphinx


def switch_off(app: Sphinx) -> None:
    """No index, no search page."""
    if hasattr(app.builder, "search"):
        app.builder.search = False


def setup(app: Sphinx) -> None:
    """Connect when the builder exists."""
    app.connect("builder-inited", switch_off)
