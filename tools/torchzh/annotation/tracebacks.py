"""The exceptions that the examples of an entry show: what was raised, by which statement.

Read off the tracebacks in doctest form; nothing is run here. A message may go on
over several lines, which are joined with blanks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_TRACEBACK = "Traceback (most recent call last):"
_RAISED = re.compile(r"^(?P<kind>(?:[A-Za-z_]\w*\.)*[A-Z]\w*)(?:: (?P<text>.*))?$")
_PROMPTS = (">>>", "... ")  # three dots without a blank leave out the rest of a line


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownError:
    """One exception as an example shows it."""

    kind: str  # RuntimeError, without its module
    text: str
    statement: str  # with its prompts


def shown_errors(code: str) -> Iterator[ShownError]:
    """Every traceback of a block of code, in order."""
    lines = code.split("\n")
    statement: list[str] = []
    for number, line in enumerate(lines):
        if line.startswith(">>> "):
            statement = [line]
        elif line.startswith("... ") and statement:
            statement.append(line)
        elif line.strip() == _TRACEBACK:
            found = _raised(lines[number + 1 :])
            if found is not None:
                yield ShownError(kind=found[0], text=found[1], statement="\n".join(statement))


def _raised(lines: list[str]) -> tuple[str, str] | None:
    """Type and message below a traceback line; None where the next prompt comes first."""
    for number, line in enumerate(lines):
        if line.startswith(">>>"):
            return None
        match = _RAISED.match(line)
        if match:
            rest = []
            for more in lines[number + 1 :]:
                if more.startswith(_PROMPTS) or not more.strip():
                    break
                rest.append(more.strip().removeprefix("..."))
            message = " ".join([match["text"] or "", *rest]).strip()
            return match["kind"].rpartition(".")[2], message
    return None
