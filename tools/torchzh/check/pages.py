"""Writes the pages that explain the codes, from the catalogue and the tested cases.

What a page shows as output is what the tests demand of the command, so the
pages cannot tell yesterday's truth. They are committed; a test compares them
and ``TORCHZH_REGENERATE=1`` writes them anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from torchzh.check.catalogue import FAMILIES, Code
from torchzh.check.report import SEVERITIES


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A tested case as a page shows it."""

    title: str
    diff: str
    output: str
    triggers: bool


def index_page(codes: Iterable[Code]) -> str:
    """The list of all codes."""
    rows = list(codes)
    lines = [
        "# 问题代码",
        "",
        "`torchzh check` 给每个问题一个固定的代码。一行说明是 `文件:行:列 代码 名字 说明`，",
        "下面三行是条目写了什么、torch 实际如何、怎么改。",
        "",
        "- **错误**：检查失败，退出状态为 1。",
        "- **提示**：显示出来，不影响结果。",
        "- **无法核对**：单独计数，不算通过。",
        "",
        "| 代码 | 级别 | 含义 |",
        "|---|---|---|",
    ]
    lines += [
        f"| [{row.code}](#{row.code.lower()}) | {SEVERITIES[row.severity]} | {row.title} |" for row in rows
    ]
    lines += ["", "```{toctree}", ":hidden:", "", *FAMILIES, "```", ""]
    return "\n".join(lines)


def family_page(family: str, codes: Sequence[Code], cases: Mapping[str, Sequence[Shown]]) -> str:
    """All codes of one family."""
    lines = [f"# {FAMILIES[family]}", ""]
    for code in codes:
        lines += _section(code, cases.get(code.code, ()))
    return "\n".join(lines)


def _section(code: Code, cases: Sequence[Shown]) -> Iterator[str]:
    yield f"({code.code.lower()})="
    yield f"## {code.code} {code.title}"
    yield ""
    yield f"{SEVERITIES[code.severity]}。{code.why}"
    yield ""
    for case in cases:
        yield f"{'会报' if case.triggers else '不会报'}：{case.title}"
        yield ""
        yield from _block("diff", case.diff)
        if case.triggers:
            yield from _block("text", case.output)


def _block(language: str, text: str) -> Iterator[str]:
    if text.strip():
        yield f"`````{language}"
        yield from text.rstrip("\n").split("\n")
        yield "`````"
        yield ""
