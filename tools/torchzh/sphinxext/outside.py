"""Links to torch's own pages without a version in the HTML, so that unchanged pages stay identical.

The sources of a page link the official page of its version and the source line at
its tag, which is what PDF and ePub want. In HTML those two addresses would make
every page differ from the same page of the next version. There they lead to
the current state of torch, and the script of the site, which knows the version and
the line, completes them; without scripts they still lead somewhere useful.
"""

from __future__ import annotations

import re

from docutils import nodes
from sphinx.application import Sphinx

from torchzh.render.links import DOCS, SOURCE

_DOCS = re.compile(rf"^{re.escape(DOCS)}/[\d.]+/")
_SOURCE = re.compile(rf"^{re.escape(SOURCE)}/v[^/]+/(?P<file>[^#]+)#L\d+$")


def neutral(address: str) -> str:
    """The same place in torch without a version; other addresses as they are."""
    if match := _SOURCE.match(address):
        return f"{SOURCE}/main/{match['file']}"
    return _DOCS.sub(f"{DOCS}/stable/", address)


def make_neutral(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Rewrite the links of a page that becomes HTML."""
    if app.builder.format != "html" or app.builder.name == "epub":
        return
    for node in doctree.findall(nodes.reference):
        if "refuri" in node:
            node["refuri"] = neutral(node["refuri"])


def setup(app: Sphinx) -> None:
    """After all references are resolved."""
    app.connect("doctree-resolved", make_neutral)
