"""The tree 按工作流 and the tags, read from taxonomy.toml.

An entry's category is ``branch key/group`` and its tags are names of this file;
both are checked. Names that have no entry are not sorted into the tree by
guessing. This module imports nothing of ours.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Branch:
    """One of the ways into the site."""

    key: str
    title: str
    slug: str
    groups: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Taxonomy:
    """Branches and tags in the order they are shown."""

    branches: tuple[Branch, ...] = ()
    tags: tuple[tuple[str, str], ...] = ()  # (name, what it means)

    def place(self, category: str) -> tuple[Branch, str] | None:
        """Branch and group of a category, or None when it is unknown."""
        key, _, group = category.partition("/")
        for branch in self.branches:
            if branch.key == key and group in branch.groups:
                return branch, group
        return None

    @property
    def categories(self) -> tuple[str, ...]:
        """Categories as entries write them."""
        return tuple(f"{branch.key}/{group}" for branch in self.branches for group in branch.groups)

    @property
    def tag_names(self) -> tuple[str, ...]:
        """Tags as entries write them."""
        return tuple(name for name, _ in self.tags)


def load_taxonomy(path: Path) -> Taxonomy:
    """Read taxonomy.toml."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    return Taxonomy(
        branches=tuple(
            Branch(key=row["key"], title=row["title"], slug=row["slug"], groups=tuple(row["groups"]))
            for row in data.get("branch", ())
        ),
        tags=tuple((row["name"], row["about"]) for row in data.get("tag", ())),
    )
