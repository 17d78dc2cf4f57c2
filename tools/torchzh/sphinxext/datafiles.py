"""Files that were generated beside the pages become part of the site as they are.

Data for scripts of the site (quick search, messages, history.json) and files for
programs (api.json, llms.txt, a Markdown twin of every entry) lie below
``_generated/site`` under the address they get.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from sphinx.application import Sphinx

from torchzh.render.output import SITE_FILES

OURS = ("api/*.md", "_static/data/*")  # nothing else writes these, so what is not generated is stale


def copy_files(app: Sphinx, exception: Exception | None) -> None:
    """Copy what changed; drop what is no longer made."""
    source, target = Path(app.srcdir) / SITE_FILES, Path(app.outdir)
    if exception is not None or app.builder.name != "html":
        return
    wanted = {path.relative_to(source): path for path in source.rglob("*") if path.is_file()}
    for relative, path in wanted.items():
        kept = target / relative
        if not kept.is_file() or kept.read_bytes() != path.read_bytes():
            kept.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, kept)
    for pattern in OURS:
        for path in target.glob(pattern):
            if path.relative_to(target) not in wanted:
                path.unlink()


def setup(app: Sphinx) -> None:
    """After the pages."""
    app.connect("build-finished", copy_files)
