"""How well the sound of a Chinese word fits: full pinyin, initials, or the wrong characters."""

from __future__ import annotations

import re
from collections.abc import Mapping

from torchzh.finder.columns import han_runs
from torchzh.finder.index import Index
from torchzh.finder.query import Query
from torchzh.finder.texts import Found, fit

LETTERS = re.compile(r"[a-z' ]{2,}")


def pinyin_scores(query: Query, index: Index) -> Found:
    """Record → score and the word that was meant."""
    w: Mapping[str, float] = index.weights["pinyin"]
    runs = han_runs(query.lower)
    found: Found = {}
    if LETTERS.fullmatch(query.lower):
        typed = re.sub(r"[' ]", "", query.lower)
        for tag in index.data["tagNames"]:
            if "".join(index.readings.syllables(tag)) == typed:
                found |= dict.fromkeys(index.tagged(tag), (w["tag"], ""))
        for word, syllables in index.syllables.items():
            _keep(found, index, word, _letters(typed, syllables, w))
        if len(typed) >= 5:
            for key, summary in index.data["summaries"].items():
                if _at_boundary(typed, index.readings.syllables(summary)) >= 0:
                    number = int(key)
                    if w["summary"] > found.get(number, (0.0, ""))[0]:
                        found[number] = (w["summary"], "")
    elif len(runs) == 1 and runs[0] == query.lower and len(runs[0]) > 1:
        sound = index.readings.syllables(runs[0])
        for word, syllables in index.syllables.items():
            if syllables == sound and word != query.lower:
                _keep(found, index, word, w["homophone"])
    return found


def _keep(found: Found, index: Index, word: str, score: float) -> None:
    if score > 0:
        for number, position in index.words[word]:
            value = score + fit(word, number, position, index)
            if value > found.get(number, (0.0, ""))[0]:
                found[number] = (value, word)


def _letters(typed: str, syllables: tuple[str, ...], w: Mapping[str, float]) -> float:
    full = "".join(syllables)
    if full == typed:
        return w["equal"]
    initials = "".join(syllable[0] for syllable in syllables)
    at = _at_boundary(typed, syllables)
    extra = min(w["extra_most"], w["extra"] * (len(syllables) - 1))
    if at >= 0 and len(typed) > 2:
        return (w["inside"] if at else w["prefix"]) - extra
    if initials == typed:
        return w["initials"]
    if len(typed) > 2 and initials.startswith(typed):
        return w["initials_prefix"] - w["extra"] * (len(initials) - len(typed))
    if len(typed) > 3 and len(syllables) > 1 and _mixed(typed, syllables):
        return w["mixed"] - extra
    return 0.0


def _at_boundary(typed: str, syllables: tuple[str, ...]) -> int:
    """Number of the syllable where the letters begin, or -1."""
    full = "".join(syllables)
    if typed not in full:
        return -1
    offset = 0
    for number, syllable in enumerate(syllables):
        if full.startswith(typed, offset):
            return number
        offset += len(syllable)
    return -1


def _mixed(typed: str, syllables: tuple[str, ...]) -> bool:
    """``pinj``: every syllable by its beginning, the first ones at least."""
    if not typed:
        return True
    if not syllables:
        return False
    head = syllables[0]
    size = 0
    while size < min(len(head), len(typed)) and head[size] == typed[size]:
        size += 1
    return any(_mixed(typed[take:], syllables[1:]) for take in range(size, 0, -1))
