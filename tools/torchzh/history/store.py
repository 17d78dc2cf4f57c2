"""Loads history for a checkout: all of it through a cache, or a few names directly.

Reading seventeen whole snapshots takes many seconds, and a site build needs the
same answer each time; the cache is keyed by the bytes of the snapshots, of the
kept behaviours and of this package.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from pathlib import Path

from torchzh.history import export
from torchzh.history.behaviours import load_behaviours
from torchzh.history.models import History
from torchzh.history.timeline import build_history
from torchzh.project import Project
from torchzh.snapshot import read_snapshot
from torchzh.versions import load_versions


def snapshot_files(project: Project) -> list[Path]:
    """The committed snapshots that exist, oldest first."""
    minors = load_versions(project.versions_file).minors
    return [path for minor in minors if (path := project.snapshot_file(minor)).is_file()]


def load_history(project: Project, names: Collection[str] | None = None) -> History:
    """History of all names, or of ``names`` only (fast, and not cached)."""
    files = snapshot_files(project)
    behaviours = load_behaviours()
    if names is not None:
        chosen = [row for row in behaviours if row.name in names]
        return build_history([read_snapshot(path, names) for path in files], chosen)
    cached = project.cache / "history" / f"{_digest(files)}.json"
    if cached.is_file():
        return export.loads(cached.read_text(encoding="utf-8"))
    history = build_history([read_snapshot(path) for path in files], behaviours)
    cached.parent.mkdir(parents=True, exist_ok=True)
    for stale in cached.parent.glob("*.json"):
        stale.unlink()
    cached.write_text(export.dumps(history), encoding="utf-8")
    return history


def _digest(files: list[Path]) -> str:
    digest = hashlib.sha256()
    package = Path(__file__).parent
    for path in (*files, *sorted(package.glob("*.py")), package / "behaviours.toml"):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]
