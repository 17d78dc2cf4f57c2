"""Resolves the kept list of documented names against the live package.

The list is short and holds what no rule can find: settings of objects, names
re-exported from private modules, attributes that only ``__init__`` sets. A name
that the installed version does not have is passed over; nothing is invented.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator
from typing import Any

from torchzh.introspect.admit import Rule
from torchzh.introspect.discover import Discovery
from torchzh.introspect.guard import ABSENT, namespace, read, read_static
from torchzh.introspect.walk import Found


def walk_documented(discovery: Discovery, known: set[str], names: Iterable[str]) -> Iterator[Found]:
    """The listed names that exist and that no rule found."""
    for name in names:
        if name not in known and name not in discovery.modules:
            found = _find(discovery, name)
            if found is not None:
                yield found


def _find(discovery: Discovery, name: str) -> Found | None:
    module_name, path = _split(discovery, name)
    if not module_name:
        return None
    holder = discovery.modules[module_name]
    for part in path[:-1]:
        holder = read(holder, part)
    value = read(holder, path[-1])
    if isinstance(holder, type):
        return _member(name, module_name, holder, path[-1])
    if value is ABSENT:
        return None
    return Found(name=name, module=module_name, value=value, rule=Rule.DOCUMENTED)


def _split(discovery: Discovery, name: str) -> tuple[str, list[str]]:
    """The longest module path, and the attributes after it."""
    parts = name.split(".")
    for count in range(len(parts) - 1, 0, -1):
        module = ".".join(parts[:count])
        if module in discovery.modules:
            return module, parts[count:]
    return "", parts


def _member(name: str, module: str, owner: type, short: str) -> Found | None:
    """A member of a class, or an attribute that its ``__init__`` stores."""
    raw: Any = read_static(owner, short)
    if raw is ABSENT and not _is_set_by_init(owner, short):
        return None
    value = ABSENT if raw is ABSENT else read(owner, short)
    return Found(name=name, module=module, value=value, rule=Rule.DOCUMENTED, raw=raw, owner=owner)


def _is_set_by_init(owner: type, short: str) -> bool:
    init = inspect.unwrap(namespace(owner).get("__init__", int))
    return inspect.isfunction(init) and short in init.__code__.co_names
