"""Rules about parameters: each one explained, none invented, in the order of the signature.

A parameter is right when some known version has it; the page of each version
shows it only there. It is missing when a checked version has it and the entry
does not. Unknown signatures are counted as such, never taken for empty ones.
"""

from __future__ import annotations

from collections.abc import Iterator

from torchzh.annotation import ParameterNote
from torchzh.check.conditions import conditions
from torchzh.check.context import Context
from torchzh.check.signatures import (
    POSITIONAL,
    is_opaque,
    occurrences,
    public_parameters,
    show,
    together,
)
from torchzh.findings import Edit, Finding
from torchzh.models import ApiObject, Kind, Parameter, ParameterKind, Source
from torchzh.similar import nearest, nearest_dotted

# Spellings the C argument parser accepts besides its own, as NumPy has them.
ALIASES = {"axis": "dim", "keepdims": "keepdim", "x": "input", "a": "input", "x1": "input", "x2": "other"}
KIND_NAMES = {Kind.PROPERTY: "属性", Kind.ATTRIBUTE: "属性", Kind.CONSTANT: "常量", Kind.MODULE: "模块"}
_METHODS = frozenset({Kind.METHOD, Kind.CLASSMETHOD, Kind.STATICMETHOD})


def check_parameters(context: Context) -> Iterator[Finding]:
    """Everything about the set of explained parameters."""
    views = context.known_views
    if not views:
        return
    newest = views[-1].object
    if not newest.is_callable:
        yield from _not_callable(context, newest)
        return
    unknown = tuple(minor for view in context.views if not view.object.forms for minor in view.versions)
    if unknown and not newest.fields:
        yield context.finding("PM10", context.at_key("name"), unknown)
    real = _all_parameters(context)
    if not real and any(not view.object.forms for view in views):
        return
    renamed = _positional_renames(context, real)
    for note in context.entry.parameters:
        for name, label in zip(note.names, note.labels, strict=True):
            yield from _explained(context, note, name, label, real, renamed)
    yield from _missing(context, set(renamed.values()))


def _not_callable(context: Context, found: ApiObject) -> Iterator[Finding]:
    for note in context.entry.parameters[:1]:
        kind = KIND_NAMES.get(found.kind, "不能调用的对象")
        yield context.finding("PM12", (note.line, 1), parameter=note.labels[0], kind=kind)


def _all_parameters(context: Context) -> dict[str, Parameter]:
    """Every parameter of every known version, private ones included."""
    real: dict[str, Parameter] = {}
    for view in context.known_views:
        for parameter in view.object.parameters():
            real.setdefault(parameter.name, parameter)
    return real


def _missing(context: Context, renamed: set[str]) -> Iterator[Finding]:
    explained = {name for note in context.entry.parameters for name in note.names}
    forwards = _target(context) != ""
    section = context.entry.section("参数精讲")
    at = (section.line if section else 1, 1)
    for view in context.views:
        opaque = is_opaque(view.object)
        for name, parameter in public_parameters(view.object).items():
            needless = parameter.is_variadic and (opaque or forwards)
            if name not in explained and name not in renamed and not needless:
                yield context.finding(
                    "PM01",
                    at,
                    view.versions,
                    parameter=name,
                    label=parameter.label,
                    signature=show(view.object),
                )


def _explained(
    context: Context,
    note: ParameterNote,
    name: str,
    label: str,
    real: dict[str, Parameter],
    renamed: dict[str, str],
) -> Iterator[Finding]:
    newest = context.known_views[-1].object
    at, signature = (note.line, 1), show(newest)
    if name in real:
        if real[name].is_private:
            yield context.finding("PM07", at, parameter=name)
        labels = {p.label for view in context.known_views for p in occurrences(view.object, name)}
        if label not in labels:
            yield context.finding("PM11", at, written=label, label=min(labels), signature=signature)
    elif name in renamed:
        yield context.finding("PM05", at, parameter=name, real=renamed[name], signature=signature)
    elif name == "self" or (name == "input" and newest.kind in _METHODS):
        yield context.finding("FO02", at, parameter=name, signature=signature)
    elif ALIASES.get(name, "") in real and _from_c(newest):
        yield _alias(context, note, name, newest)
    elif target := note.forwards_to or _target(context):
        yield from _forwarded(context, note, name, target)
    else:
        yield _invented(context, note, name, label, real)


def _from_c(found: ApiObject) -> bool:
    return all(form.source is not Source.RUNTIME for form in found.forms)


