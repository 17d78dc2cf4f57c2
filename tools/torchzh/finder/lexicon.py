"""Chinese words for names that have no entry yet.

``pieces.tsv`` says what a piece of a name means (``conv`` 卷积, ``2d`` 二维), so that
every name can be found by its meaning; ``lexicon.tsv`` says what people call one
name, here and in other libraries. Both only help finding: an entry says more,
and its own aliases come first.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import resources

HEADS = {"F": "torch.nn.functional", "nn": "torch.nn", "Tensor": "torch.Tensor"}
PIECE = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+[dD]?")


def pieces_of(name: str) -> list[str]:
    """``AdaptiveAvgPool2d`` → adaptive, avg, pool, 2d."""
    return [piece.lower() for piece in PIECE.findall(name)]


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Both tables."""

    pieces: Mapping[str, str] = field(default_factory=dict)
    entries: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def words(self, name: str) -> tuple[str, ...]:
        """What people call this name."""
        return self.entries.get(name, ())


def parse_table(text: str) -> dict[str, str]:
    """Two columns; ``#`` begins a remark."""
    rows = (line.split("\t") for line in text.splitlines() if line and not line.startswith("#"))
    return dict(rows)


def load_lexicon() -> Lexicon:
    """The tables of this package."""
    folder = resources.files(__package__)
    pieces = parse_table((folder / "pieces.tsv").read_text(encoding="utf-8"))
    entries = parse_table((folder / "lexicon.tsv").read_text(encoding="utf-8"))
    return Lexicon(pieces, {_full(name): tuple(words.split("|")) for name, words in entries.items()})


def _full(name: str) -> str:
    head, _, rest = name.partition(".")
    return f"{HEADS[head]}.{rest}" if head in HEADS else name
