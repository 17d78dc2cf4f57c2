"""Where things lie in a checkout; the only module that knows folder names.

The root is found from the current directory upwards, or given by
``TORCHZH_ROOT``. This module imports nothing of ours.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

OWNED = ("api", "mod", "tree", "changes", "pitfalls", "errors", "_generated")  # below source/, made by render


class ProjectNotFoundError(RuntimeError):
    """No folder with versions.toml above the current one."""


@dataclass(frozen=True, slots=True)
class Project:
    """Paths of one checkout."""

    root: Path

    @property
    def annotations(self) -> Path:
        """Hand-written entries."""
        return self.root / "annotations"

    @property
    def source(self) -> Path:
        """Sphinx source folder."""
        return self.root / "source"

    @property
    def snapshots(self) -> Path:
        """Facts per torch version."""
        return self.root / "snapshots"

    @property
    def verified(self) -> Path:
        """Which examples passed where."""
        return self.root / "verified"

    @property
    def allowlists(self) -> Path:
        """Accepted differences."""
        return self.root / "allowlists"

    @property
    def cache(self) -> Path:
        """Ignored by git: docstrings, build state."""
        return self.root / ".cache"

    @property
    def versions_file(self) -> Path:
        """The only list of torch versions."""
        return self.root / "versions.toml"

    @property
    def glossary_file(self) -> Path:
        """术语表."""
        return self.root / "glossary.toml"

    @property
    def taxonomy_file(self) -> Path:
        """Categories and tags."""
        return self.root / "taxonomy.toml"

    def snapshot_file(self, minor: str) -> Path:
        """``snapshots/torch-2.13.jsonl``."""
        return self.snapshots / f"torch-{minor}.jsonl"

    def captured_docstrings(self, minor: str) -> Path | None:
        """torch's own text as the last run with that version kept it; None without such a run here."""
        files = (self.cache / "live").glob(f"torch-{minor}-*.json")
        return max(files, key=lambda path: path.stat().st_mtime, default=None)

    def is_generated(self, path: Path) -> bool:
        """True for what the render stage owns below ``source/``."""
        parts = path.relative_to(self.source).parts if path.is_relative_to(self.source) else ()
        return bool(parts) and parts[0] in OWNED

    def relative(self, path: Path) -> str:
        """Path as shown to people: relative to the root where possible, with forward slashes."""
        try:
            return path.resolve().relative_to(self.root.resolve()).as_posix()
        except ValueError:
            return path.as_posix()


def find_project(start: Path | None = None) -> Project:
    """The checkout that contains ``start`` (default: ``TORCHZH_ROOT`` or the current folder)."""
    here = start or Path(os.environ.get("TORCHZH_ROOT", "") or Path.cwd())
    for folder in (here, *here.resolve().parents):
        if (folder / "versions.toml").is_file():
            return Project(folder.resolve())
    raise ProjectNotFoundError(f"在 {here} 及其上级目录里没有找到 versions.toml")
