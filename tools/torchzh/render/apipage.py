"""One API object as one page: the order of page.md, from records to lines.

First what is needed first: removal or deprecation, the sentence that lets one
choose, badges, signature. Then the entry, section by section in its fixed
order, then what the machine knows. An automatic page keeps the machine's parts
and unfolds the English text.
"""

from __future__ import annotations

from torchzh.annotation.models import Annotation, Grade
from torchzh.models import CALLABLE_KINDS, ApiObject, Kind
from torchzh.naming import annotation_path
from torchzh.render import rst
from torchzh.render.english import english_block
from torchzh.render.grades import grade
from torchzh.render.markdown import inline_rst
from torchzh.render.members import member_lines
from torchzh.render.notices import notices
from torchzh.render.parameters import parameter_lines
from torchzh.render.references import short_form
from torchzh.render.related import related_lines
from torchzh.render.rst import Lines
from torchzh.render.signature import describe, role_type
from torchzh.render.site import Site

# ## heading of an entry → anchor of the section; the order is the order of the page.
BEFORE = {"功能描述": "description"}
AFTER_PARAMETERS = {"返回值": "returns", "代码示例": "examples"}
AFTER_PITFALLS = {"实战技巧": "tips", "性能提示": "performance", "对比与选择": "choice"}
IMPORTS = {
    "torch": "import torch",
    "torch.nn": "from torch import nn",
    "torch.nn.functional": "import torch.nn.functional as F",
    "torch.optim": "from torch import optim",
}
# Kinds of which a docstring is to be expected.
DOCUMENTED = CALLABLE_KINDS | {Kind.PROPERTY}
QUICK = {"shape": "形状", "memory": "内存", "dtype": "dtype"}


def api_page(obj: ApiObject, site: Site) -> Lines:
    """All lines of the page."""
    annotation = site.annotations.get(obj.name)
    lines = [
        *rst.heading(rst.text(obj.name), 1),
        *notices(obj, site),
        *_head(obj, annotation, site),
        *describe(obj, site.types),
        *_aliases(obj, site),
        *_quick(obj, annotation, site),
    ]
    if annotation is not None:
        lines += _entry(obj, annotation, site)
    else:
        lines += _missing(obj, site)
    lines += member_lines(obj, site)
    lines += _versions(obj, site)
    lines += related_lines(obj, site)
    lines += english_block(site.docstrings.get(obj.name, ""), obj.name, site.names, opened=annotation is None)
    return lines


def _head(obj: ApiObject, annotation: Annotation | None, site: Site) -> Lines:
    """Short form and import, the sentence, the badges."""
    short = short_form(obj.name)
    where = [rst.literal(short), " · "] if short else []
    statement = IMPORTS.get(obj.module, f"import {obj.module}")
    lines = rst.styled("tz-import", rst.paragraph(rst.join([*where, rst.literal(statement)])))
    if annotation is not None:
        sentence = inline_rst(annotation.summary, site.resolver(obj.name))
        lines += rst.styled("tz-summary", rst.paragraph(sentence))
    return lines + rst.styled("tz-badges", rst.paragraph(" ".join(_badges(obj, annotation, site))))


def _badges(obj: ApiObject, annotation: Annotation | None, site: Site) -> list[str]:
    level = grade(obj, annotation)
    badges = [("good" if level is Grade.FULL else "grade", level.value)]
    history = site.history.get(obj.name)
    badges += history.badges if history else ()
    if obj.context_manager:
        badges.append(("context", "可用于 with"))
    if obj.cuda_only:
        badges.append(("warn", "仅 CUDA 版"))
    if annotation is not None:
        if obj.name in site.verified:
            badges.append(("good", site.verified[obj.name]))
        badges += [("level", annotation.level)] if annotation.level else []
        badges += [("tag", f"#{tag}") for tag in annotation.tags]
    return [rst.badge(style, text) for style, text in badges]


