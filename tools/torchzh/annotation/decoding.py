"""Turns the bytes of an entry into text, safe with any bytes.

What an editor does not show is found here: another encoding, a byte order
mark, control characters, bytes without end. The text that comes out has plain
line ends and can be split into lines by the other modules of the reader.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from torchzh.findings import Finding, Place

LIMIT = 4 * 1024 * 1024  # bytes; the longest honest entry is far below
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\x85\u2028\u2029]")

# Invisible characters. In names and code they break look-ups and copied commands, so they are
# refused there; in prose they are reported, except where they join an emoji.
INVISIBLE = re.compile(r"[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]")
ODD_BLANK = re.compile(r"[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Decoded:
    """Text with ``\\n`` line ends, and what was wrong with the bytes."""

    text: str
    findings: tuple[Finding, ...] = ()


def decode(data: bytes, path: str) -> Decoded:
    """Text of an entry; undecodable bytes become U+FFFD, so that the rest can still be read."""
    findings: list[Finding] = []
    if len(data) > LIMIT:
        arguments = {"size": str(len(data)), "limit": str(LIMIT)}
        return Decoded(text="", findings=(Finding(code="FM03", place=Place(path=path), arguments=arguments),))
    if data.startswith(b"\xef\xbb\xbf"):
        data = data[3:]
        findings.append(Finding(code="FM02", place=Place(path=path, line=1, column=1)))
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        findings.append(_undecodable(data, error.start, path))
        text = data.decode("utf-8", errors="replace")
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    findings.extend(_control_characters(text, path))
    return Decoded(text=_CONTROL.sub("", text), findings=tuple(findings))


def code_point(character: str) -> str:
    """``U+200B ZERO WIDTH SPACE``, for messages about what cannot be seen."""
    return f"U+{ord(character):04X} {unicodedata.name(character, '')}".rstrip()


def position(text: str, offset: int) -> tuple[int, int]:
    """1-based line and column of an offset."""
    line_start = text.rfind("\n", 0, offset) + 1
    return text.count("\n", 0, offset) + 1, offset - line_start + 1


def _undecodable(data: bytes, start: int, path: str) -> Finding:
    before = data[:start].decode("utf-8")
    line, column = position(before, len(before))
    place = Place(path=path, line=line, column=column)
    return Finding(code="FM01", place=place, arguments={"byte": f"0x{data[start]:02X}"})


def _control_characters(text: str, path: str) -> Iterator[Finding]:
    for match in _CONTROL.finditer(text):
        line, column = position(text, match.start())
        yield Finding(
            code="FM21",
            place=Place(path=path, line=line, column=column),
            arguments={"character": code_point(match.group())},
        )
        if line > 1000:  # one file of noise needs no ten thousand messages
            return
