"""All generated files of one build as a mapping from path to text.

This is the whole output of the stage: pages, trees, and the small data files
that the sidebar, conf.py and the start page read. Nothing here touches a disk.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

from torchzh.history.export import dumps, schema_text
from torchzh.history.models import History
from torchzh.models import Kind
from torchzh.render import rst
from torchzh.render.apipage import api_page
from torchzh.render.changes import change_pages, home_of
from torchzh.render.modulepage import module_page
from torchzh.render.nav import nav_data
from torchzh.render.pages import Place, is_user_facing
from torchzh.render.progress import Progress, load_usage, progress_data, progress_lines
from torchzh.render.rst import Lines
from torchzh.render.site import Site
from torchzh.render.treepages import branch_page, branches_page, modules_page

OWNED = ("api", "mod", "tree", "changes", "_generated")


def render_site(site: Site, progress: Progress, history: History | None = None) -> Iterator[tuple[str, str]]:
    """Path relative to source/ and text, page after page."""
    for name in site.plan.pages():
        obj = site.snapshot.objects[name]
        lines = api_page(obj, site)
        if obj.kind is Kind.CLASS:
            lines = [*lines, *_member_toctree(name, site)]
        yield f"{site.plan.docnames[name]}.rst", _text(lines)
    for module in site.plan.contents:
        yield f"mod/{module}.rst", _text(module_page(module, site))
    for branch in site.taxonomy.branches:
        yield f"tree/{branch.slug}.rst", _text(branch_page(branch, site))
    yield "tree/index.rst", _text(branches_page(site))
    yield "tree/modules.rst", _text(modules_page(site))
    if history is not None and len(history.minors) > 1:
        yield from _version_pages(site, history)
    yield "_generated/progress.md", _text(progress_lines(progress))
    yield "_generated/progress.json", _json(progress_data(progress))
    yield "_generated/nav.json", _json(nav_data(site))
    yield "_generated/build.json", _json(_facts(site))


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

    def linked(name: str) -> str:
        return rst.reference(name) if name in site.plan.docnames else rst.literal(name)

    for docname, lines in change_pages(history, usage, user_facing, linked).items():
        yield f"{docname}.rst", _text(lines)
    yield "_generated/data/history.json", dumps(history)
    yield "_generated/data/history.schema.json", schema_text()


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
