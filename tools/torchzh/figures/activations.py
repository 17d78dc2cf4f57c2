"""Activation functions and other functions of one number: the curve and its slope.

The curve is sampled from the real module or function, the slope comes from autograd.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import torch
from torch import nn
from torch.nn import functional

from torchzh.figures.models import Figure, Maker
from torchzh.figures.plot import Axes, Key, curve, frame, legend, plain
from torchzh.figures.svg import document

SAMPLES = 121
Function = Callable[[torch.Tensor], torch.Tensor]


@dataclass(frozen=True, slots=True, kw_only=True)
class Curves:
    """What one picture shows: functions with their names, the first one with its slope."""

    functions: tuple[tuple[str, Function], ...]
    y: tuple[float, float] = (-1.5, 3.0)
    yticks: Sequence[float] = (-1, 0, 1, 2, 3)
    x: tuple[float, float] = (-4.0, 4.0)
    xticks: Sequence[float] = (-4, -2, 0, 2, 4)
    slope: bool = True
    caption: str
    points: Sequence[float] = (-2, 0, 2)  # told in the alternative text
    jumps: Sequence[float] = ()  # where the line is interrupted
    slope_jumps: Sequence[float] = ()  # where the slope is


def axes_of(curves: Curves) -> Axes:
    """The frame of the picture."""
    return Axes(x=curves.x, y=curves.y)


def sample(function: Function, low: float, high: float) -> tuple[list[float], list[float], list[float]]:
    """Places, values and slopes."""
    places = [low + (high - low) * i / (SAMPLES - 1) for i in range(SAMPLES)]
    x = torch.tensor(places, dtype=torch.float64, requires_grad=True)
    y = function(x)
    (slope,) = torch.autograd.grad(y.sum(), x)
    return places, y.detach().tolist(), slope.tolist()


def drawn(curves: Curves) -> Figure:
    """The picture."""
    axes = axes_of(curves)
    parts = [frame(axes, curves.xticks, curves.yticks, "x")]
    keys, told = [], []
    colours = ("a", "c", "d")
    for number, (name, function) in enumerate(curves.functions):
        xs, ys, slopes = sample(function, *curves.x)
        if number == 0 and curves.slope:
            parts.append(_broken(axes, xs, slopes, curves.slope_jumps, "b", dashed=True))
        parts.append(_broken(axes, xs, ys, curves.jumps, colours[number]))
        keys.append(Key(label=name, colour=colours[number]))
        if number == 0:
            keys += [Key(label="导数", colour="b", dashed=True)] if curves.slope else []
            at = torch.tensor(curves.points, dtype=torch.float64)
            values = function(at).tolist()
            told = [
                f"f({plain(x)}) = {plain(round(y, 3))}" for x, y in zip(curves.points, values, strict=True)
            ]
    parts.append(legend(axes.bottom + 50, keys))
    alt = (
        f"{curves.functions[0][0]} 的函数曲线，"
        f"横轴从 {plain(curves.x[0])} 到 {plain(curves.x[1])}：{'，'.join(told)}。"
    )
    return Figure(caption=curves.caption, alt=alt, svg=document(axes.bottom + 60, alt, parts))


def _broken(
    axes: Axes,
    xs: Sequence[float],
    ys: Sequence[float],
    jumps: Sequence[float],
    stroke: str,
    *,
    dashed: bool = False,
) -> str:
    """The curve, with a gap at each jump."""
    parts, start = [], 0
    for jump in (*jumps, float("inf")):
        end = next((i for i, x in enumerate(xs) if x >= jump), len(xs))
        if end - start > 1:
            parts.append(curve(axes, xs[start:end], ys[start:end], stroke, dashed=dashed))
        start = end
    return "".join(parts)


RELU = Curves(
    functions=(("relu(x)", functional.relu),),
    slope_jumps=(1e-9,),
    caption="负半轴输出 0、梯度也是 0（虚线）；正半轴原样通过，梯度恒为 1。",
)
LEAKY = Curves(
    functions=(
        ("斜率 0.01", nn.LeakyReLU()),
        ("斜率 0.2", nn.LeakyReLU(0.2)),
    ),
    slope_jumps=(1e-9,),
    caption=(
        "负半轴留一点斜率 negative_slope，梯度不会完全断掉；默认 0.01 时几乎贴着横轴。虚线是默认值的导数。"
    ),
)
GELU = Curves(
    functions=(("gelu(x)", functional.gelu),),
    y=(-0.5, 3.0),
    yticks=(0, 1, 2, 3),
    caption="在 0 附近平滑过渡：负数一侧先下探到约 −0.17 再回到 0，导数（虚线）会略小于 0、也会略大于 1。",
)
SILU = Curves(
    functions=(("silu(x)", functional.silu),),
    y=(-0.5, 3.0),
    yticks=(0, 1, 2, 3),
    caption="形状与 GELU 接近，谷底更深、更靠左（约 −0.28）；虚线是导数。",
)
SIGMOID = Curves(
    functions=(("sigmoid(x)", torch.sigmoid),),
    y=(0.0, 1.0),
    yticks=(0, 0.25, 0.5, 0.75, 1),
    x=(-6.0, 6.0),
    xticks=(-6, -3, 0, 3, 6),
    caption="把任意实数压进 (0, 1)；导数（虚线）最大只有 0.25，两端接近 0，深层堆叠时梯度会消失。",
)
TANH = Curves(
    functions=(("tanh(x)", torch.tanh),),
    y=(-1.0, 1.0),
    yticks=(-1, -0.5, 0, 0.5, 1),
    caption="输出以 0 为中心，落在 (−1, 1)；导数（虚线）在 0 处是 1，两端接近 0。",
)
SOFTPLUS = Curves(
    functions=(("softplus(x)", functional.softplus), ("relu(x)", functional.relu)),
    y=(0.0, 4.0),
    yticks=(0, 1, 2, 3, 4),
    caption="ReLU 的平滑版本：处处可导，恒为正；x 越大越贴近 ReLU。虚线是 softplus 的导数，也就是 sigmoid。",
)
ELU = Curves(
    functions=(("elu(x)", functional.elu),),
    caption="负半轴平滑趋近 −1，均值更接近 0；虚线是导数。",
)

NAMES = {
    RELU: ("torch.nn.ReLU", "torch.nn.functional.relu", "torch.relu", "torch.Tensor.relu"),
    LEAKY: ("torch.nn.LeakyReLU", "torch.nn.functional.leaky_relu"),
    GELU: ("torch.nn.GELU", "torch.nn.functional.gelu"),
    SILU: ("torch.nn.SiLU", "torch.nn.functional.silu"),
    SIGMOID: ("torch.nn.Sigmoid", "torch.sigmoid", "torch.Tensor.sigmoid", "torch.nn.functional.sigmoid"),
    TANH: ("torch.nn.Tanh", "torch.tanh", "torch.Tensor.tanh", "torch.nn.functional.tanh"),
    SOFTPLUS: ("torch.nn.Softplus", "torch.nn.functional.softplus"),
    ELU: ("torch.nn.ELU", "torch.nn.functional.elu"),
}
CURVES = {name: curves for curves, names in NAMES.items() for name in names}
FIGURES: dict[str, Maker] = {name: partial(drawn, curves) for name, curves in CURVES.items()}