def _alias(context: Context, note: ParameterNote, name: str, newest: ApiObject) -> Finding:
    heading = context.result.lines[note.line - 1]
    mark = f"`{name}`"
    edit = Edit(line=note.line, column=heading.find(mark) + 1, old=mark, new=f"`{ALIASES[name]}`")
    return context.finding(
        "PM03",
        (note.line, 1),
        (),
        edit if mark in heading else None,
        parameter=name,
        real=ALIASES[name],
        signature=show(newest),
    )


def _invented(
    context: Context, note: ParameterNote, name: str, label: str, real: dict[str, Parameter]
) -> Finding:
    """A name no known version has: wrong, or not verifiable where names are not authoritative."""
    newest = context.known_views[-1].object
    at, signature = (note.line, 1), show(newest)
    explained = {name for note in context.entry.parameters for name in note.names}
    cutoff = 0.85 if is_opaque(newest) else 0.7
    near = nearest(name, set(real) - explained, cutoff) or nearest(name, real, cutoff)
    if not near and is_opaque(newest):
        return context.finding("PM06", at, parameter=label, signature=signature)
    # Named versions count only when every one of them is a version nobody has a snapshot of.
    seen = set(context.world.minors)
    stated = [c for c in conditions(note.body, context.supported) if c.minors and not c.minors & seen]
    if stated:
        return context.finding("PM13", at, parameter=label, stated=stated[0].text, signature=signature)
    return context.finding("PM02", at, parameter=label, nearest=near, signature=signature)


def _target(context: Context) -> str:
    """Where the entry says its catch-all arguments go."""
    return next(
        (
            note.forwards_to
            for note in context.entry.parameters
            if note.forwards_to and "*" in "".join(note.labels)
        ),
        "",
    )


def _forwarded(context: Context, note: ParameterNote, name: str, target: str) -> Iterator[Finding]:
    found = context.world.latest(target)
    if found is None:
        near = nearest_dotted(target, context.world.names())
        yield context.finding("PM09", (note.line, 1), parameter=name, target=target, nearest=near)
        return
    accepted = public_parameters(found)
    if name not in accepted and found.forms:
        arguments = {"target": target, "nearest": nearest(name, accepted), "signature": show(found)}
        yield context.finding("PM08", (note.line, 1), parameter=name, **arguments)


def _positional_renames(context: Context, real: dict[str, Parameter]) -> dict[str, str]:
    """Explained name → the positional-only parameter that stands in its place."""
    explained = [name for note in context.entry.parameters for name in note.names]
    renamed: dict[str, str] = {}
    for form in context.known_views[-1].object.forms:
        places = [parameter for parameter in form.parameters if not parameter.is_private]
        for name, parameter in zip(explained, places, strict=False):
            only_place = parameter.kind is ParameterKind.POSITIONAL_ONLY
            if only_place and name not in real and parameter.name not in explained:
                renamed.setdefault(name, parameter.name)
    return renamed


def check_order(context: Context) -> Iterator[Finding]:
    """Explained parameters that can be passed by position stand in the order of the signature."""
    # Under a shared heading only the first name has a place of its own.
    explained = [(note.names[0], note) for note in context.entry.parameters]
    for view in context.views:
        before = _before(view.object)
        appearance = [parameter.name for parameter in view.object.parameters()]
        for index, (name, note) in enumerate(explained):
            earlier = next(
                (
                    other
                    for other, _ in explained[:index]
                    if (name, other) in before
                    and (other, name) not in before
                    and appearance.index(name) < appearance.index(other)
                ),
                None,
            )
            if earlier is not None:
                arguments = {"parameter": name, "other": earlier, "signature": show(view.object)}
                yield context.finding("PM04", (note.line, 1), view.versions, **arguments)


def _before(found: ApiObject) -> set[tuple[str, str]]:
    """Pairs (a, b) where some form passes a before b by position."""
    pairs: set[tuple[str, str]] = set()
    for form in found.forms:
        names = [parameter.name for parameter in form.parameters if parameter.kind in POSITIONAL]
        pairs.update((a, b) for index, a in enumerate(names) for b in names[index + 1 :])
    return pairs


def check_shared_headings(context: Context) -> Iterator[Finding]:
    """Parameters explained under one heading should be usable together in some form."""
    views = context.known_views
    if not views or not views[-1].object.forms or any(is_opaque(view.object) for view in views):
        return
    for note in context.entry.parameters:
        if len(note.names) < 2 or any(together(view.object, set(note.names)) for view in views):
            continue
        if all(any(name in public_parameters(view.object) for view in views) for name in note.names):
            yield context.finding(
                "FO03",
                (note.line, 1),
                parameters="、".join(f"`{label}`" for label in note.labels),
                text=context.result.lines[note.line - 1],
                signature=show(views[-1].object),
            )
