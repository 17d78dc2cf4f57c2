"""The data file, read again, with what ranking wants to have at hand.

The browser does the same in ``source/_static/finder/index.js``.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from torchzh.finder.columns import Field, boosts, fields, han_runs
from torchzh.finder.lexicon import pieces_of
from torchzh.finder.messages import message_words
from torchzh.finder.pinyin import Readings


def squeeze(text: str) -> str:
    """Lower case without separators."""
    return re.sub(r"[\s._\-]", "", text.lower())


@dataclass(frozen=True, slots=True, kw_only=True)
class Spelling:
    """One public name as it is compared."""

    record: int
    name: str
    lower: str
    last: str  # lower case
    squeezed: str  # of the last component
    pieces: tuple[str, ...]  # of the last component
    canonical: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Index:
    """Everything ranking reads."""

    data: Mapping[str, Any]
    names: tuple[str, ...]
    spellings: tuple[Spelling, ...]
    words: Mapping[str, tuple[tuple[int, int], ...]]  # what people call it → records, place among their words
    syllables: Mapping[str, tuple[str, ...]]  # Chinese word → its reading
    fields: tuple[Field, ...]
    messages: tuple[tuple[str, frozenset[str], tuple[tuple[int, int], ...]], ...]
    rarity: Mapping[str, float]  # of words of messages
    boosts: tuple[float, ...]
    components: frozenset[str]  # parts of names that something stands below, lower case
    readings: Readings

    def get(self, column: str, number: int) -> Any:
        """A value of a sparse column; None where there is none."""
        return self.data[column].get(str(number))

    def tagged(self, tag: str) -> Iterator[int]:
        """Records with the tag of that name."""
        if tag in self.data["tagNames"]:
            wanted = self.data["tagNames"].index(tag)
            yield from (int(number) for number, tags in self.data["tags"].items() if wanted in tags)

    @property
    def weights(self) -> Mapping[str, Any]:
        """Table of ranking.toml."""
        weights: Mapping[str, Any] = self.data["weights"]
        return weights


def make_index(data: Mapping[str, Any]) -> Index:
    """Derive everything from the parsed data file."""
    names = tuple(data["names"].split("\n"))
    words: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
    for number, joined in data["words"].items():
        for position, word in enumerate(joined.lower().split("|")):
            words[word].append((int(number), position))
    characters = {c: syllable for syllable, run in data["characters"].items() for c in run}
    readings = Readings(characters, {w: tuple(s.split()) for w, s in data["readings"].items()})
    messages = tuple(
        (text, frozenset(message_words(text)), tuple((number, count) for number, count in rows))
        for text, rows in data["messages"]
    )
    frequency: defaultdict[str, int] = defaultdict(int)
    for _, tokens, _ in messages:
        for token in tokens:
            frequency[token] += 1
    joined_words = (word for joined in data["words"].values() for word in joined.split("|"))
    return Index(
        data=data,
        names=names,
        spellings=tuple(_spellings(names, data)),
        words={word: tuple(numbers) for word, numbers in words.items()},
        syllables={word.lower(): readings.syllables(word) for word in joined_words if han_runs(word)},
        fields=tuple(fields(names, data)),
        messages=messages,
        rarity={token: math.log(1 + len(messages) / count) for token, count in frequency.items()},
        boosts=tuple(boosts(names, data)),
        components=frozenset(part for name in names for part in name.lower().split(".")[:-1]),
        readings=readings,
    )


def _spellings(names: tuple[str, ...], data: Mapping[str, Any]) -> Iterator[Spelling]:
    for number, name in enumerate(names):
        for spelling in (name, *data["others"].get(str(number), ())):
            last = spelling.rpartition(".")[2]
            yield Spelling(
                record=number,
                name=spelling,
                lower=spelling.lower(),
                last=last.lower(),
                squeezed=squeeze(last),
                pieces=tuple(pieces_of(last)),
                canonical=spelling == name,
            )
