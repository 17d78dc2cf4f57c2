"""Memory layouts: the same numbers as a grid and as they lie in memory.

Shapes, strides, the order in memory and whether two tensors share it are asked
of torch; nothing is concluded from the name of the operation.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import torch

from torchzh.figures.grid import cells, shape_text, step, strip
from torchzh.figures.models import Figure
from torchzh.figures.svg import document, text

TINTS = ("a-soft", "b-soft", "c-soft", "d-soft")
LEFT, RIGHT = 60.0, 280.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """One operation on a small tensor."""

    call: str
    make: Callable[[torch.Tensor], torch.Tensor]
    caption: str
    shape: tuple[int, ...] = (2, 3)
    source: str = "x"
    prepare: Callable[[torch.Tensor], torch.Tensor] = torch.Tensor.detach


def memory(tensor: torch.Tensor) -> list[int]:
    """All numbers of the memory behind a tensor, in order."""
    if hasattr(tensor, "untyped_storage"):
        size = tensor.untyped_storage().nbytes() // tensor.element_size()
    else:  # torch 1.13
        size = tensor.storage().size()
    return [int(value) for value in torch.as_strided(tensor, (size,), (1,), 0).tolist()]


def shares(one: torch.Tensor, other: torch.Tensor) -> bool:
    """True when both begin in the same memory."""
    return bool(one.data_ptr() == other.data_ptr())


def rows_of(tensor: torch.Tensor) -> list[list[int]]:
    """The numbers as rows; one dimension is one row."""
    flat = tensor.reshape(1, -1) if tensor.dim() < 2 else tensor.reshape(-1, tensor.shape[-1])
    return [[int(value) for value in row] for row in flat.tolist()]


def drawn(layout: Layout) -> Figure:
    """Both grids, the arrow between them, and the memory."""
    count = int(torch.tensor(layout.shape).prod())
    origin = torch.arange(count).reshape(layout.shape)
    x = layout.prepare(origin)
    y = layout.make(x)
    tint = {value: TINTS[i % 4] for i, row in enumerate(rows_of(origin)) for value in row}
    before, after = rows_of(x), rows_of(y)
    stacked = len(before[0]) + len(after[0]) > 7
    cell = 24.0
    parts: list[str] = []
    if stacked:
        below = _grid(parts, 170, 4, layout.source, x, before, tint, cell)
        parts.append(step((170, below + 6), (170, below + 34)))
        parts.append(text(180, below + 24, layout.call, at="start", fill="a", bold=True))
        below = _grid(parts, 170, below + 38, "y", y, after, tint, cell)
    else:
        top = max(len(before), len(after)) * cell / 2
        parts.append(step((LEFT + 52, 36 + top), (RIGHT - 52, 36 + top), ""))
        parts.append(text(170, 30 + top, layout.call, fill="a", bold=True))
        below = max(
            _grid(parts, LEFT, 4, layout.source, x, before, tint, cell),
            _grid(parts, RIGHT, 4, "y", y, after, tint, cell),
        )
    same = shares(x, y)
    below += 22
    parts.append(
        text(10, below, f"{'x 与 y 共用的' if same else layout.source + ' 的'}内存", at="start", bold=True)
    )
    parts.append(_strip(below + 7, memory(x), tint))
    below += 64
    if not same:
        parts.append(text(10, below, "y 另有一块内存（复制）", at="start", bold=True))
        parts.append(_strip(below + 7, memory(y), tint))
        below += 64
    how = "与 x 共用内存" if same else f"另占一块内存，其中依次是 {' '.join(map(str, memory(y)))}"
    alt = (
        f"{layout.source} 形状 {shape_text(x.shape)}、步长 {shape_text(x.stride())}；{layout.call} 得到 y，"
        f"形状 {shape_text(y.shape)}、步长 {shape_text(y.stride())}，{how}。"
    )
    return Figure(caption=layout.caption, alt=alt, svg=document(below - 8, alt, parts))


def _strip(y: float, values: list[int], tint: dict[int, str]) -> str:
    return strip(10, y, [str(value) for value in values], [tint[value] for value in values])


def _grid(
    parts: list[str],
    centre: float,
    top: float,
    name: str,
    tensor: torch.Tensor,
    rows: list[list[int]],
    tint: dict[int, str],
    cell: float,
) -> float:
    """Add a grid with its shape and stride; the place below it."""
    parts.append(text(centre, top + 11, f"{name} 形状 {shape_text(tensor.shape)}", bold=True))
    parts.append(text(centre, top + 27, f"步长 {shape_text(tensor.stride())}", fill="mute"))
    left = centre - len(rows[0]) * cell / 2
    words = [[str(value) for value in row] for row in rows]
    parts.append(cells(left, top + 34, words, [[tint[value] for value in row] for row in rows], cell))
    return top + 34 + len(rows) * cell
