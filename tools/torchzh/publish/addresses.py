"""Published addresses never break: the kept list, what became of it, and pages that lead on.

``addresses.txt`` holds every address ever published for the default version;
``redirects.tsv`` says where an address went. A build fails by name when an address
is in neither place. Nothing is ever taken off the list by hand.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path
from posixpath import dirname, relpath

ADDRESSES, REDIRECTS = "addresses.txt", "redirects.tsv"
HEAD = "# 已发布的地址（默认版本的页面），torch "
NOTE = "# 由 torchzh addresses --keep 增补；去掉一页时在 redirects.tsv 里写它去了哪里。"


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """The list and the version it was written for."""

    minor: str = ""
    docnames: tuple[str, ...] = ()


def parse_addresses(text: str) -> Kept:
    """The list from its text."""
    lines = text.splitlines()
    minor = lines[0].removeprefix(HEAD) if lines and lines[0].startswith(HEAD) else ""
    return Kept(minor=minor, docnames=tuple(line for line in lines if line and not line.startswith("#")))


def addresses_text(minor: str, docnames: Iterable[str]) -> str:
    """The text of the list."""
    return "\n".join([f"{HEAD}{minor}", NOTE, *sorted(set(docnames))]) + "\n"


def parse_redirects(text: str) -> dict[str, str]:
    """Old docname → new docname."""
    rows = (line.split("\t") for line in text.splitlines() if line and not line.startswith("#"))
    return {old: new for old, new in rows}  # noqa: C416  (a row of another width must fail)


def lost(kept: Kept, docnames: Collection[str], redirects: Mapping[str, str]) -> list[str]:
    """Addresses that answer no more, and redirects that lead nowhere or hide a page."""
    gone = [name for name in kept.docnames if name not in docnames and name not in redirects]
    astray = [f"{old} → {new}" for old, new in redirects.items() if new not in docnames or old in docnames]
    return sorted(gone) + sorted(astray)


def redirect_page(old: str, new: str) -> str:
    """A page at the old address that leads to the new one."""
    target = escape(relpath(new, dirname(old) or ".") + ".html")
    return (
        '<!doctype html>\n<html lang="zh-CN"><head><meta charset="utf-8">'
        f'<meta http-equiv="refresh" content="0;url={target}"><link rel="canonical" href="{target}">'
        "<title>已移动</title></head>"
        f'<body><p>这一页现在在 <a href="{target}">{escape(new)}</a>。</p></body></html>\n'
    )


def handwritten(source: Path, generated: Collection[str]) -> set[str]:
    """Docnames of the pages people write."""
    found = set()
    for path in source.rglob("*.md"):
        relative = path.relative_to(source)
        if relative.parts[0] not in generated and not relative.parts[0].startswith("_"):
            found.add(relative.with_suffix("").as_posix())
    return found


def generated_docnames(files: Iterable[str]) -> set[str]:
    """Docnames among generated files."""
    return {file.removesuffix(".rst") for file in files if file.endswith(".rst")}
