"""Chooses one canonical name for each object; the other public names are its aliases.

Not ``__module__`` plus ``__qualname__``: those name private homes. The shortest
path above the place where the object is defined wins, so a class that moved has
the name of its new home; among equals the one that an ``__all__`` promises. The
exception are C functions that exist both in the package itself and in a
namespace that documents them (``torch.conv2d``, ``torch.nn.functional.conv2d``).
"""

from __future__ import annotations

import inspect
from collections import defaultdict
from collections.abc import Callable, Iterable
from types import ModuleType
from typing import Any

from torchzh.introspect.admit import Rule
from torchzh.introspect.guard import ABSENT, read_text
from torchzh.introspect.kept import Kept
from torchzh.introspect.walk import Found


class Identities:
    """Canonical names by object; keeps the objects alive, so that their ids stay theirs."""

    def __init__(self, package: str, found: Iterable[Found], kept: Kept) -> None:
        """Group module-level names by the object they lead to; ``package`` owns what it is named by."""
        self._package = package
        groups: defaultdict[int, list[Found]] = defaultdict(list)
        for item in found:
            if item.owner is None and has_identity(item.value):
                groups[id(item.value)].append(item)
        self._kept = [items[0].value for items in groups.values()]
        self._names = {key: min(items, key=_preference(items, kept)).name for key, items in groups.items()}

    def name(self, value: object) -> str:
        """Canonical public name of an object of the package, or an empty text."""
        known = self._names.get(id(value), "")
        return known if known and self._owns(value) else ""

    def _owns(self, value: object) -> bool:
        """What a module merely re-exports from elsewhere (``typing.Any``) is not named after it."""
        if isinstance(value, ModuleType):
            home = value.__name__
        elif isinstance(value, type) or inspect.isroutine(value):
            home = read_text(value, "__module__")
        else:
            home = read_text(type(value), "__module__")
        return home.partition(".")[0] == self._package

    def alias_of(self, item: Found) -> str:
        """The canonical name where ``item`` is another name, else an empty text."""
        if not has_identity(item.value):
            return ""
        canonical = self._names.get(id(item.value), item.name)
        return canonical if canonical != item.name else ""

    def add(self, value: object, name: str) -> None:
        """Name one more object (a member class)."""
        if has_identity(value) and id(value) not in self._names:
            self._kept.append(value)
            self._names[id(value)] = name


def has_identity(value: Any) -> bool:
    """True for objects of which two names mean the same thing; not for plain values."""
    if value is ABSENT or value is None:
        return False
    if isinstance(value, type | ModuleType) or inspect.isroutine(value):
        return True
    home = read_text(type(value), "__module__")
    return home not in ("builtins", "typing", "types", "typing_extensions", "collections")


def _preference(items: list[Found], kept: Kept) -> Callable[[Found], tuple[object, ...]]:
    """Sort key for the names of one object: smallest wins."""
    value = items[0].value
    home = f"{read_text(value, '__module__')}."
    own_name = (read_text(value, "__name__") or str(value).rpartition(".")[2]) if _is_small(value) else ""
    in_package = {item.name.rpartition(".")[2] for item in items if "." not in item.module}

    def key(item: Found) -> tuple[object, ...]:
        short = item.name.rpartition(".")[2]
        documented = item.module in kept.preferred_homes and inspect.isbuiltin(value) and short in in_package
        promised = item.rule in (Rule.ALL, Rule.MODULE, Rule.CONST)
        return (
            item.name not in kept.preferred,
            item.name not in kept.documented or item.rule == Rule.DOCUMENTED,
            not documented,
            not home.startswith(f"{item.module}."),
            item.name.count("."),
            not promised,
            short != own_name,
            len(item.name),
            item.name,
        )

    return key


def _is_small(value: Any) -> bool:
    """Objects whose ``__name__`` or text is cheap and names them."""
    return (
        isinstance(value, type | ModuleType)
        or inspect.isroutine(value)
        or type(value).__name__ in ("dtype", "layout", "memory_format", "qscheme")
    )
