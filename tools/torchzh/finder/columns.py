"""What the index derives from the columns of the data file: boosts, and the texts that are searched."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from torchzh.finder.lexicon import pieces_of
from torchzh.finder.pinyin import is_han

LATIN = re.compile(r"[a-z][a-z0-9_+#-]*|\d+d")
GRADES = {"f": "详注", "b": "简注", "a": "自动"}
STATES = {"-": "", "d": "已弃用", "r": "已移除"}
PLACES = {"m": "member", "l": "listed", "f": "member", "o": "module"}
PIECED = 90  # pages only, and not the longest names


def han_runs(text: str) -> list[str]:
    """Runs of Chinese characters."""
    return "".join(c if is_han(c) else " " for c in text).split()


def tokens_of(text: str) -> Iterator[str]:
    """Pairs of neighbouring characters (or a lone one), and Latin words."""
    for run in han_runs(text):
        yield from (run[i : i + 2] for i in range(len(run) - 1)) if len(run) > 1 else run
    yield from LATIN.findall(text.lower())


def boosts(names: tuple[str, ...], data: Mapping[str, Any]) -> Iterator[float]:
    """What breaks ties, for every record: use, grade, state, place."""
    numbers = {name: number for number, name in enumerate(names)}
    for number, name in enumerate(names):
        owner = numbers.get(name.rpartition(".")[0], -1)
        yield _boost(number, name, owner, data)


def _boost(number: int, name: str, owner: int, data: Mapping[str, Any]) -> float:
    rules: Mapping[str, float] = data["weights"]["boost"]
    uses, kinds = data["uses"], data["kinds"]
    score = rules["use"] * math.log2(1 + uses.get(str(number), 0)) + rules["depth"] * name.count(".")
    if owner >= 0 and kinds[owner] == "c":
        score += rules["owner"] * math.log2(1 + uses.get(str(owner), 0))
    for label in (GRADES[data["grades"][number]], STATES[data["states"][number]]):
        score += rules.get(label, 0)
    place = PLACES.get(data["places"][number], "")
    if place == "module" and name.count(".") > 2:
        place = "inner_module"
    return score + rules.get(place, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One text of one record, lower case, and what it counts for."""

    record: int
    weight: float
    text: str
    latin: frozenset[str]  # its Latin words

    def holds(self, token: str) -> bool:
        """True when a Chinese token is part of the text, or a Latin one a word of it."""
        return token in self.text if is_han(token[0]) else token in self.latin


def fields(names: tuple[str, ...], data: Mapping[str, Any]) -> Iterator[Field]:
    """All texts of all records."""
    for number, text, kind in _texts(names, data):
        lower = text.lower()
        weight = data["weights"]["text"]["fields"][kind]
        yield Field(record=number, weight=weight, text=lower, latin=frozenset(LATIN.findall(lower)))


def _texts(names: tuple[str, ...], data: Mapping[str, Any]) -> Iterator[tuple[int, str, str]]:
    for number, joined in data["words"].items():
        words = joined.split("|")
        yield int(number), "|".join(word for word in words if "." not in word), "word"
        yield int(number), "|".join(word for word in words if "." in word), "foreign"
    for column, kind in (("summaries", "summary"), ("symptoms", "symptom"), ("categories", "tag")):
        yield from ((int(number), text, kind) for number, text in data[column].items())
    for number, tags in data["tags"].items():
        yield int(number), " ".join(data["tagNames"][tag] for tag in tags), "tag"
    for number, name in enumerate(names):
        if data["places"][number] == "p" and len(name) < PIECED:
            last = name.rpartition(".")[2]
            pieces = pieces_of(last)
            known = [data["pieces"].get(piece, " ") for piece in pieces]
            yield number, " ".join([*pieces, last]), "name"
            yield number, "".join(words.split("|")[0] for words in known) + " " + " ".join(known), "piece"
