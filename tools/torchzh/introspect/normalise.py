"""Gives values and docstrings a form that is the same everywhere.

No memory address, no path of this machine, no order that depends on a hash
seed. A value becomes a Python expression where it has one (``VALUE``), else a
readable text (``OPAQUE``). Objects with a public name are written by it.
"""

from __future__ import annotations

import dataclasses
import enum
import hashlib
import inspect
import os
import re
import sys
import tempfile
import types
from collections.abc import Mapping
from typing import Any

from torchzh.introspect.annotations import PublicName, annotation_of
from torchzh.introspect.guard import read, read_text
from torchzh.models import Default, DefaultState

LONGEST_VALUE = 200  # longer constants are tables; a reader looks them up in the source

_ADDRESS = re.compile(r"( object)?( at)? 0x[0-9a-fA-F]{6,}")
_AT_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]{6,}")
_PATH = re.compile(r"(?<![\w.:/])(?:/[\w.+@-]+){2,}/?|[A-Za-z]:\\[^\s'\"]+")
_WHOLE_PATH = re.compile(r"(?:/[\w.+@-]+){2,}/?")
_TORCH_VALUES = ("dtype", "layout", "memory_format", "qscheme")


def scrub(text: str) -> str:
    """The text without addresses and absolute paths."""
    return _PATH.sub("<path>", _ADDRESS.sub("", text))


def without_addresses(text: str) -> str:
    """Only addresses go; what looks like a path in a docstring is an example."""
    return _AT_ADDRESS.sub("", text) if " at 0x" in text else text


def fingerprint(docstring: str) -> str:
    """Hash of the words of a docstring; white space and addresses do not count."""
    words = " ".join(without_addresses(docstring).split())
    return hashlib.sha256(words.encode("utf-8", "backslashreplace")).hexdigest()[:16] if words else ""


def default_of(value: object, public_name: PublicName) -> Default:
    """The default of a parameter whose value is ``value`` (``inspect.Parameter.empty``: required)."""
    if value is inspect.Parameter.empty:
        return Default()
    text, exact = expression(value, public_name)
    return Default(state=DefaultState.VALUE if exact else DefaultState.OPAQUE, text=text)


def expression(value: Any, public_name: PublicName) -> tuple[str, bool]:
    """Text of a value and whether it is an expression that means that value."""
    if value is None or type(value) in (bool, int, bytes):
        return repr(value), True
    if type(value) is str:
        return (repr(value), True) if not _is_local_path(value) else ("<path>", False)
    if type(value) in (float, complex):
        return _number(value), True
    if value is Ellipsis:
        return "...", True
    for convert in (_enum_member, _container, _named, _torch_value):
        result = convert(value, public_name)
        if result is not None:
            return result
    return _opaque(value), False


def _number(value: float | complex) -> str:
    if isinstance(value, complex):
        return repr(value)
    return repr(value) if value - value == 0 else f"float('{value}')"


def _is_local_path(text: str) -> bool:
    places = (tempfile.gettempdir(), os.path.expanduser("~"), sys.prefix, sys.base_prefix, os.getcwd())  # noqa: PTH109, PTH111
    here = any(len(place) > 1 and place in text for place in places)
    return here or bool(_ADDRESS.search(text) or _WHOLE_PATH.fullmatch(text))


def _enum_member(value: Any, public_name: PublicName) -> tuple[str, bool] | None:
    """``Type.NAME`` for Python's enums and for pybind's, which are none."""
    cls = type(value)
    members = read(cls, "__members__")
    name = read(value, "name")
    if isinstance(value, enum.Enum) or (isinstance(members, Mapping) and isinstance(name, str)):
        label = read_text(value, "_name_") or (name if isinstance(name, str) else "")
        owner = public_name(cls) or cls.__qualname__
        return (f"{owner}.{label}", True) if label else (f"{owner}({read(value, 'value')!r})", True)
    return None


def _container(value: Any, public_name: PublicName) -> tuple[str, bool] | None:
    if type(value) in (tuple, list, set, frozenset):
        parts = [expression(item, public_name) for item in value]
        exact = all(is_exact for _, is_exact in parts)
        texts = [text for text, _ in parts]
        if isinstance(value, set | frozenset):
            texts.sort()
        return _brackets(value, texts), exact
    if type(value) is dict:
        pairs = [(expression(key, public_name), expression(item, public_name)) for key, item in value.items()]
        exact = all(first[1] and second[1] for first, second in pairs)
        return "{" + ", ".join(f"{first[0]}: {second[0]}" for first, second in pairs) + "}", exact
    return None


def _brackets(value: Any, texts: list[str]) -> str:
    inside = ", ".join(texts)
    match value:
        case tuple():
            return f"({inside},)" if len(texts) == 1 else f"({inside})"
        case list():
            return f"[{inside}]"
        case set():
            return "{" + inside + "}" if texts else "set()"
        case _:
            return "frozenset({" + inside + "})" if texts else "frozenset()"


def _named(value: Any, public_name: PublicName) -> tuple[str, bool] | None:
    """Functions, classes and modules by the name people import them by."""
    known = public_name(value)
    if known:
        return known, True
    if isinstance(value, types.ModuleType):
        return value.__name__, True
    if isinstance(value, type) or inspect.isroutine(value):
        module, name = read_text(value, "__module__"), read_text(value, "__qualname__")
        if not name or "<" in name:
            return (name.rpartition(".")[2] or "<function>"), False
        exact = not any(part.startswith("_") for part in f"{module}.{name}".split("."))
        return (name if module in ("builtins", "") else f"{module}.{name}"), exact
    if isinstance(value, types.GenericAlias) or read_text(value, "__module__") == "typing":
        return annotation_of(value, public_name), True
    return None


def _torch_value(value: Any, _: PublicName) -> tuple[str, bool] | None:
    cls = type(value)
    home = read_text(cls, "__module__")
    if cls.__name__ in _TORCH_VALUES and str(value).startswith(f"{home}."):
        return str(value), True
    if home != "torch":
        return None
    if cls.__name__ == "device":
        return f"torch.device({str(value)!r})", True
    if cls.__name__ == "Size":
        return f"torch.Size({list(value)!r})", True
    return None


def _opaque(value: Any) -> str:
    if type(value) is object:
        return "object()"
    if dataclasses.is_dataclass(value):
        return f"{type(value).__qualname__}()"
    try:
        text = " ".join(repr(value).split())
    except Exception:
        text = ""
    shown = scrub(text)
    if not text or "<path>" in shown or len(shown) > LONGEST_VALUE or "object" in shown or "<" in shown:
        return f"<{type(value).__qualname__}>"
    return shown
