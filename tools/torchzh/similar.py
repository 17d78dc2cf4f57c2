"""Finds the known name a writer probably meant.

Every message about an unknown name ends with the nearest known one. The lists
are long (fourteen thousand names), so candidates are thinned out by length and
by letters before the slow comparison. This module imports nothing of ours.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import SequenceMatcher


def nearest(word: str, candidates: Iterable[str], cutoff: float = 0.7) -> str:
    """The most similar candidate, or the empty string when none is similar enough."""
    best, best_ratio = "", cutoff
    matcher = SequenceMatcher(autojunk=False)
    matcher.set_seq2(word.lower())
    for candidate in sorted(set(candidates)):
        matcher.set_seq1(candidate.lower())
        if matcher.real_quick_ratio() < best_ratio or matcher.quick_ratio() < best_ratio:
            continue
        ratio = matcher.ratio() + (0.001 if candidate.lower() == word.lower() else 0.0)
        if ratio > best_ratio or (ratio == best_ratio and not best):
            best, best_ratio = candidate, ratio
    return best


def nearest_dotted(name: str, candidates: Iterable[str]) -> str:
    """Like ``nearest`` for qualified names: same parent first, then same last part anywhere."""
    known = candidates if isinstance(candidates, (set, frozenset, dict)) else set(candidates)
    folded = name.lower()
    same = sorted(candidate for candidate in known if candidate.lower() == folded)
    if same:
        return same[0]
    parent, _, last = name.rpartition(".")
    siblings = {candidate for candidate in known if candidate.rpartition(".")[0] == parent}
    found = nearest(last, {candidate.rpartition(".")[2] for candidate in siblings}, 0.7)
    if found:
        return f"{parent}.{found}"
    ending = "." + last
    same_last = [candidate for candidate in known if candidate.endswith(ending)]
    return min(same_last, key=lambda candidate: (len(candidate), candidate), default="")
