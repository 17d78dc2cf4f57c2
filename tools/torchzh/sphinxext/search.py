"""Sphinx's full-text search is off; 快速查找 has data and scripts of its own.

Sphinx's Chinese search is broken on the Sphinx we can use; its index would also take an
eighth of the build time and be loaded whole by the first query.
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
