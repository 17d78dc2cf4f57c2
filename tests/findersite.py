"""The search box of the default version, built from the committed snapshot: shared by the finder tests."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import pytest

from torchzh.finder.cache import has_pinyin
from torchzh.finder.index import Index
from torchzh.finder.store import index_of, site_script
from torchzh.project import find_project
from torchzh.render.entries import annotations_of, read_entries
from torchzh.render.site import Site, make_site
from torchzh.snapshot import read_snapshot
from torchzh.taxonomy import load_taxonomy
from torchzh.versions import load_versions

ROOT = Path(__file__).resolve().parent.parent
QUERIES = ROOT / "tests" / "data" / "queries.tsv"
FIRST, FIVE = 0.90, 0.98


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A query and the names that answer it."""

    kind: str
    query: str
    expected: frozenset[str]


def read_queries(path: Path = QUERIES) -> list[Row]:
    """The rows of a query file."""
    lines = path.read_text(encoding="utf-8").splitlines()[1:]
    cells = [line.split("\t") for line in lines if line]
    return [Row(kind=kind, query=query, expected=frozenset(names.split("|"))) for kind, query, names in cells]


@lru_cache(maxsize=1)
def default_site() -> Site:
    """Pages of the default version, without English texts and history."""
    project = find_project(ROOT)
    minor = load_versions(project.versions_file).default.minor
    return make_site(
        read_snapshot(project.snapshot_file(minor)),
        annotations_of(read_entries(project)),
        load_taxonomy(project.taxonomy_file),
    )


@lru_cache(maxsize=1)
def default_script() -> str:
    """The data file of this checkout; where readings cannot be made, that of the built site."""
    if has_pinyin():
        return site_script(default_site())
    built = Path(os.environ.get("TORCHZH_HTML", ROOT / "build" / "html")) / "_static" / "finder" / "data.js"
    if not built.is_file():
        pytest.skip("没有安装 pypinyin，也没有已生成的站点")
    return built.read_text(encoding="utf-8")


@lru_cache(maxsize=1)
def default_index() -> Index:
    """The index of the data file."""
    return index_of(default_script())


def tell(text: str) -> None:
    """A measured figure, seen with ``pytest -s``."""
    sys.stdout.write(f"\n{text}\n")


def verdict(rows: list[Row], answers: list[list[str]], index: Index) -> str:
    """Shares of right answers, printed, and every row that is not right at once."""
    canonical = {
        other: index.names[int(number)] for number, row in index.data["others"].items() for other in row
    }
    first = five = 0
    lines = []
    for row, names in zip(rows, answers, strict=True):
        expected = {canonical.get(name, name) for name in row.expected}
        first += bool(names and names[0] in expected)
        five += bool(expected & set(names[:5]))
        if not names or names[0] not in expected:
            lines.append(
                f"  {'前五' if expected & set(names[:5]) else '没有'} {row.kind} {row.query} → {names[:3]}"
            )
    total = len(rows)
    lines.insert(0, f"首位 {first}/{total} = {first / total:.1%}，前五 {five}/{total} = {five / total:.1%}")
    text = "\n".join(lines)
    tell(text)
    assert first / total >= FIRST, text
    assert five / total >= FIVE, text
    return text
