"""All generated files of one build as a mapping from path to text.

This is the whole output of the stage: pages, trees, and the small data files
that the sidebar, conf.py and the start page read. Nothing here touches a disk.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from torchzh.annotation.models import Annotation
from torchzh.history.export import dumps, schema_text
from torchzh.history.models import History
from torchzh.render import rst
from torchzh.render.apipage import api_page
from torchzh.render.changes import change_pages, home_of
from torchzh.render.errors import error_data, error_pages
from torchzh.render.indexpages import index_pages
from torchzh.render.modulepage import module_page
from torchzh.render.nav import nav_data
from torchzh.render.pages import Place, is_user_facing
from torchzh.render.pitfalls import pitfall_pages
from torchzh.render.progress import Progress, load_usage, progress_data, progress_lines
from torchzh.render.rst import Lines
from torchzh.render.site import Site
from torchzh.render.treepages import branch_page, branches_page, modules_page

SITE_FILES = "_generated/site"  # copied to the root of the version as they are


def render_site(site: Site, progress: Progress, history: History | None = None) -> Iterator[tuple[str, str]]:
    """Path relative to source/ and text, page after page."""
    for name in site.plan.pages():
        yield f"{site.plan.docnames[name]}.rst", _text(_page_lines(name, site))
    for module in site.plan.contents:
        yield f"mod/{module}.rst", _text(_module_lines(module, site))
    for branch in site.taxonomy.branches:
        yield f"tree/{branch.slug}.rst", _text(branch_page(branch, site))
    yield "tree/index.rst", _text(branches_page(site))
    yield "tree/modules.rst", _text(modules_page(site))
    yield from _collections(site)
    if history is not None and len(history.minors) > 1:
        yield from _version_pages(site, history)
    yield "_generated/progress.md", _text(progress_lines(progress))
    yield "_generated/progress.json", _json(progress_data(progress))
    yield "_generated/nav.json", _json(nav_data(site))
    yield "_generated/build.json", _json(_facts(site))


def _collections(site: Site) -> Iterator[tuple[str, str]]:
    """Pages that gather what all entries say: they change with headings and examples, not with prose."""

    def make() -> Lines:
        pages = (*index_pages(site), *pitfall_pages(site), *error_pages(site))
        parts = [part for docname, lines in pages for part in (f"{docname}.rst", _text(lines))]
        return [*parts, f"{SITE_FILES}/_static/data/errors.js", error_data(site)]

    gathered = [_gathered(annotation) for annotation in site.annotations.values()]
    parts = site.bodies.lines(repr((site.taxonomy, gathered)), "collections", make)
    yield from zip(parts[::2], parts[1::2], strict=True)


def _gathered(annotation: Annotation) -> tuple[object, ...]:
    """What of an entry other pages show: its head, and its parameters, pitfalls and examples in order."""
    parts: list[tuple[int, object, object]] = [(note.line, "", note.names) for note in annotation.parameters]
    parts += [(pitfall.line, pitfall.title, pitfall.body) for pitfall in annotation.pitfalls]
    parts += [(block.line, (block.section, block.options), block.text) for block in annotation.blocks]
    parts.sort(key=lambda part: part[0])
    head = (annotation.name, annotation.summary, annotation.category, annotation.tags, annotation.aliases)
    titles = tuple(section.title for section in annotation.sections)
    return (*head, titles, *(part[1:] for part in parts))


def _page_lines(name: str, site: Site) -> Lines:
    """A page depends on the torch, its own entry and little else, so it is remembered."""

    def make() -> Lines:
        return [*api_page(site.snapshot.objects[name], site), *_member_toctree(name, site)]

    others = [other for other, _ in site.mentioned_by.get(name, ())]
    inputs = (
        site.annotations.get(name),
        site.verified.get(name),
        site.covered_by.get(name),
        others,
        site.figures.get(name),
        _sentences(site.plan.members.get(name, ()), site),
    )
    return site.bodies.lines(repr(inputs), f"page {name}", make)


def _module_lines(module: str, site: Site) -> Lines:
    """A module page changes with the sentences of its entries only."""
    key = str(_sentences(site.plan.contents[module], site))
    return site.bodies.lines(key, f"module {module}", lambda: module_page(module, site))


def _sentences(names: Iterable[str], site: Site) -> list[tuple[str, str]]:
    return [(name, site.annotations[name].summary) for name in names if name in site.annotations]


def _member_toctree(name: str, site: Site) -> Lines:
    paged = [
        f"/{site.plan.docnames[member]}"
        for member in site.plan.members.get(name, ())
        if site.plan.places[member] is Place.PAGE
    ]
    return rst.directive("toctree", "", paged, {"hidden": ""}) if paged else []


def _version_pages(site: Site, history: History) -> Iterator[tuple[str, str]]:
    """Pages about versions, and history.json for other programs."""
    usage = {use.name: use.uses for use in load_usage()}

    def user_facing(name: str) -> bool:
        return is_user_facing(home_of(name, history))

    def address(name: str) -> str:
        return f"../{site.plan.docnames[name]}.html" if name in site.plan.docnames else ""

    def make() -> Lines:
        pages = change_pages(history, usage, user_facing, address)
        return [part for docname, lines in pages.items() for part in (f"{docname}.rst", _text(lines))]

    parts = site.bodies.lines("", "changes", make)
    yield from zip(parts[::2], parts[1::2], strict=True)
    (data,) = site.bodies.lines("", "history.json", lambda: [dumps(history)])
    yield f"{SITE_FILES}/_static/data/history.json", data
    yield f"{SITE_FILES}/_static/data/history.schema.json", schema_text()


def _facts(site: Site) -> dict[str, Any]:
    header = site.snapshot.header
    return {"torch": header.torch, "minor": header.minor, "build": header.build, "python": header.python}


def _text(lines: Lines) -> str:
    return "\n".join(lines).rstrip("\n") + "\n"


def _json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"), sort_keys=True) + "\n"


Progressing = Callable[[int], None]


def collect(
    site: Site, progress: Progress, tell: Progressing = lambda _: None, history: History | None = None
) -> dict[str, str]:
    """The mapping; ``tell`` is called with the number of files made so far."""
    files: dict[str, str] = {}
    for path, text in render_site(site, progress, history):
        files[path] = text
        if len(files) % 500 == 0:
            tell(len(files))
    return files
