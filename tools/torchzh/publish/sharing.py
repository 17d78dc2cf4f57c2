"""Files that are the same in several versions lie on the disk once.

Most pages do not change from one version to the next, and fonts, styles and
scripts never do. Hard links keep every version a folder of ordinary files; where
the disk cannot link, copies stay.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Shared:
    """What one pass over the versions found."""

    files: int
    linked: int  # files that lie on the disk under another version's name too
    bytes: int  # as a reader downloads them
    stored: int  # as the disk holds them


def share_files(folders: Iterable[Path]) -> Shared:
    """Make equal files below the folders one file with several names."""
    first: dict[str, Path] = {}
    counted: set[tuple[int, int]] = set()
    files = linked = size = stored = 0
    for folder in folders:
        for path in sorted(item for item in folder.rglob("*") if item.is_file()):
            key = hashlib.sha256(path.read_bytes()).hexdigest()
            original = first.setdefault(key, path)
            if original is not path and _link(original, path):
                linked += 1
            state = path.stat()
            files += 1
            size += state.st_size
            if (state.st_dev, state.st_ino) not in counted:
                counted.add((state.st_dev, state.st_ino))
                stored += state.st_size
    return Shared(files=files, linked=linked, bytes=size, stored=stored)


def _link(original: Path, path: Path) -> bool:
    """Replace ``path`` by another name of ``original``; False where the disk refuses."""
    if original.stat().st_ino == path.stat().st_ino:
        return True
    partial = path.with_name(path.name + ".part")
    try:
        os.link(original, partial)
    except OSError:
        return False
    partial.replace(path)
    return True


def unshare(folder: Path) -> None:
    """Give the folder files of its own again: Sphinx writes into existing files, whoever else has them."""
    for path in folder.rglob("*"):
        if path.is_file() and path.stat().st_nlink > 1:
            partial = path.with_name(path.name + ".part")
            shutil.copy2(path, partial)
            partial.replace(path)


def link_folder(source: Path, target: Path) -> None:
    """``target`` becomes the same folder under a second address."""
    if target.exists():
        shutil.rmtree(target)

    def link_or_copy(old: str, new: str) -> None:
        try:
            os.link(old, new)
        except OSError:
            shutil.copyfile(old, new)

    shutil.copytree(source, target, copy_function=link_or_copy)
