"""Search of our own: Sphinx's full-text index is off, the data of 快速查找 is put into place.

Sphinx's Chinese search is broken on the Sphinx we can use; its index would also take an
eighth of the build time and be loaded whole by the first query. The data file
is generated with the pages and only copied here.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from sphinx.application import Sphinx

GENERATED, PUBLISHED = "_generated/finder.js", "_static/finder/data.js"


def switch_off(app: Sphinx) -> None:
    """No index, no search page."""
    if hasattr(app.builder, "search"):
        app.builder.search = False


def copy_data(app: Sphinx, exception: Exception | None) -> None:
    """The data file, where there is one and where scripts run."""
    source, target = Path(app.srcdir) / GENERATED, Path(app.outdir) / PUBLISHED
    if exception is None and app.builder.name == "html" and source.is_file():
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)


def setup(app: Sphinx) -> None:
    """Connect when the builder exists, and when it is done."""
    app.connect("builder-inited", switch_off)
    app.connect("build-finished", copy_data)
