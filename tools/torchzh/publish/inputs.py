"""Which version must be built again: a digest over everything its pages depend on."""

from __future__ import annotations

import hashlib
import importlib.metadata
from pathlib import Path

from torchzh.figures.kept import kept_file
from torchzh.project import Project

TOOLS = ("Sphinx", "docutils", "furo", "myst-parser", "sphinx-copybutton", "Pygments")
FOLDERS = (("tools/torchzh", "**/*"), ("annotations", "**/*.md"), ("verified", "*.json"))
FILES = ("conf.py", "docutils.conf", "taxonomy.toml", "CONTRIBUTING.md", "versions.toml")


def handwritten_sources(project: Project) -> list[Path]:
    """Files of source/ that people write, sorted."""
    files = (path for path in project.source.rglob("*") if path.is_file())
    return sorted(path for path in files if not project.is_generated(path))


def version_digest(project: Project, minor: str) -> str:
    """Digest of the inputs of one version; history makes every snapshot an input of all."""
    digest = hashlib.sha256(minor.encode())
    for tool in TOOLS:
        digest.update(f"{tool} {importlib.metadata.version(tool)}\n".encode())
    paths = [project.root / name for name in FILES]
    paths += [
        path
        for folder, pattern in FOLDERS
        for path in sorted((project.root / folder).glob(pattern))
        if path.is_file() and "__pycache__" not in path.parts
    ]
    paths += sorted(project.snapshots.glob("*.jsonl")) + handwritten_sources(project)
    kept = project.captured_docstrings(minor)
    pictures = kept_file(project, minor)
    for path in [*paths, *filter(None, (kept, pictures))]:
        if path.is_file():
            digest.update(project.relative(path).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()
