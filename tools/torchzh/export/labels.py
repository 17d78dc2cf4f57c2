"""The site's own labels: every whole Chinese phrase the page makers put on a page, and the trees' titles.

They are read from the source of the render stage, so a new heading cannot be
forgotten. Fragments that are joined with names or numbers into a sentence are
left out: Sphinx translates whole paragraphs, so a fragment would never match.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from torchzh.taxonomy import Taxonomy

CHINESE = re.compile("[\u4e00-\u9fff]")
FRAGMENT = re.compile("^[\\s，。、：；）]|[\\s，、：；（]$|[{}\\[\\]]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """One phrase and where it comes from."""

    text: str
    file: str
    line: int


def labels_of_code(source: str, file: str) -> Iterator[Label]:
    """Whole Chinese phrases among the string constants of a module."""
    tree = ast.parse(source)
    nodes = list(ast.walk(tree))
    left_out = {id(part) for node in nodes if isinstance(node, ast.JoinedStr) for part in ast.walk(node)}
    left_out |= {id(text) for node in nodes for text in (*_docstring(node), *_joined(node))}
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in left_out:
            text = node.value
            if CHINESE.search(text) and not FRAGMENT.search(text):
                yield Label(text=text, file=file, line=node.lineno)


def labels_of_taxonomy(taxonomy: Taxonomy) -> Iterator[Label]:
    """Titles of branches, groups and tags."""
    for branch in taxonomy.branches:
        for text in (branch.title, *branch.groups):
            yield Label(text=text, file="taxonomy.toml", line=0)


def labels_of_folder(folder: Path) -> Iterator[Label]:
    """Labels of all modules in a folder."""
    for path in sorted(folder.glob("*.py")):
        yield from labels_of_code(path.read_text(encoding="utf-8"), f"{folder.name}/{path.name}")


def unique(labels: Iterable[Label]) -> dict[str, list[Label]]:
    """Phrase → where it stands, in order of first appearance."""
    found: dict[str, list[Label]] = {}
    for label in labels:
        found.setdefault(label.text, []).append(label)
    return found


def _joined(node: ast.AST) -> Iterator[ast.expr]:
    """Pieces of ``rst.join([...])``: fragments of one paragraph."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "join":
        for argument in node.args:
            if isinstance(argument, ast.List | ast.Tuple):
                yield from argument.elts


def _docstring(node: ast.AST) -> Iterator[ast.expr]:
    if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and node.body:
        first = node.body[0]
        if isinstance(first, ast.Expr):
            yield first.value
