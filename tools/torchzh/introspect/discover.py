"""Finds and imports every public module of a package.

Modules are looked for on disk, because lazy ones are in nobody's ``dir``. An
import may fail in any way when an optional package is missing; that is recorded
and never stops the walk. A submodule that is imported takes the place of an
object of the same name in its parent, so such objects are noted beforehand.
"""

from __future__ import annotations

import importlib
import pkgutil
import sys
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

from torchzh.introspect.guard import ABSENT, namespace, read
from torchzh.introspect.normalise import scrub
from torchzh.introspect.stand_ins import RETRIED_WITHOUT, stand_ins


@dataclass(slots=True)
class Discovery:
    """Modules by name, what could not be imported, objects that share a submodule's name."""

    modules: dict[str, Any] = field(default_factory=dict)
    failures: dict[str, str] = field(default_factory=dict)
    hidden_by_module: dict[str, Any] = field(default_factory=dict)


def is_public_path(name: str) -> bool:
    """No component of the dotted name begins with an underscore."""
    return not any(part.startswith("_") for part in name.split("."))


def discover(package: str, skip: frozenset[str] = frozenset()) -> Discovery:
    """Import ``package`` and all its public modules; ``skip`` names dynamic namespaces."""
    found = Discovery()
    module = importlib.import_module(package)
    found.modules[package] = module
    _descend(package, module, found, skip)
    for name in sorted(_registered(package) - found.modules.keys() - skip):
        found.modules[name] = sys.modules[name]
    return found


def _descend(name: str, module: Any, found: Discovery, skip: frozenset[str]) -> None:
    children = [child for child in _children(name, module) if child.name not in skip]
    attributes = namespace(module)
    for child in children:
        early = attributes.get(child.name.rpartition(".")[2], ABSENT)
        if early is not ABSENT and not isinstance(early, ModuleType):
            found.hidden_by_module[child.name] = early
    for child in children:
        imported = _import(child.name, found)
        if imported is not None:
            found.modules[child.name] = imported
            if child.ispkg:
                _descend(child.name, imported, found, skip)


def _children(name: str, module: Any) -> Iterator[pkgutil.ModuleInfo]:
    path = read(module, "__path__")
    if path is ABSENT:
        return
    infos = pkgutil.iter_modules(list(path), prefix=f"{name}.")
    yield from sorted((info for info in infos if is_public_path(info.name)), key=lambda info: info.name)


def _import(name: str, found: Discovery) -> Any | None:
    """The module; None, with the reason noted, where it cannot be imported."""
    imported, missing = _attempt(name)
    if imported is None:
        found.failures[name] = missing
        if missing.partition(".")[0] in RETRIED_WITHOUT:
            with stand_ins():
                imported, _ = _attempt(name)
    return imported


def _attempt(name: str) -> tuple[Any | None, str]:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return importlib.import_module(name), ""
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        return None, _reason(error)


def _reason(error: BaseException) -> str:
    """The missing package where it is one, else the error in one line without paths."""
    if isinstance(error, ModuleNotFoundError) and error.name:
        return error.name
    return f"{type(error).__name__}: {scrub(' '.join(str(error).split()))}"


def _registered(package: str) -> set[str]:
    """Public modules that the package put into ``sys.modules`` without a file of that name."""
    return {
        name
        for name, module in list(sys.modules.items())
        if name.startswith(f"{package}.") and module is not None and is_public_path(name)
    }
