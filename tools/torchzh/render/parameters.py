"""参数精讲: each parameter with its facts from the snapshot, then the author's text.

Names that this torch does not have are left out, so one entry serves all
versions. Where the signature is unknown or says only ``*args``, every note is shown.
"""

from __future__ import annotations

from collections.abc import Container, Mapping

from torchzh.annotation.models import Annotation, ParameterNote
from torchzh.models import ApiObject
from torchzh.render import rst
from torchzh.render.rst import Lines
from torchzh.render.signature import ParameterFacts, parameter_facts
from torchzh.render.site import Site


def parameter_lines(obj: ApiObject, annotation: Annotation, site: Site) -> Lines:
    """The section, or nothing when no note applies to this torch."""
    facts = parameter_facts(obj, site.types)
    lines: Lines = []
    for note in annotation.parameters:
        lines += _note(obj, note, facts, site)
    if not lines:
        return []
    section = annotation.section("参数精讲")
    lead = site.markdown(section.body, obj.name) if section is not None else []
    return [*rst.heading("参数精讲", 2), *rst.anchor("parameters"), *lead, *lines]


def parameter_anchors(obj: ApiObject, annotation: Annotation) -> frozenset[str]:
    """The anchors this page has: parameters of other versions have none."""
    names = {parameter.name for parameter in obj.parameters()}
    return frozenset(
        f"param-{name}"
        for note in annotation.parameters
        if applies(obj, note, names)
        for name, _ in _shown(note, names)
    )


def applies(obj: ApiObject, note: ParameterNote, names: Container[str]) -> bool:
    """True when this torch has one of the names, or when nobody can tell."""
    opaque = not obj.forms or all(form.opaque for form in obj.forms)
    return opaque or any(name in names for name in note.names)


def _note(obj: ApiObject, note: ParameterNote, facts: Mapping[str, ParameterFacts], site: Site) -> Lines:
    if not applies(obj, note, facts):
        return []
    shown = _shown(note, facts)
    known = [(name, label) for name, label in shown if name in facts]
    title = rst.join([piece for _, label in shown for piece in ("、", rst.literal(label))][1:])
    lines = [*rst.heading(title, 3), *rst.anchor(*(f"param-{name}" for name, _ in shown))]
    for name, label in known:
        badges = _badges(obj, name, site)
        facts_line = facts[name].line()
        prefix = [rst.literal(label), "："] if len(known) > 1 else []
        lines += rst.styled("tz-param-facts", rst.paragraph(rst.join([*prefix, facts_line, *badges])))
    return lines + site.markdown(note.body, obj.name)


def _shown(note: ParameterNote, names: Container[str]) -> list[tuple[str, str]]:
    """Names and labels under one heading: those this torch has, or all when it has none."""
    every = list(zip(note.names, note.labels, strict=True))
    return [(name, label) for name, label in every if name in names] or every


def _badges(obj: ApiObject, name: str, site: Site) -> list[str]:
    history = site.history.get(obj.name)
    found = history.parameter_badges.get(name, ()) if history else ()
    return [piece for style, text in found for piece in (" ", rst.badge(style, text))]
