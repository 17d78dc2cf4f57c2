"""Block nodes: sections, paragraphs, lists, code, boxes, tables."""

from __future__ import annotations

import re
from html import unescape

from docutils import nodes
from sphinx import addnodes

from torchzh.export.typst_text import call, content, label, text, text_literal
from torchzh.export.typst_writer import Writer, classes_of, ids_of, renders
from torchzh.figures.svg import light
from torchzh.sphinxext.english import english
from torchzh.sphinxext.figure import picture
from torchzh.sphinxext.fold import fold

ENTRY = 3  # level of an entry's heading: part, group, entry
# Class of a paragraph → function of the template.
STYLED = {
    "tz-summary": "summary",
    "tz-param-facts": "facts",
    "tz-import": "facts",
    "tz-badges": "facts",
    "tz-aliases": "facts",
    "tz-links": "facts",
    "tz-names": "facts",
    "tz-condition": "facts",
}
SVG_FONT, SVG_WIDTH = "Noto Sans CJK SC", "9cm"
HIGHLIGHTED = {
    "pycon": "python",
    "pycon3": "python",
    "python": "python",
    "python3": "python",
    "bash": "bash",
    "console": "bash",
}
ADMONITIONS: dict[type[nodes.Node], str] = {
    nodes.note: "注意",
    nodes.warning: "警告",
    nodes.caution: "小心",
    nodes.danger: "危险",
    nodes.important: "重要",
    nodes.tip: "提示",
    nodes.hint: "提示",
    nodes.attention: "注意",
    nodes.error: "错误",
    addnodes.seealso: "参见",
}


def marks(writer: Writer, node: nodes.Element, *, first: str = "") -> str:
    """Labels of the node; the first one belongs to the element just written."""
    names = [first] if first else []
    names += [writer.label_of(identifier) for identifier in ids_of(node)]
    names = [name for name in dict.fromkeys(names) if name in writer.labels]
    own, others = names[:1], names[1:]
    return "".join(f"#{label(name)}" for name in own) + "".join(
        f"#metadata(none)#{label(name)}" for name in others
    )


@renders(nodes.document)
def _document(writer: Writer, node: nodes.document) -> str:
    return writer.children(node)


@renders(addnodes.start_of_file)
def _start_of_file(writer: Writer, node: addnodes.start_of_file) -> str:
    outside, writer.docname = writer.docname, node["docname"]
    body = writer.children(node)
    writer.docname = outside
    return body


@renders(nodes.section)
def _section(writer: Writer, node: nodes.section) -> str:
    writer.level += 1
    parts = []
    for child in node.children:
        parts.append(_title(writer, node, child) if isinstance(child, nodes.title) else writer.render(child))
    writer.level -= 1
    return "".join(parts)


def _title(writer: Writer, section: nodes.section, title: nodes.title) -> str:
    """A heading; the root's own title stands on the title page already."""
    if writer.level == 1:
        return ""
    top = not isinstance(section.parent, nodes.section)
    level = writer.level - 1
    # Parts, groups and entries begin on a new page, unless the page has only just begun with one of them.
    begin = "" if level > ENTRY or writer.fresh else "#pagebreak(weak: true)\n"
    writer.fresh = level < ENTRY
    heading = begin + call("heading", f"level: {level}", body=writer.children(title))
    return heading + marks(writer, section, first=writer.docname if top else "") + "\n\n"


@renders(nodes.paragraph, addnodes.compact_paragraph)
def _paragraph(writer: Writer, node: nodes.Element) -> str:
    body = writer.children(node)
    style = next((STYLED[name] for name in classes_of(node) if name in STYLED), "")
    return (call(style, body=body) if style else body) + "\n\n"


@renders(nodes.bullet_list)
def _bullets(writer: Writer, node: nodes.bullet_list) -> str:
    return call("list", *_items(writer, node)) + "\n\n"


@renders(nodes.enumerated_list)
def _numbers(writer: Writer, node: nodes.enumerated_list) -> str:
    return call("enum", f"start: {node.get('start', 1)}", *_items(writer, node)) + "\n\n"


def _items(writer: Writer, node: nodes.Element) -> list[str]:
    return [content(writer.children(item)) for item in node.children if isinstance(item, nodes.Element)]


