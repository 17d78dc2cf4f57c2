"""Sequences of different lengths: padded to a table, or packed without the padding."""

from __future__ import annotations

import torch
from torch import nn

from torchzh.figures.grid import cells, shape_text
from torchzh.figures.models import Figure, Maker
from torchzh.figures.svg import arrow, box, document, path, text

TINTS = ("a-soft", "b-soft", "c-soft", "d-soft")


def packed_data() -> tuple[torch.Tensor, list[int], list[int], list[int]]:
    """Padded table, lengths, packed row and batch sizes."""
    rows = [torch.tensor([1, 2, 3, 4]), torch.tensor([5, 6]), torch.tensor([7])]
    padded = nn.utils.rnn.pad_sequence(rows, batch_first=True)
    packed = nn.utils.rnn.pack_padded_sequence(padded, torch.tensor([4, 2, 1]), batch_first=True)
    return padded, [4, 2, 1], packed.data.tolist(), packed.batch_sizes.tolist()


def pad_sequence() -> Figure:
    """Rows of different lengths become a table."""
    padded, lengths, _, _ = packed_data()
    parts = [
        text(66, 16, "三个序列", bold=True),
        text(270, 16, f"结果 {shape_text(padded.shape)}", bold=True),
    ]
    for i, length in enumerate(lengths):
        words = [str(value) for value in padded[i].tolist()]
        parts.append(cells(14, 26 + i * 34, [words[:length]], TINTS[i], 26))
        fills = [[TINTS[i]] * length + ["void"] * (4 - length)]
        parts.append(cells(218, 26 + i * 34, [words], fills, 26))
        parts.append(arrow((124, 39 + i * 34), (212, 39 + i * 34)))
    caption = "短的在末尾补 padding_value（默认 0，灰）到一样长。补的 0 和真正的 0 分不开，长度要自己记着。"
    alt = (
        f"长度 {lengths} 的三个序列补成 {shape_text(padded.shape)} 的张量，"
        f"灰色的 {int((padded == 0).sum())} 格是补的 0。"
    )
    return Figure(caption=caption, alt=alt, svg=document(134, alt, parts))


def pack() -> Figure:
    """Column by column without the padding."""
    padded, lengths, data, sizes = packed_data()
    tint = {value: TINTS[i] for i, row in enumerate(padded.tolist()) for value in row if value}
    tint[0] = "void"
    parts = [text(170, 16, "补齐的 batch（列是时间步）", bold=True)]
    parts.append(
        cells(
            118,
            24,
            [[str(v) for v in row] for row in padded.tolist()],
            [[tint[v] for v in row] for row in padded.tolist()],
            26,
        )
    )
    parts += [arrow((170, 106), (170, 132)), text(180, 124, "逐列收集，跳过补的格子", at="start", fill="a")]
    parts += [
        text(70, 158, "data", at="end", bold=True),
        cells(79, 140, [[str(v) for v in data]], [[tint[v] for v in data]], 26),
    ]
    x = 79.0
    parts.append(text(73, 190, "batch_sizes", at="end"))
    for size in sizes:
        parts += [
            path(box(x + 2, 172, size * 26 - 4, 3), fill="b"),
            text(x + size * 13, 190, str(size), fill="b", bold=True),
        ]
        x += size * 26
    caption = (
        "按时间步收集：第 1 步 3 个序列都在，"
        "第 2 步剩 2 个……batch_sizes 记下每一步还有几个，RNN 就不会算补的格子。"
    )
    alt = f"长度 {lengths} 的序列打包：data 是 {data}，batch_sizes 是 {sizes}，补的格子不在其中。"
    return Figure(caption=caption, alt=alt, svg=document(200, alt, parts))


FIGURES: dict[str, Maker] = {
    "torch.nn.utils.rnn.pad_sequence": pad_sequence,
    "torch.nn.utils.rnn.pack_padded_sequence": pack,
}
