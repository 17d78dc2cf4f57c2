"""避坑总览: the 误区 of all entries, by branch, each with how it shows and where it is explained.

Nothing is written twice: title and symptom are those of the entry, and the
link leads to cause and remedy. What a pitfall does to its victim is read off the
words of its symptom, so that a reader can look for his own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from torchzh.annotation.models import Pitfall
from torchzh.render import rst
from torchzh.render.changelist import inline_html
from torchzh.render.rst import Lines
from torchzh.render.site import Site
from torchzh.render.treepages import grouped
from torchzh.taxonomy import Branch

_BULLET = re.compile(
    r"^[-*] (?P<label>现象|原因|解决)：(?P<text>.*(?:\n(?:  .*|(?![-*] |```|\n).+))*)", re.MULTILINE
)
_MATH = re.compile(r"\$+([^$]+)\$+")
MOST = 300  # pitfalls of one page; more weigh more than a page may
# First that fits; the last fits always.
SYMPTOMS = (
    ("报错", re.compile(r"Error|Exception|报错|抛|异常|Traceback")),
    ("显存与内存", re.compile(r"显存|内存|OOM|out of memory")),
    ("慢或卡住", re.compile(r"慢|卡住|挂起|没有反应|超时")),
    ("nan 与发散", re.compile(r"\bnan\b|\binf\b|发散|不下降|不收敛|爆炸|溢出", re.IGNORECASE)),
    ("梯度不对", re.compile(r"梯度|grad|反向")),
    ("结果悄悄不对", re.compile("")),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """The three bullets of a pitfall, as Markdown on one line each."""

    symptom: str = ""
    cause: str = ""
    remedy: str = ""
    raises: bool = False  # an executed example of it ends in a traceback

    @property
    def group(self) -> str:
        """What it does to its victim."""
        if self.raises:
            return SYMPTOMS[0][0]
        return next(title for title, pattern in SYMPTOMS if pattern.search(self.symptom))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Page:
    """One page of pitfalls."""

    key: str
    title: str
    count: int
    lines: Lines


def told(pitfall: Pitfall) -> Told:
    """Read the bullets off the body."""
    found = {match["label"]: " ".join(match["text"].split()) for match in _BULLET.finditer(pitfall.body)}
    return Told(
        symptom=found.get("现象", ""),
        cause=found.get("原因", ""),
        remedy=found.get("解决", ""),
        raises="Traceback" in pitfall.body,
    )


def plain_formulas(text: str) -> str:
    """Formulas in lists of one line stand as code."""
    return _MATH.sub(r"`\1`", text)


def pitfall_pages(site: Site) -> Iterator[tuple[str, Lines]]:
    """Docname and lines: one page a branch, and the index."""
    pages = [page for branch in site.taxonomy.branches for page in _branch_pages(branch, site)]
    for page in pages:
        yield f"pitfalls/{page.key}", page.lines
    yield "pitfalls/index", _index_page(pages)


def _index_page(listed: Sequence[_Page]) -> Lines:
    lines = [
        *rst.heading("避坑总览", 1),
        *rst.paragraph(
            rst.text(
                f"全部条目的 {sum(page.count for page in listed)} 个常见误区。"
                "手里有报错原文时，用报错速查更快。"
            )
        ),
    ]
    entries = [
        rst.paragraph(rst.join([rst.page_link(f"pitfalls/{page.key}", page.title), f"（{page.count}）"]))
        for page in listed
    ]
    pages = [f"/pitfalls/{page.key}" for page in listed]
    return [*lines, *rst.items(entries, "#."), *rst.directive("toctree", "", pages, {"hidden": ""})]


def _branch_pages(branch: Branch, site: Site) -> Iterator[_Page]:
    """One page, or several of whole groups when a branch has too much for one."""
    groups = {
        group: [item for name in names for item in _items(name, site)]
        for group, names in grouped(branch, site).items()
    }
    parts: list[dict[str, list[str]]] = [{}]
    for group, items in groups.items():
        if parts[-1] and sum(map(len, parts[-1].values())) + len(items) > MOST:
            parts.append({})
        parts[-1][group] = items
    for number, part in enumerate(parts, 1):
        title = branch.title if len(parts) == 1 else f"{branch.title}（{number}）"
        lines = rst.heading(rst.text(f"避坑：{title}"), 1)
        for group, items in part.items():
            if items:
                lines += [*rst.heading(rst.text(group), 2), *rst.anchor(group)]
                lines += rst.directive("raw", "html", ['<ul class="tz-pitfalls">', *items, "</ul>"])
        key = branch.slug if number == 1 else f"{branch.slug}-{number}"
        yield _Page(key=key, title=title, count=sum(map(len, part.values())), lines=lines)


def _items(name: str, site: Site) -> Iterator[str]:
    address = f"../{site.plan.docnames[name]}.html"
    for number, pitfall in enumerate(site.annotations[name].pitfalls, 1):
        about = told(pitfall)
        yield (
            f'<li data-group="{about.group}"><a href="{address}#pitfall-{number}">'
            f"{inline_html(pitfall.title)}</a> <code>{name.removeprefix('torch.')}</code>"
            f"<p>{inline_html(plain_formulas(about.symptom))}</p></li>"
        )
