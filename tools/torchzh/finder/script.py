"""The data file of one version: records as columns, written as a script.

A script, because fetch does not work on file:// pages. Columns, because equal
things next to each other compress: names of one module, signatures, words.
``encode`` and ``decode`` are each other's opposite; a test proves it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from torchzh.finder.lexicon import Lexicon
from torchzh.finder.pinyin import Readings
from torchzh.finder.records import FIELD, Record
from torchzh.models import Kind
from torchzh.render.pages import Place

FORMAT = 1
VARIABLE = "torchzhFinder"
CODES = {kind.value: code for kind, code in zip(Kind, "fcmltpakoz", strict=True)}
PLACES = {place.value: place.value[0] for place in (Place.PAGE, Place.MEMBER, Place.LISTED)} | {
    Place.MODULE.value: "o",
    FIELD: "f",
}
GRADES = {"详注": "f", "简注": "b", "自动": "a"}
STATES = {"": "-", "已弃用": "d", "已移除": "r"}


def encode(
    records: Sequence[Record],
    lexicon: Lexicon,
    tags: Sequence[str],
    weights: Mapping[str, Any],
    torch: str,
    readings: Readings,
) -> dict[str, Any]:
    """Columns, in the order of the records."""
    index = {record.name: number for number, record in enumerate(records)}
    messages: dict[str, list[list[int]]] = {}
    for number, record in enumerate(records):
        for text, count in record.messages:
            messages.setdefault(text, []).append([number, count])
    return {
        "format": FORMAT,
        "torch": torch,
        "names": "\n".join(record.name for record in records),
        "kinds": "".join(CODES[record.kind] for record in records),
        "places": "".join(PLACES[record.place] for record in records),
        "grades": "".join(GRADES[record.grade] for record in records),
        "states": "".join(STATES[record.state] for record in records),
        "addresses": _sparse(
            (r.address if r.address != plain_address(r, records, index) else "") for r in records
        ),
        "uses": _sparse(record.uses for record in records),
        "others": _sparse(list(record.names) for record in records),
        "signatures": _sparse(record.signature for record in records),
        "summaries": _sparse(record.summary for record in records),
        "words": _sparse("|".join(record.words) for record in records),
        "symptoms": _sparse("|".join(record.symptoms) for record in records),
        "categories": _sparse(record.category for record in records),
        "tagNames": list(tags),
        "tags": _sparse([tags.index(tag) for tag in record.tags if tag in tags] for record in records),
        "families": _sparse((index[r.family] + 1 if r.family in index else 0) for r in records),
        "messages": sorted(messages.items()),
        "pieces": dict(lexicon.pieces),
        "characters": _by_syllable(readings),
        "readings": {word: " ".join(syllables) for word, syllables in readings.words.items()},
        "weights": weights,
    }


def data_script(data: Mapping[str, Any]) -> str:
    """The text of the script."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return f"window.{VARIABLE}={text};\n"


def plain_address(record: Record, records: Sequence[Record], index: Mapping[str, int]) -> str:
    """The address that follows from name and place; only others are stored."""
    parent = record.name.rpartition(".")[0]
    if record.place == Place.PAGE.value:
        return f"api/{record.name}"
    if record.place == Place.MODULE.value:
        return f"mod/{record.name}"
    if record.place == Place.LISTED.value:
        return f"mod/{parent}"
    return records[index[parent]].address if parent in index else ""


def reading_texts(records: Sequence[Record]) -> list[str]:
    """What can be found by its sound."""
    words = [word for record in records for word in record.words]
    return words + [record.summary for record in records if record.summary]


def _sparse(values: Any) -> dict[str, Any]:
    """Only what is not empty, by position."""
    return {str(number): value for number, value in enumerate(values) if value}


def _by_syllable(readings: Readings) -> dict[str, str]:
    """``juan`` → all characters read so."""
    result: dict[str, str] = {}
    for character, syllable in readings.characters.items():
        result[syllable] = result.get(syllable, "") + character
    return dict(sorted(result.items()))
