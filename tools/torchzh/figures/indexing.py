"""Picking by index, by condition and by rank: which cell goes where.

The index tensors are real, the results come from torch, and the arrows are the indices.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch

from torchzh.figures.grid import cells
from torchzh.figures.models import Figure, Maker
from torchzh.figures.svg import arrow, document, text

CELL = 26.0
TINTS = ("a-soft", "b-soft", "c-soft", "d-soft")


def words(tensor: torch.Tensor) -> list[list[str]]:
    """The numbers as text; one dimension is one row."""
    rows = tensor.reshape(1, -1) if tensor.dim() < 2 else tensor
    return [[str(value).replace("-", "−") for value in row] for row in rows.tolist()]


def listing(tensor: torch.Tensor) -> str:
    """The numbers of the tensor in a sentence."""
    return "、".join(str(value) for value in tensor.flatten().tolist())


def gather_data() -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Input, index and result."""
    x = torch.tensor([[10, 11, 12, 13], [20, 21, 22, 23], [30, 31, 32, 33]])
    index = torch.tensor([[3, 0], [1, 1], [2, 0]])
    return x, index, torch.gather(x, 1, index)


def gather() -> Figure:
    """Each row has a colour; a picked cell keeps it."""
    x, index, result = gather_data()
    tint = [["void"] * 4 for _ in range(3)]
    for i, row in enumerate(index.tolist()):
        for j in row:
            tint[i][j] = TINTS[i]
    rows = [[TINTS[i]] * 2 for i in range(3)]
    parts = [text(66, 15, "x", bold=True), cells(14, 22, words(x), tint, CELL)]
    parts += [text(181, 15, "index", bold=True), cells(155, 22, words(index), "void", CELL)]
    parts += [text(288, 15, "结果", bold=True), cells(262, 22, words(result), rows, CELL)]
    for i in range(3):
        parts.append(arrow((211, 22 + (i + 0.5) * CELL), (258, 22 + (i + 0.5) * CELL), "mute"))
    first = index[0].tolist()
    parts.append(text(170, 124, "torch.gather(x, dim=1, index)", fill="a", bold=True))
    parts.append(
        text(170, 144, f"第 0 行：取第 {first[0]} 列、第 {first[1]} 列 → {listing(result[0])}", fill="mute")
    )
    caption = (
        "dim=1：行号照旧，index 里的数是列号。结果与 index 同形状，每一格 out[i][j] = x[i][index[i][j]]。"
    )
    alt = f"gather 按每行的列号取数：index 是 {listing(index)}，结果是 {listing(result)}。"
    return Figure(caption=caption, alt=alt, svg=document(154, alt, parts))


