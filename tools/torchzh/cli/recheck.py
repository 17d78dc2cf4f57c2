"""Which entries a build has to check: those that changed since a check that passed.

A build after one edit must not judge three hundred unchanged entries again. What
passed is remembered with the bytes of every file and with all else that a
verdict depends on (the torch, the checking code, glossary, taxonomy, allowlists);
when any of that changes, everything is checked.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from torchzh.project import Project

CODE = (
    "annotation",
    "check",
    "examples",
    "models.py",
    "naming.py",
    "similar.py",
    "taxonomy.py",
    "versions.py",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Passed:
    """State of everything a check looks at."""

    key: str
    files: dict[str, str]  # path → digest

    def changed_since(self, earlier: Passed | None) -> list[str] | None:
        """Paths to check; None means all, an empty list means none."""
        if earlier is None or earlier.key != self.key or not self.files.keys() >= earlier.files.keys():
            return None
        return [path for path, digest in self.files.items() if earlier.files.get(path) != digest]


def state(project: Project, torch: str, snapshot: Path) -> Passed:
    """The present state."""
    tools = Path(__file__).parents[1]
    sources = [file for name in CODE for file in _files(tools / name)]
    settings = [project.glossary_file, project.taxonomy_file, project.versions_file]
    settings += sorted(project.allowlists.rglob("*")) if project.allowlists.is_dir() else []
    key = hashlib.sha256(f"{torch}\0{snapshot}\0{snapshot.stat().st_mtime_ns}".encode())
    for path in (*sources, *settings):
        if path.is_file():
            key.update(path.name.encode() + b"\0" + path.read_bytes())
    files = {project.relative(path): _digest(path) for path in sorted(project.annotations.rglob("*.md"))}
    return Passed(key=key.hexdigest(), files=files)


def load(project: Project) -> Passed | None:
    """What passed last, or None."""
    try:
        data = json.loads(_record(project).read_text(encoding="utf-8"))
        return Passed(key=data["key"], files=data["files"])
    except (OSError, ValueError, KeyError):
        return None


def save(project: Project, passed: Passed) -> None:
    """Remember that this state passed."""
    path = _record(project)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"key": passed.key, "files": passed.files}), encoding="utf-8")


def _record(project: Project) -> Path:
    return project.cache / "checked.json"


def _files(path: Path) -> Iterable[Path]:
    return [path] if path.is_file() else sorted(item for item in path.rglob("*") if item.suffix != ".pyc")


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:24]
