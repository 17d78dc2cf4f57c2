"""Optimizers on a long valley: the real optimizer walks, the picture shows where it went."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial

import torch

from torchzh.figures.models import Figure, Maker
from torchzh.figures.plot import Axes, Key, curve, frame, legend, plain
from torchzh.figures.svg import document, dot, line, text

STEPS = 30
START = (-4.0, 1.6)
Make = Callable[[list[torch.nn.Parameter]], torch.optim.Optimizer]


def height(point: torch.Tensor) -> torch.Tensor:
    """A valley ten times as steep across as along."""
    return 0.5 * point[0] ** 2 + 5.0 * point[1] ** 2


def walk(make: Make, steps: int = STEPS) -> list[tuple[float, float]]:
    """The places after each step, the start first."""
    point = torch.nn.Parameter(torch.tensor(START, dtype=torch.float64))
    optimizer = make([point])
    places = [START]
    for _ in range(steps):
        optimizer.zero_grad()
        height(point).backward()
        optimizer.step()
        x, y = point.tolist()
        places.append((x, y))
    return places


def drawn(calls: tuple[tuple[str, Make], ...], caption: str) -> Figure:
    """Level lines and paths."""
    axes = Axes(x=(-4.5, 2.5), y=(-2, 2), left=34, width=294, height=168)
    parts = [frame(axes, [-4, -3, -2, -1, 0, 1, 2], [-2, -1, 0, 1, 2])]
    for level in (0.5, 2.0, 5.0, 10.0):
        turn = [2 * math.pi * i / 48 for i in range(49)]
        xs = [math.sqrt(2 * level) * math.cos(t) for t in turn]
        inside = [(x, math.sqrt(level / 5) * math.sin(t)) for x, t in zip(xs, turn, strict=True)]
        pieces = [x if axes.x[0] <= x <= axes.x[1] else None for x, _ in inside]
        shown = [y if x is not None else 99.0 for (_, y), x in zip(inside, pieces, strict=True)]
        parts.append(curve(axes, [x for x, _ in inside], shown, "line"))
    keys, told = [], []
    for tint, (name, make) in zip(("a", "b"), calls, strict=True):
        places = walk(make)
        pixels = [(axes.px(x), axes.py(y)) for x, y in places]
        parts.append(line(pixels, tint, width=2, dash="" if tint == "a" else "5 4"))
        parts += [dot(x, y, tint, 2) for x, y in pixels[1:11]]
        keys.append(Key(label=name, colour=tint, dashed=tint == "b"))
        told.append(f"{name} 走到 ({plain(round(places[-1][0], 2))}, {plain(round(places[-1][1], 2))})")
    parts += [
        dot(axes.px(START[0]), axes.py(START[1]), "ink", 4),
        text(axes.px(-3.55), axes.py(1.72), "起点"),
    ]
    parts += [legend(axes.bottom + 36 + 18 * i, [key], left=34) for i, key in enumerate(keys)]
    alt = f"在椭圆形山谷 0.5x² + 5y² 上各走 {STEPS} 步：{'；'.join(told)}，最低点是 (0, 0)。"
    return Figure(caption=caption, alt=alt, svg=document(axes.bottom + 64, alt, parts))


SGD: tuple[str, Make] = ("SGD(lr=0.15)", lambda p: torch.optim.SGD(p, lr=0.15))
MOMENTUM: tuple[str, Make] = (
    "SGD(lr=0.05, momentum=0.8)",
    lambda p: torch.optim.SGD(p, lr=0.05, momentum=0.8),
)
ADAM: tuple[str, Make] = ("Adam(lr=0.3)", lambda p: torch.optim.Adam(p, lr=0.3))
ADAMW: tuple[str, Make] = (
    "AdamW(lr=0.3, weight_decay=0.5)",
    lambda p: torch.optim.AdamW(p, lr=0.3, weight_decay=0.5),
)
FIGURES: dict[str, Maker] = {
    "torch.optim.SGD": partial(
        drawn,
        (SGD, MOMENTUM),
        "不带动量时在陡的方向来回跳；momentum 把历次梯度攒起来，冲得远，也会绕弯。点是前 10 步。",
    ),
    "torch.optim.Adam": partial(
        drawn,
        (ADAM, SGD),
        (
            "Adam 按每个坐标自己的梯度大小缩放步长：开头两个方向走得一样远；"
            "SGD 的步长随陡峭程度变。点是前 10 步。"
        ),
    ),
    "torch.optim.AdamW": partial(
        drawn,
        (ADAMW, ADAM),
        "weight_decay 每步直接把参数往 0 拉一点，与梯度无关，所以路线更贴近原点。点是前 10 步。",
    ),
}
