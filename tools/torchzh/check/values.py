"""Reads a default as a writer states it, and compares it with the signature's.

Only what is plainly a value counts: a Python literal, an infinity, a dotted
torch constant. A bare word is a value only where the signature has a string.
"""

from __future__ import annotations

import ast
import re

from torchzh.history.values import parse_literal, same_text_value
from torchzh.models import Default, DefaultState

_INFINITY = {"inf": "1e999", "-inf": "-1e999", "math.inf": "1e999", "torch.inf": "1e999", "nan": "nan"}
_CALLED = re.compile(r"float\(\s*['\"]?(-?inf(?:inity)?|nan)['\"]?\s*\)", re.IGNORECASE)
_DOTTED = re.compile(r"[A-Za-z_]\w*(\.\w+)+", re.ASCII)
_WORD = re.compile(r"[A-Za-z_]\w*", re.ASCII)
_KEYWORD = re.compile(r"(?P<name>[A-Za-z_]\w*)\s*=(?!=)\s*(?P<value>.+)", re.ASCII)


def normal(text: str) -> str:
    """One spelling for infinities and NaN; other texts unchanged."""
    text = text.strip()
    called = _CALLED.fullmatch(text)
    if called:
        text = called.group(1).lower().replace("infinity", "inf")
    return _INFINITY.get(text, text)


def keyword(text: str) -> tuple[str, str]:
    """``dim=0`` as (``dim``, ``0``); a text without ``=`` as ("", text)."""
    match = _KEYWORD.fullmatch(text.strip())
    return (match["name"], match["value"]) if match else ("", text.strip())


def is_value(text: str) -> bool:
    """True for literals, infinities and dotted names."""
    return normal(text) == "nan" or _literal(text) or _DOTTED.fullmatch(text.strip()) is not None


def is_word(text: str) -> bool:
    """True for a bare identifier that is no literal."""
    return _WORD.fullmatch(text.strip()) is not None and not _literal(text)


def agrees(stated: str, default: Default) -> bool | None:
    """Whether a stated default is the signature's; None when that cannot be told."""
    real = normal(default.text)
    text = normal(stated)
    if default.state is DefaultState.REQUIRED:
        return False
    if default.state is DefaultState.OPAQUE:
        same = real.rpartition(".")[2] == text.rpartition(".")[2]
        return True if same else None
    if "nan" in (text, real):
        return text == real
    if is_word(text):
        return _unquoted(real) == text if _unquoted(real) else None
    if _DOTTED.fullmatch(text) and not _DOTTED.fullmatch(real):
        return None
    if _tensor(text) or _tensor(real):
        return _tensor(text) == _tensor(real)
    return same_text_value(text, real)


def _literal(text: str) -> bool:
    return parse_literal(normal(text))[0]


def _unquoted(text: str) -> str:
    known, value = parse_literal(text)
    return value if known and isinstance(value, str) else ""


def _tensor(text: str) -> str:
    """``tensor([1, 2])`` with one spelling, so that arrays are compared by their values."""
    match = re.fullmatch(r"(?:torch\.)?tensor\((.*)\)", text.strip(), re.DOTALL)
    if match is None:
        return ""
    try:
        return ast.unparse(ast.parse(match.group(1), mode="eval"))
    except SyntaxError:
        return match.group(1)
