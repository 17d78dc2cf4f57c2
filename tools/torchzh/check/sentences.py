"""Sentences and clauses of running text, with their offsets."""

from __future__ import annotations

import re

_SENTENCE_END = re.compile(r"[。；！？;!?]")
_CLAUSE_END = re.compile(r"[，。；！？,;!?]")


def sentence(text: str, offset: int) -> tuple[int, int]:
    """Start and end of the sentence around an offset."""
    return _around(_SENTENCE_END, text, offset)


def clause(text: str, offset: int) -> tuple[int, int]:
    """Start and end of the clause around an offset."""
    return _around(_CLAUSE_END, text, offset)


def _around(pattern: re.Pattern[str], text: str, offset: int) -> tuple[int, int]:
    start = max((match.end() for match in pattern.finditer(text, 0, offset)), default=0)
    end = pattern.search(text, offset)
    return start, end.start() if end else len(text)
