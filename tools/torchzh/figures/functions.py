"""Elementary functions: where they are defined, where they jump, what clamping cuts off."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import torch

from torchzh.figures.activations import Curves, drawn
from torchzh.figures.models import Maker

EXP = Curves(
    functions=(("exp(x)", torch.exp),),
    slope=False,
    x=(-3.0, 3.0),
    xticks=(-3, -2, -1, 0, 1, 2, 3),
    y=(0.0, 8.0),
    yticks=(0, 2, 4, 6, 8),
    points=(-1, 0, 1, 2),
    caption="恒为正，x 每加 1 就乘以 e；float32 到 x ≈ 88.7 就溢出成 inf。",
)
LOG = Curves(
    functions=(("log(x)", torch.log),),
    slope=False,
    x=(0.0, 8.0),
    xticks=(0, 1, 2, 4, 6, 8),
    y=(-3.0, 3.0),
    yticks=(-3, -2, -1, 0, 1, 2, 3),
    points=(0, 1, 2, 8),
    caption="只对正数有意义：x 趋近 0 时落向 −inf，负数得到 nan。",
)
SQRT = Curves(
    functions=(("sqrt(x)", torch.sqrt),),
    x=(0.0, 8.0),
    xticks=(0, 1, 2, 4, 6, 8),
    y=(0.0, 3.0),
    yticks=(0, 1, 2, 3),
    points=(0, 1, 4),
    caption="虚线是导数：x 趋近 0 时导数趋于无穷，所以对 0 开方的反向会得到 inf。",
)
SIN = Curves(
    functions=(("sin(x)", torch.sin), ("cos(x)", torch.cos)),
    slope=False,
    x=(-6.4, 6.4),
    xticks=(-6, -3, 0, 3, 6),
    y=(-1.0, 1.0),
    yticks=(-1, -0.5, 0, 0.5, 1),
    points=(0, 1.57, 3.14),
    caption="单位是弧度，周期约 6.28；cos 比 sin 早四分之一个周期。",
)
COS = replace(
    SIN,
    functions=(("cos(x)", torch.cos), ("sin(x)", torch.sin)),
    caption="单位是弧度，周期约 6.28；x = 0 时取最大值 1。",
)
ABS = Curves(
    functions=(("abs(x)", torch.abs),),
    y=(-1.0, 4.0),
    yticks=(-1, 0, 1, 2, 3, 4),
    slope_jumps=(-1e-9, 1e-9),
    caption="负数翻到正的一侧；导数（虚线）是 −1 或 1，torch 在 0 处取 0。",
)
CLAMP = Curves(
    functions=(("clamp(x, −1, 2)", partial(torch.clamp, min=-1, max=2)),),
    y=(-2.0, 3.0),
    yticks=(-2, -1, 0, 1, 2, 3),
    points=(-3, 0, 3),
    slope_jumps=(-1.0001, -0.9999, 1.9999, 2.0001),  # at the edge itself versions differ
    caption="超出 [−1, 2] 的值被拉到边界上；被截断的地方导数（虚线）为 0，梯度到此为止。",
)
FLOOR = Curves(
    functions=(("floor(x)", torch.floor),),
    slope=False,
    x=(-3.0, 3.0),
    xticks=(-3, -2, -1, 0, 1, 2, 3),
    y=(-3.0, 3.0),
    yticks=(-3, -2, -1, 0, 1, 2, 3),
    points=(-1.5, 1.5),
    jumps=(-2, -1, 0, 1, 2, 3),
    caption="向下取整：−1.5 变成 −2，不是 −1。每一段都是平的，所以梯度处处为 0。",
)
CEIL = Curves(
    functions=(("ceil(x)", torch.ceil),),
    slope=False,
    x=(-3.0, 3.0),
    xticks=(-3, -2, -1, 0, 1, 2, 3),
    y=(-3.0, 3.0),
    yticks=(-3, -2, -1, 0, 1, 2, 3),
    points=(-1.5, 1.5),
    jumps=(-2.98, -1.98, -0.98, 0.02, 1.02, 2.02),
    caption="向上取整：−1.5 变成 −1。每一段都是平的，所以梯度处处为 0。",
)
POW = Curves(
    functions=(
        ("x²", lambda x: torch.pow(x, 2)),
        ("x³", lambda x: torch.pow(x, 3)),
        ("x^0.5", lambda x: torch.pow(x, 0.5)),
    ),
    slope=False,
    x=(-2.0, 2.0),
    xticks=(-2, -1, 0, 1, 2),
    y=(-4.0, 4.0),
    yticks=(-4, -2, 0, 2, 4),
    points=(-2, 0, 2),
    caption="偶数次幂对称，奇数次幂保留符号；非整数次幂在负数处是 nan，左半边没有线。",
)

NAMES = {
    EXP: ("torch.exp", "torch.Tensor.exp"),
    LOG: ("torch.log", "torch.Tensor.log"),
    SQRT: ("torch.sqrt", "torch.Tensor.sqrt"),
    SIN: ("torch.sin", "torch.Tensor.sin"),
    COS: ("torch.cos", "torch.Tensor.cos"),
    ABS: ("torch.abs", "torch.Tensor.abs"),
    CLAMP: ("torch.clamp", "torch.Tensor.clamp"),
    FLOOR: ("torch.floor", "torch.Tensor.floor"),
    CEIL: ("torch.ceil", "torch.Tensor.ceil"),
    POW: ("torch.pow", "torch.Tensor.pow"),
}
CURVES = {name: curves for curves, names in NAMES.items() for name in names}
FIGURES: dict[str, Maker] = {name: partial(drawn, curves) for name, curves in CURVES.items()}
