"""Entries for a build, read again only where the file changed.

Parsing a few hundred Markdown files takes seconds, and a writer who looks at
one edit waits for all of them. Results are kept in the ignored cache under a key
of the reading code; each file counts by its bytes. The cache is ours alone and
is thrown away whenever it cannot be read.
"""

from __future__ import annotations

import hashlib
import pickle
from pathlib import Path

from torchzh.annotation import Annotation, read_annotation
from torchzh.project import Project

Kept = dict[str, tuple[str, Annotation | None]]  # path → (digest of its bytes, the entry)


def read_entries(project: Project) -> dict[str, Annotation]:
    """Entries that could be read, by name, in the order of their paths."""
    cache = project.cache / "entries" / f"{_code_digest()}.pickle"
    kept = _load(cache)
    fresh: Kept = {}
    for path in sorted(project.annotations.rglob("*.md")):
        relative = project.relative(path)
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        known = kept.get(relative)
        if known is not None and known[0] == digest:
            fresh[relative] = known
        else:
            fresh[relative] = digest, read_annotation(path, project).annotation
    if fresh != kept:
        _store(cache, fresh)
    return {entry.name: entry for _, entry in fresh.values() if entry is not None}


def _code_digest() -> str:
    """Key of everything that decides what reading gives."""
    digest = hashlib.sha256()
    for path in sorted((Path(__file__).parents[1] / "annotation").glob("*.py")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def _load(cache: Path) -> Kept:
    try:
        kept = pickle.loads(cache.read_bytes())
    except (OSError, pickle.UnpicklingError, AttributeError, ImportError, EOFError, IndexError):
        return {}
    return kept if isinstance(kept, dict) else {}


def _store(cache: Path, kept: Kept) -> None:
    cache.parent.mkdir(parents=True, exist_ok=True)
    for stale in cache.parent.glob("*.pickle"):
        stale.unlink()
    partial = cache.with_suffix(".part")
    partial.write_bytes(pickle.dumps(kept))
    partial.replace(cache)
