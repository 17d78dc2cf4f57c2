"""Sorting and searching in a row, and codes made of indices."""

from __future__ import annotations

from collections.abc import Sequence

import torch

from torchzh.figures.grid import cells
from torchzh.figures.models import Figure, Maker
from torchzh.figures.svg import arrow, document, text

CELL = 36.0
LEFT = 100.0
TINTS = ("a-soft", "b-soft", "c-soft", "d-soft")


def row(y: float, title: str, values: Sequence[object], fills: str | Sequence[str] = "void") -> str:
    """A named row of cells."""
    paint = [fills] * len(values) if isinstance(fills, str) else list(fills)
    cell = cells(LEFT, y, [[str(value) for value in values]], [paint], CELL)
    return text(LEFT - 10, y + CELL / 2 + 4, title, at="end", bold=True) + cell


def data() -> torch.Tensor:
    """Six numbers without order."""
    return torch.tensor([4, 9, 1, 7, 3, 8])


def _arrows(top: float, bottom: float, targets: Sequence[int]) -> list[str]:
    """From place ``targets[k]`` above to place ``k`` below."""
    return [
        arrow((LEFT + (i + 0.5) * CELL, top), (LEFT + (k + 0.5) * CELL, bottom), "a")
        for k, i in enumerate(targets)
    ]


def sort() -> Figure:
    """Where each number goes."""
    x = data()
    values, indices = torch.sort(x)
    parts = [row(22, "x", x.tolist()), *_arrows(60, 110, indices.tolist())]
    parts += [text(LEFT + (i + 0.5) * CELL, 15, str(i), fill="mute") for i in range(6)]
    parts += [row(112, "values", values.tolist(), "a-soft"), row(156, "indices", indices.tolist(), "b-soft")]
    caption = "values 是排好的数，indices 是每个数原来的位置（argsort 只给这一行）；x[indices] 就是 values。"
    alt = (
        f"x 是 {x.tolist()}，升序后 values 是 {values.tolist()}，"
        f"indices 是 {indices.tolist()}，可用来还原对应关系。"
    )
    return Figure(caption=caption, alt=alt, svg=document(200, alt, parts))


def topk() -> Figure:
    """The three largest."""
    x = data()
    values, indices = torch.topk(x, 3)
    chosen = ["a-soft" if i in indices.tolist() else "void" for i in range(6)]
    parts = [row(22, "x", x.tolist(), chosen), *_arrows(60, 110, indices.tolist())]
    parts += [text(LEFT + (i + 0.5) * CELL, 15, str(i), fill="mute") for i in range(6)]
    parts += [row(112, "values", values.tolist(), "a-soft"), row(156, "indices", indices.tolist(), "b-soft")]
    caption = "topk(3)：最大的 3 个从大到小排好，连同它们原来的位置。"
    alt = f"x 是 {x.tolist()}，最大的 3 个是 {values.tolist()}，位置是 {indices.tolist()}，按从大到小排列。"
    return Figure(caption=caption, alt=alt, svg=document(200, alt, parts))


def nonzero() -> Figure:
    """Cells that are not zero, and the table of their places."""
    x = torch.tensor([[0, 7, 0, 0], [5, 0, 0, 2], [0, 0, 3, 0]])
    found = torch.nonzero(x)
    tint = [["a-soft" if value else "void" for value in line] for line in x.tolist()]
    parts = [text(88, 32, "x", bold=True)]
    parts += [text(36 + (j + 0.5) * 26, 48, str(j), fill="mute") for j in range(4)]
    parts += [text(26, 54 + (i + 0.5) * 26 + 4, str(i), fill="mute") for i in range(3)]
    parts.append(cells(36, 54, [[str(v) for v in line] for line in x.tolist()], tint, 26))
    parts += [arrow((150, 93), (206, 93)), text(178, 84, "nonzero", fill="a", bold=True)]
    parts += [text(260, 15, f"形状 {tuple(found.shape)}", bold=True), text(247, 31, "行", fill="mute")]
    parts.append(text(273, 31, "列", fill="mute"))
    parts.append(cells(234, 36, [[str(v) for v in line] for line in found.tolist()], "a-soft", 26))
    caption = "每个非零元素占一行，写着它的行号和列号；有几个非零，结果就有几行。"
    alt = f"3 × 4 的矩阵有 {len(found)} 个非零元素，位置是 {found.tolist()}，每行一个坐标。"
    return Figure(caption=caption, alt=alt, svg=document(150, alt, parts))


