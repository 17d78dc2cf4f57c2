"""Rule about formulas: each must become MathML, or the build would stop at its page.

Sphinx meets a formula only when it writes the page, minutes into a build; a
translator learns it here, with the line, in a moment.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from torchzh.annotation.prose import MATH
from torchzh.check.context import Context
from torchzh.findings import Finding
from torchzh.formulas import MathError, to_mathml

FENCE = "$$"


def check_formulas(context: Context) -> Iterator[Finding]:
    """Formulas in running text and on lines of their own."""
    for prose in context.result.prose:
        for mark in prose.marks:
            if mark.kind == MATH:
                yield from _judge(context, prose.place(mark.start), mark.text, block=False)
    for line, source in _blocks(context):
        yield from _judge(context, (line, 1), source, block=True)


def _judge(context: Context, at: tuple[int, int], source: str, *, block: bool) -> Iterator[Finding]:
    reason = _fault(source, block)
    if reason:
        yield context.finding("FM52", at, text=" ".join(source.split()), reason=reason)


@cache
def _fault(source: str, block: bool) -> str:
    """Why the formula cannot be drawn, or nothing."""
    try:
        to_mathml(source, block=block)
    except MathError as error:
        return str(error)
    return ""


def _blocks(context: Context) -> Iterator[tuple[int, str]]:
    """Line and source of the formulas between ``$$``, outside code."""
    code = {
        number
        for block in context.entry.blocks
        for number in range(block.line, block.line + block.text.count("\n") + 2)
    }
    start, held = 0, list[str]()
    for number, raw in enumerate(context.result.lines, 1):
        line = raw.strip()
        if number in code or (not start and not line.startswith(FENCE)):
            continue
        held.append(line)
        start = start or number
        text = "\n".join(held)
        if len(text) >= 2 * len(FENCE) and text.endswith(FENCE):
            yield start, text[len(FENCE) : -len(FENCE)].strip()
            start, held = 0, []
