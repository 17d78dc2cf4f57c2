"""Shapes on their way: recurrent layers, attention, matrix products.

Every shape is that of a real tensor after a real call.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import torch
from torch import nn

from torchzh.figures.grid import cells, shape_text
from torchzh.figures.models import Figure, Maker
from torchzh.figures.svg import arrow, box, document, path, text

STEPS, BATCH, INPUT, HIDDEN = 4, 2, 5, 3


def block(x: float, y: float, width: float, height: float, words: str, fill: str) -> str:
    """A box with a name."""
    frame = path(box(x, y, width, height), fill=fill, stroke="mute")
    return frame + text(x + width / 2, y + height / 2 + 4, words, bold=True)


def recurrent_shapes(make: Callable[..., nn.Module]) -> tuple[torch.Size, torch.Size, list[torch.Size]]:
    """Input, output and the states."""
    torch.manual_seed(0)
    x = torch.randn(BATCH, STEPS, INPUT)
    output, state = make(INPUT, HIDDEN, batch_first=True)(x)
    states = list(state) if isinstance(state, tuple) else [state]
    return x.shape, output.shape, [item.shape for item in states]


def recurrent(make: Callable[..., nn.Module], name: str) -> Figure:
    """The layer unrolled over time."""
    given, output, states = recurrent_shapes(make)
    parts = [text(10, 16, f"{name}({INPUT}, {HIDDEN}, batch_first=True)", at="start", fill="a", bold=True)]
    parts.append(text(10, 38, f"output {shape_text(output)}：每步的 h", at="start", fill="c", bold=True))
    carried = "h, c" if len(states) == 2 else "h"
    for step in range(STEPS):
        x = 36 + step * 66
        parts.append(block(x, 100, 40, 34, name if len(name) < 5 else "RNN", "a-soft"))
        parts.append(block(x + 3, 48, 34, 24, f"h{step + 1}", "c-soft"))
        parts.append(block(x + 3, 162, 34, 24, f"x{step + 1}", "void"))
        parts += [arrow((x + 20, 162), (x + 20, 136)), arrow((x + 20, 100), (x + 20, 74))]
        parts.append(arrow((x - 24, 117), (x - 2, 117), "b"))
    parts.append(arrow((36 + 3 * 66 + 42, 117), (36 + 3 * 66 + 66, 117), "b"))
    parts.append(text(36 + 3 * 66 + 60, 104, carried, fill="b", bold=True))
    parts.append(text(12, 104, "0", fill="b"))
    parts.append(text(10, 206, f"input {shape_text(given)}：batch、时间步、特征", at="start", bold=True))
    names = "h_n" if len(states) == 1 else "h_n、c_n 各"
    parts.append(
        text(
            10,
            228,
            f"{names} {shape_text(states[0])}：最后一步的状态（橙色）",
            at="start",
            fill="b",
            bold=True,
        )
    )
    caption = (
        "同一组权重从左到右用 4 次：output 收集每一步的 h，h_n 只留最后一步；"
        "h_n 的第 0 维总是层数，不随 batch_first 变。"
    )
    alt = (
        f"{name} 按时间展开成 4 步：input {shape_text(given)}，"
        f"output {shape_text(output)}，h_n {shape_text(states[0])}。"
    )
    return Figure(caption=caption, alt=alt, svg=document(238, alt, parts))


def attention_run() -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
    """Query, key, output and weights of one head."""
    torch.manual_seed(0)
    layer = nn.MultiheadAttention(8, 2, batch_first=True)
    query, key = torch.randn(1, 3, 8), torch.randn(1, 5, 8)
    output, weights = layer(query, key, key)
    return query, key, output, weights


def attention() -> Figure:
    """Each query shares its attention among the keys."""
    query, key, output, weights = attention_run()
    shown = [[f"{value:.2f}" for value in row] for row in weights[0].tolist()]
    top = [max(row) for row in weights[0].tolist()]
    fills = [
        ["a-soft" if value == most else "void" for value in row]
        for row, most in zip(weights[0].tolist(), top, strict=True)
    ]
    parts = [text(10, 16, "MultiheadAttention(8, 2, batch_first=True)", at="start", fill="a", bold=True)]
    parts += [
        text(10, 40, f"query {shape_text(query.shape)}", at="start"),
        text(170, 40, f"key、value {shape_text(key.shape)}", at="start"),
    ]
    left, size = 90.0, 40.0
    parts += [text(left + (j + 0.5) * size, 66, f"key {j}", fill="mute") for j in range(5)]
    parts += [
        text(left - 8, 72 + (i + 0.5) * size + 4, f"query {i}", at="end", fill="mute") for i in range(3)
    ]
    parts.append(cells(left, 72, shown, fills, size))
    parts.append(text(10, 214, f"权重 {shape_text(weights.shape)}：每行的和是 1", at="start", bold=True))
    parts.append(
        text(10, 234, f"输出 {shape_text(output.shape)}：形状跟着 query", at="start", fill="c", bold=True)
    )
    caption = (
        "每个 query 对 5 个 key 打分并 softmax，得到一行权重，"
        "再按权重平均 value。返回的权重默认已在两个头上取平均。"
    )
    alt = (
        f"3 个 query 对 5 个 key 的注意力权重 {shape_text(weights.shape)}，第 0 行是 {'、'.join(shown[0])}。"
    )
    return Figure(caption=caption, alt=alt, svg=document(244, alt, parts))


def product(
    call: str, caption: str, shapes: tuple[torch.Size, torch.Size, torch.Size], names: tuple[str, str, str]
) -> Figure:
    """Rows times columns: sizes as areas."""
    (rows, inner), (_, columns) = shapes[0], shapes[1]
    size = 22.0
    left, top = 14 + inner * size + 22, 30 + inner * size + 22
    parts = [text(10, 16, call, at="start", fill="a", bold=True)]
    a_fill = [["a-soft" if i == 0 else "bg"] * inner for i in range(rows)]
    b_fill = [["b-soft" if j == 1 else "bg" for j in range(columns)] for _ in range(inner)]
    c_fill = [["c-soft" if (i, j) == (0, 1) else "bg" for j in range(columns)] for i in range(rows)]
    parts.append(cells(14, top, [[""] * inner] * rows, a_fill, size))
    parts.append(cells(left, 30, [[""] * columns] * inner, b_fill, size))
    parts.append(cells(left, top, [[""] * columns] * rows, c_fill, size))
    right = left + columns * size + 10
    words = [f"{name} {shape_text(shape)}" for name, shape in zip(names, shapes, strict=True)]
    parts.append(text(14 + inner * size / 2, top + rows * size + 18, words[0], fill="a", bold=True))
    parts.append(text(right, 30 + inner * size / 2 + 4, words[1], at="start", fill="b", bold=True))
    parts.append(text(right, top + rows * size / 2 + 4, words[2], at="start", fill="c", bold=True))
    alt = f"{call}：{words[0]} 乘 {words[1]} 得 {words[2]}，中间的 {inner} 被消掉。"
    return Figure(caption=caption, alt=alt, svg=document(top + rows * size + 28, alt, parts))


def matmul() -> Figure:
    """Rows of the first, columns of the second."""
    a, b = torch.ones(2, 4), torch.ones(4, 3)
    caption = "结果的一格 = a 的一行与 b 的一列逐个相乘再相加。a 的列数必须等于 b 的行数，这一维被消掉。"
    return product(
        "torch.matmul(a, b)", caption, (a.shape, b.shape, torch.matmul(a, b).shape), ("a", "b", "结果")
    )


def linear() -> Figure:
    """The weight is stored the other way round."""
    x, weight = torch.ones(2, 4), torch.ones(3, 4)
    caption = (
        "y = x @ weight.T + bias：weight 存成 (out, in)，"
        "用的时候转置；结果的一格是 x 的一行乘 weight 的一行。"
    )
    result = nn.functional.linear(x, weight)
    return product(
        "F.linear(x, weight)", caption, (x.shape, weight.t().shape, result.shape), ("x", "weight.T", "结果")
    )


FIGURES: dict[str, Maker] = {
    "torch.nn.RNN": partial(recurrent, nn.RNN, "RNN"),
    "torch.nn.LSTM": partial(recurrent, nn.LSTM, "LSTM"),
    "torch.nn.GRU": partial(recurrent, nn.GRU, "GRU"),
    "torch.nn.MultiheadAttention": attention,
    "torch.matmul": matmul,
    "torch.mm": matmul,
    "torch.nn.functional.linear": linear,
    "torch.Tensor.matmul": matmul,
}
