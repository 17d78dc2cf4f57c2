"""Python cross references are exact: no fuzzy look-up, no guessing.

Sphinx marks references from field lists as ``refspecific``: they are searched by
suffix over all objects, which is slow for each miss and may pick a
wrong target in silence. The generator writes fully qualified names, so the
mark is dropped before references are resolved.
"""

from __future__ import annotations

from typing import Any

from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform


class ExactReferences(SphinxPostTransform):
    """Drop ``refspecific`` from Python references."""

    default_priority = 5  # before ReferencesResolver at 10

    def run(self, **kwargs: Any) -> None:
        """Change pending references in place."""
        for node in self.document.findall(addnodes.pending_xref):
            if node.get("refdomain") == "py":
                node.attributes.pop("refspecific", None)


def setup(app: Sphinx) -> None:
    """Register the transform."""
    app.add_post_transform(ExactReferences)
