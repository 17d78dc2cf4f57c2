"""Learning rates: the real scheduler is stepped, and every rate it sets is a stair."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import torch
from torch.optim import lr_scheduler

from torchzh.figures.models import Figure, Maker
from torchzh.figures.plot import Axes, bars, frame, plain, stairs
from torchzh.figures.svg import document, text

Scheduler = Any  # its base class has had two names
Make = Callable[[torch.optim.Optimizer], Scheduler]
PLATEAU_LOSSES = (1.0, 0.7, 0.5, 0.42, 0.42, 0.42, 0.42, 0.42, 0.3, 0.25, 0.25, 0.25, 0.25, 0.25, 0.25)


@dataclass(frozen=True, slots=True, kw_only=True)
class Schedule:
    """One call of a scheduler with what to say about it."""

    call: str
    make: Make
    steps: int
    caption: str
    base: float = 0.1
    unit: str = "epoch"
    top: float = 0.1


def rates(make: Make, steps: int, base: float = 0.1) -> list[float]:
    """The learning rate of each step as a training loop sees it."""
    optimizer = torch.optim.SGD([torch.nn.Parameter(torch.zeros(1))], lr=base)
    found = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # some warn of their own use of step()
        scheduler = make(optimizer)
        for _ in range(steps):
            found.append(float(optimizer.param_groups[0]["lr"]))
            optimizer.step()
            scheduler.step()
    return found


def drawn(schedule: Schedule) -> Figure:
    """The stairs."""
    values = rates(schedule.make, schedule.steps, schedule.base)
    axes = axes_of(schedule)
    parts = [frame(axes, _ticks(schedule.steps), [i * schedule.top / 4 for i in range(5)], schedule.unit)]
    parts.append(stairs(axes, values, "a"))
    parts.append(text(10, 16, schedule.call, at="start", fill="a", bold=True))
    best = max(range(len(values)), key=values.__getitem__)
    shown = {0: values[0], best: values[best], len(values) - 1: values[-1]}
    told = "，".join(f"第 {step} 步 {plain(round(value, 5))}" for step, value in sorted(shown.items()))
    alt = f"{schedule.call} 的学习率：{told}。"
    return Figure(caption=schedule.caption, alt=alt, svg=document(axes.bottom + 40, alt, parts))


def axes_of(schedule: Schedule) -> Axes:
    """The frame of the picture."""
    return Axes(x=(0, schedule.steps), y=(0, schedule.top), left=46, width=282, top=30, height=150)


def _ticks(steps: int) -> Sequence[float]:
    unit = next(unit for unit in (5, 10, 20, 25) if steps / unit <= 5)
    return range(0, steps + 1, unit)


def plateau_rates(losses: Sequence[float]) -> list[float]:
    """What ReduceLROnPlateau makes of a row of losses."""
    optimizer = torch.optim.SGD([torch.nn.Parameter(torch.zeros(1))], lr=0.1)
    scheduler = lr_scheduler.ReduceLROnPlateau(optimizer, factor=0.5, patience=2)
    found = []
    for loss in losses:
        found.append(float(optimizer.param_groups[0]["lr"]))
        optimizer.step()
        scheduler.step(loss)
    return found


def plateau() -> Figure:
    """Losses above, rates below."""
    values, steps = plateau_rates(PLATEAU_LOSSES), len(PLATEAU_LOSSES)
    above = Axes(x=(0, steps), y=(0, 1), left=46, width=282, top=26, height=90)
    below = Axes(x=(0, steps), y=(0, 0.1), left=46, width=282, top=162, height=90)
    drops = [i for i in range(1, steps) if values[i] < values[i - 1]]
    parts = [text(46, 16, "每个 epoch 末交给 step() 的验证损失", at="start", bold=True)]
    parts += [
        frame(above, [0, 5, 10, 15], [0, 0.5, 1]),
        bars(above, range(steps + 1), PLATEAU_LOSSES, "c-soft"),
    ]
    parts.append(text(46, 152, "学习率（factor=0.5, patience=2）", at="start", bold=True))
    parts += [frame(below, [0, 5, 10, 15], [0, 0.05, 0.1], "epoch"), stairs(below, values, "a")]
    where = "、".join(str(step) for step in drops)
    caption = "损失连续 3 次没有变好（忍了 patience=2 次还不行），下一个 epoch 的学习率减半。"
    alt = f"验证损失停在 0.42 与 0.25 时，学习率在第 {where} 个 epoch 各减半，最后是 {plain(values[-1])}。"
    return Figure(caption=caption, alt=alt, svg=document(290, alt, parts))


SCHEDULES = {
    "StepLR": Schedule(
        call="StepLR(step_size=10, gamma=0.5)",
        make=lambda o: lr_scheduler.StepLR(o, step_size=10, gamma=0.5),
        steps=40,
        caption="每 10 个 epoch 乘一次 0.5，像下楼梯。",
    ),
    "MultiStepLR": Schedule(
        call="MultiStepLR([15, 30], gamma=0.1)",
        make=lambda o: lr_scheduler.MultiStepLR(o, [15, 30], gamma=0.1),
        steps=40,
        caption="只在列出的 epoch（15 和 30）各乘一次 0.1。",
    ),
    "ExponentialLR": Schedule(
        call="ExponentialLR(gamma=0.9)",
        make=lambda o: lr_scheduler.ExponentialLR(o, 0.9),
        steps=40,
        caption="每个 epoch 都乘 0.9：开头降得快，后面越来越慢。",
    ),
    "CosineAnnealingLR": Schedule(
        call="CosineAnnealingLR(T_max=30)",
        make=lambda o: lr_scheduler.CosineAnnealingLR(o, 30),
        steps=60,
        caption="半个余弦降到 eta_min（默认 0）。走过 T_max=30 还继续 step，学习率会沿原路升回去。",
    ),
    "CosineAnnealingWarmRestarts": Schedule(
        call="CosineAnnealingWarmRestarts(10, T_mult=2)",
        make=lambda o: lr_scheduler.CosineAnnealingWarmRestarts(o, 10, T_mult=2),
        steps=70,
        caption="每降到底就跳回初值；周期 10、20、40 逐次翻倍。",
    ),
    "LambdaLR": Schedule(
        call="LambdaLR(min(1, (e + 1) / 10))",
        make=lambda o: lr_scheduler.LambdaLR(o, lambda e: min(1.0, (e + 1) / 10)),
        steps=30,
        caption="函数返回的是倍数：前 10 个 epoch 从 0.1 倍线性升到 1 倍（预热），之后保持初值 0.1。",
    ),
    "OneCycleLR": Schedule(
        call="OneCycleLR(max_lr=0.1, total_steps=100)",
        make=lambda o: lr_scheduler.OneCycleLR(o, max_lr=0.1, total_steps=100),
        steps=100,
        unit="batch（每个批次 step 一次）",
        caption="先用 30% 的步数升到 max_lr，再一路降到几乎为 0；起点是 max_lr / 25。",
    ),
    "SequentialLR": Schedule(
        call="SequentialLR：预热 10 步，再余弦 30 步",
        make=lambda o: lr_scheduler.SequentialLR(
            o,
            [
                lr_scheduler.LinearLR(o, start_factor=0.1, total_iters=10),
                lr_scheduler.CosineAnnealingLR(o, 30),
            ],
            milestones=[10],
        ),
        steps=40,
        caption="到 milestones=[10] 就换下一个调度器：前 10 步线性预热，之后余弦降到接近 0。",
    ),
    "LinearLR": Schedule(
        call="LinearLR(start_factor=0.1, total_iters=10)",
        make=lambda o: lr_scheduler.LinearLR(o, start_factor=0.1, total_iters=10),
        steps=20,
        caption="10 步内从 0.1 倍直线升到 1 倍，之后不再变化，常用来预热。",
    ),
    "PolynomialLR": Schedule(
        call="PolynomialLR(total_iters=30, power=2)",
        make=lambda o: lr_scheduler.PolynomialLR(o, total_iters=30, power=2.0),
        steps=40,
        caption="按 (1 − t / 30)² 降到 0，之后停在 0。",
    ),
    "CyclicLR": Schedule(
        call="CyclicLR(0.02, 0.1, step_size_up=10)",
        make=lambda o: lr_scheduler.CyclicLR(o, 0.02, 0.1, step_size_up=10),
        steps=60,
        unit="batch（每个批次 step 一次）",
        caption="在 0.02 与 0.1 之间来回，10 步上、10 步下。",
    ),
}
FIGURES: dict[str, Maker] = {
    f"torch.optim.lr_scheduler.{name}": partial(drawn, schedule) for name, schedule in SCHEDULES.items()
}
FIGURES["torch.optim.lr_scheduler.ReduceLROnPlateau"] = plateau
