"""The data file for the terminal: made when an entry, the snapshot or the code changed, else read.

Neither Sphinx nor torch is needed. Without pypinyin everything but pinyin works.
"""

from __future__ import annotations

import hashlib
from importlib.util import find_spec
from pathlib import Path

from torchzh.finder.index import Index
from torchzh.finder.store import index_of, site_script
from torchzh.project import Project
from torchzh.render.entries import annotations_of, read_entries
from torchzh.render.site import Site, make_site
from torchzh.snapshot import read_snapshot
from torchzh.taxonomy import load_taxonomy


def has_pinyin() -> bool:
    """True where readings can be made."""
    return find_spec("pypinyin") is not None


def snapshot_site(project: Project, minor: str) -> Site:
    """Pages of one version from its committed snapshot, without history and English texts."""
    return make_site(
        read_snapshot(project.snapshot_file(minor)),
        annotations_of(read_entries(project)),
        load_taxonomy(project.taxonomy_file),
    )


def kept_index(project: Project, minor: str) -> Index:
    """The index of one version."""
    path = project.cache / "finder" / f"{minor}-{_digest(project, minor)}.js"
    if not path.is_file():
        path.parent.mkdir(parents=True, exist_ok=True)
        for stale in path.parent.glob(f"{minor}-*.js"):
            stale.unlink()
        partial = path.with_suffix(".part")
        partial.write_text(
            site_script(snapshot_site(project, minor), readings=has_pinyin()), encoding="utf-8"
        )
        partial.replace(path)
    return index_of(path.read_text(encoding="utf-8"))


def _digest(project: Project, minor: str) -> str:
    digest = hashlib.sha256(str(has_pinyin()).encode())
    for path in sorted(Path(__file__).parent.iterdir()):
        if path.is_file():
            digest.update(path.name.encode() + path.read_bytes())
    inputs = [project.snapshot_file(minor), project.taxonomy_file, *sorted(project.annotations.rglob("*.md"))]
    for path in inputs:
        stat = path.stat()
        digest.update(f"{project.relative(path)} {stat.st_mtime_ns} {stat.st_size}\n".encode())
    return digest.hexdigest()[:16]
