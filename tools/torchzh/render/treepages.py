"""The two trees: 按工作流 (branches and groups of the taxonomy) and 按官方模块.

The first holds what has an entry, sorted by its author; the second holds
everything. The real toctree runs through the modules, so each page is in it once.
"""

from __future__ import annotations

from torchzh.models import Kind
from torchzh.render import rst
from torchzh.render.members import linked_lines
from torchzh.render.pages import Place
from torchzh.render.references import title_of
from torchzh.render.rst import Lines
from torchzh.render.site import Site
from torchzh.taxonomy import Branch


def grouped(branch: Branch, site: Site) -> dict[str, list[str]]:
    """Group → names of its entries, in the order of the snapshot."""
    groups: dict[str, list[str]] = {group: [] for group in branch.groups}
    for name in site.snapshot.objects:
        annotation = site.annotations.get(name)
        place = site.taxonomy.place(annotation.category) if annotation else None
        if place is not None and place[0] is branch:
            groups[place[1]].append(name)
    return groups


def branch_page(branch: Branch, site: Site) -> Lines:
    """One branch of 按工作流; empty groups are left out."""
    lines = rst.heading(rst.text(branch.title), 1)
    for group, names in grouped(branch, site).items():
        if names:
            lines += [*rst.heading(rst.text(group), 2), *rst.anchor(group)]
            lines += linked_lines(names, site, title_of)
    more = rst.page_link("tree/modules", "按官方模块")
    return lines + rst.paragraph(rst.join(["这里只列有中文条目的 API，其余的在", more, "里。"]))


def branches_page(site: Site) -> Lines:
    """按工作流: the six branches with their groups."""
    lines = rst.heading("按工作流", 1)
    entries = []
    for branch in site.taxonomy.branches:
        groups = [f"{group} {len(names)}" for group, names in grouped(branch, site).items() if names]
        text = rst.text("、".join(groups) or "还没有条目")
        entries.append(
            rst.paragraph(rst.join([rst.page_link(f"tree/{branch.slug}", branch.title), "：", text]))
        )
    lines += rst.items(entries, "#.")
    pages = [f"/tree/{branch.slug}" for branch in site.taxonomy.branches]
    return lines + rst.directive("toctree", "", pages, {"hidden": ""})


def modules_page(site: Site) -> Lines:
    """按官方模块: every module with a page, nested, with what it holds."""
    lines = rst.heading("按官方模块", 1)
    pages = list(site.plan.contents)
    lines += _level("", pages, site)
    return lines + rst.directive("toctree", "", [f"/mod/{name}" for name in pages], {"hidden": ""})


def _level(above: str, pages: list[str], site: Site) -> Lines:
    prefix = above + "." if above else ""
    inside = [name for name in pages if name != above and name.startswith(prefix)]
    direct = [name for name in inside if not any(name.startswith(other + ".") for other in inside)]
    entries = []
    for name in direct:
        below = [page for page in inside if page.startswith(name + ".")]
        count = _count(name, site)
        entries.append(
            rst.paragraph(rst.join([rst.page_link(f"mod/{name}", name), f" {count}"]))
            + (_level(name, below, site) if below else [])
        )
    return rst.items(entries)


def _count(module: str, site: Site) -> str:
    names = site.plan.contents[module]
    paged = sum(site.plan.places[name] is Place.PAGE for name in names)
    written = sum(name in site.annotations for name in names)
    callables = sum(site.snapshot.objects[name].kind in (Kind.FUNCTION, Kind.CLASS) for name in names)
    pieces = [f"{paged} 页" if paged else f"{callables} 个函数与类"]
    if written:
        pieces.append(f"{written} 篇有注解")
    return "（" + "，".join(pieces) + "）"
