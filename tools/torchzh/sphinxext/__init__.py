"""The Sphinx side of torchzh: everything the site needs that a setting cannot do.

Each module is one concern with its own ``setup``: sidebar, joining of Chinese
lines, formulas, pictures, references, links outside, English originals, search. None of them knows how
pages are produced; that is the render stage.
"""

from __future__ import annotations

import importlib

from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from torchzh import __version__

PARTS = (
    "accessibility",
    "architecture",
    "cjk",
    "datafiles",
    "english",
    "figure",
    "fold",
    "highlight",
    "markup",
    "mathml",
    "otherversions",
    "outside",
    "redirects",
    "references",
    "search",
    "sidebar",
    "versionmenu",
)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register every part."""
    for part in PARTS:
        importlib.import_module(f"torchzh.sphinxext.{part}").setup(app)
    return {"version": __version__, "parallel_read_safe": True, "parallel_write_safe": True}
