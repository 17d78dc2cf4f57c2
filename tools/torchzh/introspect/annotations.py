"""Writes type annotations in one spelling, whatever version wrote them.

``Optional[X]``, ``Union[X, None]`` and ``X | None`` mean the same; so do the
private short names of the stubs and the public types they stand for. One
spelling keeps pages readable and differences between versions meaningful.
"""

from __future__ import annotations

import inspect
import re
import types
import typing
from collections.abc import Callable
from typing import Any

from torchzh.introspect.guard import ABSENT, read, read_text

PublicName = Callable[[object], str]  # public name of an object, or an empty text

_NO_HOME = frozenset({"builtins", "typing", "typing_extensions", "collections.abc"})
# Short names used by the stubs and schemas; what is not listed stays as it is written.
_SHORT = {
    "_int": "int", "_float": "float", "_bool": "bool", "_complex": "complex", "_size": "Sequence[int]",
    "_dtype": "torch.dtype", "_device": "torch.device", "_layout": "torch.layout",
    "_qscheme": "torch.qscheme", "Tensor": "torch.Tensor", "Generator": "torch.Generator",
    "Size": "torch.Size", "SymInt": "torch.SymInt", "SymBool": "torch.SymBool", "SymFloat": "torch.SymFloat",
    "DeviceLikeType": "torch.device | str | int", "Device": "torch.device | str | int | None",
    "memory_format": "torch.memory_format", "device": "torch.device", "dtype": "torch.dtype",
    "layout": "torch.layout", "Stream": "torch.Stream", "Storage": "torch.Storage",
}  # fmt: skip
_WORD = re.compile(r"(?<![\w.'\"])([A-Za-z_]\w*)(?![\w(]|\.\w)")
_TYPING = re.compile(r"\b(?:typing|typing_extensions|collections\.abc|_?t)\.(?=[A-Z])")
_OLD = re.compile(r"\b(List|Tuple|Dict|Set|FrozenSet|Type)\[")


def stub_type(text: str) -> str:
    """A type written in a stub or schema, its short names replaced by public ones."""
    plain = _TYPING.sub("", " ".join(text.split()))
    plain = _OLD.sub(lambda match: match.group(1).lower() + "[", plain)
    return _without_repetition(
        _WORD.sub(lambda match: _SHORT.get(match.group(1), match.group(1)), _unions(plain))
    )


def annotation_of(annotation: Any, public_name: PublicName) -> str:
    """A runtime annotation as one would write it; empty when there is none."""
    if annotation is inspect.Parameter.empty or annotation is ABSENT:
        return ""
    if annotation is None or annotation is type(None):
        return "None"
    if isinstance(annotation, str):
        return stub_type(annotation)
    if isinstance(annotation, typing.ForwardRef):
        return stub_type(annotation.__forward_arg__)
    origin = typing.get_origin(annotation)
    if origin is not None:
        return _generic(annotation, origin, public_name)
    if annotation is Any:
        return "Any"
    if isinstance(annotation, type):
        return _class_name(annotation, public_name)
    if annotation is Ellipsis:
        return "..."
    return _other(annotation, public_name)


def _class_name(cls: type, public_name: PublicName) -> str:
    known = public_name(cls)
    if known:
        return known
    module, name = read_text(cls, "__module__"), read_text(cls, "__qualname__")
    return name if module in _NO_HOME else f"{module}.{name}"


def _generic(annotation: Any, origin: Any, public_name: PublicName) -> str:
    arguments = typing.get_args(annotation)
    if origin in (typing.Union, types.UnionType):
        return _without_repetition(" | ".join(annotation_of(item, public_name) for item in arguments))
    if origin is typing.Literal:
        return f"Literal[{', '.join(map(repr, arguments))}]"
    if origin is typing.Annotated:
        return annotation_of(arguments[0], public_name)
    name = _class_name(origin, public_name) if isinstance(origin, type) else _other(origin, public_name)
    if not arguments:
        return name
    return f"{name}[{', '.join(_argument(item, public_name) for item in arguments)}]"


def _argument(item: Any, public_name: PublicName) -> str:
    """One argument of a generic; the parameters of a Callable are a list."""
    if isinstance(item, list):
        return f"[{', '.join(annotation_of(inner, public_name) for inner in item)}]"
    return annotation_of(item, public_name)


def _other(annotation: Any, public_name: PublicName) -> str:
    """Type variables by their names, special forms by theirs, anything else by its type."""
    known = public_name(annotation)
    name = read(annotation, "__name__")
    if known or not isinstance(name, str):
        text = known or re.sub(r"^typing(_extensions)?\.", "", " ".join(repr(annotation).split()))
        return text if " at 0x" not in text and "<" not in text else type(annotation).__qualname__
    return name


def _unions(text: str) -> str:
    """``Optional[X]`` and ``Union[X, Y]`` with bars, innermost first."""
    pattern = re.compile(r"\b(Optional|Union)\[")
    while True:
        starts = list(pattern.finditer(text))
        if not starts:
            return text
        match = starts[-1]
        end = _closing(text, match.end())
        if end is None:
            return text
        parts = _split(text[match.end() : end])
        if match.group(1) == "Optional":
            parts.append("None")
        text = text[: match.start()] + " | ".join(parts) + text[end + 1 :]


def _closing(text: str, start: int) -> int | None:
    depth = 0
    for index in range(start, len(text)):
        if text[index] in "[(":
            depth += 1
        elif text[index] in ")]":
            if depth == 0:
                return index
            depth -= 1
    return None


def _split(text: str, separator: str = ",") -> list[str]:
    parts, depth, start = [], 0, 0
    for index, sign in enumerate(text):
        depth += (sign in "[(") - (sign in ")]")
        if sign == separator and depth == 0:
            parts.append(text[start:index].strip())
            start = index + 1
    parts.append(text[start:].strip())
    return [part for part in parts if part]


def _without_repetition(text: str) -> str:
    """A union that names each member once."""
    return " | ".join(dict.fromkeys(_split(text, "|")))
