"""Hides optional packages, and stands in for those that public modules merely import.

What torch offers must not depend on what else is installed, so the packages of
a kept list are invisible to it. ``torch.utils.tensorboard`` is ordinary Python
and much used, but cannot be imported without tensorboard and protobuf: it is
tried again with empty modules in their place. The failure stays recorded.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator, MutableSequence, Sequence
from contextlib import contextmanager
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

RETRIED_WITHOUT = frozenset({"tensorboard"})  # a module that fails for want of one of these is tried again
PACKAGES = RETRIED_WITHOUT | {"google", "six"}  # with all of these stood in for


class _Blind:
    """A finder that does not see the listed packages; otherwise the one it wraps."""

    def __init__(self, finder: Any, packages: Collection[str]) -> None:
        self._finder = finder
        self._packages = packages

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname.partition(".")[0] in self._packages:
            return None
        found: ModuleSpec | None = self._finder.find_spec(fullname, path, target)
        return found

    def __getattr__(self, name: str) -> Any:
        return getattr(self._finder, name)


def hide(packages: Collection[str]) -> None:
    """Make optional packages invisible for the rest of the process."""
    if packages:
        sys.meta_path[:] = [_Blind(finder, packages) for finder in sys.meta_path]


class _Any(type):
    """Type of the stand-in classes: whatever they are asked for is one more."""

    def __getattr__(cls, name: str) -> type:
        if name.startswith("__"):
            raise AttributeError(name)
        return _Any(name, (), {"__module__": cls.__module__})


class _Empty(ModuleType):
    """Any name is an empty class, so that imports and annotations work."""

    __version__ = "999.0"
    __path__: MutableSequence[str] = []  # noqa: RUF012 (empty for all, on purpose)

    def __getattr__(self, name: str) -> type:
        if name.startswith("__"):
            raise AttributeError(name)
        made = _Any(name, (), {"__module__": self.__name__})
        setattr(self, name, made)
        return made


class _Finder(MetaPathFinder, Loader):
    """Finds any submodule of the listed packages, after every real finder failed."""

    def find_spec(
        self, fullname: str, _path: Sequence[str] | None, _target: ModuleType | None = None
    ) -> ModuleSpec | None:
        return ModuleSpec(fullname, self) if fullname.partition(".")[0] in PACKAGES else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return _Empty(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        """Nothing to run."""


@contextmanager
def stand_ins() -> Iterator[None]:
    """While active, missing packages of the list can be imported; afterwards they are gone again."""
    finder = _Finder()
    sys.meta_path.append(finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
        for name in [name for name, module in sys.modules.items() if isinstance(module, _Empty)]:
            del sys.modules[name]
