"""Stand-ins for optional packages that some public modules merely import.

``torch.utils.tensorboard`` is ordinary Python and much used, but cannot be
imported without tensorboard and protobuf, which no environment of ours needs.
Where the import fails for want of a package listed here, it is tried again with
empty modules in its place. The failure stays recorded; no code is ever run.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, MutableSequence, Sequence
from contextlib import contextmanager
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

PACKAGES = frozenset({"tensorboard", "google"})


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
