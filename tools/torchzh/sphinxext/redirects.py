"""A page at every address that moved, leading to where it went."""

from __future__ import annotations

from pathlib import Path

from sphinx.application import Sphinx

from torchzh.publish.addresses import REDIRECTS, parse_redirects, redirect_page


def write_redirects(app: Sphinx, exception: Exception | None) -> None:
    """Pages for the redirects whose target this version has."""
    path = Path(app.confdir) / REDIRECTS
    if exception is not None or app.builder.name != "html" or not path.is_file():
        return
    for old, new in parse_redirects(path.read_text(encoding="utf-8")).items():
        target = Path(app.outdir) / f"{old}.html"
        if new in app.env.all_docs and old not in app.env.all_docs:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(redirect_page(old, new), encoding="utf-8")


def setup(app: Sphinx) -> None:
    """Connect when everything else is written."""
    app.connect("build-finished", write_redirects)
