"""One module as one page: what has a page, what is described here, what lies below.

The page registers the module (and modules below it that hold nothing of their
own) for references, and describes internals and constants in full, so that
every public name has an address.
"""

from __future__ import annotations

from torchzh.models import ApiObject, Kind
from torchzh.render import rst
from torchzh.render.members import linked_lines, mentioned, nested
from torchzh.render.notices import notices
from torchzh.render.pages import Place
from torchzh.render.rst import Lines
from torchzh.render.site import Site

HEADINGS = ((Kind.CLASS, "类", "classes"), (Kind.FUNCTION, "函数", "functions"), (None, "其他", "others"))

LONG = 12_000  # characters of descriptions; as full signatures they weigh about ten times as much
MANY = 400  # names of the module; their links alone weigh half of what a page may


def module_page(module: str, site: Site) -> Lines:
    """All lines of the page."""
    obj = site.snapshot.objects.get(module)
    names = site.plan.contents.get(module, ())
    lines = rst.heading(rst.text(module), 1)
    lines += notices(obj, site) if obj is not None else []
    lines += _registered([module, *site.plan.folded.get(module, ())], site)
    lines += rst.styled("tz-import", rst.paragraph(rst.literal(f"import {module}")))
    lines += _below(module, site)
    lines += _linked(names, site)
    lines += _described(names, site)
    failure = site.snapshot.header.failures.get(module, "")
    if failure:
        lines += rst.paragraph(rst.text(f"快照所在的环境里没有这个模块需要的东西：{failure}"))
    return lines + _toctree(names, site)


def _registered(modules: list[str], site: Site) -> Lines:
    """``py:module`` for each; a name that is an object as well is registered there."""
    lines: Lines = []
    for name in modules:
        found = site.snapshot.objects.get(name)
        if found is None or found.kind is Kind.MODULE:
            lines += rst.directive("py:module", name, options={"no-index-entry": ""})
    return lines + rst.directive("py:currentmodule", "None")


def _below(module: str, site: Site) -> Lines:
    """Modules one or more steps below: pages as links, empty ones by name."""
    pages = [name for name in site.plan.contents if name.startswith(module + ".")]
    direct = [name for name in pages if not any(name.startswith(other + ".") for other in pages)]
    lines: Lines = []
    if direct:
        marks = [piece for name in direct for piece in (" ", rst.page_link(f"mod/{name}", name))]
        lines += rst.styled("tz-names", rst.paragraph(rst.join(["下级模块：", *marks[1:]])))
    folded = site.plan.folded.get(module, ())
    if folded:
        marks = [piece for name in folded for piece in (" ", rst.literal(name))]
        lines += rst.styled("tz-names", rst.paragraph(rst.join(["没有自己内容的下级模块：", *marks[1:]])))
    return lines


def _linked(names: tuple[str, ...], site: Site) -> Lines:
    """Functions and classes with a page, entries first."""
    lines: Lines = []
    paged = [name for name in names if site.plan.places[name] is Place.PAGE]
    for kind, title, anchor in HEADINGS:
        chosen = [name for name in paged if _kind(site.snapshot.objects[name]) is kind]
        if chosen:
            lines += [*rst.heading(title, 2), *rst.anchor(anchor), *linked_lines(chosen, site)]
    return lines


def _kind(obj: ApiObject) -> Kind | None:
    return obj.kind if obj.kind in (Kind.CLASS, Kind.FUNCTION) else None


def _described(names: tuple[str, ...], site: Site) -> Lines:
    """Everything without a page, with its signature; long pages leave the types out."""
    listed = [name for name in names if site.plan.places[name] is Place.LISTED]
    if not listed:
        return []
    lines = [line for name in listed for line in nested(site.snapshot.objects[name], site)]
    if sum(map(len, lines)) > LONG or len(names) > MANY:
        lines = rst.paragraph("名字很多，签名从简，不写类型。")
        lines += [line for name in listed for line in mentioned(site.snapshot.objects[name], site)]
    return [*rst.heading("在本页说明的名字", 2), *rst.anchor("described"), *lines]


def _toctree(names: tuple[str, ...], site: Site) -> Lines:
    paged = [f"/{site.plan.docnames[name]}" for name in names if site.plan.places[name] is Place.PAGE]
    return rst.directive("toctree", "", paged, {"hidden": ""}) if paged else []
