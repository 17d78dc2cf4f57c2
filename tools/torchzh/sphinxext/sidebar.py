"""The sidebar shows doors and the current branch, never the whole tree.

furo renders and re-parses the global toctree for every page, which is quadratic
in the number of pages. Here it never sees it: the markup below is written
directly in furo's own classes. The list of siblings is the same for all pages of
a branch or module, so it is one script per branch, which also keeps
unchanged pages byte-identical between torch versions. Without scripts the
doors and the link to the branch page remain.
"""

from __future__ import annotations

from html import escape
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

from torchzh.sphinxext.navigation import Family, Navigation, PageEntry, read_navigation

DOORS = (
    ("index", "开始"),
    ("tree/index", "按工作流"),
    ("tree/modules", "按官方模块"),
    ("tree/tags", "按标签"),
    ("tree/names", "按字母"),
    ("tree/words", "按别名"),
    ("guide/index", "指南"),
    ("compare/index", "对比"),
    ("errata/index", "勘误"),
    ("pitfalls/index", "避坑总览"),
    ("errors/index", "报错速查"),
    ("changes/index", "版本变更"),
    ("codes/index", "核对代码"),
    ("contribute", "参与编写"),
    ("maintain/index", "维护手册"),
)


def door_items(app: Sphinx, pagename: str) -> list[str]:
    """List items of the fixed doors that exist in this build."""
    pathto = app.builder.get_relative_uri
    items = []
    for docname, title in DOORS:
        if docname in app.env.all_docs:
            current = ' class="toctree-l1 current-page"' if docname == pagename else ' class="toctree-l1"'
            mark = ' aria-current="page"' if docname == pagename else ""
            items.append(
                f'<li{current}><a class="reference internal"{mark} '
                f'href="{escape(pathto(pagename, docname) or "#")}">{escape(title)}</a></li>'
            )
    return items


def family_html(app: Sphinx, entry: PageEntry, family: Family) -> str:
    """Caption and sibling list of the family the page belongs to."""
    home = app.builder.get_relative_uri(entry.docname, family.home)
    return (
        '<p class="caption" role="heading" aria-level="2"><span class="caption-text">'
        f'<a href="{escape(home or "#")}">{escape(family.title)}</a></span></p>'
        f'<ul class="tz-siblings" data-nav="{escape(family.key)}" data-page="{escape(entry.docname)}">'
        '<li class="toctree-l1 current-page"><a class="reference internal" aria-current="page" href="#">'
        f"{escape(entry.short)}</a></li></ul>"
    )


def hide_global_toctree(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Before furo (priority 500): it must not render the global toctree."""
    context["toctree"] = lambda **_: ""


def write_sidebar(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """After furo: our own navigation, in furo's final markup; neighbours within the branch."""
    navigation = read_navigation(app)
    parts = ["<ul>", *door_items(app, pagename), "</ul>"]
    context["prev"] = context["next"] = None
    entry = navigation.pages.get(pagename)
    family = navigation.family_of(entry) if entry else None
    if entry and family:
        parts.append(family_html(app, entry, family))
        before, after = navigation.neighbours(entry)
        context["prev"] = _neighbour(app, pagename, before, navigation)
        context["next"] = _neighbour(app, pagename, after, navigation)
        context["torchzh_nav_key"] = family.key
    context["furo_navigation_tree"] = "".join(parts)


def _neighbour(app: Sphinx, pagename: str, other: str, navigation: Navigation) -> dict[str, str] | None:
    if not other:
        return None
    title = escape(navigation.pages[other].short)
    return {"link": app.builder.get_relative_uri(pagename, other), "title": title}


def write_scripts(app: Sphinx, exception: Exception | None) -> None:
    """One script per branch and module, with the siblings in reading order."""
    if exception is not None or app.builder.format != "html" or app.builder.name == "epub":
        return
    folder = app.outdir / "_static" / "nav"
    folder.mkdir(parents=True, exist_ok=True)
    wanted = set()
    for key, text in read_navigation(app).scripts():
        target = folder / f"{key}.js"
        wanted.add(target.name)
        if not target.is_file() or target.read_text(encoding="utf-8") != text:
            target.write_text(text, encoding="utf-8")
    for stale in folder.glob("*.js"):
        if stale.name not in wanted:
            stale.unlink()


def setup(app: Sphinx) -> None:
    """Connect around furo's own handler."""
    app.connect("html-page-context", hide_global_toctree, priority=100)
    app.connect("html-page-context", write_sidebar, priority=900)
    app.connect("build-finished", write_scripts)