def _aliases(obj: ApiObject, site: Site) -> Lines:
    """Other public names of the object: resolvable, and told to the reader."""
    aliases = site.plan.aliases.get(obj.name, ())
    if not aliases:
        return []
    lines = rst.directive("torchzh-alias", obj.name, aliases, {"type": role_type(obj.kind)})
    shown = [name for name in aliases if name.count(".") <= obj.name.count(".") + 1]
    if shown:
        marks = [piece for name in shown for piece in ("、", rst.literal(name))][1:]
        lines += rst.styled("tz-aliases", rst.paragraph(rst.join(["别名：", *marks])))
    return lines


def _quick(obj: ApiObject, annotation: Annotation | None, site: Site) -> Lines:
    """The table for the hurried."""
    resolve = site.resolver(obj.name)
    rows: list[list[Lines]] = []
    if annotation is not None:
        for key, title in QUICK.items():
            if key in annotation.quick:
                rows.append([[title], [inline_rst(annotation.quick[key], resolve)]])
        for twin in site.twins.get(obj.name, ()):
            if twin.relation == "原地版本":
                rows.append([["原地版本"], [rst.reference(twin.name)]])
    return rst.table(rows, header=False, stub=True, style="tz-quick")


def _entry(obj: ApiObject, annotation: Annotation, site: Site) -> Lines:
    lines = _sections(obj, annotation, BEFORE, site)
    lines += parameter_lines(obj, annotation, site)
    lines += _sections(obj, annotation, AFTER_PARAMETERS, site)
    lines += _figure(obj, site)
    lines += _pitfalls(obj, annotation, site)
    return lines + _sections(obj, annotation, AFTER_PITFALLS, site)


def _sections(obj: ApiObject, annotation: Annotation, titles: dict[str, str], site: Site) -> Lines:
    lines: Lines = []
    for title, anchor in titles.items():
        section = annotation.section(title)
        if section is not None and section.body.strip():
            lines += [*rst.heading(title, 2), *rst.anchor(anchor)]
            lines += site.markdown(section.body, obj.name)
    return lines


def _figure(obj: ApiObject, site: Site) -> Lines:
    """The picture, where this torch was there to draw one."""
    figure = site.figures.get(obj.name)
    if figure is None:
        return []
    options = {"caption": rst.escape(figure.caption)}
    block = rst.directive("torchzh-figure", "", [figure.svg], options)
    return [*rst.heading("图", 2), *rst.anchor("figure"), *block]


def _pitfalls(obj: ApiObject, annotation: Annotation, site: Site) -> Lines:
    if not annotation.pitfalls:
        return []
    section = annotation.section("常见误区")
    lines = [*rst.heading("常见误区", 2), *rst.anchor("pitfalls")]
    lines += site.markdown(section.body, obj.name) if section is not None else []
    for number, pitfall in enumerate(annotation.pitfalls, 1):
        lines += [*rst.heading(inline_rst(pitfall.title, lambda _: ""), 3), *rst.anchor(f"pitfall-{number}")]
        lines += site.markdown(pitfall.body, obj.name)
    return lines


def _missing(obj: ApiObject, site: Site) -> Lines:
    """Said once: there is no Chinese text yet, and how to begin it."""
    covered = site.covered_by.get(obj.name)
    if covered:
        line = rst.join(["本名字在 ", rst.reference(covered), " 的条目里一并说明。"])
    else:
        path = annotation_path(obj.name, obj.module)
        line = rst.join(
            [
                "尚无中文注解。动手写一篇：",
                rst.literal(f"torchzh new {obj.name}"),
                " 生成骨架，",
                rst.literal(f"torchzh check {path}"),
                " 核对。",
            ]
        )
    silent = obj.kind in DOCUMENTED and not obj.doc_fingerprint
    note = rst.paragraph("torch 自己也没有为它写说明。") if silent else []
    return rst.styled("tz-missing", rst.paragraph(line)) + note


def _versions(obj: ApiObject, site: Site) -> Lines:
    history = site.history.get(obj.name)
    if history is None or not history.lines:
        return []
    return [*rst.heading("版本", 2), *rst.anchor("versions"), *history.lines]
