"""Dropout: what it drops, what it enlarges, and that evaluation does nothing."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import torch
from torch import nn

from torchzh.figures.grid import cells
from torchzh.figures.models import Figure, Maker
from torchzh.figures.plot import plain
from torchzh.figures.svg import document, text


def dropout(call: str, make: Callable[[], nn.Module], caption: str, *, channels: bool) -> Figure:
    """Ones through the module: what is dropped and what grows, and evaluation beside it."""
    torch.manual_seed(3)
    module = make()
    x = torch.ones(1, 4, 4, 4) if channels else torch.ones(4, 6)

    def run() -> torch.Tensor:
        result: torch.Tensor = module(x)
        return result[0].flatten(1)[:, :6] if channels else result

    parts = []
    shown = run()
    module.eval()
    still = run().tolist()
    for centre, title, rows in ((88.0, "train()", shown.tolist()), (252.0, "eval()", still)):
        parts.append(text(centre, 16, title, bold=True))
        words = [[f"{value:g}" for value in row] for row in rows]
        tint = [["a-soft" if value else "void" for value in row] for row in rows]
        parts.append(cells(centre - 72, 24, words, tint, 24))
    zeros = sum(value == 0 for row in shown.tolist() for value in row)
    note = "行是通道，列是通道里的前 6 个位置" if channels else "输入全是 1"
    parts.append(text(170, 140, f"{call}，{note}", fill="mute"))
    alt = (
        f"{call} 作用在全 1 上：训练时 24 格里有 {zeros} 格变成 0，"
        f"其余变成 {plain(max(map(max, shown.tolist())))}；评估时不变。"
    )
    return Figure(caption=caption, alt=alt, svg=document(150, alt, parts))


DROPOUT = partial(
    dropout,
    "Dropout(p=0.5)",
    lambda: nn.Dropout(0.5),
    "训练时每格各自以概率 p 归零，留下的乘以 1 / (1 − p) = 2，期望不变；eval() 时什么都不做。",
    channels=False,
)
DROPOUT2D = partial(
    dropout,
    "Dropout2d(p=0.5)",
    lambda: nn.Dropout2d(0.5),
    "整个通道一起归零或一起放大 1 / (1 − p) = 2 倍；eval() 时什么都不做。",
    channels=True,
)
FIGURES: dict[str, Maker] = {
    "torch.nn.Dropout": DROPOUT,
    "torch.nn.functional.dropout": DROPOUT,
    "torch.nn.Dropout2d": DROPOUT2D,
}
