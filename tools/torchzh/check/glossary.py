"""Reads glossary.toml, the 术语表, and finds forbidden renderings in running text.

A term names its rendering, the renderings it forbids and the longer words in
which a forbidden one is innocent. Names that are never translated are terms of
the same file. All forbidden renderings become one regular expression, longest
first, so that checking a text costs one pass.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path


class GlossaryError(ValueError):
    """glossary.toml contradicts itself; the message is for maintainers, in Chinese."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """One row of the 术语表."""

    en: str
    hans: str  # equal to ``en`` for names that are never translated
    hant: str
    forbidden: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()  # words that contain a forbidden rendering and are right
    apis: tuple[str, ...] = ()  # forbidden only in entries whose name ends so; empty: everywhere
    note: str = ""

    @property
    def is_name(self) -> bool:
        """True for names that are not translated."""
        return self.en == self.hans


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """A forbidden rendering in a text."""

    term: Term
    start: int
    found: str


@dataclass(frozen=True, kw_only=True)
class Glossary:
    """All terms."""

    terms: tuple[Term, ...] = ()

    @cached_property
    def _table(self) -> dict[str, tuple[Term, ...]]:
        table: dict[str, tuple[Term, ...]] = {}
        for term in self.terms:
            for word in term.forbidden:
                table[word] = (*table.get(word, ()), term)
        return table

    @cached_property
    def _pattern(self) -> re.Pattern[str] | None:
        innocent = {word for term in self.terms for word in term.unless}
        words = sorted(innocent | set(self._table), key=lambda word: (-len(word), word))
        return re.compile("|".join(map(re.escape, words))) if words else None

    def find(self, text: str, name: str) -> Iterator[Match]:
        """Forbidden renderings in ``text``, for an entry of that qualified name."""
        if self._pattern is None:
            return
        last = name.rpartition(".")[2]
        for match in self._pattern.finditer(text):
            if text[match.start() - 1 : match.end() + 1] == f"「{match.group()}」":
                continue  # the word is spoken about, not used
            for term in self._table.get(match.group(), ()):
                if not term.apis or last in term.apis:
                    yield Match(term=term, start=match.start(), found=match.group())


def load_glossary(path: Path) -> Glossary:
    """Read the file; a rendering that is required by one row must not be forbidden by another."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    terms = [_term(row) for row in data.get("term", [])]
    terms += [_name(row) for row in data.get("name", [])]
    wanted = {term.hans for term in terms}
    for term in terms:
        for word in term.forbidden:
            if word in wanted and not term.apis:
                raise GlossaryError(f"{path.name}：「{word}」既是要求的写法，又被 {term.en} 禁用")
    return Glossary(terms=tuple(terms))


def _term(row: dict[str, object]) -> Term:
    return Term(
        en=str(row["en"]),
        hans=str(row["zh-Hans"]),
        hant=str(row["zh-Hant"]),
        forbidden=_texts(row, "forbidden"),
        unless=_texts(row, "unless"),
        apis=_texts(row, "apis"),
        note=str(row.get("note", "")),
    )


def _name(row: dict[str, object]) -> Term:
    word = str(row["keep"])
    return Term(
        en=word, hans=word, hant=word, forbidden=_texts(row, "forbidden"), unless=_texts(row, "unless")
    )


def _texts(row: dict[str, object], key: str) -> tuple[str, ...]:
    value = row.get(key, [])
    return tuple(map(str, value)) if isinstance(value, list) else ()
