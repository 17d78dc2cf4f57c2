"""Joining, splitting and repeating: which cell of the result comes from which tensor.

The tensors are filled with numbers of their own, the real operation is run, and
each cell of the result takes the colour of the tensor its number came from.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import torch

from torchzh.figures.grid import cells, shape_text, step
from torchzh.figures.models import Figure, Maker
from torchzh.figures.svg import document, text

CELL = 24.0
TINTS = ("a-soft", "b-soft", "c-soft", "d-soft")
Join = Callable[[Sequence[torch.Tensor]], torch.Tensor]


def pair() -> tuple[torch.Tensor, torch.Tensor]:
    """Two tensors of the same shape with different numbers."""
    return torch.arange(6).reshape(2, 3), torch.arange(10, 16).reshape(2, 3)


def words(tensor: torch.Tensor) -> list[list[str]]:
    """The numbers as text; one dimension is one row."""
    rows = tensor.reshape(1, -1) if tensor.dim() < 2 else tensor
    return [[str(int(value)) for value in row] for row in rows.tolist()]


def tints(tensor: torch.Tensor) -> list[list[str]]:
    """Numbers from 10 on are those of the second tensor."""
    rows = tensor.reshape(1, -1) if tensor.dim() < 2 else tensor
    return [["b-soft" if value >= 10 else "a-soft" for value in row] for row in rows.tolist()]


def grid(centre: float, top: float, name: str, tensor: torch.Tensor) -> str:
    """A matrix under its name and shape."""
    rows = words(tensor)
    title = text(centre, top + 11, f"{name} {shape_text(tensor.shape)}", bold=True)
    return title + cells(centre - len(rows[0]) * CELL / 2, top + 17, rows, tints(tensor), CELL)


def sources() -> list[str]:
    """The two tensors side by side."""
    one, other = pair()
    return [grid(90, 4, "a", one), grid(250, 4, "b", other)]


def cat() -> Figure:
    """Both dimensions."""
    one, other = pair()
    down, right = torch.cat([one, other], dim=0), torch.cat([one, other], dim=1)
    parts = [*sources(), step((90, 76), (90, 98)), step((240, 76), (240, 98))]
    parts += [
        text(84, 92, "dim=0", at="end", fill="a", bold=True),
        text(234, 92, "dim=1", at="end", fill="a", bold=True),
    ]
    parts += [grid(90, 102, "接在下面", down), grid(240, 102, "接在右边", right)]
    caption = "dim 是变长的那一维：dim=0 时行数相加，dim=1 时列数相加，其余维必须相同。"
    alt = (
        f"两个 {shape_text(one.shape)} 的张量：cat(dim=0) 得 {shape_text(down.shape)}，"
        f"cat(dim=1) 得 {shape_text(right.shape)}。"
    )
    return Figure(caption=caption, alt=alt, svg=document(222, alt, parts))


def layers(x: float, y: float, tensor: torch.Tensor) -> str:
    """Three dimensions: the slices along the first one, one behind the other, the first in front."""
    parts = []
    for i in range(tensor.shape[0] - 1, -1, -1):
        parts.append(cells(x + i * 40, y + i * 30, words(tensor[i]), tints(tensor[i]), CELL))
    return "".join(parts)


def stack() -> Figure:
    """Dimension 0: two whole tensors in a row; dimension 1: rows in pairs."""
    one, other = pair()
    first, second = torch.stack([one, other], dim=0), torch.stack([one, other], dim=1)
    parts = [*sources(), step((90, 76), (90, 98)), step((250, 76), (250, 98))]
    parts += [
        text(84, 92, "dim=0", at="end", fill="a", bold=True),
        text(244, 92, "dim=1", at="end", fill="a", bold=True),
    ]
    for centre, result in ((90.0, first), (250.0, second)):
        parts.append(text(centre, 114, f"形状 {shape_text(result.shape)}", bold=True))
        for i in range(result.shape[0]):
            top = 124 + i * 60
            left = centre - 36 + 12
            parts.append(text(left - 8, top + 28, f"y[{i}]", at="end", fill="mute"))
            parts.append(cells(left, top, words(result[i]), tints(result[i]), CELL))
    caption = "stack 先新建一维再拼：dim=0 时 y[0] 就是整个 a；dim=1 时 y[0] 是 a 与 b 的第 0 行配成一对。"
    alt = (
        f"两个 {shape_text(one.shape)} 的张量："
        f"stack(dim=0) 与 stack(dim=1) 都得 {shape_text(first.shape)}，但 y[0] 的内容不同。"
    )
    return Figure(caption=caption, alt=alt, svg=document(240, alt, parts))


def pieces(call: str, cut: Callable[[torch.Tensor], Sequence[torch.Tensor]], caption: str) -> Figure:
    """One row cut into parts."""
    x = torch.arange(10)
    parts = [text(170, 14, "x 形状 (10,)", bold=True)]
    found = cut(x)
    paint = [TINTS[i % 4] for i, piece in enumerate(found) for _ in range(len(piece))]
    parts.append(cells(50, 20, words(x), [paint], CELL))
    parts += [step((170, 48), (170, 72)), text(178, 64, call, at="start", fill="a", bold=True)]
    gap = 10.0
    left = 170 - (10 * CELL + gap * (len(found) - 1)) / 2
    for i, piece in enumerate(found):
        width = len(piece) * CELL
        parts.append(cells(left, 80, words(piece), TINTS[i % 4], CELL))
        parts.append(text(left + width / 2, 120, f"{len(piece)} 个", fill="mute"))
        left += width + gap
    sizes = "、".join(str(len(piece)) for piece in found)
    alt = f"长度 10 的张量经 {call} 切成 {len(found)} 块，长度依次是 {sizes}。"
    return Figure(caption=caption, alt=alt, svg=document(128, alt, parts))


def repeats() -> Figure:
    """Each number in place, or the whole row again."""
    x = torch.tensor([0, 1, 2])
    each, whole = torch.repeat_interleave(x, 2), x.repeat(2)

    def row(tensor: torch.Tensor) -> list[list[str]]:
        return [[TINTS[int(value)] for value in tensor.tolist()]]

    parts = [text(60, 14, "x", bold=True), cells(24, 20, words(x), row(x), CELL)]
    for top, call, result in ((70, "torch.repeat_interleave(x, 2)", each), (136, "x.repeat(2)", whole)):
        parts.append(text(24, top, call, at="start", fill="a", bold=True))
        parts.append(cells(24, top + 8, words(result), row(result), CELL))
    caption = "repeat_interleave 让每个元素就地重复；repeat 把整个张量接着再来一遍。"
    alt = (
        f"x 是 0 1 2，各重复两次：repeat_interleave 逐个重复得 {' '.join(words(each)[0])}，"
        f"repeat 得 {' '.join(words(whole)[0])}。"
    )
    return Figure(caption=caption, alt=alt, svg=document(178, alt, parts))


SPLIT = partial(
    pieces, "x.split(4)", lambda x: x.split(4), "参数是每块的长度：每块 4 个，最后一块只剩 2 个。"
)
CHUNK = partial(
    pieces, "x.chunk(4)", lambda x: x.chunk(4), "参数是块数：每块长 ⌈10 / 4⌉ = 3，最后一块只剩 1 个。"
)
FIGURES: dict[str, Maker] = {
    "torch.cat": cat,
    "torch.stack": stack,
    "torch.split": SPLIT,
    "torch.Tensor.split": SPLIT,
    "torch.chunk": CHUNK,
    "torch.Tensor.chunk": CHUNK,
    "torch.repeat_interleave": repeats,
    "torch.Tensor.repeat_interleave": repeats,
}
