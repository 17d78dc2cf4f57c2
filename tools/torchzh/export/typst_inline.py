"""Inline nodes: text, code, emphasis, links, formulas, badges."""

from __future__ import annotations

from docutils import nodes
from sphinx import addnodes

from torchzh.export.typst_math import FormulaError, to_typst
from torchzh.export.typst_text import call, label, text, text_literal
from torchzh.export.typst_writer import TypstError, Writer, classes_of, renders


@renders(nodes.Text)
def _text(_writer: Writer, node: nodes.Text) -> str:
    return text(node.astext())


@renders(nodes.literal, addnodes.literal_strong)
def _literal(writer: Writer, node: nodes.Element) -> str:
    # A reference inside code keeps its link; the rest is one piece of code.
    if any(isinstance(child, nodes.reference) for child in node.children):
        return writer.children(node)
    return call("raw", text_literal(node.astext()))


@renders(nodes.emphasis, addnodes.literal_emphasis, nodes.title_reference)
def _emphasis(writer: Writer, node: nodes.Element) -> str:
    # Chinese has no italics; the fonts have none either.
    return call("text", "font: sans", body=writer.children(node))


@renders(nodes.strong)
def _strong(writer: Writer, node: nodes.strong) -> str:
    return call("strong", body=writer.children(node))


@renders(nodes.superscript)
def _superscript(writer: Writer, node: nodes.superscript) -> str:
    return call("super", body=writer.children(node))


@renders(nodes.subscript)
def _subscript(writer: Writer, node: nodes.subscript) -> str:
    return call("sub", body=writer.children(node))


@renders(nodes.inline, nodes.generated, nodes.abbreviation)
def _inline(writer: Writer, node: nodes.Element) -> str:
    classes = classes_of(node)
    if "tz-badge" in classes:
        style = next((name.removeprefix("tz-") for name in classes if name != "tz-badge"), "")
        return call("badge", text_literal(style), text_literal(node.astext()))
    return writer.children(node)


@renders(nodes.reference)
def _reference(writer: Writer, node: nodes.reference) -> str:
    body = writer.children(node)
    target = target_label(writer, node)
    if target in writer.labels:
        return call("link", label(target), body=body)
    uri = str(node.get("refuri", ""))
    return (
        call("link", text_literal(uri), body=body)
        if uri.startswith(("http://", "https://", "mailto:"))
        else body
    )


def target_label(writer: Writer, node: nodes.Element) -> str:
    """Label an internal reference points at; empty for others."""
    if node.get("refid"):
        return writer.label_of(node["refid"])
    uri = str(node.get("refuri", ""))
    return uri.removeprefix("%").removesuffix("#") if uri.startswith("%") else ""


@renders(nodes.math)
def _math(writer: Writer, node: nodes.math) -> str:
    return f"${formula(writer, node)}$"


@renders(nodes.math_block)
def _math_block(writer: Writer, node: nodes.math_block) -> str:
    return f"$ {formula(writer, node)} $\n\n"


def formula(writer: Writer, node: nodes.Element) -> str:
    """The formula in Typst; what is not understood stops the build and is named."""
    try:
        return to_typst(node.astext())
    except FormulaError as error:
        raise TypstError(f"{writer.docname}：公式无法转换：{node.astext()}（{error}）") from error
