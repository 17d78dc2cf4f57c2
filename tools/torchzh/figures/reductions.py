"""Reductions: what ``dim=0`` and ``dim=1`` leave of a matrix, and running sums.

The column of results at the right and the row below are what torch returned.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import torch

from torchzh.figures.grid import cells
from torchzh.figures.models import Figure, Maker
from torchzh.figures.svg import arrow, document, text

CELL = 34.0
LEFT, TOP = 44.0, 26.0
NUMBERS = [[3.0, 1.0, 2.0], [0.0, 5.0, 4.0]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reduction:
    """One function along both dimensions."""

    name: str
    along: Callable[[torch.Tensor, int], Any]
    whole: Callable[[torch.Tensor], Any] | None
    caption: str
    numbers: Any = None


def matrix(reduction: Reduction) -> torch.Tensor:
    """What is reduced."""
    return torch.tensor(NUMBERS if reduction.numbers is None else reduction.numbers)


def word(value: Any) -> str:
    """A number or a truth value as it fits into a cell."""
    if isinstance(value, bool):
        return "真" if value else "假"
    return f"{value:.3g}".replace("-", "−")


def results(reduction: Reduction) -> tuple[list[str], list[str], str]:
    """For dim=0, for dim=1 and for everything, as text."""
    x = matrix(reduction)
    down = [word(value) for value in reduction.along(x, 0).tolist()]
    across = [word(value) for value in reduction.along(x, 1).tolist()]
    whole = "" if reduction.whole is None else word(reduction.whole(x).item())
    return down, across, whole


def drawn(reduction: Reduction) -> Figure:
    """The matrix, results below and at the right, the whole in the corner."""
    x = matrix(reduction)
    rows, columns = x.shape
    down, across, whole = results(reduction)
    width, height = columns * CELL, rows * CELL
    right, below = LEFT + width, TOP + height
    parts = [text(LEFT + width / 2, 16, f"x 形状 ({rows}, {columns})", bold=True)]
    parts.append(cells(LEFT, TOP, [[word(v) for v in row] for row in x.tolist()], "void", CELL))
    parts += [
        arrow((LEFT + (j + 0.5) * CELL, below + 3), (LEFT + (j + 0.5) * CELL, below + 25), "a")
        for j in range(columns)
    ]
    parts += [
        arrow((right + 3, TOP + (i + 0.5) * CELL), (right + 41, TOP + (i + 0.5) * CELL), "b")
        for i in range(rows)
    ]
    parts.append(cells(LEFT, below + 28, [down], "a-soft", CELL))
    parts.append(cells(right + 44, TOP, [[value] for value in across], "b-soft", CELL))
    parts.append(text(LEFT + width / 2, below + 78, f"dim=0 → ({columns},)", fill="a", bold=True))
    parts.append(
        text(right + 86, TOP + height / 2 + 4, f"dim=1 → ({rows},)", at="start", fill="b", bold=True)
    )
    if whole:
        parts.append(cells(right + 44, below + 28, [[whole]], "c-soft", CELL))
        parts.append(text(right + 86, below + 49, "不写 dim → ()", at="start", fill="c", bold=True))
    alt = (
        f"2 × 3 的矩阵：{reduction.name}(dim=0) 逐列得 {'、'.join(down)}，"
        f"dim=1 逐行得 {'、'.join(across)}" + (f"，不写 dim 得 {whole}。" if whole else "。")
    )
    return Figure(caption=reduction.caption, alt=alt, svg=document(below + 88, alt, parts))


DIM = "dim 是被消掉的那一维：dim=0 沿箭头逐列算，行没了；dim=1 逐行算，列没了。"
TRUTH = [[True, False, True], [True, True, True]]
REDUCTIONS = {
    "sum": Reduction(name="sum", along=lambda x, d: x.sum(dim=d), whole=torch.sum, caption=DIM),
    "mean": Reduction(name="mean", along=lambda x, d: x.mean(dim=d), whole=torch.mean, caption=DIM),
    "prod": Reduction(name="prod", along=lambda x, d: x.prod(dim=d), whole=torch.prod, caption=DIM),
    "max": Reduction(
        name="max",
        along=lambda x, d: x.max(dim=d).values,
        whole=torch.max,
        caption=DIM + "给了 dim 时还会连同位置一起返回 (values, indices)，图中只画 values。",
    ),
    "min": Reduction(
        name="min",
        along=lambda x, d: x.min(dim=d).values,
        whole=torch.min,
        caption=DIM + "给了 dim 时还会连同位置一起返回 (values, indices)，图中只画 values。",
    ),
    "argmax": Reduction(
        name="argmax",
        along=lambda x, d: x.argmax(dim=d),
        whole=torch.argmax,
        caption=(
            "得到的是位置：dim=0 是每列最大值在第几行，"
            "dim=1 是每行最大值在第几列；不写 dim 时是展平后的位置。"
        ),
    ),
    "argmin": Reduction(
        name="argmin",
        along=lambda x, d: x.argmin(dim=d),
        whole=torch.argmin,
        caption=(
            "得到的是位置：dim=0 是每列最小值在第几行，"
            "dim=1 是每行最小值在第几列；不写 dim 时是展平后的位置。"
        ),
    ),
    "std": Reduction(
        name="std",
        along=lambda x, d: x.std(dim=d),
        whole=torch.std,
        caption="默认除以 n − 1（样本标准差）。" + DIM,
    ),
    "var": Reduction(
        name="var",
        along=lambda x, d: x.var(dim=d),
        whole=torch.var,
        caption="默认除以 n − 1（样本方差）。" + DIM,
    ),
    "all": Reduction(
        name="all",
        along=lambda x, d: x.all(dim=d),
        whole=torch.all,
        numbers=TRUTH,
        caption="一列（行）里全是真才得真；不写 dim 时看整个张量。",
    ),
    "any": Reduction(
        name="any",
        along=lambda x, d: x.any(dim=d),
        whole=torch.any,
        numbers=[[False, False, True], [False, False, False]],
        caption="一列（行）里有一个真就得真；不写 dim 时看整个张量。",
    ),
    "norm": Reduction(
        name="norm",
        along=lambda x, d: torch.linalg.vector_norm(x, dim=d),
        whole=torch.linalg.vector_norm,
        numbers=[[3.0, 0.0, 6.0], [4.0, 5.0, 8.0]],
        caption="默认是平方和开方：第 0 列 √(3² + 4²) = 5。" + DIM,
    ),
}


def running() -> Figure:
    """The running sum along both dimensions."""
    x = torch.tensor(NUMBERS)
    parts = []
    shown = (
        ("x", x, "void"),
        ("cumsum(dim=0) ↓", x.cumsum(0), "a-soft"),
        ("cumsum(dim=1) →", x.cumsum(1), "b-soft"),
    )
    for number, (title, tensor, fill) in enumerate(shown):
        top = 4 + number * 92
        parts.append(text(170, top + 12, title, bold=True))
        parts.append(cells(125, top + 18, [[word(v) for v in row] for row in tensor.tolist()], fill, CELL))
    told = "、".join(word(value) for value in x.cumsum(1)[0].tolist())
    caption = "形状不变：dim=0 时每格是本列到这里为止的和，dim=1 时是本行到这里为止的和。"
    alt = f"2 × 3 的矩阵逐行累加，第 0 行 3、1、2 变成 {told}。"
    return Figure(caption=caption, alt=alt, svg=document(282, alt, parts))


CASES = {f"{owner}.{key}": value for key, value in REDUCTIONS.items() for owner in ("torch", "torch.Tensor")}
FIGURES: dict[str, Maker] = {name: partial(drawn, value) for name, value in CASES.items()}
FIGURES |= {"torch.cumsum": running, "torch.Tensor.cumsum": running}
