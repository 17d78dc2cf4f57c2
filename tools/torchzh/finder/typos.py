"""How many slips lie between two words: letters wrong, missing, too many or swapped."""

from __future__ import annotations


def slips_allowed(length: int) -> int:
    """Short words tolerate none: too many other words are one slip away."""
    return 0 if length < 4 else 1 if length < 7 else 2


def distance(left: str, right: str, most: int) -> int:
    """Edit distance with swaps of neighbours; anything above ``most`` is ``most + 1``."""
    if abs(len(left) - len(right)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(right) + 1))
    for i, a in enumerate(left, 1):
        above, row_ = row, [i]
        for j, b in enumerate(right, 1):
            cost = min(above[j] + 1, row_[j - 1] + 1, above[j - 1] + (a != b))
            if i > 1 and j > 1 and a == right[j - 2] and left[i - 2] == b:
                cost = min(cost, before[j - 2] + 1)
            row_.append(cost)
        if min(row_) > most:
            return most + 1
        before, row = above, row_
    return min(row[-1], most + 1)
