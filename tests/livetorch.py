"""The installed torch, walked once for all tests that ask."""

from __future__ import annotations

import functools
from importlib.metadata import version

from torchzh.introspect import Taken, take_snapshot
from torchzh.models import ApiObject, Form

MINOR = tuple(int(part) for part in version("torch").split(".")[:2])


@functools.cache
def live() -> Taken:
    """One walk of the installed torch; about as long as three imports of it."""
    return take_snapshot("torch")


def entry(name: str) -> ApiObject:
    """The record of a name."""
    return live().snapshot.objects[name]


def text(form: Form) -> str:
    """A form as one would write it, without types."""
    parts, star = [], False
    for item in form.parameters:
        if item.kind.value == "keyword-only" and not star:
            parts.append("*")
            star = True
        star = star or item.kind.value == "var-positional"
        parts.append(item.label + (f"={item.default.text}" if item.default.text else ""))
        if item.kind.value == "positional-only":
            parts.append("/")
    return f"({', '.join(parts)})"


def forms(name: str) -> list[str]:
    """All forms of a name as text."""
    return [text(form) for form in entry(name).forms]
