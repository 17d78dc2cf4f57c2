"""Writes what a build generates: only what changed, and nothing stale stays.

Sphinx decides by modification time what to read again, so an unchanged file must
not be touched. Owned folders hold generated files only; what this build did not
produce is deleted from them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """What happened to the files."""

    changed: int
    unchanged: int
    removed: int


def write_files(root: Path, files: Mapping[str, str], owned: Iterable[str]) -> Written:
    """Write ``files`` (relative path → text) below ``root``; clear strangers from ``owned`` folders."""
    changed = 0
    for relative, text in files.items():
        changed += write_if_changed(root / relative, text)
    wanted = {str(root / relative) for relative in files}
    removed = 0
    for folder in owned:
        for path in (root / folder).rglob("*"):
            if str(path) not in wanted and path.is_file():
                path.unlink()
                removed += 1
    return Written(changed=changed, unchanged=len(files) - changed, removed=removed)


def write_if_changed(path: Path, text: str) -> bool:
    """True when the file was written."""
    data = text.encode("utf-8")
    try:
        if path.read_bytes() == data:
            return False
    except FileNotFoundError:
        path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return True
