"""Links of guides to names that this version does not have are words here.

A guide is written once for all versions and may link ``torch.compile``, which
torch 1.13 lacks. There the link becomes its text. A name that no version has is
a slip of the author and stays a warning.
"""

from __future__ import annotations

import json
import re
from functools import lru_cache
from pathlib import Path
from typing import Any

from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform

from torchzh.render.output import SITE_FILES

_PAGE = re.compile(r"(?:\.\./)*/?(?P<docname>api/(?P<name>torch[\w.]*)(?:-[a-z]+)?)(?:#.*)?$")


@lru_cache(maxsize=1)
def _names(source: str) -> frozenset[str]:
    path = Path(source) / SITE_FILES / "_static" / "data" / "history.json"
    return frozenset(json.loads(path.read_text(encoding="utf-8"))["names"]) if path.is_file() else frozenset()


class KeepText(SphinxPostTransform):
    """Before MyST resolves its links: those to pages that only other versions have become text."""

    default_priority = 8

    def run(self, **_: Any) -> None:
        """Replace them; what this version has is MyST's to link."""
        for node in list(self.document.findall(pending_xref)):
            match = _PAGE.match(str(node.get("reftarget", "")))
            if node.get("reftype") != "myst" or match is None or match["docname"] in self.env.found_docs:
                continue
            if match["name"] in _names(str(self.app.srcdir)):
                node.replace_self(node.children)


def setup(app: Sphinx) -> None:
    """One transform."""
    app.add_post_transform(KeepText)
