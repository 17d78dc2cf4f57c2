"""Where random numbers and initial weights lie: histograms of what torch really drew."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import torch
from torch import nn

from torchzh.figures.models import Figure, Maker
from torchzh.figures.plot import Axes, bars, frame, plain
from torchzh.figures.svg import document, line, text

COUNT = 16384
SHAPE = (128, 128)  # of a weight: fan in and fan out are 128


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw:
    """One call, the span of the picture, and what to say."""

    call: str
    make: Callable[[], torch.Tensor]
    low: float
    high: float
    caption: str
    bins: int = 32
    ticks: tuple[float, ...] = ()
    marks: tuple[tuple[float, str], ...] = ()


def weight(fill: Callable[[torch.Tensor], object]) -> torch.Tensor:
    """A weight after an initialiser."""
    tensor = torch.empty(SHAPE)
    fill(tensor)
    return tensor


def values(draw: Draw) -> torch.Tensor:
    """What is counted."""
    torch.manual_seed(0)
    return draw.make().detach().flatten().double()


def heights(draw: Draw) -> list[float]:
    """Percent of the numbers in each bar."""
    drawn_values = values(draw)
    counts = torch.histc(drawn_values, bins=draw.bins, min=draw.low, max=draw.high)
    return [100 * float(count) / len(drawn_values) for count in counts]


def drawn(draw: Draw) -> Figure:
    """Bars, and lines where the text wants to point."""
    percent = heights(draw)
    top = next(top for top in (4, 6, 8, 12, 20, 30, 60, 100) if max(percent) <= top * 0.98)
    axes = Axes(x=(draw.low, draw.high), y=(0, top), top=42, height=140)
    step = (draw.high - draw.low) / draw.bins
    edges = [draw.low + i * step for i in range(draw.bins + 1)]
    ticks = draw.ticks or tuple(round(draw.low + (draw.high - draw.low) * i / 4, 3) for i in range(5))
    parts = [
        text(10, 16, draw.call, at="start", fill="a", bold=True),
        text(10, 36, "%", at="start", fill="mute"),
    ]
    parts.append(bars(axes, edges, percent))
    parts.append(frame(axes, ticks, [0, top / 2, top], "取值"))
    for place, name in draw.marks:
        x = axes.px(place)
        parts.append(line([(x, axes.top), (x, axes.bottom)], "b", width=2, dash="5 4"))
        parts.append(text(x, axes.top - 5, name, fill="b"))
    found = values(draw)
    told = (
        f"{len(found)} 个数的均值 {plain(round(float(found.mean()), 3))}、"
        f"标准差 {plain(round(float(found.std()), 3))}"
    )
    alt = (
        f"{draw.call} 的直方图：{told}，最小 {plain(round(float(found.min()), 3))}、"
        f"最大 {plain(round(float(found.max()), 3))}。"
    )
    return Figure(caption=draw.caption + f"（{told}）", alt=alt, svg=document(axes.bottom + 38, alt, parts))


NORMAL = "钟形，约 68% 落在正负一个标准差之内。"
DRAWS = {
    "torch.rand": Draw(
        call="torch.rand(16384)",
        make=lambda: torch.rand(COUNT),
        low=-0.25,
        high=1.25,
        bins=30,
        caption="[0, 1) 上处处一样高：能取到 0，取不到 1。",
    ),
    "torch.randn": Draw(
        call="torch.randn(16384)",
        make=lambda: torch.randn(COUNT),
        low=-4,
        high=4,
        marks=((-1, "−1σ"), (1, "+1σ")),
        caption="标准正态：" + NORMAL,
    ),
    "torch.randn_like": Draw(
        call="torch.randn_like(x)，x 有 16384 个元素",
        make=lambda: torch.randn_like(torch.empty(COUNT)),
        low=-4,
        high=4,
        marks=((-1, "−1σ"), (1, "+1σ")),
        caption="只照抄 x 的形状、dtype 与设备，数是标准正态。",
    ),
    "torch.randint": Draw(
        call="torch.randint(0, 6, (16384,))",
        make=lambda: torch.randint(0, 6, (COUNT,)),
        low=-1.5,
        high=6.5,
        bins=8,
        ticks=tuple(range(-1, 7)),
        caption="0–5 六个整数机会相同；上限 6 取不到。",
    ),
    "torch.nn.init.normal_": Draw(
        call="init.normal_(w, mean=0, std=0.02)",
        make=lambda: weight(lambda w: nn.init.normal_(w, std=0.02)),
        low=-0.08,
        high=0.08,
        marks=((-0.02, "−1σ"), (0.02, "+1σ")),
        caption=NORMAL + "与 w 的形状无关。",
    ),
    "torch.nn.init.uniform_": Draw(
        call="init.uniform_(w, −0.1, 0.1)",
        make=lambda: weight(lambda w: nn.init.uniform_(w, -0.1, 0.1)),
        low=-0.16,
        high=0.16,
        caption="给定区间上处处一样高。",
    ),
    "torch.nn.init.trunc_normal_": Draw(
        call="init.trunc_normal_(w, a=−2, b=2)",
        make=lambda: weight(nn.init.trunc_normal_),
        low=-4,
        high=4,
        marks=((-2, "a"), (2, "b")),
        caption="正态分布截掉 [a, b] 之外的部分，没有离群的大数。",
    ),
    "torch.nn.init.kaiming_normal_": Draw(
        call="init.kaiming_normal_(w)，w 是 128 × 128",
        make=lambda: weight(nn.init.kaiming_normal_),
        low=-0.5,
        high=0.5,
        marks=((-0.125, "−1σ"), (0.125, "+1σ")),
        caption="标准差是 √(2 / fan_in) = √(2 / 128) = 0.125，" + NORMAL,
    ),
    "torch.nn.init.kaiming_uniform_": Draw(
        call="init.kaiming_uniform_(w)，w 是 128 × 128",
        make=lambda: weight(nn.init.kaiming_uniform_),
        low=-0.3,
        high=0.3,
        marks=((-((6 / 128) ** 0.5), "−边界"), ((6 / 128) ** 0.5, "+边界")),
        caption="均匀分布，边界是 √(6 / fan_in) = √(6 / 128) ≈ 0.217。",
    ),
    "torch.nn.init.xavier_uniform_": Draw(
        call="init.xavier_uniform_(w)，w 是 128 × 128",
        make=lambda: weight(nn.init.xavier_uniform_),
        low=-0.3,
        high=0.3,
        marks=((-((6 / 256) ** 0.5), "−边界"), ((6 / 256) ** 0.5, "+边界")),
        caption="均匀分布，边界是 √(6 / (fan_in + fan_out)) = √(6 / 256) ≈ 0.153。",
    ),
    "torch.nn.init.xavier_normal_": Draw(
        call="init.xavier_normal_(w)，w 是 128 × 128",
        make=lambda: weight(nn.init.xavier_normal_),
        low=-0.4,
        high=0.4,
        marks=((-((2 / 256) ** 0.5), "−1σ"), ((2 / 256) ** 0.5, "+1σ")),
        caption="标准差是 √(2 / (fan_in + fan_out)) = √(2 / 256) ≈ 0.088，" + NORMAL,
    ),
    "torch.nn.Linear": Draw(
        call="nn.Linear(128, 128).weight 的初值",
        make=lambda: nn.Linear(128, 128).weight,
        low=-0.12,
        high=0.12,
        bins=32,
        marks=((-((1 / 128) ** 0.5), "−1/√128"), ((1 / 128) ** 0.5, "1/√128")),
        caption="默认初始化是均匀分布，边界 1 / √in_features = 1 / √128 ≈ 0.088；bias 用同样的边界。",
    ),
}


FIGURES: dict[str, Maker] = {name: partial(drawn, draw) for name, draw in DRAWS.items()}
