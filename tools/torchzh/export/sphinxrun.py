"""Runs Sphinx on a volume with the project's own conf.py and a few other settings.

The source folder is not the site's, so that making a PDF never disturbs the
pages of ``torchzh build``. Warnings are errors here too, except one kind: links
to pages that this volume leaves out on purpose (the site build checks them).
"""

from __future__ import annotations

import runpy
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.errors import SphinxError
from sphinx.util.docutils import docutils_namespace, patch_docutils

from torchzh.export.volume import VolumeError
from torchzh.models import SnapshotHeader
from torchzh.project import Project

# Parts of the site that need a browser.
BROWSER_EXTENSIONS = frozenset({"sphinx_copybutton"})
LEFT_OUT_PAGES = "ref.doc"
DOMAIN = "torchzh"  # one catalogue for all pages


def settings_of(project: Project) -> dict[str, Any]:
    """What conf.py says."""
    return runpy.run_path(str(project.root / "conf.py"))


def run_sphinx(
    project: Project,
    source: Path,
    output: Path,
    builder: str,
    *,
    header: SnapshotHeader | None = None,
    extensions: Sequence[str] = (),
    overrides: Mapping[str, Any] | None = None,
    language: str = "",
) -> int:
    """Exit status of the Sphinx build."""
    kept = [name for name in settings_of(project)["extensions"] if name not in BROWSER_EXTENSIONS]
    changed: dict[str, Any] = {"extensions": [*kept, *extensions], **(overrides or {})}
    if header is not None:
        changed |= {"version": header.minor, "release": header.torch}
    if language:  # the site's own labels; entries stay Chinese
        changed |= {"language": language, "gettext_compact": DOMAIN}
    with patch_docutils(str(project.root)), docutils_namespace():
        app = Sphinx(
            srcdir=source,
            confdir=project.root,
            outdir=output,
            doctreedir=source.parent / f"doctrees-{builder}",
            buildername=builder,
            confoverrides=changed,
            status=sys.stdout,
            warning=sys.stderr,
            warningiserror=True,
        )
        try:
            app.build()
        except SphinxError as error:  # a fault of the pages; our own faults keep their traceback
            raise VolumeError(f"{error.category}：{error}") from error
        return int(app.statuscode)
