"""Windows over an image: which inputs one output sees, and which output it becomes.

The inputs behind an output are found by autograd: those with a gradient. So the
picture shows what torch really reads, padding included.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import torch
from torch import nn

from torchzh.figures.grid import cells, outline
from torchzh.figures.models import Figure, Maker
from torchzh.figures.svg import arrow, document, text

Window = Callable[[torch.Tensor], torch.Tensor]


@dataclass(frozen=True, slots=True, kw_only=True)
class Windows:
    """One call over a square image, and the outputs to follow."""

    call: str
    make: Callable[[], nn.Module]
    caption: str
    size: int = 5
    padding: int = 0
    outputs: tuple[tuple[int, int], ...] = ((0, 0), (0, 1))


def seen(module: nn.Module, size: int, place: tuple[int, int]) -> list[tuple[int, int]]:
    """Inputs that reach an output, by their gradient."""
    torch.manual_seed(0)
    x = torch.randperm(size * size).double().reshape(1, 1, size, size).requires_grad_()
    y = module.double()(x)
    (gradient,) = torch.autograd.grad(y[0, 0, place[0], place[1]], x)
    return [(int(i), int(j)) for i, j in gradient[0, 0].nonzero()]


def output_size(module: nn.Module, size: int) -> int:
    """Height of what comes out."""
    return int(module.double()(torch.zeros(1, 1, size, size, dtype=torch.float64)).shape[-1])


def filled_module(make: Callable[[], nn.Module]) -> nn.Module:
    """The module with all weights 1, so that no input hides behind a zero."""
    module = make()
    with torch.no_grad():
        for parameter in module.parameters():
            parameter.fill_(1.0)
    return module


def drawn(windows: Windows) -> Figure:
    """The padded input with two windows, the output with their two cells."""
    module = filled_module(windows.make)
    size, pad = windows.size, windows.padding
    whole = size + 2 * pad
    out = output_size(module, size)
    cell = min(24.0, 176.0 / whole, 300.0 / (whole + out + 2.5))
    fills = [
        ["bg" if pad <= i < pad + size and pad <= j < pad + size else "void" for j in range(whole)]
        for i in range(whole)
    ]
    left, top = 10.0, 46.0
    height = max(whole, out) * cell
    up = top + (height - whole * cell) / 2
    parts, told = [text(10, 16, windows.call, at="start", fill="a", bold=True)], []
    out_fills = [["bg"] * out for _ in range(out)]
    for tint, place in zip(("a", "b"), windows.outputs, strict=False):
        inputs = seen(module, size, place)
        for i, j in inputs:
            fills[i + pad][j + pad] = f"{tint}-soft" if fills[i + pad][j + pad] == "bg" else "c-soft"
        out_fills[place[0]][place[1]] = f"{tint}-soft"
        low = min(i for i, _ in inputs), min(j for _, j in inputs)
        high = max(i for i, _ in inputs), max(j for _, j in inputs)
        told.append(f"输出 {place} 来自第 {low[0]}–{high[0]} 行、第 {low[1]}–{high[1]} 列")
    right = 330 - out * cell
    parts.append(
        text(left + whole * cell / 2, top - 8, f"输入 {size} × {size}" + (f"，四周补 {pad}" if pad else ""))
    )
    parts.append(cells(left, up, [[""] * whole] * whole, fills, cell))
    kernel = getattr(module, "kernel_size", None)
    if isinstance(kernel, int | tuple) and not isinstance(module, nn.ConvTranspose2d):
        parts += [
            _frame(module, place, tint, left, up, cell)
            for tint, place in zip(("a", "b"), windows.outputs, strict=False)
        ]
    middle = top + height / 2
    parts.append(arrow((left + whole * cell + 6, middle), (right - 6, middle)))
    parts.append(
        text(min(right + out * cell / 2, 296), top + (height - out * cell) / 2 - 8, f"输出 {out} × {out}")
    )
    parts.append(cells(right, top + (height - out * cell) / 2, [[""] * out] * out, out_fills, cell))
    note = "蓝、橙：两个输出各自看到的输入；绿：两边都看到"
    parts.append(text(10, top + height + 20, note, at="start", fill="mute"))
    alt = f"{windows.call}：{size} × {size} 的输入得到 {out} × {out} 的输出；{'，'.join(told)}。"
    return Figure(caption=windows.caption, alt=alt, svg=document(top + height + 30, alt, parts))


def _frame(
    module: nn.Module,
    place: tuple[int, int],
    tint: str,
    left: float,
    top: float,
    cell: float,
) -> str:
    """The window itself, where it also covers padding."""

    def one(value: object) -> int:
        return int(value[0]) if isinstance(value, tuple) else int(value)  # type: ignore[call-overload]

    kernel, stride = one(module.kernel_size), one(module.stride)
    span = (kernel - 1) * one(module.dilation) + 1
    x, y = left + place[1] * stride * cell, top + place[0] * stride * cell
    return outline(x + 1, y + 1, span * cell - 2, span * cell - 2, tint)


STRIDE = Windows(
    call="kernel_size=3, stride=2, padding=1",
    make=lambda: nn.Conv2d(1, 1, 3, stride=2, padding=1, bias=False),
    padding=1,
    caption=(
        "3 × 3 的窗口每次走 stride=2 格；灰色一圈是 padding=1 补的零。输出边长 ⌊(5 + 2 − 3) / 2⌋ + 1 = 3。"
    ),
)
ADAPTIVE_MEAN = Windows(
    call="AdaptiveAvgPool2d(3)",
    make=lambda: nn.AdaptiveAvgPool2d(3),
    outputs=((0, 0), (1, 1)),
    caption="只说要几格，窗口由 torch 排：5 变 3 时，窗口大小不一，相邻窗口还会重叠（绿）。",
)
TRANSPOSED = Windows(
    call="ConvTranspose2d：kernel_size=3, stride=2",
    make=lambda: nn.ConvTranspose2d(1, 1, 3, stride=2, bias=False),
    size=3,
    outputs=((0, 0), (2, 2)),
    caption=(
        "每个输入铺开成 3 × 3，相邻两块隔 stride=2，重叠处相加："
        "橙色的输出由 4 个输入合成。边长 (3 − 1) × 2 + 3 = 7。"
    ),
)


CASES = {
    "torch.nn.Conv2d": STRIDE,
    "torch.nn.functional.conv2d": STRIDE,
    "torch.nn.ConvTranspose2d": TRANSPOSED,
    "torch.nn.functional.conv_transpose2d": TRANSPOSED,
    "torch.nn.AdaptiveAvgPool2d": ADAPTIVE_MEAN,
    "torch.nn.functional.adaptive_avg_pool2d": ADAPTIVE_MEAN,
}
FIGURES: dict[str, Maker] = {name: partial(drawn, windows) for name, windows in CASES.items()}
