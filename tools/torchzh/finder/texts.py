"""How well the Chinese words, the summary and the symptoms of an entry fit."""

from __future__ import annotations

import math
import re

from torchzh.finder.columns import han_runs, tokens_of
from torchzh.finder.index import Index, squeeze
from torchzh.finder.names import Scores
from torchzh.finder.query import Query, without_stops

DOTS = re.compile(r"[.\s]+")
Found = dict[int, tuple[float, str]]  # record → score, the word that fitted


def word_scores(query: Query, index: Index) -> Found:
    """Words people use for an entry: its aliases, its names elsewhere."""
    w, tie = index.weights["word"], index.weights["text"]["tie"]
    shares = text_shares(query, index)
    asked = _canonical(without_stops(query.lower, index.weights["words"]["stop"]))
    han = "".join(han_runs(asked))
    parts = [part for part in DOTS.split(asked) if part]
    found: Found = {}
    if len(asked) < 2 and not han:
        return found
    for number in index.tagged(asked):
        found[number] = (w["tag"], "")
    for word, numbers in index.words.items():
        score = _word(word, asked, han, parts, w)
        if score > 0:
            for number, position in numbers:
                value = score + fit(word, number, position, index)
                value += tie * shares.get(number, 0.0) if han else 0.0
                if value > found.get(number, (0.0, ""))[0]:
                    found[number] = (value, word)
    return found


def fit(word: str, number: int, position: int, index: Index) -> float:
    """The first words say best what an entry is; a foreign name says it best where it is the same name."""
    w = index.weights["word"]
    if "." not in word:
        return -min(float(w["position_most"]), float(w["position"] * position))
    same = word.rpartition(".")[2] == index.names[number].rpartition(".")[2].lower()
    method = index.data["kinds"][number] == "m" and not word.startswith("ndarray.")
    return float(w["same_name"] * same + w["method"] * method)


def _canonical(text: str) -> str:
    """numpy.x, tf.keras.x and the like are what they are in an alias."""
    text = re.sub(r"\bnumpy\.", "np.", re.sub(r"\btensorflow\.", "tf.", text))
    return re.sub(r"\btf\.keras\.", "keras.", text).removesuffix("()")


def _word(word: str, asked: str, han: str, parts: list[str], w: dict[str, float]) -> float:
    word = _canonical(word)
    if word == asked or squeeze(word) == squeeze(asked):
        return w["equal"]
    extra = min(w["extra_most"], w["extra"] * abs(len(word) - len(asked)))
    last = word.rpartition(".")[2]
    if last == asked and last != word:
        return w["last"]
    if word.startswith(asked) or (last.startswith(asked) and len(asked) > 3):
        return w["prefix"] - extra
    if len(parts) > 1 and all(part in word for part in parts):
        return w["all_words"] - extra
    if (han or len(asked) > 4) and squeeze(asked) in squeeze(word):
        return w["inside"] - extra
    if not han:
        return 0.0
    bare = "".join(han_runs(word))
    if len(bare) > 1 and han != bare and bare in han and len(bare) >= len(word) - 1:
        return w["within"] + w["within_span"] * len(bare) / (len(han) + 2 * (len(parts) - 1))
    return 0.0


def text_shares(query: Query, index: Index) -> Scores:
    """Share of the query, weighed by rarity, that the text of an entry holds."""
    w = index.weights["text"]
    if "." in query.bare:
        return {}
    asked = without_stops(query.lower, index.weights["words"]["stop"])
    tokens = list(dict.fromkeys(tokens_of(asked)))
    total, earned = 0.0, dict[int, float]()
    for token in tokens:
        rows = _rows(token, index)
        weight = math.log(1 + len(index.names) / (1 + len(rows))) * (1 if rows else w["unknown"])
        total += weight
        for number, field in rows.items():
            earned[number] = earned.get(number, 0.0) + field * weight
    return {number: value / total for number, value in earned.items()}


def _rows(token: str, index: Index) -> dict[int, float]:
    """Record → weight of the best field that holds the token."""
    rows: dict[int, float] = {}
    for field in index.fields:
        if field.weight > rows.get(field.record, 0.0) and field.holds(token):
            rows[field.record] = field.weight
    return rows


def text_scores(query: Query, index: Index) -> Scores:
    """Entries whose text holds enough of the query."""
    w = index.weights["text"]
    asked = without_stops(query.lower, index.weights["words"]["stop"])
    latin = [token for token in tokens_of(asked) if token.isascii() and len(token) > 3]
    found = {
        number: w["base"] + w["span"] * share + _named(number, latin, index)
        for number, share in text_shares(query, index).items()
        if share >= w["floor"]
    }
    if len(han_runs(asked)) == 1 and len(asked) > 2:
        for key, summary in index.data["summaries"].items():
            if asked in summary.lower():
                found[int(key)] = max(found.get(int(key), 0.0), w["summary"])
    return found


def _named(number: int, latin: list[str], index: Index) -> float:
    """A question that names the function it is about."""
    w, last = index.weights["text"], squeeze(index.names[number].rpartition(".")[2])
    if squeeze("".join(latin)) == last or last in latin:
        return float(w["named"])
    return float(w["named_prefix"]) if any(last.startswith(token) for token in latin) else 0.0
