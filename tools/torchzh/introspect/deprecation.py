"""Finds out whether torch itself calls an object deprecated, and how certainly.

The marks were found in this order of trust: ``__deprecated__`` on the object or
on what is called when it is used, a directive in the docstring, a warning that
every call raises, the kept list of those that only a call reveals, and a
warning in one branch (which is mostly about a parameter).
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from typing import Any

from torchzh.introspect.bodies import Bodies
from torchzh.introspect.guard import namespace, read_text
from torchzh.introspect.kept import CallOnly
from torchzh.introspect.normalise import scrub, without_addresses
from torchzh.models import Deprecation, DeprecationMechanism

_DIRECTIVE = re.compile(r"^([ \t]*)\.\. deprecated::[ \t]*(.*)$", re.MULTILINE)
_VERSION = r"v?(\d+\.\d+(?:\.\d+)?)"
_SINCE = re.compile(
    rf"(?:deprecated|Deprecated)\s+(?:since|as of|in)\s+(?:version\s+|PyTorch\s+|torch\s+)*{_VERSION}"
)
_REMOVAL = re.compile(
    rf"(?:removed|removal)\s+(?:in|after|as of|from)\s+(?:the\s+|version\s+|PyTorch\s+|torch\s+)*{_VERSION}"
)


def find_deprecation(
    value: Any, raw: Any, docstring: str, bodies: Bodies, kept: CallOnly | None
) -> Deprecation | None:
    """The most trustworthy sign of deprecation, or None."""
    for text in _markers(value, raw):
        if _recommends(text, read_text(value, "__name__")):
            continue  # the mark of an old name that was made from this function
        return _deprecation(DeprecationMechanism.MARKER, text)
    directive = _directive(docstring)
    if directive and not directive[0]:
        return _deprecation(DeprecationMechanism.DIRECTIVE, directive[2], since=directive[1])
    warned = next(filter(None, (bodies.warning(function) for function in called(value, raw))), None)
    if warned and warned.always:
        return _deprecation(DeprecationMechanism.WARNING, warned.message)
    if kept and not kept.branch:
        return _deprecation(DeprecationMechanism.KEPT, kept.message)
    if warned:
        return _deprecation(DeprecationMechanism.CONDITIONAL, warned.message)
    if directive:
        return _deprecation(DeprecationMechanism.CONDITIONAL, directive[2], since=directive[1])
    return _deprecation(DeprecationMechanism.CONDITIONAL, kept.message) if kept else None


def on_access(warning: str) -> Deprecation | None:
    """What a module's ``__getattr__`` warns of when the name is read."""
    return _deprecation(DeprecationMechanism.WARNING, warning) if warning else None


def _markers(value: Any, raw: Any) -> Iterator[str]:
    """``__deprecated__`` of the object itself, not of what it inherits from."""
    for holder in (value, raw, *called(value, raw)):
        text = namespace(holder).get("__deprecated__") if holder is not None else None
        if isinstance(text, str):
            yield text


def _recommends(text: str, name: str) -> bool:
    """``Use `name` instead.``, said of another name of the same function."""
    return bool(name) and re.search(rf"^(?:Please )?[Uu]se [`']?(?:[\w.]+\.)?{name}\b", text) is not None


def called(value: Any, raw: Any) -> Iterator[Any]:
    """The Python functions that run when the object is used."""
    if isinstance(raw, property):
        yield from filter(None, (raw.fget,))
    elif isinstance(raw, classmethod | staticmethod):
        yield raw.__func__
    elif isinstance(value, type):
        own = namespace(value)
        for special in ("__init__", "__new__"):
            function = own.get(special)
            function = function.__func__ if isinstance(function, staticmethod) else function
            if inspect.isfunction(function):
                yield function
    elif inspect.isfunction(value):
        yield value


def _directive(docstring: str) -> tuple[bool, str, str] | None:
    """(nested, version, text) of the first ``.. deprecated::``; nested ones are about a part."""
    match = _DIRECTIVE.search(docstring)
    if not match:
        return None
    indent = match.group(1).expandtabs()
    head = match.group(2).strip()
    version = re.match(rf"{_VERSION}\b\s*(.*)$", head)
    first = version.group(2) if version else head
    lines = [first, *_block(docstring[match.end() :], len(indent))]
    text = " ".join(" ".join(lines).split())
    return bool(indent), version.group(1) if version else "", text


def _block(rest: str, indent: int) -> Iterator[str]:
    """The lines that belong to a directive: indented more, up to the first blank one after text."""
    started = False
    for line in rest.lstrip("\n").split("\n"):
        if not line.strip():
            if started:
                return
            continue
        if len(line) - len(line.lstrip()) <= indent:
            return
        started = True
        yield line


def _deprecation(mechanism: DeprecationMechanism, message: str, since: str = "") -> Deprecation:
    text = scrub(" ".join(message.split()))
    stated, removal = _SINCE.search(text), _REMOVAL.search(text)
    return Deprecation(
        mechanism=mechanism,
        message=text,
        since=since or (stated.group(1) if stated else ""),
        removal=removal.group(1) if removal else "",
    )


def own_docstring(value: Any, raw: Any) -> str:
    """The docstring of the object itself; inherited ones and those of its type do not count."""
    if isinstance(value, type):
        text = namespace(value).get("__doc__")
        return without_addresses(inspect.cleandoc(text)) if isinstance(text, str) else ""
    holder = raw.__func__ if isinstance(raw, classmethod | staticmethod) else raw
    text = read_text(holder, "__doc__") if holder is not None else read_text(value, "__doc__")
    of_type = read_text(type(holder if holder is not None else value), "__doc__")
    return without_addresses(inspect.cleandoc(text)) if text and text != of_type else ""
