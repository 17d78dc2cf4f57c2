"""Options of an example block in the words of a reader: for which torch, on which device.

The info string after the language is written by authors for the example
runner; the page says the same in Chinese above the block.
"""

from __future__ import annotations

import re

OPTION = re.compile(r'(?P<key>[a-z]+)(?P<operator>>=|<=|==|!=|=|<|>)(?P<value>"[^"]*"|\S+)|(?P<flag>\S+)')
COMPARISONS = {
    ">=": "torch {} 起",
    ">": "torch {} 之后",
    "<": "torch {} 之前",
    "<=": "torch {} 及更早",
    "==": "仅 torch {}",
    "!=": "torch {} 除外",
}


def condition_note(options: str) -> str:
    """``torch>=2.4 device=cuda`` as ``torch 2.4 起 · 需要 CUDA 设备``; empty when nothing is special."""
    notes = (_note(match) for match in OPTION.finditer(options))
    return " · ".join(note for note in notes if note)


def _note(match: re.Match[str]) -> str:
    value = (match["value"] or "").strip('"')
    match match["key"]:
        case "torch":
            return COMPARISONS.get(match["operator"], "").format(value)
        case "device":
            return "需要 CUDA 设备" if value == "cuda" else f"设备 {value}"
        case "needs":
            return f"需要另装 {value}"
        case "skip":
            return f"未执行：{value}"
        case "warns":
            return f"会发出 {value}"
        case _:
            return ""
