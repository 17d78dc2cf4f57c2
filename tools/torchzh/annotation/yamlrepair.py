"""Finds what makes a line of YAML unreadable, and how it should be written.

YAML's own errors name a parser state, often on the wrong line. Writers need
the key, the character and the right form. Each function here looks at plain
lines, reports the fault and hands back a repaired line, so that reading goes
on and one run shows every fault of the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from torchzh.annotation.decoding import INVISIBLE, ODD_BLANK, code_point
from torchzh.findings import Finding, Place

_INDENT = re.compile(r"[ \t\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]*")
_FULLWIDTH_COLON = re.compile(r"(\s*(?:- +)?[\"'`*]*[A-Za-z_][\w.]*[\"'`]*)：\s*", re.ASCII)
_KEY = re.compile(
    r"(?P<indent> *(?:- +)?)(?P<key>[^\s:#'\"\[{][^:]*?|'[^']*'|\"[^\"]*\")\s*:(?:\s+(?P<value>.*))?$"
)
# Characters that mean something to YAML when a plain value or key begins with them.
_SPECIAL = "`@%*&!|>]},?#"


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A line after repair, and what was wrong with it."""

    text: str
    findings: tuple[Finding, ...] = ()


def clean(line: str, number: int, path: str) -> Line:
    """A line without the faults that hide from the eye: odd blanks, tabs, fullwidth colons."""
    findings = list(_invisible(line, number, path))
    text = INVISIBLE.sub("", line)
    indent = _INDENT.match(text)
    width = indent.end() if indent else 0
    if width and text[:width].strip(" ") and text.strip():
        findings.append(_bad_indent(text[:width], number, path))
        text = text[:width].replace("\t", "  ").translate(_BLANKS) + text[width:]
    colon = _FULLWIDTH_COLON.match(text)
    if colon:
        right = f"{colon.group(1).strip()}: "
        place = Place(path=path, line=number, column=colon.end(1) + 1)
        findings.append(Finding(code="FM07", place=place, arguments={"character": "：", "right": right}))
        text = f"{colon.group(1)}: {text[colon.end() :]}"
    return Line(text=text, findings=tuple(findings))


def repair(line: str, number: int, path: str) -> Line | None:
    """A line whose key or value needs quotes, quoted; None when that is not what is wrong."""
    match = _KEY.match(line)
    if match is None:
        return None
    key, value = match["key"], (match["value"] or "").rstrip()
    if key[0] in _SPECIAL:
        right = f"{_quote(key)}: {value}"
        place = Place(path=path, line=number, column=match.start("key") + 1)
        finding = Finding(
            code="FM12", place=place, arguments={"key": key, "character": key[0], "right": right}
        )
        return Line(text=match["indent"] + right, findings=(finding,))
    if not value or value[0] in "'\"[{":
        return None
    place = Place(path=path, line=number, column=match.start("value") + 1)
    right = f"{key}: {_quote(value)}"
    arguments = {"key": key, "right": right}
    if value[0] in _SPECIAL:
        finding = Finding(code="FM12", place=place, arguments=arguments | {"character": value[0]})
    elif ": " in value or value.endswith(":"):
        colon = value.find(":")
        place = Place(path=path, line=number, column=match.start("value") + colon + 1)
        fullwidth = f"{key}: {value.replace(': ', '：')}"
        finding = Finding(code="FM20", place=place, arguments=arguments | {"fullwidth": fullwidth})
    else:
        return None
    return Line(text=match["indent"] + right, findings=(finding,))


def key_of(line: str) -> str:
    """The key a line begins with, or the empty string."""
    match = _KEY.match(line)
    return match["key"].strip("'\"") if match else ""


_BLANKS = str.maketrans(
    dict.fromkeys("\u00a0\u1680\u202f\u205f\u3000", "  ") | {chr(c): " " for c in range(0x2000, 0x200B)}
)


def _quote(text: str) -> str:
    if '"' not in text and "\\" not in text:
        return f'"{text}"'
    return "'" + text.replace("'", "''") + "'"


def _invisible(line: str, number: int, path: str) -> Iterator[Finding]:
    for match in INVISIBLE.finditer(line):
        arguments = {"character": code_point(match.group()), "where": "头部"}
        yield Finding(
            code="FM19", place=Place(path=path, line=number, column=match.start() + 1), arguments=arguments
        )


def _bad_indent(indent: str, number: int, path: str) -> Finding:
    column = next(index for index, character in enumerate(indent) if character != " ") + 1
    place = Place(path=path, line=number, column=column)
    character = indent[column - 1]
    if character == "\t":
        return Finding(code="FM06", place=place)
    assert ODD_BLANK.match(character)
    return Finding(code="FM18", place=place, arguments={"character": code_point(character)})
