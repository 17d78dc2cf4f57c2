"""Joins wrapped Chinese lines: a line end between two CJK characters is no blank.

HTML shows a newline as a blank, which is wrong inside Chinese text. The
transform works on the flattened text of each paragraph-like element, because
MyST emits a soft break as a text node of its own and markup may stand on
either side. Literal text, raw text and formulas are left alone.
"""

from __future__ import annotations

import re

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform

# CJK ideographs, kana, CJK and fullwidth punctuation, and the quotes and dashes Chinese uses.
CJK = re.compile("[\u2e80-\u303f\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff00-\uffef“”‘’—…·]")
VERBATIM = (nodes.literal, nodes.literal_block, nodes.raw, nodes.math, nodes.math_block, nodes.comment)


def drop_line_ends(pieces: list[tuple[str, bool]]) -> list[str]:
    """Remove newlines between CJK characters.

    ``pieces`` are the texts of consecutive leaves, each with a flag that says
    whether it may be changed; characters are compared across piece borders.
    """
    flat = "".join(text for text, _ in pieces)
    drop = {
        match.start()
        for match in re.finditer("\n", flat)
        if 0 < match.start() < len(flat) - 1
        and CJK.match(flat[match.start() - 1])
        and CJK.match(flat[match.start() + 1])
    }
    result, offset = [], 0
    for text, changeable in pieces:
        kept = (c for i, c in enumerate(text) if not (changeable and offset + i in drop))
        result.append("".join(kept))
        offset += len(text)
    return result


class JoinCJK(SphinxTransform):
    """Apply :func:`drop_line_ends` to every outermost text element."""

    default_priority = 850

    def apply(self, **kwargs: object) -> None:
        """Change text nodes in place."""
        for element in list(self.document.findall(nodes.TextElement)):
            if isinstance(element.parent, nodes.TextElement) or isinstance(element, VERBATIM):
                continue
            leaves = [leaf for leaf in element.findall(nodes.Text) if leaf.parent is not None]
            if not any("\n" in leaf for leaf in leaves):
                continue
            pieces = [(str(leaf), not _is_verbatim(leaf)) for leaf in leaves]
            for leaf, text in zip(leaves, drop_line_ends(pieces), strict=True):
                if text != str(leaf):
                    leaf.parent.replace(leaf, nodes.Text(text))


def _is_verbatim(leaf: nodes.Text) -> bool:
    node = leaf.parent
    while node is not None:
        if isinstance(node, VERBATIM):
            return True
        node = node.parent
    return False


def setup(app: Sphinx) -> None:
    """Register the transform."""
    app.add_transform(JoinCJK)
