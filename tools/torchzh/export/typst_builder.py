"""The Sphinx builder that writes one Typst file for a whole volume.

It joins all pages below the root page into one doctree, resolves the
references between them, and leaves layout to the writer. Compiling is a step of
its own, so that the Typst source can be looked at.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Set
from datetime import UTC, date, datetime
from pathlib import Path

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.util.display import progress_message
from sphinx.util.nodes import inline_all_toctrees

from torchzh.export.typst_template import preamble
from torchzh.export.typst_writer import Writer, ids_of

NODE_MODULES = ("typst_inline", "typst_blocks", "typst_tables", "typst_signatures")


class TypstBuilder(Builder):
    """``sphinx-build -b typst``."""

    name = "typst"
    format = "typst"
    epilog = ""
    allow_parallel = False

    def init(self) -> None:
        """Register the functions of all kinds of node."""
        for module in NODE_MODULES:
            importlib.import_module(f"torchzh.export.{module}")

    def get_outdated_docs(self) -> str:
        """The volume is one file: always all of it."""
        return "all pages"

    def get_target_uri(self, docname: str, typ: str | None = None) -> str:
        """``%docname``: resolved to a label by the writer."""
        del typ
        return "%" + docname

    def get_relative_uri(self, from_: str, to: str, typ: str | None = None) -> str:
        """The same from everywhere."""
        del from_
        return self.get_target_uri(to, typ)

    def write_documents(self, docnames: Set[str]) -> None:
        """Write the volume."""
        del docnames
        with progress_message("组装", nonl=False):
            tree = self._assemble()
        writer = Writer(labels=all_labels(tree), docname=str(self.config.root_doc))
        config = self.config
        head = preamble(
            title=str(config.project),
            subtitle=f"torch {config.release}",
            author=str(config.author),
            day=build_day(),
        )
        target = Path(self.outdir) / "volume.typ"
        with progress_message("写出 Typst", nonl=False):
            target.write_text(head + "\n" + writer.render(tree), encoding="utf-8")

    def finish(self) -> None:
        """Nothing besides the one file."""

    def _assemble(self) -> nodes.document:
        root = str(self.config.root_doc)
        tree = self.env.get_doctree(root)
        tree = inline_all_toctrees(self, set(), root, tree, lambda text: text, [root])
        tree["docname"] = root
        self.env.resolve_references(tree, root, self)
        return tree


def build_day() -> date:
    """Today, or the day a reproducible build names."""
    fixed = os.environ.get("SOURCE_DATE_EPOCH")
    return datetime.fromtimestamp(int(fixed), UTC).date() if fixed else datetime.now(UTC).date()


def all_labels(tree: nodes.document) -> frozenset[str]:
    """Labels the writer will set: each page, and each id of a section, a signature or a target."""
    found: set[str] = {str(tree["docname"])}
    _gather(tree, str(tree["docname"]), found)
    return frozenset(found)


def _gather(node: nodes.Element, docname: str, found: set[str]) -> None:
    if isinstance(node, addnodes.start_of_file):
        docname = node["docname"]
        found.add(docname)
    if isinstance(node, nodes.section | addnodes.desc_signature | nodes.target):
        found.update(f"{docname}#{identifier}" for identifier in ids_of(node))
    for child in node.children:
        if isinstance(child, nodes.Element):
            _gather(child, docname, found)


def setup(app: Sphinx) -> dict[str, object]:
    """Register the builder."""
    app.add_builder(TypstBuilder)
    return {"parallel_read_safe": True}
