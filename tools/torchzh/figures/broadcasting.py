"""Broadcasting: a column and a row become a table, and sizes are compared from the right."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import torch

from torchzh.figures.grid import cells, shape_text
from torchzh.figures.models import Figure, Maker
from torchzh.figures.svg import document, text

CELL = 26.0


def words(tensor: torch.Tensor) -> list[list[str]]:
    """The numbers as text."""
    return [[str(int(value)).replace("-", "−") for value in row] for row in tensor.tolist()]


def operands() -> tuple[torch.Tensor, torch.Tensor]:
    """A column and a row."""
    return torch.tensor([[10], [20], [30]]), torch.tensor([[1, 2, 3, 4]])


def drawn(sign: str, operation: Callable[[torch.Tensor, torch.Tensor], torch.Tensor]) -> Figure:
    """The column at the left, the row on top, the result where they meet."""
    a, b = operands()
    result = operation(a, b)
    left, top = 92.0, 76.0
    parts = [text(50, 62, f"a {shape_text(a.shape)}", fill="a", bold=True)]
    parts.append(cells(37, top, words(a), "a-soft", CELL))
    parts.append(text(left + 52, 16, f"b {shape_text(b.shape)}", fill="b", bold=True))
    parts.append(cells(left, 22, words(b), "b-soft", CELL))
    parts.append(text(50, 40, sign, bold=True, size=16))
    parts.append(text(left + 52, 68, f"a {sign} b {shape_text(result.shape)}", fill="c", bold=True))
    parts.append(cells(left, top, words(result), "c-soft", CELL))
    for i, (size_a, size_b, size_c) in enumerate(zip(a.shape, b.shape, result.shape, strict=True)):
        x = 250 + i * 46
        column = [[str(size_a)], [str(size_b)], [str(size_c)]]
        parts.append(cells(x, 40, column, [["a-soft"], ["b-soft"], ["c-soft"]], CELL))
        parts.append(text(x + 13, 134, f"第 {i} 维", fill="mute"))
    parts += [text(240, 40 + i * CELL + 17, name, at="end") for i, name in enumerate(("a", "b", "结果"))]
    parts.append(text(10, 176, "形状从右往左逐维比：相等，或有一个是 1（拉长）", at="start", fill="mute"))
    caption = "a 沿列方向拉长，b 沿行方向拉长，再逐格计算；拉长只是重复读同一个数，不占内存。"
    alt = (
        f"形状 {shape_text(a.shape)} 的列与 {shape_text(b.shape)} 的行广播成 {shape_text(result.shape)}，"
        f"第一行是 {'、'.join(words(result)[0])}。"
    )
    return Figure(caption=caption, alt=alt, svg=document(186, alt, parts))


ADD = partial(drawn, "+", torch.add)
SUB = partial(drawn, "−", torch.sub)
MUL = partial(drawn, "×", torch.mul)
FIGURES: dict[str, Maker] = {
    "torch.add": ADD,
    "torch.Tensor.add": ADD,
    "torch.Tensor.sub": SUB,
    "torch.sub": SUB,
    "torch.mul": MUL,
    "torch.Tensor.mul": MUL,
    "torch.broadcast_tensors": ADD,
}
