"""nav.json: what the sidebar and the palette must know about every page.

Compact and sorted, written once per build. Sibling lists are given per module
and per branch, so that no page carries them.
"""

from __future__ import annotations

from typing import Any

from torchzh.models import Kind
from torchzh.render.grades import grade
from torchzh.render.pages import Place
from torchzh.render.references import title_of
from torchzh.render.site import Site
from torchzh.render.treepages import grouped


def nav_data(site: Site) -> dict[str, Any]:
    """Pages, modules with their pages, branches with their groups."""
    pages: dict[str, dict[str, Any]] = {}
    for name in site.plan.pages():
        pages[site.plan.docnames[name]] = _page(name, site)
    for module in site.plan.contents:
        pages[f"mod/{module}"] = {"title": module, "short": module, "kind": "module", "module": module}
    return {"pages": pages, "modules": _modules(site), "branches": _branches(site)}


def _page(name: str, site: Site) -> dict[str, Any]:
    obj = site.snapshot.objects[name]
    annotation = site.annotations.get(name)
    place = site.taxonomy.place(annotation.category) if annotation else None
    owner = site.owner(obj)
    data: dict[str, Any] = {
        "title": name,
        "short": title_of(name),
        "kind": obj.kind.value,
        "module": obj.module,
        "owner": owner.name if owner else "",
        "branch": place[0].slug if place else "",
        "group": place[1] if place else "",
        "grade": grade(obj, annotation).value,
    }
    if annotation is not None:
        data |= {
            "summary": annotation.summary,
            "aliases": list(annotation.aliases),
            "tags": list(annotation.tags),
        }
    if obj.location is not None:
        data["line"] = obj.location.line
    others = site.plan.aliases.get(name, ())
    if others:
        data["names"] = list(others)
    if obj.tombstone or (obj.deprecation is not None and obj.deprecation.certain):
        data["deprecated"] = True
    return {key: value for key, value in data.items() if value not in ("", [])}


def _modules(site: Site) -> dict[str, list[str]]:
    """Module or class with member pages → docnames of its pages, in order."""
    result: dict[str, list[str]] = {}
    for module, names in site.plan.contents.items():
        paged = [site.plan.docnames[name] for name in names if site.plan.places[name] is Place.PAGE]
        if paged:
            result[module] = paged
    for owner, names in site.plan.members.items():
        paged = [site.plan.docnames[name] for name in names if site.plan.places[name] is Place.PAGE]
        if paged and site.snapshot.objects[owner].kind is Kind.CLASS:
            result[owner] = paged
    return result


def _branches(site: Site) -> list[dict[str, Any]]:
    return [
        {
            "slug": branch.slug,
            "title": branch.title,
            "groups": [
                {"title": group, "pages": [site.plan.docnames[name] for name in names]}
                for group, names in grouped(branch, site).items()
                if names
            ],
        }
        for branch in site.taxonomy.branches
    ]
