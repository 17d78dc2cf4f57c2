"""Readings of Chinese words, so that they can be found by typing letters.

The data file carries one table of characters and, for words in which a character is
read otherwise (重复 chóngfù), the reading of that word. The browser and the terminal
put them together again; nothing else is stored per name.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

HAN = ("\u4e00", "\u9fff")


def is_han(character: str) -> bool:
    """True for a Chinese character."""
    return HAN[0] <= character <= HAN[1]


@dataclass(frozen=True, slots=True)
class Readings:
    """Character → syllable, and the words that are read otherwise."""

    characters: Mapping[str, str] = field(default_factory=dict)
    words: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def syllables(self, text: str) -> tuple[str, ...]:
        """Syllables of the Chinese characters of a text, other characters left out."""
        known = self.words.get(text)
        if known is not None:
            return known
        return tuple(self.characters.get(c, "?") for c in text if is_han(c))


def make_readings(texts: Iterable[str]) -> Readings:
    """Read every text as a whole; the commonest reading of a character goes into the table."""
    from pypinyin import lazy_pinyin

    read: dict[str, list[str]] = {}
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for text in sorted({text for text in texts if any(map(is_han, text))}):
        han = "".join(c if is_han(c) else " " for c in text).split()
        read[text] = [syllable for run in han for syllable in lazy_pinyin(run, v_to_u=False)]
        for character, syllable in zip("".join(han), read[text], strict=True):
            counts[character][syllable] += 1
    table = {c: lazy_pinyin(c)[0] for c in _common()}
    table |= {c: rows.most_common(1)[0][0] for c, rows in counts.items()}
    words = {
        text: tuple(syllables)
        for text, syllables in read.items()
        if [table[c] for c in text if is_han(c)] != syllables
    }
    return Readings(dict(sorted(table.items())), words)


def _common() -> list[str]:
    """The 3,755 characters of level one of GB 2312: a reader may mistype any of them."""
    rows = (bytes((high, low)) for high in range(0xB0, 0xD8) for low in range(0xA1, 0xFF))
    return [c for row in rows for c in row.decode("gb2312", errors="ignore") if is_han(c)]
