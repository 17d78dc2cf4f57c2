"""Gradients before and after both ways of clipping, as arrows."""

from __future__ import annotations

import torch

from torchzh.figures.models import Figure, Maker
from torchzh.figures.plot import Axes, frame, plain
from torchzh.figures.svg import arrow, document, text


def clipping() -> Figure:
    """A gradient before and after both ways of clipping."""
    before = torch.tensor([6.0, 2.0])
    parameter = torch.nn.Parameter(torch.zeros(2))
    found = {}
    for name in ("norm", "value"):
        parameter.grad = before.clone()
        if name == "norm":
            torch.nn.utils.clip_grad_norm_([parameter], 3.0)
        else:
            torch.nn.utils.clip_grad_value_([parameter], 3.0)
        found[name] = [round(value, 3) for value in parameter.grad.tolist()]
    axes = Axes(x=(0, 7), y=(0, 3.5), left=36, top=12, width=280, height=140)
    parts = [frame(axes, [0, 1, 2, 3, 4, 5, 6, 7], [0, 1, 2, 3], "横轴：梯度的第 0 个分量；纵轴：第 1 个")]
    start = (axes.px(0), axes.py(0))
    told = []
    for (x, y), tint, name in (
        ((6.0, 2.0), "mute", "裁剪前"),
        (tuple(found["value"]), "b", "按值 3"),
        (tuple(found["norm"]), "a", "按范数 3"),
    ):
        parts.append(arrow(start, (axes.px(x), axes.py(y)), tint, width=2.5))
        words = f"{name} ({plain(round(x, 2))}, {plain(round(y, 2))})"
        place = {
            "mute": (axes.px(x) - 10, axes.py(y) - 8),
            "b": (axes.px(x) - 20, axes.py(y) - 22),
            "a": (axes.px(x) + 72, axes.py(y) + 22),
        }[tint]
        parts.append(text(*place, words, fill=tint, bold=True))
        told.append(words)
    caption = "按范数裁剪（蓝）整体缩短，方向不变；按值裁剪（橙）把每个分量各自截到 ±3，方向会变。"
    alt = f"梯度 (6, 2) 的两种裁剪：{'，'.join(told[1:])}。"
    return Figure(caption=caption, alt=alt, svg=document(190, alt, parts))


FIGURES: dict[str, Maker] = {
    "torch.nn.utils.clip_grad_norm_": clipping,
    "torch.nn.utils.clip_grad_value_": clipping,
}
