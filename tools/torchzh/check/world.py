"""What is known about torch while checking: some snapshots, looked up by name.

A snapshot has fourteen thousand objects and a check needs a few hundred, so a
file is indexed by the beginning of its lines and only the lines asked for are
parsed. Seventeen files are indexed in well under a second.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Protocol

from torchzh.models import ApiObject, Snapshot, SnapshotHeader
from torchzh.snapshot import FORMAT, dumps, loads, read_snapshot
from torchzh.snapshot.reader import header_of
from torchzh.versions import key

# Many objects look alike in many versions: one line of text is parsed once.
_LINES: dict[bytes, ApiObject] = {}
_NAME = re.compile(rb'^\{"name":"([^"]+)"', re.MULTILINE)

FEW = 60  # names that are searched for one by one before a file is indexed


class Surface(Protocol):
    """The public surface of one torch."""

    @property
    def minor(self) -> str:
        """``2.13``."""

    @property
    def names(self) -> Collection[str]:
        """All public names, aliases included."""

    def get(self, name: str) -> ApiObject | None:
        """The object of that very name."""


class SnapshotSurface:
    """A snapshot in memory."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._objects = snapshot.objects
        self.minor = snapshot.header.minor

    @property
    def names(self) -> Collection[str]:
        """All public names."""
        return self._objects.keys()

    def get(self, name: str) -> ApiObject | None:
        """The object of that name."""
        return self._objects.get(name)


class FileSurface:
    """A snapshot file of which only the lines asked for are parsed."""

    def __init__(self, path: Path, minor: str) -> None:
        self.minor = minor
        self._data = path.read_bytes()
        self._parsed: dict[str, ApiObject] = {}
        self._asked = 0
        self._header = dumps(Snapshot(header=_minimal_header(minor), objects={}))
        if not _NAME.search(self._data):
            read_snapshot(path)  # says what is wrong with it

    @cached_property
    def _starts(self) -> dict[str, int]:
        """Where each name's line begins; made when many names are asked for."""
        return {match.group(1).decode(): match.start() for match in _NAME.finditer(self._data)}

    @property
    def names(self) -> Collection[str]:
        """All public names."""
        return self._starts.keys()

    def get(self, name: str) -> ApiObject | None:
        """The object of that name."""
        found = self._parsed.get(name)
        start = self._start(name) if found is None else -1
        if start >= 0:
            line = self._data[start : self._data.find(b"\n", start)]
            found = _LINES.get(line)
            if found is None:
                found = loads(f"{self._header}{line.decode('utf-8')}\n").objects[name]
                _LINES[line] = found
            self._parsed[name] = found
        return found

    def _start(self, name: str) -> int:
        """Where the line of a name begins, or -1. The first few names are searched, the index costs more."""
        self._asked += 1
        if self._asked > FEW or "_starts" in self.__dict__:
            return self._starts.get(name, -1)
        before = self._data.find(f'\n{{"name":"{name}"'.encode())
        return before + 1 if before >= 0 else -1


def open_file(path: Path) -> FileSurface:
    """A snapshot file, its version read from its header."""
    with path.open(encoding="utf-8") as lines:
        return FileSurface(path, header_of(lines).minor)


def _minimal_header(minor: str) -> SnapshotHeader:
    return SnapshotHeader(format=FORMAT, torch=f"{minor}.0", build="-", python="-", numpy="-", torchzh="-")


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """One shape an object has, and the versions that show it so."""

    object: ApiObject
    versions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class World:
    """All known surfaces, oldest first, and which of them are to be checked."""

    known: Sequence[Surface]
    checked: tuple[str, ...]

    @property
    def minors(self) -> tuple[str, ...]:
        """Minor versions of all known surfaces."""
        return tuple(surface.minor for surface in self.known)

    @property
    def newest(self) -> Surface:
        """The newest known surface."""
        return self.known[-1]

    def surface(self, minor: str) -> Surface | None:
        """The surface of one version, or None."""
        return next((surface for surface in self.known if surface.minor == minor), None)

    def exists(self, name: str) -> bool:
        """True when any known version has that public name."""
        return any(surface.get(name) is not None for surface in self.known)

    def names(self) -> set[str]:
        """All names of all known versions."""
        return set().union(*(surface.names for surface in self.known))

    def canonical(self, name: str, minor: str) -> ApiObject | None:
        """The object a name stands for in one version, following an alias."""
        surface = self.surface(minor)
        found = surface.get(name) if surface else None
        if found is not None and found.alias_of and surface is not None:
            return surface.get(found.alias_of) or found
        return found

    def latest(self, name: str) -> ApiObject | None:
        """The object in the newest version that has it, following an alias."""
        for surface in reversed(self.known):
            found = self.canonical(name, surface.minor)
            if found is not None:
                return found
        return None

    def views(self, name: str, minors: Iterable[str] | None = None) -> tuple[View, ...]:
        """The distinct shapes of an object in the checked (or given) versions, oldest first."""
        shapes: dict[object, tuple[ApiObject, list[str]]] = {}
        for minor in self.checked if minors is None else minors:
            found = self.canonical(name, minor)
            if found is not None:
                shapes.setdefault(_shape(found), (found, []))[1].append(minor)
        return tuple(View(object=found, versions=tuple(minors)) for found, minors in shapes.values())


def _shape(found: ApiObject) -> object:
    """What of an object the rules look at, apart from where its source and its docstring stand."""
    deprecation = found.deprecation.certain if found.deprecation else None
    return (found.name, found.kind, found.forms, deprecation, found.tombstone, found.module)


def build_world(surfaces: Mapping[str, Surface], checked: Iterable[str]) -> World:
    """A world of some surfaces, in the order of their versions."""
    known = tuple(surfaces[minor] for minor in sorted(surfaces, key=key))
    wanted = set(checked)
    return World(known, tuple(surface.minor for surface in known if surface.minor in wanted))
