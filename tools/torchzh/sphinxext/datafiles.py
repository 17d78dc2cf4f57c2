"""Data that was generated beside the pages becomes part of the site.

``_generated/data`` holds what scripts of the site and other programs read:
messages of the error page, history.json with its schema. It goes to ``_static/data``.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from sphinx.application import Sphinx


def copy_data(app: Sphinx, exception: Exception | None) -> None:
    """Copy what changed; drop what is no longer made."""
    if exception is not None or app.builder.name != "html":
        return
    source, target = Path(app.srcdir) / "_generated" / "data", Path(app.outdir) / "_static" / "data"
    target.mkdir(parents=True, exist_ok=True)
    wanted = {path.name: path for path in source.glob("*")} if source.is_dir() else {}
    for name, path in wanted.items():
        kept = target / name
        if not kept.is_file() or kept.read_bytes() != path.read_bytes():
            shutil.copyfile(path, kept)
    for stale in target.iterdir():
        if stale.name not in wanted:
            stale.unlink()


def setup(app: Sphinx) -> None:
    """After the pages."""
    app.connect("build-finished", copy_data)
