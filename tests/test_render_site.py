"""The built site as readers get it: titles, links, addresses, weight.

Reads build/html (``torchzh build`` makes it, TORCHZH_SITE names another folder)
and is skipped where there is none.
"""

from __future__ import annotations

import html
import json
import os
import posixpath
import re
import statistics
import zlib
from pathlib import Path
from urllib.parse import unquote

import pytest

pytestmark = pytest.mark.site

ROOT = Path(__file__).resolve().parent.parent
SITE = Path(os.environ.get("TORCHZH_SITE", ROOT / "build" / "html"))
TITLE = re.compile(r"<h1>(?P<title>.*?)<a class=\"headerlink\"", re.S)
TAG = re.compile(r"<[^>]+>")
HREF = re.compile(r'href="(?P<href>[^"]+)"')
ID = re.compile(r'\bid="(?P<id>[^"]+)"')
REMOTE = re.compile(r'<(?:img|script|iframe|source|video|link)\b[^>]*(?:src|href)="(?:https?:)?//')
MEDIAN, MAXIMUM = 40 * 1024, 150 * 1024
# Classes with several hundred members; everything else stays below the maximum.
HEAVY = frozenset[str]()


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    if not (SITE / "index.html").is_file():
        pytest.skip("no built site; run `torchzh build` first")
    folders = ("api", "mod", "tree", "changes", "pitfalls", "errors", "codes", "maintain")
    found = [
        *sorted(SITE.glob("*.html")),
        *(path for folder in folders for path in sorted((SITE / folder).glob("*.html"))),
    ]
    return {path.relative_to(SITE).as_posix(): path.read_text(encoding="utf-8") for path in found}


@pytest.fixture(scope="module")
def navigation() -> dict[str, dict[str, str]]:
    source = Path(os.environ.get("TORCHZH_SOURCE", ROOT / "source"))
    if not (source / "_generated" / "nav.json").is_file():
        pytest.skip("no built site; run `torchzh build` first")
    data: dict[str, dict[str, str]] = json.loads(
        (source / "_generated" / "nav.json").read_text(encoding="utf-8")
    )["pages"]
    return data


def leads_somewhere(page: str, href: str, ids: dict[str, set[str]]) -> bool:
    """True when the file exists and, on pages whose ids are known, the fragment too."""
    path, _, fragment = href.partition("#")
    target = posixpath.normpath(posixpath.join(posixpath.dirname(page), unquote(path.partition("?")[0])))
    target = target if path else page
    known = not fragment or target not in ids or unquote(fragment) in ids[target]
    return known and (SITE / target).exists()


def test_every_heading_is_the_qualified_name(
    pages: dict[str, str], navigation: dict[str, dict[str, str]]
) -> None:
    wrong = []
    for docname, row in navigation.items():
        match = TITLE.search(pages[f"{docname}.html"])
        shown = html.unescape(TAG.sub("", match["title"])) if match else None
        if shown != row["title"]:
            wrong.append((docname, shown))
    assert wrong == []


def test_every_link_inside_the_site_has_a_target(pages: dict[str, str]) -> None:
    ids = {name: {html.unescape(match["id"]) for match in ID.finditer(text)} for name, text in pages.items()}
    dead = {
        (name, href)
        for name, text in pages.items()
        for href in (html.unescape(match["href"]) for match in HREF.finditer(text))
        if not re.match(r"[a-z]+:|//", href) and not leads_somewhere(name, href, ids)
    }
    assert sorted(dead)[:20] == []


def test_nothing_is_loaded_from_elsewhere(pages: dict[str, str]) -> None:
    assert [name for name, text in pages.items() if REMOTE.search(text)] == []


def test_the_inventory_knows_every_public_name(navigation: dict[str, dict[str, str]]) -> None:
    path = SITE / "objects.inv"
    if not path.is_file():
        pytest.skip("no built site; run `torchzh build` first")
    data = path.read_bytes().split(b"\n", 4)[4]
    names = {line.split(" ", 1)[0] for line in zlib.decompress(data).decode("utf-8").splitlines()}
    assert {row["title"] for row in navigation.values()} <= names
    assert {"torch.nn.Conv2d.forward", "torch.float32", "torch.optim.adam.Adam"} <= names


def test_pages_keep_to_their_weight(pages: dict[str, str]) -> None:
    sizes = {name: len(text.encode("utf-8")) for name, text in pages.items()}
    api = [size for name, size in sizes.items() if name.startswith("api/")]
    assert statistics.median(api) <= MEDIAN
    assert {name for name, size in sizes.items() if size > MAXIMUM} <= HEAVY
