"""Entries for a build, read again only where the file changed.

Parsing a few hundred Markdown files takes seconds, and a writer who looks at
one edit waits for all of them. Results are kept in the ignored cache under a key
of the reading code; each file counts by its bytes. The cache is ours alone and
is thrown away whenever it cannot be read.
"""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from torchzh.annotation import Annotation, read_annotation
from torchzh.examples.collect import digest as digest_of_examples
from torchzh.examples.collect import read_examples
from torchzh.project import Project

PACKAGES = ("annotation", "examples")


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One file as it was read."""

    digest: str  # of its bytes
    annotation: Annotation | None
    examples: str  # digest of its example code, as verified/ has it


Kept = dict[str, Entry]  # by path


def read_entries(project: Project) -> list[Entry]:
    """Entries that could be read, in the order of their paths."""
    cache = project.cache / "entries" / f"{_code_digest()}.pickle"
    kept = _load(cache)
    fresh: Kept = {}
    for path in sorted(project.annotations.rglob("*.md")):
        relative = project.relative(path)
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        known = kept.get(relative)
        if known is not None and known.digest == digest:
            fresh[relative] = known
        else:
            fresh[relative] = _read(path, digest, project)
    if fresh != kept:
        _store(cache, fresh)
    return [entry for entry in fresh.values() if entry.annotation is not None]


def annotations_of(entries: Iterable[Entry]) -> dict[str, Annotation]:
    """The records by name."""
    return {entry.annotation.name: entry.annotation for entry in entries if entry.annotation is not None}


def _read(path: Path, digest: str, project: Project) -> Entry:
    annotation = read_annotation(path, project).annotation
    examples = digest_of_examples(read_examples(path, project.root).blocks) if annotation is not None else ""
    return Entry(digest=digest, annotation=annotation, examples=examples)


def _code_digest() -> str:
    """Key of everything that decides what reading gives."""
    digest = hashlib.sha256()
    tools = Path(__file__).parents[1]
    for path in sorted(path for package in PACKAGES for path in (tools / package).glob("*.py")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    digest.update(Path(__file__).read_bytes())
    return digest.hexdigest()[:16]


def _load(cache: Path) -> Kept:
    try:
        kept = pickle.loads(cache.read_bytes())
    except (OSError, pickle.UnpicklingError, AttributeError, ImportError, EOFError, IndexError, TypeError):
        return {}
    return kept if isinstance(kept, dict) else {}


def _store(cache: Path, kept: Kept) -> None:
    cache.parent.mkdir(parents=True, exist_ok=True)
    for stale in cache.parent.glob("*.pickle"):
        stale.unlink()
    partial = cache.with_suffix(".part")
    partial.write_bytes(pickle.dumps(kept))
    partial.replace(cache)
