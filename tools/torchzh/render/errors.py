"""报错速查: every message that an executed example of an entry shows, with cause and remedy.

The messages are those of the tracebacks in the entries, so each was seen on a
real torch. A message inside a 误区 comes with its cause and its remedy; one from
another section leads to the place that explains it. The page takes a pasted
message and finds the nearest; its data is a script, because fetch does not
work on file:// pages.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape

from torchzh.render import rst
from torchzh.render.changelist import inline_html
from torchzh.render.parameters import parameter_anchors
from torchzh.render.pitfalls import plain_formulas
from torchzh.render.raised import Raised, raised_by
from torchzh.render.rst import Lines
from torchzh.render.site import Site

OWN_PAGE = 25  # messages of one exception type; rarer types share a page
SPLIT = 250  # messages; above, a type has one page per branch


@dataclass(frozen=True, slots=True, kw_only=True)
class _Page:
    """One page of messages."""

    key: str
    title: str
    rows: tuple[Raised, ...]


def error_pages(site: Site) -> Iterator[tuple[str, Lines]]:
    """Docname and lines: one page per exception type, and the index with the box."""
    pages = list(_pages(_all(site), site))
    for page in pages:
        yield f"errors/{page.key}", _kind_page(page, site)
    yield "errors/index", _index_page(pages)


def _all(site: Site) -> list[Raised]:
    names = [name for name in site.plan.pages() if name in site.annotations]
    return [row for name in names for row in raised_by(site.annotations[name])]


def _pages(rows: Iterable[Raised], site: Site) -> Iterator[_Page]:
    """Frequent types first; a very frequent one by branch, rare ones together."""
    by_kind: defaultdict[str, list[Raised]] = defaultdict(list)
    for row in rows:
        by_kind[row.kind].append(row)
    rare: list[Raised] = []
    for kind, found in sorted(by_kind.items(), key=lambda item: (-len(item[1]), item[0])):
        if len(found) < OWN_PAGE:
            rare += found
        elif len(found) < SPLIT:
            yield _Page(key=kind, title=kind, rows=tuple(found))
        else:
            by_branch: defaultdict[tuple[str, str], list[Raised]] = defaultdict(list)
            for row in found:
                place = site.taxonomy.place(site.annotations[row.name].category)
                by_branch[(place[0].slug, place[0].title) if place else ("rest", "其他")].append(row)
            for (slug, title), part in by_branch.items():
                yield _Page(key=f"{kind}-{slug}", title=f"{kind}：{title}", rows=tuple(part))
    if rare:
        yield _Page(key="others", title="其他异常", rows=tuple(rare))


def error_data(site: Site) -> str:
    """The script behind the box: message, entry, address, place, cause, remedy."""
    rows = [
        [
            f"{row.kind}: {row.text}",
            row.name,
            _address(row, site),
            inline_html(plain_formulas(row.place)),
            inline_html(plain_formulas(row.about.cause)),
            inline_html(plain_formulas(row.about.remedy)),
        ]
        for row in _all(site)
    ]
    return f"window.torchzhErrors={json.dumps(rows, ensure_ascii=False, separators=(',', ':'))};\n"


def _address(row: Raised, site: Site) -> str:
    """Page and anchor; a parameter of another version has no anchor of its own."""
    anchor = row.anchor
    if anchor.startswith("param-"):
        obj, annotation = site.snapshot.objects[row.name], site.annotations[row.name]
        anchors = parameter_anchors(obj, annotation)
        anchor = anchor if anchor in anchors else "parameters" if anchors else ""
    return f"{site.plan.docnames[row.name]}.html" + (f"#{anchor}" if anchor else "")


def _index_page(pages: Sequence[_Page]) -> Lines:
    total = sum(len(page.rows) for page in pages)
    lines = [
        *rst.heading("报错速查", 1),
        *rst.paragraph(
            rst.text(
                f"{total} 条消息，全部来自条目里执行过的示例。"
                "把报错贴进来（整段、一行或半句都行，数字不必相同）："
            )
        ),
        *rst.directive("raw", "html", ['<div class="tz-error-box"></div>']),
    ]
    entries = [
        rst.paragraph(rst.join([rst.page_link(f"errors/{page.key}", page.title), f"（{len(page.rows)}）"]))
        for page in pages
    ]
    listed = [f"/errors/{page.key}" for page in pages]
    return [*lines, *rst.items(entries), *rst.directive("toctree", "", listed, {"hidden": ""})]


def _kind_page(page: _Page, site: Site) -> Lines:
    ordered = sorted(page.rows, key=lambda row: (row.text.lower(), row.name))
    items = [_item(row, site, show_kind=page.key == "others") for row in ordered]
    return [
        *rst.heading(rst.text(page.title), 1),
        *rst.directive("raw", "html", ['<ul class="tz-errors">', *items, "</ul>"]),
    ]


def _item(row: Raised, site: Site, *, show_kind: bool) -> str:
    address = f"../{_address(row, site)}"
    message = f"{row.kind}: {row.text}" if show_kind else row.text
    notes = [f"<p>解决：{inline_html(plain_formulas(row.about.remedy))}</p>"] if row.about.remedy else []
    versions = f"（{escape(row.versions)}）" if row.versions else ""
    where = f"{row.name.removeprefix('torch.')}：{inline_html(row.place)}"
    return (
        f"<li><code>{escape(message, quote=False)}</code>{versions} "
        f'<a href="{address}">{where}</a>{"".join(notes)}</li>'
    )
