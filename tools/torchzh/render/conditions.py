"""Options of an example block in the words of a reader: for which torch, on which device.

The info string after the language is written by authors for the example
runner, which also understands it; the page says the same in Chinese above the
block. A word the runner does not understand is its business, not the page's.
"""

from __future__ import annotations

from torchzh.annotation.models import CodeBlock
from torchzh.examples.models import BlockOptions
from torchzh.examples.options import parse_options

COMPARISONS = {
    ">=": "torch {} 起",
    ">": "torch {} 之后",
    "<": "torch {} 之前",
    "<=": "torch {} 及更早",
    "==": "仅 torch {}",
    "!=": "torch {} 除外",
}
DEVICES = {"cuda": "需要 CUDA 设备", "cpu": "在 CPU 上"}


def condition_note(options: str) -> str:
    """``torch>=2.4 device=cuda`` as ``torch 2.4 起 · 需要 CUDA 设备``; empty when nothing is special."""
    found = _options(options)
    notes = _versions(found)
    notes += [DEVICES.get(found.device, found.device)] if found.device else []
    notes += [f"需要另装 {'、'.join(found.needs)}"] if found.needs else []
    notes += [f"会发出 {'、'.join(found.warns)}"] if found.warns else []
    notes += [f"未执行：{found.skip}"] if found.skip else []
    return " · ".join(notes)


def version_note(options: str) -> str:
    """Only for which torch: ``torch 2.4 起``."""
    return " · ".join(_versions(_options(options)))


def _options(options: str) -> BlockOptions:
    return parse_options(CodeBlock(language="pycon", options=options, line=0, text="", section=""))[0]


def _versions(found: BlockOptions) -> list[str]:
    return [COMPARISONS[operator].format(minor) for operator, minor in found.versions]
