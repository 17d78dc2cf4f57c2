"""What was typed, taken apart: tags, a symbol, words.

The same text may be a name, a question and a message at once; every reading is tried
and the best one wins, so nothing is decided here.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

CALL = re.compile(r"\((?:[^()]|\([^()]*\))*\)?$")
SYMBOL = re.compile(r"[A-Za-z_]\w*(?:\.\w+)*\.?")
TAG = re.compile(r"#(\S+)")
ABSENT = re.compile(r"module ['\"](torch[\w.]*)['\"] has no attribute ['\"](\w+)")
LEAD = re.compile(r"^(?:import |from |await |return |with |@)+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """One query."""

    text: str  # as typed, without tags, spaces evened out
    lower: str
    tags: tuple[str, ...]
    symbol: str  # as typed, the usual abbreviations written out; empty: not a name
    bare: str  # the symbol before that


def parse_query(typed: str, weights: Mapping[str, Any]) -> Query:
    """Take a query apart."""
    even = unicodedata.normalize("NFKC", typed).strip()
    text = " ".join(TAG.sub(" ", even).split())
    absent = ABSENT.search(text)
    text = f"{absent[1]}.{absent[2]}" if absent else text
    symbol = LEAD.sub("", text)
    symbol = CALL.sub("", symbol).rstrip(" .:;") if SYMBOL.match(symbol) else ""
    bare = symbol if SYMBOL.fullmatch(symbol) else ""
    return Query(
        text=text,
        lower=text.lower(),
        tags=tuple(tag.lower() for tag in TAG.findall(even)),
        symbol=_written_out(bare, weights["words"]["heads"]),
        bare=bare,
    )


def _written_out(symbol: str, heads: Mapping[str, str]) -> str:
    for head in sorted(heads, key=len, reverse=True):
        if symbol.startswith(head + "."):
            return heads[head] + symbol[len(head) :]
    return symbol


def without_stops(text: str, stops: list[str]) -> str:
    """The text with words of a question blanked out."""
    for stop in sorted(stops, key=len, reverse=True):
        text = text.replace(stop, " ")
    return " ".join(text.split())
