"""Signatures of API objects as code: parameters fill the lines, none is torn apart."""

from __future__ import annotations

from docutils import nodes
from sphinx import addnodes

from torchzh.export.typst_blocks import marks_only
from torchzh.export.typst_text import call, text_literal
from torchzh.export.typst_writer import Writer, renders

WIDTH = 84
INDENT = "    "


@renders(addnodes.desc)
def _desc(writer: Writer, node: addnodes.desc) -> str:
    signatures = [child for child in node.children if isinstance(child, addnodes.desc_signature)]
    code = "\n".join(signature_text(signature) for signature in signatures)
    body = "".join(
        writer.render(child) for child in node.children if isinstance(child, addnodes.desc_content)
    )
    places = "".join(marks_only(writer, signature) for signature in signatures)
    return places + call("signature", text_literal(code)) + "\n\n" + body


@renders(addnodes.desc_content)
def _desc_content(writer: Writer, node: addnodes.desc_content) -> str:
    return writer.children(node)


def signature_text(node: nodes.Element) -> str:
    """The signature as Python writes it."""
    short = "".join(_piece(child, wrapped=False) for child in node.children)
    return short if len(short) <= WIDTH else "".join(_piece(child, wrapped=True) for child in node.children)


def _piece(node: nodes.Node, *, wrapped: bool) -> str:
    if not isinstance(node, addnodes.desc_parameterlist):
        return node.astext()
    parameters = [child.astext() for child in node.children]
    if not wrapped or not parameters:
        return f"({', '.join(parameters)})"
    lines = [""]
    for parameter in parameters:
        if lines[-1] and len(INDENT + lines[-1]) + len(parameter) + 2 > WIDTH:
            lines.append("")
        lines[-1] += f"{' ' if lines[-1] else ''}{parameter},"
    return "(\n" + "".join(f"{INDENT}{line}\n" for line in lines) + ")"
