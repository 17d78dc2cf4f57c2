"""What a page needs to be part of a site with several versions.

The pages carry no version. The menu is filled by a script from ``versions.js`` at
the root of the site, or, when that file is missing, from the list known at
build time, which lies in one static file per version. The canonical address
is that of stable, where stable has the page.
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

BUILT = "versions-built.js"


@lru_cache(maxsize=1)
def _stable_pages(path: str) -> frozenset[str] | None:
    return frozenset(Path(path).read_text(encoding="utf-8").split()) if path else None


def add_context(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Tell the templates whether there is a menu, and drop a canonical address that leads nowhere."""
    context["torchzh_site"] = bool(app.config.torchzh_site_versions)
    stable = _stable_pages(app.config.torchzh_stable_pages)
    if stable is not None and pagename not in stable:
        context["pageurl"] = None


def write_built_list(app: Sphinx, exception: Exception | None) -> None:
    """This version, and those known when it was built."""
    if exception is not None or app.builder.name != "html":
        return
    current = app.config.version
    versions = app.config.torchzh_site_versions.split() or [current]
    data = {
        "current": current,
        "release": app.config.release.partition("+")[0],
        "stable": versions[0],
        "versions": [[minor, minor] for minor in versions],
    }
    text = f"window.torchzhBuild={json.dumps(data, separators=(',', ':'))};\n"
    (Path(app.outdir) / "_static" / BUILT).write_text(text, encoding="utf-8")


def setup(app: Sphinx) -> None:
    """Two settings, both empty in a build of one version."""
    app.add_config_value("torchzh_site_versions", "", "html", [str])  # newest first, separated by blanks
    app.add_config_value("torchzh_stable_pages", "", "html", [str])  # file with the docnames of stable
    app.connect("html-page-context", add_context)
    app.connect("build-finished", write_built_list)
