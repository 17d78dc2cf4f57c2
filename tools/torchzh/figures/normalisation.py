"""Normalisation: which numbers share a mean, found by following gradients.

One sample and channel of the output is asked which inputs it depends on. A number
that reaches it belongs to the same group.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import torch
from torch import nn

from torchzh.figures.grid import cells
from torchzh.figures.models import Figure, Maker
from torchzh.figures.svg import document, text

SAMPLES, CHANNELS, PLACES = 3, 4, 4


def reached(module: nn.Module, *, image: bool) -> list[list[list[bool]]]:
    """For sample, channel and place: whether it takes part in the output of (0, 0, 0)."""
    torch.manual_seed(0)
    x = torch.randn(SAMPLES, CHANNELS, PLACES, dtype=torch.float64)
    shaped = x.reshape(SAMPLES, CHANNELS, 2, 2) if image else x
    shaped = shaped.detach().requires_grad_()
    module = module.double().train()
    (gradient,) = torch.autograd.grad(module(shaped).flatten()[0], shaped)
    found: list[list[list[bool]]] = (gradient.reshape(SAMPLES, CHANNELS, PLACES).abs() > 1e-12).tolist()
    return found


def drawn(name: str, make: Callable[[], nn.Module], caption: str, *, image: bool = True) -> Figure:
    """A table per sample: rows are channels, columns are places."""
    groups = reached(make(), image=image)
    size = 22.0
    parts = [text(10, 16, name, at="start", fill="a", bold=True)]
    parts.append(
        text(10, 36, "行：通道 C；列：" + ("空间位置 H × W" if image else "位置 L"), at="start", fill="mute")
    )
    for sample, table in enumerate(groups):
        left = 16 + sample * 108
        parts.append(text(left + 2 * size, 58, f"样本 {sample}", bold=True))
        fills = [["a-soft" if part else "bg" for part in row] for row in table]
        parts.append(cells(left, 66, [[""] * PLACES] * CHANNELS, fills, size))
    count = sum(part for table in groups for row in table for part in row)
    parts.append(text(10, 174, f"蓝色的 {count} 个数共用一个均值和方差", at="start", fill="a"))
    alt = f"{name}：3 个样本、4 个通道、每通道 4 个位置，与第一个数共用均值和方差的有 {count} 个数。"
    return Figure(caption=caption, alt=alt, svg=document(184, alt, parts))


BATCH = "同一通道、跨全部样本一起算：batch 里别的样本会影响这个样本，所以训练与评估的结果不同。"
FIGURES: dict[str, Maker] = {
    "torch.nn.BatchNorm2d": partial(drawn, "BatchNorm2d(4)", lambda: nn.BatchNorm2d(4), BATCH),
    "torch.nn.BatchNorm1d": partial(drawn, "BatchNorm1d(4)", lambda: nn.BatchNorm1d(4), BATCH, image=False),
    "torch.nn.InstanceNorm2d": partial(
        drawn, "InstanceNorm2d(4)", lambda: nn.InstanceNorm2d(4), "每个样本的每个通道自己算：最细的一种分法。"
    ),
    "torch.nn.GroupNorm": partial(
        drawn,
        "GroupNorm(2, 4)",
        lambda: nn.GroupNorm(2, 4),
        "一个样本里，通道分成 2 组，每组 2 个通道一起算；与 batch 大小无关。",
    ),
    "torch.nn.LayerNorm": partial(
        drawn,
        "LayerNorm(4)，输入 (3, 4, 4)",
        lambda: nn.LayerNorm(4),
        "只在最后一维上算：每个样本的每一行各有自己的均值和方差，与 batch 无关。图中的行也可以是 token。",
        image=False,
    ),
}
