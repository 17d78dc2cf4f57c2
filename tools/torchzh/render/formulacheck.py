"""Finds formulas of entries that cannot be drawn, before Sphinx would stumble over them.

Sphinx meets a formula only when it writes the page, minutes into a build. The
same conversion is tried here on the changed entries in a moment.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from markdown_it.tree import SyntaxTreeNode

from torchzh.annotation.markdown import parse
from torchzh.formulas import MathError, to_mathml


def formula_faults(paths: Iterable[Path]) -> Iterator[tuple[Path, str, str]]:
    """File, formula and what is wrong with it."""
    for path in paths:
        for node in SyntaxTreeNode(parse(path.read_text(encoding="utf-8", errors="replace"))).walk():
            if node.type.startswith("math"):
                try:
                    to_mathml(node.content, block=node.type.startswith("math_block"))
                except MathError as error:
                    yield path, " ".join(node.content.split()), str(error)
