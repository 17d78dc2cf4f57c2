"""Numbers made from nothing: ranges, diagonals, coordinate grids."""

from __future__ import annotations

import torch

from torchzh.figures.grid import cells, shape_text
from torchzh.figures.models import Figure, Maker
from torchzh.figures.plot import Axes, plain
from torchzh.figures.svg import document, dot, line, text


def ranges() -> Figure:
    """Both on the same line of numbers."""
    step, count = torch.arange(0, 1, 0.25), torch.linspace(0, 1, 5)
    parts, axis = [], Axes(x=(0, 1), y=(0, 1), left=30, width=280)
    shown = (("torch.arange(0, 1, 0.25)", step, "a", 30), ("torch.linspace(0, 1, 5)", count, "b", 110))
    for call, values, tint, top in shown:
        parts.append(text(10, top - 14, call, at="start", fill=tint, bold=True))
        parts.append(line([(20, top + 18), (325, top + 18)], "mute"))
        parts += [dot(axis.px(value), top + 18, tint, 5) for value in values.tolist()]
        parts += [text(axis.px(value), top + 38, plain(value)) for value in values.tolist()]
    parts.append(text(axis.px(1), 68, "不含 1", fill="mute"))
    caption = "arange 给步长，不含终点（4 个数）；linspace 给个数，两头都含（5 个数）。"
    alt = (
        f"数轴上的点：arange(0, 1, 0.25) 是 {step.tolist()}，"
        f"linspace(0, 1, 5) 是 {count.tolist()}，前者不含终点 1。"
    )
    return Figure(caption=caption, alt=alt, svg=document(158, alt, parts))


def eye() -> Figure:
    """A square and a wide one."""
    parts = []
    for centre, call, tensor in (
        (85.0, "torch.eye(4)", torch.eye(4)),
        (245.0, "torch.eye(3, 5)", torch.eye(3, 5)),
    ):
        rows = [[f"{value:g}" for value in row] for row in tensor.tolist()]
        tint = [["a-soft" if value else "bg" for value in row] for row in tensor.tolist()]
        parts.append(text(centre, 16, call, fill="a", bold=True))
        parts.append(cells(centre - 13 * tensor.shape[1], 26, rows, tint))
    caption = "主对角线是 1，其余是 0；给两个数就是 n 行 m 列，多出来的列全是 0。"
    alt = "eye(4) 是 4 × 4 的单位矩阵；eye(3, 5) 是 3 行 5 列，对角线上 3 个 1。"
    return Figure(caption=caption, alt=alt, svg=document(140, alt, parts))


def meshgrid() -> Figure:
    """Both coordinate tables for both conventions."""
    x, y = torch.tensor([1, 2, 3]), torch.tensor([10, 20])
    parts = [text(10, 16, "x = [1, 2, 3]，y = [10, 20]", at="start", bold=True)]
    told = []
    for top, indexing in ((40, "ij"), (150, "xy")):
        found = torch.meshgrid(x, y, indexing=indexing)
        parts.append(
            text(
                10,
                top,
                f'indexing="{indexing}" → 形状 {shape_text(found[0].shape)}',
                at="start",
                fill="a",
                bold=True,
            )
        )
        told.append(f"{indexing} 时形状 {shape_text(found[0].shape)}")
        for left, fill, table in ((14.0, "a-soft", found[0]), (180.0, "b-soft", found[1])):
            parts.append(cells(left, top + 8, [[str(v) for v in row] for row in table.tolist()], fill))
    caption = (
        "蓝是 x 的坐标表，橙是 y 的坐标表。ij：x 沿行方向变（矩阵习惯）"
        "；xy：x 沿列方向变（画图习惯），两者互为转置。"
    )
    alt = f"长度 3 的 x 与长度 2 的 y 做 meshgrid：{'，'.join(told)}，数值互为转置。"
    return Figure(caption=caption, alt=alt, svg=document(220, alt, parts))


FIGURES: dict[str, Maker] = {
    "torch.arange": ranges,
    "torch.linspace": ranges,
    "torch.eye": eye,
    "torch.meshgrid": meshgrid,
}
