"""Numbered cells: tensors as a reader imagines them."""

from __future__ import annotations

from collections.abc import Sequence

from torchzh.figures.svg import Point, arrow, box, path, text

CELL = 26.0
Rows = Sequence[Sequence[str]]
Fills = Sequence[Sequence[str]]


def filled(rows: Rows, fill: str) -> list[list[str]]:
    """The same colour for every cell."""
    return [[fill] * len(row) for row in rows]


def cells(x: float, y: float, rows: Rows, fills: Fills | str = "a-soft", cell: float = CELL) -> str:
    """A grid with its upper left corner at a point; cells of one colour are one path."""
    paint = filled(rows, fills) if isinstance(fills, str) else fills
    groups: dict[str, str] = {}
    words = []
    for i, row in enumerate(rows):
        for j, content in enumerate(row):
            left, top = x + j * cell, y + i * cell
            fill = paint[i][j]
            groups[fill] = groups.get(fill, "") + box(left, top, cell, cell)
            words.append(text(left + cell / 2, top + cell / 2 + 4.3, content))
    return "".join(path(data, fill=fill, stroke="mute") for fill, data in groups.items()) + "".join(words)


def outline(x: float, y: float, width: float, height: float, stroke: str = "b") -> str:
    """A strong frame around some cells."""
    return path(box(x, y, width, height), stroke=stroke, width=3)


def titled(
    centre: float,
    y: float,
    title: str,
    rows: Rows,
    fills: Fills | str = "a-soft",
    *,
    note: str = "",
    cell: float = CELL,
) -> str:
    """A grid in the middle under its name, with a line under it."""
    width = max(len(row) for row in rows) * cell
    parts = [text(centre, y + 11, title, bold=True)]
    parts.append(cells(centre - width / 2, y + 18, rows, fills, cell))
    parts.append(text(centre, y + 18 + len(rows) * cell + 15, note, fill="mute"))
    return "".join(parts)


def step(start: Point, end: Point, words: str = "") -> str:
    """An arrow with the call that is made, above its middle."""
    label = text((start[0] + end[0]) / 2, min(start[1], end[1]) - 6, words, fill="a", bold=True)
    return arrow(start, end) + label


def strip(
    x: float,
    y: float,
    values: Sequence[str],
    fills: Sequence[str],
    cell: float = CELL,
    *,
    indices: bool = True,
) -> str:
    """One row of memory, with addresses under the cells."""
    under = [text(x + (i + 0.5) * cell, y + cell + 13, str(i), fill="mute") for i in range(len(values))]
    return cells(x, y, [values], [fills], cell) + ("".join(under) if indices else "")


def shape_text(shape: Sequence[int]) -> str:
    """``(2, 3)``, and ``(6,)`` for one dimension."""
    return str(tuple(shape))
