"""相关: the same operation in another dress, what to choose instead, where to read on.

Twins come from the snapshot and have their way back; reasons come from the
``see`` of entries, shown on both ends. Links outside lead to the official page of
this version and to the source line of this release.
"""

from __future__ import annotations

from torchzh.models import ApiObject
from torchzh.naming import annotation_path
from torchzh.render import links, rst
from torchzh.render.markdown import inline_rst
from torchzh.render.references import short_form
from torchzh.render.rst import Lines
from torchzh.render.site import Site


def related_lines(obj: ApiObject, site: Site) -> Lines:
    """The section; it is never empty, because there is always a way to report a fault."""
    entries = [*_choices(obj, site), *_twins(obj, site), *_mentions(obj, site)]
    lines = [*rst.heading("相关", 2), *rst.anchor("related")]
    lines += rst.items(entries)
    return lines + rst.styled("tz-links", rst.paragraph(rst.join(_outside(obj, site))))


def _twins(obj: ApiObject, site: Site) -> list[Lines]:
    return [
        rst.paragraph(rst.join([f"{twin.relation}：", rst.reference(twin.name, short_form(twin.name))]))
        for twin in site.twins.get(obj.name, ())
        if site.snapshot.objects[twin.name].alias_of != obj.name
    ]


def _choices(obj: ApiObject, site: Site) -> list[Lines]:
    annotation = site.annotations.get(obj.name)
    if annotation is None:
        return []
    resolve = site.resolver(obj.name)
    return [
        rst.paragraph(rst.join([_name(name, site), "：", inline_rst(reason, resolve)]))
        for name, reason in annotation.see.items()
    ]


def _name(name: str, site: Site) -> str:
    """A reference, or code where this torch lacks the name."""
    found = site.names.find(name)
    return rst.reference(found, name) if found else rst.literal(name)


def _mentions(obj: ApiObject, site: Site) -> list[Lines]:
    """Entries that send readers here, unless this page names them itself."""
    annotation = site.annotations.get(obj.name)
    own = {site.canonical(name) for name in annotation.see} if annotation else set()
    own |= {twin.name for twin in site.twins.get(obj.name, ())}
    names = [name for name, _ in site.mentioned_by.get(obj.name, ()) if name not in own]
    if not names:
        return []
    marks = [piece for name in names for piece in ("、", rst.reference(name))][1:]
    return [rst.paragraph(rst.join(["提到本页的条目：", *marks]))]


def _outside(obj: ApiObject, site: Site) -> list[str]:
    header = site.snapshot.header
    annotation = site.annotations.get(obj.name)
    found = []
    official = links.official_page(obj, site.owner(obj), header.minor)
    if official:
        found.append(rst.link(official, "官方文档"))
    if obj.location is not None:
        found.append(rst.link(links.source_line(obj.location, header.torch), "源码"))
    if annotation is not None:
        found.append(rst.link(links.edit_page(annotation.path), "编辑本页"))
    else:
        found.append(rst.link(links.new_page(annotation_path(obj.name, obj.module)), "写下本页的注解"))
    found.append(rst.link(links.report_page(obj.name), "报告错误"))
    return [piece for item in found for piece in (" · ", item)][1:]
