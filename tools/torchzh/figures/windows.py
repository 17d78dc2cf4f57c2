"""Windows with numbers: pooling, a kernel over a row, padding, enlarging."""

from __future__ import annotations

from functools import partial

import torch
from torch import nn
from torch.nn import functional

from torchzh.figures.grid import cells, outline
from torchzh.figures.models import Figure, Maker
from torchzh.figures.plot import plain
from torchzh.figures.svg import arrow, document, text

CELL = 26.0
TINTS = ("a", "b", "c", "d")
IMAGE = ((1, 3, 2, 0), (5, 4, 1, 7), (0, 2, 9, 6), (8, 1, 3, 2))


def words(tensor: torch.Tensor) -> list[list[str]]:
    """The numbers as text, at most two decimals."""
    return [[plain(round(float(value), 2)) for value in row] for row in tensor.tolist()]


def pooled(module: nn.Module) -> torch.Tensor:
    """The picture after pooling to 2 × 2."""
    result: torch.Tensor = module(torch.tensor(IMAGE, dtype=torch.float32)[None, None])[0, 0]
    return result


def pooling(call: str, module: nn.Module, caption: str) -> Figure:
    """Four windows of four numbers, each with its colour."""
    result = pooled(module)
    tint = [[f"{TINTS[i // 2 * 2 + j // 2]}-soft" for j in range(4)] for i in range(4)]
    parts = [text(10, 16, call, at="start", fill="a", bold=True)]
    parts += [text(74, 40, "输入 4 × 4"), text(272, 64, "输出 2 × 2")]
    parts.append(cells(22, 48, words(torch.tensor(IMAGE)), tint, CELL))
    parts += [
        outline(
            22 + j * 2 * CELL + 1.5, 48 + i * 2 * CELL + 1.5, 2 * CELL - 3, 2 * CELL - 3, TINTS[2 * i + j]
        )
        for i in range(2)
        for j in range(2)
    ]
    parts.append(arrow((140, 100), (232, 100)))
    parts.append(cells(238, 72, words(result), [["a-soft", "b-soft"], ["c-soft", "d-soft"]], 34))
    told = "、".join(value for row in words(result) for value in row)
    alt = f"{call} 把 4 × 4 的输入分成四个 2 × 2 的窗口，输出依次是 {told}。"
    return Figure(caption=caption, alt=alt, svg=document(162, alt, parts))


def kernel_over_row() -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """A row, a kernel of three, and the result with one zero of padding."""
    x, kernel = torch.tensor([1.0, 3.0, 2.0, 5.0, 4.0, 0.0]), torch.tensor([1.0, 0.0, -1.0])
    layer = nn.Conv1d(1, 1, 3, padding=1, bias=False)
    with torch.no_grad():
        layer.weight.copy_(kernel.reshape(1, 1, 3))
        return x, kernel, layer(x.reshape(1, 1, -1)).flatten()


def conv1d() -> Figure:
    """The kernel under the row, its output under the kernel."""
    x, kernel, out = kernel_over_row()
    size, left = 34.0, 32.0
    row = [["0", *words(x[None])[0], "0"]]
    fills = [["void", *["bg"] * 6, "void"]]
    fills[0][3:6] = ["a-soft"] * 3
    parts = [text(10, 16, "Conv1d(1, 1, kernel_size=3, padding=1)", at="start", fill="a", bold=True)]
    parts += [text(left, 40, "输入（两端灰格是补的 0）", at="start"), cells(left, 48, row, fills, size)]
    parts += [
        text(left, 110, "权重", at="start"),
        cells(left + 3 * size, 92, words(kernel[None]), "b-soft", size),
    ]
    parts.append(arrow((left + 4.5 * size, 128), (left + 4.5 * size, 152)))
    paint = [["c-soft" if i == 3 else "bg" for i in range(6)]]
    parts += [text(left, 176, "输出", at="start"), cells(left + size, 154, words(out[None]), paint, size)]
    terms = [f"{plain(a)} × {plain(b)}" for a, b in zip(x[2:5].tolist(), kernel.tolist(), strict=True)]
    parts.append(
        text(170, 208, f"{' + '.join(terms)} = {plain(float(out[3]))}".replace("× −1", "× (−1)"), fill="c")
    )
    caption = (
        "核从左滑到右，每停一处就逐个相乘再相加，得到一个输出；"
        "padding=1 让长度不变。核不翻转（数学上是互相关）。"
    )
    alt = f"长度 6 的输入经长度 3 的核，输出是 {'、'.join(words(out[None])[0])}，长度仍是 6。"
    return Figure(caption=caption, alt=alt, svg=document(218, alt, parts))


