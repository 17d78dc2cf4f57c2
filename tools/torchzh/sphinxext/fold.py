"""``torchzh-fold``: content behind a title, open on demand; in the ePub it stands open."""

from __future__ import annotations

from typing import ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.writers.html5 import HTML5Translator


class fold(nodes.General, nodes.Element):  # noqa: N801 - docutils names nodes in lower case
    """Content with a title."""


class FoldDirective(SphinxDirective):
    """``.. torchzh-fold:: 标题``."""

    required_arguments = 1
    final_argument_whitespace = True
    has_content = True
    option_spec: ClassVar = {"class": directives.class_option, "open": directives.flag}

    def run(self) -> list[nodes.Node]:
        """One node around the parsed content."""
        node = fold(title=self.arguments[0], opened="open" in self.options)
        node["classes"] += self.options.get("class", [])
        node += self.parse_content_to_nodes()
        return [node]


def visit_html(translator: HTML5Translator, node: fold) -> None:
    """Open the element and write the title."""
    classes = " ".join(["torchzh-fold", *node["classes"]])
    title = translator.encode(node["title"])
    if translator.builder.name == "epub":
        translator.body.append(f'<div class="{classes}"><p class="torchzh-fold-title">{title}</p>')
    else:
        opened = " open" if node["opened"] else ""
        translator.body.append(f'<details class="{classes}"{opened}><summary>{title}</summary>')


def depart_html(translator: HTML5Translator, node: fold) -> None:
    """Close the element."""
    translator.body.append("</div>\n" if translator.builder.name == "epub" else "</details>\n")


def visit_nothing(translator: nodes.NodeVisitor, node: fold) -> None:
    """Other writers show the content as it is."""


def setup(app: Sphinx) -> None:
    """Register node and directive."""
    other = (visit_nothing, visit_nothing)
    app.add_node(fold, html=(visit_html, depart_html), text=other, latex=other)
    app.add_directive("torchzh-fold", FoldDirective)
