"""成员: what a class offers, each member with a page or described right here.

Members with a page are links in one compact list; the others are described
with their signature, so that every public name has an address.
"""

from __future__ import annotations

from collections.abc import Callable

from torchzh.models import ApiObject, Kind
from torchzh.render import rst
from torchzh.render.markdown import inline_rst
from torchzh.render.pages import Place
from torchzh.render.rst import Lines
from torchzh.render.signature import describe, mention, plain
from torchzh.render.site import Site


def last_part(name: str) -> str:
    """What a name is called where its owner is clear."""
    return name.rpartition(".")[2]


def member_lines(obj: ApiObject, site: Site) -> Lines:
    """The section of a class; nothing for other kinds."""
    names = site.plan.members.get(obj.name, ()) if obj.kind is Kind.CLASS else ()
    if not names and not obj.fields and not obj.bases:
        return []
    lines = _bases(obj, site)
    linked = [name for name in names if site.plan.places[name] is Place.PAGE]
    fields, others = _told_with(obj, site)
    lines += field_lines(obj, fields)
    lines += linked_lines(linked, site)
    for name in others:
        lines += nested(site.snapshot.objects[name], site)
    return [*rst.heading("成员", 2), *rst.anchor("members"), *lines] if lines else []


def _bases(obj: ApiObject, site: Site) -> Lines:
    known = [name for name in obj.bases if name in site.plan.docnames]
    if not known:
        return []
    marks = [piece for name in known for piece in ("、", rst.reference(name))][1:]
    return rst.paragraph(rst.join(["继承自 ", *marks, "，基类的成员在那里说明。"]))


def nested(obj: ApiObject, site: Site) -> Lines:
    """A described object, followed by its members."""
    fields, others = _told_with(obj, site)
    lines = describe(obj, site.types) + field_lines(obj, fields)
    for name in others:
        lines += nested(site.snapshot.objects[name], site)
    return lines


def mentioned(obj: ApiObject, site: Site) -> Lines:
    """The same in short: signatures as plain code, members in one line."""
    fields, others = _told_with(obj, site)
    lines = mention(obj) + rst.paragraph(rst.join(_spaced(plain(obj, site.types)))) + field_lines(obj, fields)
    members = [site.snapshot.objects[name] for name in others]
    inner = [member for member in members if site.plan.members.get(member.name)]
    flat = [member for member in members if member not in inner]
    for member in flat:
        lines += mention(member)
    marks = [mark for member in flat for mark in plain(member, site.types, short=True)]
    if marks:
        lines += rst.styled("tz-names", rst.paragraph(rst.join(["成员：", *_spaced(marks)])))
    for member in inner:
        lines += mentioned(member, site)
    return lines


def _spaced(marks: list[str]) -> list[str]:
    return [piece for mark in marks for piece in (" ", mark)][1:]


def _told_with(obj: ApiObject, site: Site) -> tuple[list[str], list[str]]:
    """Members without a page: those that are fields of a result or an enumeration, and the others."""
    names = [
        name
        for name in site.plan.members.get(obj.name, ())
        if site.plan.places[name] in (Place.MEMBER, Place.LISTED)
    ]
    fields = [name for name in names if name.rpartition(".")[2] in obj.fields]
    return fields, [name for name in names if name not in fields]


def field_lines(obj: ApiObject, fields: list[str]) -> Lines:
    """Fields of a result type or members of an enumeration: one line, each name resolvable."""
    if not obj.fields:
        return []
    marks = [piece for name in obj.fields for piece in ("、", rst.literal(name))][1:]
    lines = rst.directive("torchzh-alias", obj.name, fields, {"type": "attribute"}) if fields else []
    return lines + rst.paragraph(rst.join(["字段：", *marks]))


def linked_lines(names: list[str], site: Site, title: Callable[[str], str] = last_part) -> Lines:
    """Pages with an entry as a list with their sentence, the others in one running line."""

    def link(name: str) -> str:
        return rst.page_link(site.plan.docnames[name], title(name))

    def sentence(name: str) -> str:
        return inline_rst(site.annotations[name].summary, lambda _: "")

    written = [name for name in names if name in site.annotations]
    bare = [link(name) for name in names if name not in site.annotations]
    lines = rst.items([rst.paragraph(rst.join([link(name), "：", sentence(name)])) for name in written])
    return lines + (rst.styled("tz-names", rst.paragraph(rst.join(_spaced(bare)))) if bare else [])