def scatter_data() -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Source, index and result."""
    src = torch.tensor([[5, 6], [7, 8], [9, 4]])
    index = torch.tensor([[3, 0], [1, 2], [2, 0]])
    return src, index, torch.zeros(3, 4, dtype=torch.int64).scatter(1, index, src)


def scatter() -> Figure:
    """The way back of gather."""
    src, index, result = scatter_data()
    rows = [[TINTS[i]] * 2 for i in range(3)]
    tint = [["void"] * 4 for _ in range(3)]
    for i, row in enumerate(index.tolist()):
        for j in row:
            tint[i][j] = TINTS[i]
    parts = [text(40, 15, "src", bold=True), cells(14, 22, words(src), rows, CELL)]
    parts += [text(118, 15, "index", bold=True), cells(92, 22, words(index), "void", CELL)]
    parts += [text(274, 15, "结果", bold=True), cells(222, 22, words(result), tint, CELL)]
    for i in range(3):
        parts.append(arrow((148, 22 + (i + 0.5) * CELL), (218, 22 + (i + 0.5) * CELL), "mute"))
    first = index[0].tolist()
    parts.append(text(170, 124, "zeros(3, 4).scatter(1, index, src)", fill="a", bold=True))
    parts.append(
        text(170, 144, f"第 0 行：{listing(src[0])} 写到第 {first[0]} 列、第 {first[1]} 列", fill="mute")
    )
    caption = "gather 的反方向：out[i][index[i][j]] = src[i][j]，没写到的格子（灰）保持原值。"
    alt = f"scatter 把 {listing(src)} 按列号 {listing(index)} 写进 3 × 4 的零矩阵，得 {listing(result)}。"
    return Figure(caption=caption, alt=alt, svg=document(154, alt, parts))


def index_select() -> Figure:
    """Whole rows by number, again and in any order."""
    x = torch.tensor([[0, 1, 2], [10, 11, 12], [20, 21, 22], [30, 31, 32]])
    index = torch.tensor([2, 0, 2])
    result = torch.index_select(x, 0, index)
    parts = [text(60, 15, "x", bold=True)]
    parts.append(cells(21, 22, words(x), [[TINTS[i]] * 3 for i in range(4)], CELL))
    parts += [
        text(170, 15, "index", bold=True),
        cells(157, 35, [[str(i)] for i in index.tolist()], "void", CELL),
    ]
    parts.append(text(280, 15, "结果", bold=True))
    parts.append(cells(241, 35, words(result), [[TINTS[i]] * 3 for i in index.tolist()], CELL))
    for row, i in enumerate(index.tolist()):
        parts.append(arrow((102, 22 + (i + 0.5) * CELL), (154, 35 + (row + 0.5) * CELL)))
        parts.append(arrow((186, 35 + (row + 0.5) * CELL), (238, 35 + (row + 0.5) * CELL)))
    caption = "整行整行地取：index 里写第几行就取第几行，可以重复，次序随意；结果总是新内存。"
    alt = f"从 4 行中取第 {listing(index)} 行，结果的首列是 {listing(result[:, 0])}。"
    return Figure(caption=caption, alt=alt, svg=document(136, alt, parts))


def where_data() -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
    """Condition, both sources and the result."""
    a, b = torch.tensor([1, 2, 3, 4, 5, 6]), torch.tensor([10, 20, 30, 40, 50, 60])
    condition = torch.tensor([True, False, False, True, True, False])
    return condition, a, b, torch.where(condition, a, b)


def where() -> Figure:
    """Two rows and a row of truth values."""
    condition, a, b, result = where_data()
    told = ["真" if value else "假" for value in condition.tolist()]
    chosen = ["a-soft" if value else "b-soft" for value in condition.tolist()]
    rows: Sequence[tuple[str, list[list[str]], list[str]]] = (
        ("condition", [told], chosen),
        ("a（真时取）", words(a), ["a-soft" if v else "void" for v in condition.tolist()]),
        ("b（假时取）", words(b), ["void" if v else "b-soft" for v in condition.tolist()]),
        ("结果", words(result), chosen),
    )
    parts = []
    for number, (title, values, fills) in enumerate(rows):
        top = 8 + number * 36 + (10 if number == 3 else 0)
        parts.append(text(118, top + 18, title, at="end", bold=number == 3))
        parts.append(cells(130, top, values, [fills], 32))
    caption = "逐格二选一：条件为真取 a，为假取 b。两边都已经算好，where 只负责挑。"
    alt = f"条件为真取 a、为假取 b：where(condition, a, b) 的结果是 {listing(result)}。"
    return Figure(caption=caption, alt=alt, svg=document(164, alt, parts))


def masked_fill() -> Figure:
    """The upper triangle of a score matrix becomes minus infinity."""
    x = torch.arange(16).reshape(4, 4).float()
    mask = torch.ones(4, 4, dtype=torch.bool).triu(1)
    result = x.masked_fill(mask, float("-inf"))
    tint = [["b-soft" if value else "a-soft" for value in row] for row in mask.tolist()]
    shown = [["−inf" if v == float("-inf") else f"{v:g}" for v in row] for row in result.tolist()]
    plain = [[f"{value:g}" for value in row] for row in x.tolist()]
    parts = [text(70, 15, "x（橙：mask 为真）", bold=True), cells(14, 22, plain, tint, 28)]
    parts += [arrow((132, 78), (194, 78)), text(163, 70, "masked_fill", fill="a")]
    parts += [text(264, 15, "结果", bold=True), cells(200, 22, shown, tint, 32)]
    caption = "mask 为真的格子换成给定的值，其余照抄。图中是因果掩码：softmax 之后 −inf 变成 0。"
    alt = f"4 × 4 的矩阵中，右上三角 {int(mask.sum())} 个格子被 masked_fill 填成 −inf，其余不变。"
    return Figure(caption=caption, alt=alt, svg=document(158, alt, parts))


FIGURES: dict[str, Maker] = {
    "torch.gather": gather,
    "torch.Tensor.gather": gather,
    "torch.scatter": scatter,
    "torch.Tensor.scatter": scatter,
    "torch.Tensor.scatter_": scatter,
    "torch.index_select": index_select,
    "torch.Tensor.index_select": index_select,
    "torch.where": where,
    "torch.Tensor.where": where,
    "torch.Tensor.masked_fill": masked_fill,
    "torch.Tensor.masked_fill_": masked_fill,
}
