"""Losses as a function of one prediction."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import torch
from torch.nn import functional

from torchzh.figures.models import Figure, Maker
from torchzh.figures.plot import Axes, Key, curve, frame, legend, plain
from torchzh.figures.svg import document

Loss = Callable[[torch.Tensor], torch.Tensor]  # a row of predictions → a row of losses
SAMPLES = 121


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Some losses over the same prediction."""

    losses: tuple[tuple[str, Loss], ...]
    x: tuple[float, float]
    xticks: tuple[float, ...]
    xlabel: str
    top: float
    caption: str
    points: tuple[float, ...]


def sample(loss: Loss, x: torch.Tensor) -> list[float]:
    """Its values."""
    return [float(value) for value in loss(x)]


def axes_of(comparison: Comparison) -> Axes:
    """The frame."""
    return Axes(x=comparison.x, y=(0, comparison.top))


def drawn(comparison: Comparison) -> Figure:
    """All curves in one frame."""
    axes = axes_of(comparison)
    low, high = comparison.x
    places = [low + (high - low) * i / (SAMPLES - 1) for i in range(SAMPLES)]
    x = torch.tensor(places, dtype=torch.float64)
    parts = [frame(axes, comparison.xticks, [comparison.top * i / 4 for i in range(5)], comparison.xlabel)]
    keys = []
    for stroke, (name, loss) in zip(("a", "b", "c"), comparison.losses, strict=False):
        parts.append(curve(axes, x.tolist(), sample(loss, x), stroke, dashed=stroke == "b"))
        keys.append(Key(label=name, colour=stroke, dashed=stroke == "b"))
    parts.append(legend(axes.bottom + 50, keys))
    name, first = comparison.losses[0]
    at = torch.tensor(comparison.points, dtype=torch.float64)
    told = [
        f"{plain(place)} 处 {plain(round(value, 3))}"
        for place, value in zip(comparison.points, sample(first, at), strict=True)
    ]
    alt = f"{name} 的损失随{comparison.xlabel}变化：{'，'.join(told)}。"
    return Figure(caption=comparison.caption, alt=alt, svg=document(axes.bottom + 60, alt, parts))


def _against_zero(function: Callable[..., torch.Tensor], **options: object) -> Loss:
    return lambda x: function(x, torch.zeros_like(x), reduction="none", **options)


def _binary(target: float) -> Loss:
    return lambda x: functional.binary_cross_entropy(x, torch.full_like(x, target), reduction="none")


def _binary_logits(target: float) -> Loss:
    return lambda x: functional.binary_cross_entropy_with_logits(
        x, torch.full_like(x, target), reduction="none"
    )


def _two_classes(x: torch.Tensor) -> torch.Tensor:
    """Cross entropy of two classes where the right one has the logit ``x`` and the other 0."""
    logits = torch.stack([x, torch.zeros_like(x)], dim=1)
    return functional.cross_entropy(logits, torch.zeros(len(x), dtype=torch.int64), reduction="none")


def _smoothed(x: torch.Tensor) -> torch.Tensor:
    logits = torch.stack([x, torch.zeros_like(x)], dim=1)
    target = torch.zeros(len(x), dtype=torch.int64)
    return functional.cross_entropy(logits, target, reduction="none", label_smoothing=0.1)


MSE, L1 = ("MSE", _against_zero(functional.mse_loss)), ("L1", _against_zero(functional.l1_loss))
SMOOTH = ("SmoothL1", _against_zero(functional.smooth_l1_loss))
ERROR: dict[str, object] = {
    "x": (-3.0, 3.0),
    "xticks": (-3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0),
    "xlabel": "误差 input − target",
    "top": 4.0,
    "points": (0.0, 1.0, 2.0),
}


def _errors(first: tuple[str, Loss], *others: tuple[str, Loss], caption: str) -> Comparison:
    return Comparison(losses=(first, *others), caption=caption, **ERROR)  # type: ignore[arg-type]


REGRESSION = "误差翻倍，MSE 变四倍、L1 只变两倍：MSE 更怕离群点。SmoothL1 在 |误差| < 1 时像 MSE，之外像 L1。"
COMPARISONS = {
    "MSELoss": _errors(MSE, L1, SMOOTH, caption=REGRESSION),
    "L1Loss": _errors(L1, MSE, SMOOTH, caption=REGRESSION),
    "SmoothL1Loss": _errors(SMOOTH, MSE, L1, caption=REGRESSION),
    "BCELoss": Comparison(
        losses=(("目标是 1", _binary(1.0)), ("目标是 0", _binary(0.0))),
        x=(0.0, 1.0),
        xticks=(0, 0.25, 0.5, 0.75, 1),
        xlabel="预测概率",
        top=4.0,
        points=(0.1, 0.5, 0.9),
        caption="猜对时趋近 0，猜错时急剧变大；torch 把 log 截在 −100，所以最大是 100 而不是 inf。",
    ),
    "BCEWithLogitsLoss": Comparison(
        losses=(("目标是 1", _binary_logits(1.0)), ("目标是 0", _binary_logits(0.0))),
        x=(-4.0, 4.0),
        xticks=(-4, -2, 0, 2, 4),
        xlabel="logit（过 sigmoid 之前）",
        top=4.0,
        points=(-4, 0, 4),
        caption="猜错得越离谱，损失越接近一条斜率 ±1 的直线，梯度不会消失；logit 为 0 时是 ln 2 ≈ 0.693。",
    ),
    "CrossEntropyLoss": Comparison(
        losses=(("交叉熵", _two_classes), ("label_smoothing=0.1", _smoothed)),
        x=(-4.0, 6.0),
        xticks=(-4, -2, 0, 2, 4, 6),
        xlabel="正确类的 logit 比另一类高多少",
        top=4.0,
        points=(-4, 0, 4),
        caption=(
            "两类时的样子：正确类领先越多，损失越接近 0；落后时近似直线。加了标签平滑，太自信反而会变大。"
        ),
    ),
}
NAMES = {
    "MSELoss": "mse_loss",
    "L1Loss": "l1_loss",
    "SmoothL1Loss": "smooth_l1_loss",
    "BCELoss": "binary_cross_entropy",
    "BCEWithLogitsLoss": "binary_cross_entropy_with_logits",
    "CrossEntropyLoss": "cross_entropy",
}
CASES = {f"torch.nn.{name}": value for name, value in COMPARISONS.items()}
CASES |= {f"torch.nn.functional.{NAMES[name]}": value for name, value in COMPARISONS.items()}
FIGURES: dict[str, Maker] = {name: partial(drawn, value) for name, value in CASES.items()}
