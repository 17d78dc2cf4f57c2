"""Reads which versions a sentence speaks about: 「2.4 起」, 「2.6 之前」, 「从 2.4 到 2.15」.

Writers qualify what changed. A statement with a condition is judged by the
versions it names and by no others.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from torchzh.versions import key

_V = r"(?<![\d.])(\d\.\d+)(?:\.\d+)?"
_BLANK = r"\s*(?:版本?)?\s*"
_Test = Callable[[tuple[int, ...], tuple[int, ...]], bool]
_PATTERNS: tuple[tuple[re.Pattern[str], _Test], ...] = (
    (re.compile(rf"{_V}{_BLANK}(?:及以前|及之前|及更早|或更早|为止)"), lambda minor, bound: minor <= bound),
    (re.compile(rf"{_V}{_BLANK}(?:之前|以前)"), lambda minor, bound: minor < bound),
    (
        re.compile(rf"{_V}{_BLANK}(?:起|以来|开始|之后|以后|及以后|及之后|或更新|及更新|以上)"),
        lambda minor, bound: minor >= bound,
    ),
)
_RANGE = re.compile(rf"{_V}\s*(?:到|至|–|—|-|~|～)\s*{_V}")
_SINGLE = re.compile(rf"{_V}(?![\d.])")
# A version is written like any decimal number; only these can be one.
_PLAUSIBLE = re.compile(r"(?:1\.1[0-9]|2\.\d{1,2})$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """Versions named by a piece of text."""

    start: int
    text: str
    minors: frozenset[str]


def conditions(text: str, minors: Iterable[str]) -> Iterator[Condition]:
    """All conditions of a text, in order, evaluated over ``minors``."""
    known = tuple(minors)
    found: list[Condition] = []
    taken: list[tuple[int, int]] = []

    def add(match: re.Match[str], chosen: Iterable[str]) -> None:
        if any(start < match.end() and match.start() < end for start, end in taken):
            return
        taken.append(match.span())
        found.append(Condition(start=match.start(), text=match.group(), minors=frozenset(chosen)))

    for match in _RANGE.finditer(text):
        low, high = key(match.group(1)), key(match.group(2))
        if _PLAUSIBLE.match(match.group(1)) and _PLAUSIBLE.match(match.group(2)):
            add(match, (minor for minor in known if low <= key(minor) <= high))
    for pattern, holds in _PATTERNS:
        for match in pattern.finditer(text):
            if _PLAUSIBLE.match(match.group(1)):
                bound = key(match.group(1))
                add(match, (minor for minor in known if holds(key(minor), bound)))
    for match in _SINGLE.finditer(text):
        if _PLAUSIBLE.match(match.group(1)):
            add(match, (minor for minor in known if minor == match.group(1)))
    yield from sorted(found, key=lambda condition: condition.start)


def names_version(text: str) -> bool:
    """True when a text names any version."""
    return any(_PLAUSIBLE.match(match.group(1)) for match in _SINGLE.finditer(text))
