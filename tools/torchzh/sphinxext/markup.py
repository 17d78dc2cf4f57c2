"""Three small pieces of markup that generated pages need and RST lacks.

``torchzh-anchor`` gives the section it stands in its explicit ids: a Chinese
title has no slug, and RST labels are global over all pages, so ``param-dim``
could exist only once. ``torchzh-alias`` makes other public names of the object
on this page resolvable, for our references and for ``objects.inv``.
``torchzh-badge`` is a word with a CSS class: ``style|text``.
"""

from __future__ import annotations

from typing import ClassVar

from docutils import nodes
from docutils.parsers.rst import Directive, directives
from docutils.parsers.rst.states import Inliner
from docutils.utils import unescape
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective


class AnchorDirective(Directive):
    """Set the ids of the enclosing section; the first one is its address."""

    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        """Change the section, add nothing."""
        section = self.state.parent
        names = self.arguments[0].split()
        if not isinstance(section, nodes.section):
            raise self.error("torchzh-anchor 只能直接写在标题之后")
        document = self.state.document
        for old in section["ids"]:
            document.ids.pop(old, None)
        for name, target in document.nameids.items():
            if target in section["ids"]:
                document.nameids[name] = names[0]
        section["ids"] = names
        for name in names:
            document.ids[name] = section
        return []


class AliasDirective(SphinxDirective):
    """Register further names for the object described on this page."""

    required_arguments = 1
    has_content = True
    option_spec: ClassVar = {"type": directives.unchanged_required}

    def run(self) -> list[nodes.Node]:
        """Note each name of the content in the Python domain."""
        domain = self.env.domains.python_domain
        for line in self.content:
            if name := line.strip():
                objtype = self.options.get("type", "function")
                domain.note_object(
                    name, objtype, self.arguments[0], aliased=True, location=self.get_location()
                )
        return []


def badge_role(
    name: str,
    rawtext: str,
    text: str,
    lineno: int,
    inliner: Inliner,
    options: dict[str, object] | None = None,
    content: list[str] | None = None,
) -> tuple[list[nodes.Node], list[nodes.system_message]]:
    """An inline element with the classes ``tz-badge`` and ``tz-<style>``."""
    del name, lineno, inliner, options, content
    style, _, label = unescape(text).partition("|")
    return [nodes.inline(rawtext, label, classes=["tz-badge", f"tz-{style}"])], []


def setup(app: Sphinx) -> None:
    """Register directives and role."""
    app.add_directive("torchzh-anchor", AnchorDirective)
    app.add_directive("torchzh-alias", AliasDirective)
    app.add_role("torchzh-badge", badge_role)
