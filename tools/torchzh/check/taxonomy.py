"""Reads taxonomy.toml: which categories and tags an entry may use."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Taxonomy:
    """Categories as they are written in entries, and tags."""

    categories: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    computed: frozenset[str] = frozenset()  # tags that are computed and never written by hand
    branches: Mapping[str, str] = field(default_factory=dict)  # key → title


def load_taxonomy(path: Path) -> Taxonomy:
    """Read the file."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    branches = data.get("branch", [])
    tags = data.get("tag", [])
    return Taxonomy(
        categories=tuple(f"{branch['key']}/{group}" for branch in branches for group in branch["groups"]),
        tags=tuple(tag["name"] for tag in tags if not tag.get("computed")),
        computed=frozenset(tag["name"] for tag in tags if tag.get("computed")),
        branches={branch["key"]: branch["title"] for branch in branches},
    )
