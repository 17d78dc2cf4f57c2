"""Data sets cut up: the batches of a loader, the parts of a split."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch.utils.data import DataLoader, random_split

from torchzh.figures.grid import cells
from torchzh.figures.models import Figure, Maker
from torchzh.figures.svg import document, text

CELL = 26.0
COUNT = 10
TINTS = ("a-soft", "b-soft", "c-soft", "d-soft")


def loaded(*, shuffle: bool, drop_last: bool) -> list[list[int]]:
    """The batches of ten numbered samples."""
    generator = torch.Generator().manual_seed(0)
    loader = DataLoader(
        range(COUNT),
        batch_size=4,
        shuffle=shuffle,
        drop_last=drop_last,
        generator=generator,
    )
    return [[int(value) for value in batch] for batch in loader]


def _row(y: float, parts: Sequence[Sequence[int]], tints: Sequence[str]) -> str:
    """Groups of samples with a gap between them."""
    drawn, left = [], 12.0
    for group, tint in zip(parts, tints, strict=False):
        drawn.append(cells(left, y, [[str(value) for value in group]], tint, CELL))
        left += len(group) * CELL + 12
    return "".join(drawn)


def loader() -> Figure:
    """In order, shuffled, and without the rest."""
    parts, top = [], 16.0
    shown = {
        "batch_size=4": loaded(shuffle=False, drop_last=False),
        "batch_size=4, shuffle=True": loaded(shuffle=True, drop_last=False),
        "batch_size=4, drop_last=True": loaded(shuffle=False, drop_last=True),
    }
    for call, batches in shown.items():
        parts.append(text(12, top, f"{call}：{len(batches)} 批", at="start", fill="a", bold=True))
        parts.append(_row(top + 8, batches, TINTS))
        top += 62
    sizes = "、".join(str(len(batch)) for batch in shown["batch_size=4"])
    shuffled = "、".join(map(str, shown["batch_size=4, shuffle=True"][0]))
    caption = (
        "格子里是样本编号，一种颜色是一批。最后一批凑不满就短一些；"
        "shuffle 每个 epoch 重新打乱；drop_last 丢掉凑不满的那批。"
    )
    alt = f"10 个样本每批 4 个：各批 {sizes} 个；打乱后第一批是 {shuffled}；drop_last 时只有 2 批。"
    return Figure(caption=caption, alt=alt, svg=document(top - 16, alt, parts))


def parted() -> list[list[int]]:
    """Ten samples split into three parts."""
    generator = torch.Generator().manual_seed(0)
    found = random_split(range(COUNT), [6, 2, 2], generator=generator)
    return [[int(index) for index in part.indices] for part in found]


def split() -> Figure:
    """Whole above, parts below."""
    parts = parted()
    owner = {index: tint for part, tint in zip(parts, TINTS, strict=False) for index in part}
    whole = [[str(index) for index in range(COUNT)]]
    drawn = [text(12, 16, "数据集的 10 个样本（颜色：分到哪一份）", at="start", bold=True)]
    drawn.append(cells(12, 24, whole, [[owner[index] for index in range(COUNT)]], CELL))
    drawn.append(text(12, 78, "random_split(数据集, [6, 2, 2])", at="start", fill="a", bold=True))
    drawn.append(_row(86, parts, TINTS))
    told = "；".join("、".join(map(str, part)) for part in parts)
    caption = "先打乱再切开：每个样本恰好属于一份。不给固定种子的 generator，每次运行分法都不同。"
    alt = f"10 个样本随机分成 6、2、2 三份，编号依次是 {told}。"
    return Figure(caption=caption, alt=alt, svg=document(124, alt, drawn))


FIGURES: dict[str, Maker] = {
    "torch.utils.data.DataLoader": loader,
    "torch.utils.data.random_split": split,
}