@renders(nodes.definition_list, nodes.field_list, nodes.option_list)
def _definitions(writer: Writer, node: nodes.Element) -> str:
    parts = []
    for item in node.findall(lambda child: child.parent is node):
        if isinstance(item, nodes.Element):
            head, *rest = item.children
            body = "".join(writer.render(child) for child in rest)
            parts.append(call("titled", content(writer.children(head)), content(body)))  # type: ignore[arg-type]
    return "\n".join(parts) + "\n\n"


@renders(nodes.definition, nodes.field_body, nodes.description, nodes.container, nodes.compound, nodes.topic)
def _through(writer: Writer, node: nodes.Element) -> str:
    return writer.children(node)


@renders(nodes.literal_block, nodes.doctest_block)
def _code(_writer: Writer, node: nodes.Element) -> str:
    language = HIGHLIGHTED.get(str(node.get("language", "")))
    options = [f"lang: {text_literal(language)}"] if language else []
    return call("raw", text_literal(node.astext()), "block: true", *options) + "\n\n"


@renders(nodes.line_block)
def _lines(writer: Writer, node: nodes.line_block) -> str:
    return "#linebreak()".join(writer.render(child) for child in node.children) + "\n\n"


@renders(nodes.line)
def _line(writer: Writer, node: nodes.line) -> str:
    return writer.children(node)


@renders(nodes.block_quote)
def _quote(writer: Writer, node: nodes.block_quote) -> str:
    return call("quoted", body=writer.children(node)) + "\n\n"


@renders(nodes.rubric, nodes.caption, nodes.title)
def _rubric(writer: Writer, node: nodes.Element) -> str:
    return call("titled", content(writer.children(node)), "[]") + "\n\n"


@renders(nodes.transition)
def _transition(_writer: Writer, _node: nodes.transition) -> str:
    return call("line", "length: 100%", "stroke: 0.5pt + rule") + "\n\n"


@renders(*ADMONITIONS)
def _admonition(writer: Writer, node: nodes.Element) -> str:
    title = next(name for kind, name in ADMONITIONS.items() if isinstance(node, kind))
    return _box(type(node).__name__, text(title), writer.children(node))


@renders(nodes.admonition)
def _titled_admonition(writer: Writer, node: nodes.admonition) -> str:
    title, *rest = node.children
    style = next((name.removeprefix("tz-") for name in classes_of(node) if name.startswith("tz-")), "note")
    return _box(style, writer.children(title), "".join(writer.render(child) for child in rest))  # type: ignore[arg-type]


@renders(addnodes.versionmodified)
def _versionmodified(writer: Writer, node: addnodes.versionmodified) -> str:
    return _box(str(node.get("type", "note")), "", writer.children(node))


def _box(style: str, title: str, body: str) -> str:
    return call("admonition", text_literal(style), content(title), content(body)) + "\n\n"


@renders(fold)
def _fold(writer: Writer, node: fold) -> str:
    return call("titled", content(text(node["title"])), content(writer.children(node))) + "\n\n"


@renders(picture)
def _picture(writer: Writer, node: picture) -> str:
    """The SVG with light colours in a font of the book, the caption under it."""
    svg = light(node["svg"]).replace("<svg ", f'<svg font-family="{SVG_FONT}" ', 1)
    alt = re.search(r'aria-label="([^"]*)"', svg)
    image = call(
        "image",
        f"bytes({text_literal(svg)})",
        'format: "svg"',
        f"width: {SVG_WIDTH}",
        f"alt: {text_literal(unescape(alt[1]) if alt else '')}",
    )
    whole = image + "\n\n" + call("facts", body=writer.children(node))
    return call("block", "breakable: false", body=whole) + "\n\n"


@renders(english, nodes.comment, nodes.substitution_definition, addnodes.index, addnodes.tabular_col_spec)
def _nothing(_writer: Writer, _node: nodes.Element) -> str:
    return ""  # the English original is torch's; it stands on the site only


@renders(nodes.raw)
def _raw(_writer: Writer, node: nodes.raw) -> str:
    return node.astext() if "typst" in str(node.get("format", "")).split() else ""


@renders(nodes.target)
def _target(writer: Writer, node: nodes.target) -> str:
    return marks_only(writer, node)


def marks_only(writer: Writer, node: nodes.Element) -> str:
    """Invisible places to jump to."""
    names = [writer.label_of(identifier) for identifier in ids_of(node)]
    return "".join(f"#metadata(none)#{label(name)}" for name in names if name in writer.labels)
