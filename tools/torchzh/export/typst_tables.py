"""Tables: columns as wide as they need, heads repeated on the next page."""

from __future__ import annotations

from docutils import nodes

from torchzh.export.typst_text import call, content
from torchzh.export.typst_writer import Writer, renders


@renders(nodes.table)
def _table(writer: Writer, node: nodes.table) -> str:
    title = "".join(writer.render(child) for child in node.children if isinstance(child, nodes.title))
    groups = [child for child in node.children if isinstance(child, nodes.tgroup)]
    return title + "".join(_group(writer, group) for group in groups)


def _group(writer: Writer, group: nodes.tgroup) -> str:
    columns = sum(isinstance(child, nodes.colspec) for child in group.children)
    stubs = {
        number
        for number, child in enumerate(child for child in group.children if isinstance(child, nodes.colspec))
        if child.get("stub")
    }
    cells: list[str] = []
    for part in group.children:
        if isinstance(part, nodes.thead):
            cells.append(f"table.header({', '.join(_cells(writer, part, set(range(columns))))})")
        elif isinstance(part, nodes.tbody):
            cells += _cells(writer, part, stubs)
    widths = "(" + "auto, " * columns + ")"
    return call("table", f"columns: {widths}", *cells) + "\n\n"


def _cells(writer: Writer, part: nodes.Element, bold: set[int]) -> list[str]:
    found = []
    for row in part.children:
        assert isinstance(row, nodes.row)
        for number, entry in enumerate(row.children):
            assert isinstance(entry, nodes.entry)
            body = writer.children(entry).strip()
            if number in bold and body:
                body = call("strong", body=body)
            spans = [
                f"{name}: {entry[key] + 1}"
                for name, key in (("colspan", "morecols"), ("rowspan", "morerows"))
                if key in entry
            ]
            found.append(f"table.cell({', '.join(spans)}){content(body)}" if spans else content(body))
    return found
