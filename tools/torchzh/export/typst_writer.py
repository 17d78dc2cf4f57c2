"""Walks a resolved doctree and asks for the Typst of each node.

Each kind of node has one function, registered by the modules beside this one.
A kind without a function is an error that names it: what is not understood must
not vanish from a printed page.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from docutils import nodes
from sphinx.errors import SphinxError


class TypstError(SphinxError):
    """The page holds something the PDF cannot show; the message is in Chinese."""

    category = "PDF"


@dataclass(slots=True)
class Writer:
    """Where we are in the volume."""

    labels: frozenset[str]  # every label of the volume: "docname" or "docname#id"
    docname: str = ""
    level: int = 0  # of the section we stand in
    fresh: bool = False  # nothing but headings since the page began

    def render(self, node: nodes.Node) -> str:
        """Typst of one node."""
        for kind in type(node).__mro__:
            function = FUNCTIONS.get(kind)
            if function is not None:
                return function(self, node)
        raise TypstError(f"{self.docname}：不会排版 {type(node).__name__}：{node.astext()[:60]}")

    def children(self, node: nodes.Element) -> str:
        """Typst of all children in a row."""
        return "".join(self.render(child) for child in node.children)

    def label_of(self, identifier: str) -> str:
        """Label of an id on the current page."""
        return f"{self.docname}#{identifier}"


def ids_of(node: nodes.Element) -> list[str]:
    """The ids of a node."""
    return list(map(str, node.get("ids", [])))


def classes_of(node: nodes.Element) -> list[str]:
    """The classes of a node."""
    return list(map(str, node.get("classes", [])))


Function = Callable[[Writer, nodes.Node], str]
FUNCTIONS: dict[type[nodes.Node], Function] = {}


def renders(*kinds: type[nodes.Node]) -> Callable[[Callable[..., str]], Callable[..., str]]:
    """Register the function for these kinds of node."""

    def register(function: Callable[..., str]) -> Callable[..., str]:
        for kind in kinds:
            FUNCTIONS[kind] = function
        return function

    return register
