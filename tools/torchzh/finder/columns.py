"""What the index derives from the columns of the data file: boosts, and which token stands where."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from torchzh.finder.lexicon import pieces_of
from torchzh.finder.pinyin import is_han

LATIN = re.compile(r"[a-z][a-z0-9_+#-]*|\d+d")
GRADES = {"f": "详注", "b": "简注", "a": "自动"}
STATES = {"-": "", "d": "已弃用", "r": "已移除"}
PLACES = {"m": "member", "l": "listed", "o": "module"}
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


def postings(names: tuple[str, ...], data: Mapping[str, Any]) -> Mapping[str, Mapping[int, float]]:
    """Token → record → weight of the best field that holds it."""
    fields: Mapping[str, float] = data["weights"]["text"]["fields"]
    found: defaultdict[str, dict[int, float]] = defaultdict(dict)

    def add(number: int, text: str, field: str) -> None:
        for token in tokens_of(text):
            row = found[token]
            row[number] = max(row.get(number, 0.0), fields[field])

    for number, joined in data["words"].items():
        for word in joined.split("|"):
            add(int(number), word, "foreign" if "." in word else "word")
    for column, field in (("summaries", "summary"), ("symptoms", "symptom"), ("categories", "tag")):
        for number, text in data[column].items():
            add(int(number), text, field)
    for number, tags in data["tags"].items():
        add(int(number), " ".join(data["tagNames"][tag] for tag in tags), "tag")
    for number, name in enumerate(names):
        if data["places"][number] == "p" and len(name) < PIECED:
            pieces = pieces_of(name.rpartition(".")[2])
            add(number, " ".join([*pieces, name.rpartition(".")[2]]), "name")
            add(number, "".join(data["pieces"].get(piece, " ").split("|")[0] for piece in pieces), "piece")
            for piece in pieces:
                add(number, data["pieces"].get(piece, "").replace("|", " "), "piece")
    return found
