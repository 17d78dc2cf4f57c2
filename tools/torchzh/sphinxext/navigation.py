"""Which pages belong together: read from ``_generated/nav.json``, once per build.

A page with a place in the workflow tree belongs to its branch, a member to its
class, everything else to its module. Each of these has one script with its
pages in reading order; its file name is unique whatever the case.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from sphinx.application import Sphinx

GRADES = {"详注": "f", "简注": "b"}


@dataclass(frozen=True, slots=True, kw_only=True)
class PageEntry:
    """What the sidebar knows of one page."""

    docname: str
    short: str
    title: str
    module: str
    owner: str = ""
    branch: str = ""
    group: str = ""
    grade: str = ""
    line: int = 0  # in torch's source at the tag of the version; 0 when unknown


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Pages under one heading; a module has one group without a title."""

    title: str
    pages: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """A branch, a class or a module with the pages that belong to it."""

    key: str  # name of the script
    title: str
    home: str  # docname
    groups: tuple[Group, ...]

    @property
    def pages(self) -> tuple[str, ...]:
        """All pages in reading order, each once."""
        return tuple(dict.fromkeys(page for group in self.groups for page in group.pages))


@dataclass(frozen=True, slots=True)
class Navigation:
    """All pages and families of one build."""

    pages: Mapping[str, PageEntry] = field(default_factory=dict)
    families: Mapping[str, Family] = field(default_factory=dict)

    def family_of(self, entry: PageEntry) -> Family | None:
        """The family whose siblings the sidebar shows."""
        for key in (f"tree-{entry.branch}", f"cls-{entry.owner}", f"mod-{entry.module}"):
            if key in self.families:
                return self.families[key]
        return None

    def neighbours(self, entry: PageEntry) -> tuple[str, str]:
        """Docnames before and after the page within its family, or empty strings."""
        family = self.family_of(entry)
        pages: Sequence[str] = family.pages if family else ()
        if entry.docname not in pages:
            return "", ""
        at = pages.index(entry.docname)
        return pages[at - 1] if at else "", pages[at + 1] if at + 1 < len(pages) else ""

    def scripts(self) -> Iterator[tuple[str, str]]:
        """Key and JavaScript text of every family."""
        for family in self.families.values():
            data = {
                "home": family.home,
                "groups": [
                    {"title": group.title, "pages": [self._row(page) for page in group.pages]}
                    for group in family.groups
                ],
            }
            text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
            yield (
                family.key,
                f"(window.torchzhNav=window.torchzhNav||{{}})[{json.dumps(family.key)}]={text};\n",
            )

    def _row(self, docname: str) -> list[str | int]:
        entry = self.pages[docname]
        row: list[str | int] = [entry.short, docname, GRADES.get(entry.grade, ""), entry.line]
        while not row[-1]:
            row.pop()
        return row


def parse_navigation(text: str) -> Navigation:
    """Navigation from the text of nav.json."""
    data = json.loads(text)
    fields = ("short", "title", "module", "owner", "branch", "group", "grade")
    pages = {
        docname: PageEntry(
            docname=docname, line=row.get("line", 0), **{key: row.get(key, "") for key in fields}
        )
        for docname, row in data["pages"].items()
    }
    families = [
        Family(
            key=f"tree-{branch['slug']}",
            title=branch["title"],
            home=f"tree/{branch['slug']}",
            groups=tuple(
                Group(title=group["title"], pages=tuple(group["pages"])) for group in branch["groups"]
            ),
        )
        for branch in data["branches"]
    ]
    by_name = {entry.title: entry for entry in pages.values() if not entry.docname.startswith("mod/")}
    for name, docnames in data["modules"].items():
        is_module = f"mod/{name}" in pages
        families.append(
            Family(
                key=f"mod-{name}" if is_module else f"cls-{name}",
                title=name,
                home=f"mod/{name}" if is_module else by_name[name].docname,
                groups=(Group(title="", pages=tuple(docnames)),),
            )
        )
    return Navigation(pages, {family.key: family for family in families})


@lru_cache(maxsize=1)
def _parse_file(path: Path, stamp: int) -> Navigation:
    return parse_navigation(path.read_text(encoding="utf-8"))


def read_navigation(app: Sphinx) -> Navigation:
    """Navigation of the project being built; empty when nothing was generated."""
    path = Path(app.srcdir) / "_generated" / "nav.json"
    return _parse_file(path, path.stat().st_mtime_ns) if path.is_file() else Navigation()
