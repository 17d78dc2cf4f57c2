"""Ranking: the best of all readings of a query, one row per operation.

``search`` is what ``torchzh search`` and the judge call; the browser has the same in
``source/_static/finder/search.js``.
"""

from __future__ import annotations

from dataclasses import dataclass

from torchzh.finder.index import Index, squeeze
from torchzh.finder.lexicon import pieces_of
from torchzh.finder.messages import FEWEST, OWN, message_words
from torchzh.finder.names import Scores, name_scores
from torchzh.finder.phonetic import pinyin_scores
from torchzh.finder.query import Query, parse_query
from torchzh.finder.texts import Found, text_scores, word_scores

POOL = 80  # hits that are looked at when families are put together


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """One row."""

    record: int
    name: str
    score: float
    why: str = ""  # the alias or the message that fitted, when the name alone does not say it
    more: tuple[str, ...] = ()  # names of the same operation without a row of their own


def search(index: Index, typed: str, limit: int = 12) -> list[Hit]:
    """The best hits, best first."""
    query = parse_query(typed, index.weights)
    scores: dict[int, float] = {}
    reasons: dict[int, str] = {}
    if query.text:
        scores, reasons = _collect(query, index)
    elif query.tags:  # the tag is what is looked for: entries that are called so come first
        asked, reasons = _collect(parse_query(" ".join(query.tags), index.weights), index)
        scores = {number: asked.get(number, 1.0) for number in map(int, index.data["tags"])}
    if query.tags:
        scores = {number: score for number, score in scores.items() if _tagged(number, query, index)}
    ranked = sorted(((score + index.boosts[n], -n) for n, score in scores.items()), reverse=True)
    return _rows([(score, -n) for score, n in ranked[:POOL]], scores, reasons, index)[:limit]


def _collect(query: Query, index: Index) -> tuple[Scores, dict[int, str]]:
    """The best score of every reading, and what the reader should know about it."""
    scores: Scores = {}
    reasons: dict[int, str] = {}
    named = {number: (score, "") for number, score in name_scores(query, index).items()}
    texts = {number: (score, "") for number, score in text_scores(query, index).items()}
    readings = (
        ("又叫：", word_scores(query, index)),
        ("又叫：", pinyin_scores(query, index)),
        ("", named),
        ("", texts),
        ("报错：", message_scores(query, index)),
    )
    for label, found in readings:
        for number, (score, text) in found.items():
            if score > scores.get(number, 0.0):
                scores[number] = score
                reasons[number] = f"{label}{text}" if text else ""
    return scores, reasons


def message_scores(query: Query, index: Index) -> Found:
    """Entries that show the message, whatever its numbers."""
    w = index.weights["message"]
    asked = frozenset(message_words(query.text))
    found: Found = {}
    if query.bare or len(asked) < FEWEST or not index.rarity:
        return found
    mentioned = set(pieces_of(query.text)) | {squeeze(word) for word in query.text.split()}
    unknown = w["unknown"] * max(index.rarity.values())
    total = sum(index.rarity.get(word, unknown) for word in asked)
    for text, words, rows in index.messages:
        common = sum(index.rarity[word] for word in asked & words)
        if len(asked & words) < FEWEST or common / total < w["floor"]:
            continue
        own = sum(index.rarity[word] for word in words)
        score = w["base"] + w["span"] * (0.75 * common / total + 0.25 * common / own)
        for number, count in rows:
            own, times = divmod(count, OWN)
            value = score + own * w["own"] + min(w["repeat_most"], w["repeat"] * (times - 1))
            if squeeze(index.names[number].rpartition(".")[2]) in mentioned:
                value += w["named"]
            if value > found.get(number, (0.0, ""))[0]:
                found[number] = (value, text)
    return found


def _tagged(number: int, query: Query, index: Index) -> bool:
    own = [index.data["tagNames"][tag] for tag in index.get("tags", number) or ()]
    return all(any(name.startswith(tag) for name in own) for tag in query.tags)


def _rows(
    ranked: list[tuple[float, int]], scores: dict[int, float], reasons: dict[int, str], index: Index
) -> list[Hit]:
    """Twins stand next to each other: those with an entry or asked for by name; the rest is a remark."""
    rules = index.weights["family"]
    families: dict[int, list[tuple[float, int]]] = {}
    for score, number in ranked:
        families.setdefault(index.get("families", number) or -number - 1, []).append((score, number))
    rows: list[Hit] = []
    for members in families.values():
        shown = [
            (score, number)
            for place, (score, number) in enumerate(members)
            if not place or index.data["grades"][number] != "a" or scores[number] >= rules["direct"]
        ][: rules["rows"]]
        rest = tuple(index.names[n] for _, n in members if n not in {number for _, number in shown})
        rows += [
            Hit(
                record=number,
                name=index.names[number],
                score=score,
                why=reasons.get(number, ""),
                more=rest if not place else (),
            )
            for place, (score, number) in enumerate(shown)
        ]
    return rows
