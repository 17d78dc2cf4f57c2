"""Reads versions.toml, the only list of torch versions, and orders versions.

tox environments, the CI matrix, snapshot files and the version switcher are
derived from it or compared with it by a test. This module imports nothing of ours.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class TorchVersion:
    """One supported torch."""

    minor: str  # "2.13"
    pin: str  # "2.13.0"
    numpy: str  # requirement, e.g. "numpy<2"
    setuptools: str  # requirement, e.g. "setuptools<70"
    status: str  # "published" (has a site of its own) or "checked"
    default: bool = False  # what `make html` installs

    @property
    def factor(self) -> str:
        """Name of the tox environment: ``torch213``."""
        return "torch" + self.minor.replace(".", "")


@dataclass(frozen=True, slots=True)
class Versions:
    """All supported versions, oldest first."""

    all: tuple[TorchVersion, ...]

    @property
    def minors(self) -> tuple[str, ...]:
        """Minor versions, oldest first."""
        return tuple(version.minor for version in self.all)

    @property
    def default(self) -> TorchVersion:
        """The version the default environment installs."""
        return next(version for version in self.all if version.default)

    def get(self, minor: str) -> TorchVersion | None:
        """The entry of a minor version, or None."""
        return next((version for version in self.all if version.minor == minor), None)


class VersionsError(ValueError):
    """versions.toml is not what it must be; the message is for maintainers, in Chinese."""


def key(version: str) -> tuple[int, ...]:
    """Sort key: 2.1 < 2.9 < 2.10."""
    return tuple(int(part) for part in version.split("+")[0].split(".") if part.isdigit())


def load_versions(path: Path) -> Versions:
    """Read and validate versions.toml."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    rows = tuple(
        TorchVersion(
            minor=row["minor"],
            pin=row["pin"],
            numpy=row["numpy"],
            setuptools=row["setuptools"],
            status=row["status"],
            default=row.get("default", False),
        )
        for row in data["torch"]
    )
    if not rows or list(rows) != sorted(rows, key=lambda row: key(row.minor)):
        raise VersionsError(f"{path.name}：版本必须从旧到新排列")
    if sum(row.default for row in rows) != 1:
        raise VersionsError(f"{path.name}：必须恰有一个 default = true")
    for row in rows:
        if row.status not in ("published", "checked") or not row.pin.startswith(row.minor + "."):
            raise VersionsError(f"{path.name}：{row.minor} 的 pin 或 status 不对")
    return Versions(rows)


def spans(versions: Iterable[str], known: Sequence[str]) -> str:
    """Versions as ranges over the known ones: ``2.2–2.6、2.13``."""
    present = set(versions)
    runs: list[list[str]] = []
    previous = -2
    for index, minor in enumerate(known):
        if minor not in present:
            continue
        if index == previous + 1:
            runs[-1].append(minor)
        else:
            runs.append([minor])
        previous = index
    return "、".join(run[0] if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)
