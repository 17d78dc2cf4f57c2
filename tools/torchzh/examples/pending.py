"""Which files have no record of passing with this torch: what is left to run.

A run through seventeen versions takes hours, and a translator who changed three
entries wants those three run. A file whose code is the one that passed, on the
same device and minor version, is done; everything else is pending, also what
failed, what never ran a block here, and what changed since.
"""

from __future__ import annotations

import importlib.metadata
from collections.abc import Iterable
from pathlib import Path

from torchzh.examples.collect import digest, read_examples
from torchzh.examples.verified import Verified, entry_key, read_verified, verified_file
from torchzh.project import Project


def installed_minor() -> str | None:
    """``2.13`` from the metadata of the installed torch, without importing it; None where there is none."""
    try:
        version = importlib.metadata.version("torch")
    except importlib.metadata.PackageNotFoundError:
        return None
    return ".".join(version.split("+")[0].split(".")[:2])


def pending(paths: Iterable[Path], project: Project, minor: str, device: str) -> list[Path]:
    """The files with examples below ``paths`` that are not recorded as passed."""
    stored = read_verified(verified_file(project.verified, minor))
    written = (path for path in _files(paths) if not project.is_generated(path.resolve()))
    return [path for path in written if not _done(path, project, device, stored)]


def _files(paths: Iterable[Path]) -> Iterable[Path]:
    for path in paths:
        yield from sorted(path.rglob("*.md")) if path.is_dir() else [path]


def _done(path: Path, project: Project, device: str, stored: Verified | None) -> bool:
    file = read_examples(path, project.root)
    if not file.blocks:
        return True
    if stored is None:
        return False
    return device in stored.devices(entry_key(project.relative(path)), digest(file.blocks))
