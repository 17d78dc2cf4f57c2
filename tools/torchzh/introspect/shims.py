"""Names that only a module's ``__getattr__`` serves, absent from ``dir``.

A package uses them for settings and for names on their way out. They are found
by what the compiled ``__getattr__`` mentions: texts, and keys of the tables it
looks into. Each candidate is tried; what it warns of is kept as its deprecation.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping
from types import CodeType, FunctionType, ModuleType
from typing import Any

from torchzh.introspect.admit import Rule
from torchzh.introspect.discover import Discovery, is_public_path
from torchzh.introspect.guard import ABSENT, names_of, namespace, read
from torchzh.introspect.walk import Found


def walk_shims(discovery: Discovery, known: set[str]) -> Iterator[Found]:
    """Names served on demand."""
    for module_name, module in sorted(discovery.modules.items()):
        if type(module) is not ModuleType:
            continue
        for name in sorted(_candidates(module)):
            full = f"{module_name}.{name}"
            if full in known or full in discovery.modules:
                continue
            value = read(module, name)
            if value is not ABSENT and not isinstance(value, ModuleType):
                warning = access_warning(module, name)
                yield Found(
                    name=full, module=module_name, value=value, rule=Rule.SHIM, access_warning=warning
                )


def _candidates(module: ModuleType) -> set[str]:
    function = namespace(module).get("__getattr__")
    if not isinstance(function, FunctionType):
        return set()
    mentioned = set(_texts(function.__code__))
    tables = set(_globals_used(function.__code__)) & namespace(module).keys()
    for table in tables:
        value: Any = namespace(module)[table]
        if isinstance(value, Mapping | list | tuple | set | frozenset):
            mentioned |= {item for item in value if isinstance(item, str)}
    usual = names_of(module)
    return {name for name in mentioned if name.isidentifier() and is_public_path(name) and name not in usual}


def _texts(code: CodeType) -> Iterator[str]:
    for constant in code.co_consts:
        if isinstance(constant, str):
            yield constant
        elif isinstance(constant, tuple | frozenset):
            yield from (item for item in constant if isinstance(item, str))
        elif isinstance(constant, CodeType):
            yield from _texts(constant)


def _globals_used(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _globals_used(constant)


def access_warning(module: Any, name: str) -> str:
    """What reading the attribute warns of, in one line."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            getattr(module, name)
        except Exception:
            return ""
    return next((" ".join(str(item.message).split()) for item in caught), "")
