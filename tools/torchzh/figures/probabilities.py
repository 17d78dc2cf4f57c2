"""Scores that become probabilities, as bars."""

from __future__ import annotations

from functools import partial

import torch

from torchzh.figures.models import Figure, Maker
from torchzh.figures.plot import Axes, bars, frame, plain
from torchzh.figures.svg import document, text

SCORES = (2.0, 1.0, 0.0, -1.0)


def probabilities(*, logarithm: bool) -> Figure:
    """Scores above, what becomes of them below."""
    scores = torch.tensor(SCORES)
    share = torch.softmax(scores, 0)
    result = torch.log_softmax(scores, 0) if logarithm else share
    name = "log_softmax" if logarithm else "softmax"
    above = Axes(x=(0, 4), y=(-1.2, 2.8), top=30, height=76)
    low = -4.0 if logarithm else 0.0
    below = Axes(x=(0, 4), y=(low, 0.0 if logarithm else 1.0), top=148, height=84)
    parts = [text(10, 18, "输入（分数，任意实数）", at="start", bold=True), frame(above, [], [-1, 0, 1, 2])]
    parts.append(
        text(
            10,
            136,
            f"{name} 之后" + ("" if logarithm else "（都在 0 与 1 之间，和为 1）"),
            at="start",
            bold=True,
        )
    )
    parts.append(frame(below, [], [-4, -2, 0] if logarithm else [0, 0.5, 1]))
    for axes, tensor, fill in ((above, scores, "b-soft"), (below, result, "a-soft")):
        for i, value in enumerate(tensor.tolist()):
            zero = Axes(
                x=axes.x,
                y=axes.y,
                left=axes.left,
                top=axes.top,
                width=axes.width,
                height=axes.height - (axes.bottom - axes.py(0)),
            )
            parts.append(
                bars(zero, [i + 0.2, i + 0.8], [value], fill)
                if value >= 0
                else _hanging(axes, i, value, fill)
            )
            away = -4 if value >= 0 else 14
            parts.append(text(axes.px(i + 0.5), axes.py(value) + away, plain(round(value, 3)), bold=True))
    caption = (
        "log_softmax 就是 softmax 再取对数：都不大于 0，越接近 0 概率越大；一步算出来才不会在小概率处下溢。"
        if logarithm
        else "分数每高 1，概率就大 e ≈ 2.718 倍；只看差值，所有分数一起加减一个数结果不变。"
    )
    told = "、".join(plain(round(value, 3)) for value in result.tolist())
    alt = f"分数 2、1、0、−1 经 {name} 得到 {told}，次序不变。"
    return Figure(caption=caption, alt=alt, svg=document(250, alt, parts))


def _hanging(axes: Axes, place: int, value: float, fill: str) -> str:
    """A bar below zero."""
    down = Axes(
        x=axes.x,
        y=(value, 0),
        left=axes.left,
        top=axes.py(0),
        width=axes.width,
        height=axes.py(value) - axes.py(0),
    )
    return bars(down, [place + 0.2, place + 0.8], [0.0], fill)


SOFTMAX, LOG_SOFTMAX = partial(probabilities, logarithm=False), partial(probabilities, logarithm=True)
FIGURES: dict[str, Maker] = {
    "torch.nn.Softmax": SOFTMAX,
    "torch.softmax": SOFTMAX,
    "torch.Tensor.softmax": SOFTMAX,
    "torch.nn.functional.softmax": SOFTMAX,
    "torch.nn.LogSoftmax": LOG_SOFTMAX,
    "torch.Tensor.log_softmax": LOG_SOFTMAX,
    "torch.log_softmax": LOG_SOFTMAX,
    "torch.nn.functional.log_softmax": LOG_SOFTMAX,
}
