"""Which operations on the memory of a tensor have a picture, and what is said about each."""

from __future__ import annotations

from functools import partial

import torch

from torchzh.figures.memory import Layout, drawn
from torchzh.figures.models import Maker


def transposed(origin: torch.Tensor) -> torch.Tensor:
    """A tensor whose order in memory is not its own."""
    return origin.t()


VIEW = "只换形状和步长，数字在内存里的次序不变，所以不复制。"
COPY = "转置后的次序和内存对不上，只能另要一块内存，按新的次序抄一遍。"
SWAP = "内存一个数字也没动，只是两个步长对调：往下走一格变成在内存里跳 1 个，往右走一格变成跳 3 个。"
LAYOUTS: dict[str, Layout] = {
    "view": Layout(call="x.view(2, 6)", make=lambda x: x.view(2, 6), shape=(3, 4), caption=VIEW),
    "reshape": Layout(
        call="x.reshape(6)", make=lambda x: x.reshape(6), source="x", prepare=transposed, caption=COPY
    ),
    "flatten": Layout(
        call="x.flatten()",
        make=lambda x: x.flatten(),
        caption="把各行接成一行。内存本来就连续，所以只换步长，不复制。",
    ),
    "permute": Layout(call="x.permute(1, 0)", make=lambda x: x.permute(1, 0), caption=SWAP),
    "transpose": Layout(call="x.transpose(0, 1)", make=lambda x: x.transpose(0, 1), caption=SWAP),
    "t": Layout(call="x.t()", make=lambda x: x.t(), caption=SWAP),
    "T": Layout(call="x.T", make=lambda x: x.T, caption=SWAP),
    "contiguous": Layout(
        call="x.contiguous()",
        make=lambda x: x.contiguous(),
        prepare=transposed,
        caption="x 是转置得到的视图。contiguous() 按 x 看上去的次序抄出一块新内存，步长变回 (2, 1)。",
    ),
    "stride": Layout(
        call="x.t()",
        make=lambda x: x.t(),
        caption="步长是沿某一维走一格时，在内存里要跳几个数：x 往下一格跳 3，y = x.t() 往下一格只跳 1。",
    ),
    "expand": Layout(
        call="x.expand(3, 4)",
        make=lambda x: x.expand(3, 4),
        shape=(3, 1),
        caption="四列是同一个数：这一维的步长是 0，内存里始终只有 3 个数。",
    ),
    "repeat": Layout(
        call="x.repeat(1, 4)",
        make=lambda x: x.repeat(1, 4),
        shape=(3, 1),
        caption="看上去和 expand 一样，但 12 个数真的抄进了新内存。",
    ),
    "unsqueeze": Layout(
        call="x.unsqueeze(1)",
        make=lambda x: x.unsqueeze(1),
        shape=(3,),
        caption="只多出一个长度为 1 的维：形状 (3,) 变成 (3, 1)，内存不动。",
    ),
    "squeeze": Layout(
        call="x.squeeze(1)",
        make=lambda x: x.squeeze(1),
        shape=(3, 1),
        caption="去掉长度为 1 的维：形状 (3, 1) 变成 (3,)，内存不动。",
    ),
    "clone": Layout(
        call="x.clone()",
        make=lambda x: x.clone(),
        caption="形状和步长照旧，数字抄进一块新内存，改 y 不影响 x。",
    ),
    "detach": Layout(
        call="x.detach()", make=lambda x: x.detach(), caption="只切断梯度，内存仍是同一块：原地改 y，x 也变。"
    ),
}
TENSOR_ONLY = {"view", "contiguous", "stride", "expand", "repeat"}
FIGURES: dict[str, Maker] = {}
CASES: dict[str, Layout] = {}
for _key, _layout in LAYOUTS.items():
    CASES[f"torch.Tensor.{_key}"] = _layout
    if _key not in TENSOR_ONLY | {"T"}:
        CASES[f"torch.{_key}"] = _layout
FIGURES = {name: partial(drawn, layout) for name, layout in CASES.items()}
