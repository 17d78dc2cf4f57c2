"""Puts the files for programs beside the pages: api.json, llms.txt, a Markdown twin of every entry."""

from __future__ import annotations

import shutil
from pathlib import Path

from sphinx.application import Sphinx

from torchzh.publish.twinpages import FOLDER


def copy_files(app: Sphinx, exception: Exception | None) -> None:
    """Copy what was generated; a twin without an entry goes."""
    source, target = Path(app.srcdir) / FOLDER, Path(app.outdir)
    if exception is not None or app.builder.name != "html" or not source.is_dir():
        return
    wanted = {path.relative_to(source) for path in source.rglob("*") if path.is_file()}
    for relative in wanted:
        (target / relative).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source / relative, target / relative)
    for path in (target / "api").glob("*.md"):
        if path.relative_to(target) not in wanted:
            path.unlink()


def setup(app: Sphinx) -> None:
    """Connect when the pages are written."""
    app.connect("build-finished", copy_files)
