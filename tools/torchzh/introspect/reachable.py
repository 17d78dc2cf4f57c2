"""Names that are not public here, yet can still be reached by import and getattr.

A name that another version lists and this one does not is removed only when it
cannot be reached any more; often it only left an ``__all__`` or moved to a base
class. Objects that answer every look-up do not count.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable

from torchzh.introspect.guard import ABSENT, read

NEVER = "no_such_name_of_torchzh"


def reachable(names: Iterable[str]) -> tuple[str, ...]:
    """Those of ``names`` that lead to something, sorted."""
    return tuple(sorted(name for name in set(names) if _leads_somewhere(name)))


def _leads_somewhere(name: str) -> bool:
    parts = name.split(".")
    for length in range(len(parts) - 1, 0, -1):  # the longest imported module wins over an attribute
        module = sys.modules.get(".".join(parts[:length]))
        if module is not None and _follow(module, parts[length:]):
            return True
    return False


def _follow(holder: object, parts: list[str]) -> bool:
    for part in parts:
        value = read(holder, part)
        if value is ABSENT or read(holder, NEVER) is not ABSENT:
            return False
        holder = value
    return True
