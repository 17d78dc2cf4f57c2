"""How well a public name fits what was typed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from torchzh.finder.index import Index, Spelling, squeeze
from torchzh.finder.query import Query
from torchzh.finder.typos import distance, slips_allowed

Scores = dict[int, float]
NEAR = 850.0  # with a hit this good nobody mistyped


def name_scores(query: Query, index: Index) -> Scores:
    """Record → score of its best spelling."""
    weights = index.weights["name"]
    found: Scores = {}
    typed = _Typed(query, index)
    for spelling in index.spellings:
        score = typed.score(spelling)
        if score > 0:
            score -= 0 if spelling.canonical else weights["other"]
            found[spelling.record] = max(found.get(spelling.record, 0.0), score)
    if typed.squeezed and max(found.values(), default=0.0) < NEAR:
        for number, score in typed.slips(index):
            found[number] = max(found.get(number, 0.0), score)
    return found


class _Typed:
    """What was typed, prepared once for thousands of comparisons."""

    def __init__(self, query: Query, index: Index) -> None:
        self.weights: Mapping[str, float] = index.weights["name"]
        self.symbol = query.symbol
        self.lower = query.symbol.lower().rstrip(".")
        *self.head, self.last = self.lower.split(".")
        self.dotted = bool(self.head)
        words = query.lower.split()
        latin = query.lower.isascii() and 0 < len(words) <= 4
        self.words = words if latin and len(words) > 1 else []
        self.squeezed = squeeze(self.last or (query.lower if latin else ""))
        self.misplaced = bool(self.head) and self.head[-1] in index.components
        variable = query.bare.lower().rpartition(".")[0].rpartition(".")[2]
        self.receiver = str(index.weights["words"]["receivers"].get(variable, ""))

    def score(self, spelling: Spelling) -> float:
        """The best rule that holds."""
        w = self.weights
        if self.lower:
            if spelling.lower == self.lower:
                return w["exact"] + (w["case"] if spelling.name == self.symbol else 0)
            if self.dotted and spelling.lower.endswith("." + self.lower):
                return w["path"] + (w["case"] if spelling.name.endswith(self.symbol) else 0)
            if spelling.last == self.last:
                return self._last(spelling)
            if self.dotted:
                return self._path(spelling)
        if len(self.squeezed) < 2:
            return 0.0
        return self._loose(spelling)

    def _last(self, spelling: Spelling) -> float:
        w = self.weights
        if not self.dotted:
            return w["last"] + (w["case"] if spelling.name.endswith(self.symbol) else 0)
        parents = spelling.lower.split(".")[:-1]
        same = 0
        while same < len(self.head) and same < len(parents) and parents[-1 - same] == self.head[-1 - same]:
            same += 1
        bonus = w["receiver"] if self.receiver and spelling.name.startswith(self.receiver + ".") else 0
        if not same and self.misplaced and not self.receiver:
            return w["misplaced"]
        return w["stranger"] + same * w["component"] + bonus

    def _path(self, spelling: Spelling) -> float:
        """``nn.adapt``: the end of a path and the beginning of a name."""
        w = self.weights
        at = ("." + spelling.lower).rfind("." + self.lower)
        if at >= 0:
            rest = spelling.lower[at + len(self.lower) :]
            rule = "path_inside" if "." in rest else "path_prefix"
            return w[rule] - min(w["extra_most"], w["extra"] * len(rest))
        return 0.0

    def _loose(self, spelling: Spelling) -> float:
        w, typed = self.weights, self.squeezed
        extra = min(w["extra_most"], w["extra"] * (len(spelling.squeezed) - len(typed)))
        if spelling.squeezed == typed:
            return w["squeezed"]
        if spelling.squeezed.startswith(typed):
            return (
                w["prefix"] if spelling.last.startswith(self.last or typed) else w["squeezed_prefix"]
            ) - extra
        if self.words and all(word in spelling.lower for word in self.words):
            return w["all_words"] - extra
        if len(typed) < 3:
            return 0.0
        if typed in spelling.squeezed:
            return w["inside"] - extra
        if len(typed) >= 4 and begins_pieces(typed, spelling.pieces):
            return w["pieces"] - extra
        if self.lower and not "torch".startswith(self.lower) and self.lower in spelling.lower:
            return w["path_inside"] - extra
        return 0.0

    def slips(self, index: Index) -> Iterator[tuple[int, float]]:
        """Names a slip or two away."""
        w, typed = self.weights, self.squeezed
        allowed = slips_allowed(len(typed))
        if not allowed:
            return
        for spelling in index.spellings:
            if abs(len(spelling.squeezed) - len(typed)) > allowed:
                continue
            slips = distance(typed, spelling.squeezed, allowed)
            if slips > allowed:
                continue
            score = (
                w["typo"]
                - w["typo_step"] * slips
                - (w["typo_first"] if typed[0] != spelling.squeezed[0] else 0)
            )
            if self.dotted:
                parents = spelling.lower.split(".")[:-1]
                if parents[-len(self.head) :] == self.head:
                    score += w["head_fits"]
                else:
                    score += w["head_near"] if set(self.head) <= set(parents) else -w["head_misses"]
            yield spelling.record, score


def begins_pieces(typed: str, pieces: tuple[str, ...], at: int = 0) -> bool:
    """True when the letters are beginnings of pieces, in order; pieces may be passed over."""
    if not typed:
        return True
    for number in range(at, len(pieces)):
        piece = pieces[number]
        size = 0
        while size < min(len(piece), len(typed)) and piece[size] == typed[size]:
            size += 1
        for take in range(size, 1, -1):
            if begins_pieces(typed[take:], pieces, number + 1):
                return True
    return False
