"""``torchzh-figure``: a picture of ours inside the page, with a caption.

The SVG stands in the HTML itself, so that it follows the theme of the page. An
ePub knows no custom properties: there the light colours are written out.
"""

from __future__ import annotations

from typing import ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.writers.html5 import HTML5Translator

from torchzh.figures.svg import light


class picture(nodes.General, nodes.Element):  # noqa: N801 - docutils names nodes in lower case
    """An SVG; the children are the caption."""


class FigureDirective(SphinxDirective):
    """The content is the SVG, the option ``caption`` one paragraph of text."""

    has_content = True
    option_spec: ClassVar = {"caption": directives.unchanged_required}

    def run(self) -> list[nodes.Node]:
        """One node around the caption."""
        self.assert_has_content()
        words, messages = self.parse_inline(self.options.get("caption", ""))
        return [picture("", *words, svg="\n".join(self.content)), *messages]


def visit_html(translator: HTML5Translator, node: picture) -> None:
    """Write the picture and open the caption."""
    svg = light(node["svg"]) if translator.builder.name == "epub" else node["svg"]
    translator.body.append(f'<figure class="tz-figure">{svg}<figcaption>')


def depart_html(translator: HTML5Translator, node: picture) -> None:
    """Close the caption."""
    translator.body.append("</figcaption></figure>\n")


def visit_nothing(translator: nodes.NodeVisitor, node: picture) -> None:
    """Other writers show the caption."""


def setup(app: Sphinx) -> None:
    """Register node and directive."""
    other = (visit_nothing, visit_nothing)
    app.add_node(picture, html=(visit_html, depart_html), text=other, latex=other)
    app.add_directive("torchzh-figure", FigureDirective)