def unique() -> Figure:
    """Each value once, how often, and where each place went."""
    x = torch.tensor([4, 9, 4, 7, 9, 9])
    values, inverse, counts = torch.unique(x, return_inverse=True, return_counts=True)
    tint = {value: TINTS[i] for i, value in enumerate(values.tolist())}
    shown = values.tolist()
    parts = [row(8, "x", x.tolist(), [tint[value] for value in x.tolist()])]
    parts.append(row(58, "值", shown, [tint[value] for value in shown]))
    parts.append(row(102, "counts", counts.tolist(), [tint[value] for value in shown]))
    parts.append(row(146, "inverse", inverse.tolist(), [tint[value] for value in x.tolist()]))
    caption = (
        "值：去重并排好序；counts：各出现几次；inverse：x 的每一格在「值」里的位置，值[inverse] 就还原成 x。"
    )
    alt = (
        f"x 是 {x.tolist()}，去重得 {shown}，次数 {counts.tolist()}，inverse 是 {inverse.tolist()}，可还原。"
    )
    return Figure(caption=caption, alt=alt, svg=document(190, alt, parts))


def one_hot() -> Figure:
    """Classes as rows with a single one."""
    classes = torch.tensor([2, 0, 3])
    codes = torch.nn.functional.one_hot(classes, 4)
    tint = [["a-soft" if value else "void" for value in line] for line in codes.tolist()]
    parts = [
        text(53, 32, "类别号", bold=True),
        cells(40, 38, [[str(v)] for v in classes.tolist()], "b-soft", 26),
    ]
    for i in range(3):
        parts.append(arrow((70, 38 + (i + 0.5) * 26), (176, 38 + (i + 0.5) * 26)))
    parts += [text(180 + (j + 0.5) * 26, 32, str(j), fill="mute") for j in range(4)]
    parts += [text(123, 44, "one_hot(x, 4)", fill="a", bold=True), text(232, 14, "结果 (3, 4)", bold=True)]
    parts.append(cells(180, 38, [[str(v) for v in line] for line in codes.tolist()], tint, 26))
    caption = "每个类别号变成一行：第「类别号」列是 1，其余是 0；最后多出一维，长度是类别数。"
    alt = f"类别 {classes.tolist()} 变成三行四列的 0 与 1，1 分别在第 2、0、3 列。"
    return Figure(caption=caption, alt=alt, svg=document(124, alt, parts))


def embedding() -> Figure:
    """Rows of the weight by number."""
    torch.manual_seed(0)
    table = torch.nn.Embedding(4, 3)
    index = torch.tensor([2, 0, 2])
    out = table(index)

    def rows(tensor: torch.Tensor) -> list[list[str]]:
        return [[f"{value:.1f}".replace("-", "−") for value in line] for line in tensor.tolist()]

    parts = [text(66, 15, "weight (4, 3)", bold=True)]
    parts += [text(8, 24 + (i + 0.5) * 34 + 4, str(i), fill="mute") for i in range(4)]
    parts.append(cells(16, 24, rows(table.weight), [[tint] * 3 for tint in TINTS], 34))
    parts += [
        text(174, 15, "编号", bold=True),
        cells(157, 41, [[str(i)] for i in index.tolist()], "void", 34),
    ]
    parts.append(text(282, 15, "输出 (3, 3)", bold=True))
    parts.append(cells(231, 41, rows(out), [[TINTS[i]] * 3 for i in index.tolist()], 34))
    for k, i in enumerate(index.tolist()):
        parts.append(arrow((121, 24 + (i + 0.5) * 34), (154, 41 + (k + 0.5) * 34)))
        parts.append(arrow((194, 41 + (k + 0.5) * 34), (228, 41 + (k + 0.5) * 34)))
    caption = "就是查表：编号是几就取权重的第几行。同一个编号取到同一行，梯度也加到同一行上。"
    alt = f"4 × 3 的权重表按编号 {index.tolist()} 取行，第 0、2 个输出相同。"
    return Figure(caption=caption, alt=alt, svg=document(170, alt, parts))


FIGURES: dict[str, Maker] = {
    "torch.sort": sort,
    "torch.Tensor.sort": sort,
    "torch.argsort": sort,
    "torch.Tensor.argsort": sort,
    "torch.topk": topk,
    "torch.Tensor.topk": topk,
    "torch.nonzero": nonzero,
    "torch.Tensor.nonzero": nonzero,
    "torch.unique": unique,
    "torch.Tensor.unique": unique,
    "torch.nn.functional.one_hot": one_hot,
    "torch.nn.Embedding": embedding,
    "torch.nn.functional.embedding": embedding,
}