def enlarged(mode: str) -> torch.Tensor:
    """Two by two, made four by four."""
    x = torch.tensor([[[[10.0, 20.0], [30.0, 40.0]]]])
    options = {} if mode == "nearest" else {"align_corners": False}
    return functional.interpolate(x, scale_factor=2, mode=mode, **options)[0, 0]


def interpolate() -> Figure:
    """Copied numbers, and numbers in between."""
    shown = {mode: enlarged(mode) for mode in ("nearest", "bilinear")}
    small = torch.tensor([[10.0, 20.0], [30.0, 40.0]])
    parts = [
        text(38, 76, "输入", bold=True),
        cells(8, 84, words(small), [["a-soft", "b-soft"], ["c-soft", "d-soft"]], 30),
    ]
    told = []
    for top, (mode, result) in zip((20.0, 184.0), shown.items(), strict=True):
        parts.append(text(160, top - 4, f'mode="{mode}"', at="start", fill="a", bold=True))
        exact = {10.0: "a-soft", 20.0: "b-soft", 30.0: "c-soft", 40.0: "d-soft"}
        fills = [[exact.get(value, "void") for value in row] for row in result.tolist()]
        parts.append(cells(160, top + 4, words(result), fills, 32 if mode == "nearest" else 42))
        told.append(f"{mode} 的第 0 行是 {'、'.join(words(result)[0])}")
    parts += [arrow((76, 108), (154, 84)), arrow((76, 122), (154, 262))]
    caption = (
        "放大 2 倍：nearest 把每个数复制成 2 × 2；bilinear 按距离在相邻的数之间插值（灰格是新算出来的数）。"
    )
    alt = f"2 × 2 放大成 4 × 4：{'；'.join(told)}。"
    return Figure(caption=caption, alt=alt, svg=document(364, alt, parts))


def padded() -> Figure:
    """The four ways to fill what is outside."""
    x = torch.tensor([[[1.0, 2.0, 3.0, 4.0]]])
    parts, told = [], []
    for number, (mode, name) in enumerate(
        (("constant", "填 0"), ("reflect", "镜像不含边"), ("replicate", "重复边"), ("circular", "绕回去"))
    ):
        row = [f"{value:g}" for value in functional.pad(x, (2, 2), mode=mode)[0, 0].tolist()]
        top = 8 + number * 36
        parts.append(text(10, top + 18, f"{mode}", at="start", bold=True))
        parts.append(cells(80, top, [row], [["b-soft"] * 2 + ["a-soft"] * 4 + ["b-soft"] * 2], 21))
        parts.append(text(256, top + 18, name, at="start", fill="mute"))
        told.append(f"{mode} 得 {' '.join(row)}")
    caption = "F.pad(x, (2, 2), mode=…)：x 是 1 2 3 4（蓝），两侧各补 2 个（橙），四种补法。"
    alt = f"1 2 3 4 两侧各补两格：{'；'.join(told)}。"
    return Figure(caption=caption, alt=alt, svg=document(148, alt, parts))


MAX = partial(
    pooling,
    "MaxPool2d(2)",
    nn.MaxPool2d(2),
    "每个 2 × 2 窗口只留最大的数；stride 默认等于窗口边长，窗口互不重叠，所以边长减半。",
)
ADAPTIVE_MAX = partial(
    pooling,
    "AdaptiveMaxPool2d(2)",
    nn.AdaptiveMaxPool2d(2),
    "只说输出要 2 × 2，窗口怎么排由 torch 决定；每个窗口留最大的数。",
)
FIGURES: dict[str, Maker] = {
    "torch.nn.MaxPool2d": MAX,
    "torch.nn.functional.max_pool2d": MAX,
    "torch.nn.AdaptiveMaxPool2d": ADAPTIVE_MAX,
    "torch.nn.functional.adaptive_max_pool2d": ADAPTIVE_MAX,
    "torch.nn.Conv1d": conv1d,
    "torch.nn.functional.conv1d": conv1d,
    "torch.nn.functional.interpolate": interpolate,
    "torch.nn.Upsample": interpolate,
    "torch.nn.functional.pad": padded,
}
