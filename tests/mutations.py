"""Ways in which torch could change under an entry, and what the checker must say to each.

Every mutant is a copy of a real object with one change, together with the codes
that are right for it and the parameters they must name. One world shows the
mutant alone, another shows it as a newer version beside the real one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise

from torchzh.annotation import Annotation
from torchzh.models import (
    ApiObject,
    Default,
    DefaultState,
    Deprecation,
    DeprecationMechanism,
    Form,
    Parameter,
    ParameterKind,
)

PLACED = (ParameterKind.POSITIONAL_ONLY, ParameterKind.POSITIONAL_OR_KEYWORD)


@dataclass(frozen=True, kw_only=True)
class Mutant:
    """One change of one object."""

    kind: str
    about: str  # the parameter it changes, or a word for the whole
    object: ApiObject | None  # None: the name is gone
    newer: frozenset[str] = frozenset()  # right codes when the real version is known too
    alone: frozenset[str] = frozenset()  # right codes when only the mutant is known
    at: frozenset[str] = field(default_factory=frozenset)  # parameters of which one must be named

    @property
    def id(self) -> str:
        return f"{self.kind}-{self.about}"


def codes(*names: str) -> frozenset[str]:
    return frozenset(names)


def mutants(entry: Annotation, real: ApiObject) -> Iterator[Mutant]:
    """All mutants of one object that has an entry."""
    yield from _whole(entry, real)
    yield from _forms(real)
    yield from _added(real)
    explained = {name for note in entry.parameters for name in note.names}
    for parameter in real.parameters():
        if parameter.name in explained and not parameter.is_private and not parameter.is_variadic:
            yield from _of_parameter(real, parameter)
    yield from _swapped(real, explained)


def _whole(entry: Annotation, real: ApiObject) -> Iterator[Mutant]:
    gone = {"newer": codes("DP03"), "alone": codes("NM01")}
    yield Mutant(kind="object gone", about="name", object=None, **gone)
    yield Mutant(
        kind="object renamed in case", about="name", object=replace(real, name=_case(real.name)), **gone
    )
    moved = replace(real, alias_of="torch.elsewhere", forms=())
    yield Mutant(kind="alias moved", about="name", object=moved, newer=codes("NM02"), alone=codes("NM02"))
    said = f"{entry.summary}{entry.sections[0].body if entry.sections else ''}"
    if real.deprecation is None and not any(
        word in said for word in ("弃用", "移除", "删除", "推荐", "过时", "去掉")
    ):
        marked = replace(
            real, deprecation=Deprecation(mechanism=DeprecationMechanism.MARKER, message="use other")
        )
        yield Mutant(kind="deprecated", about="name", object=marked, newer=codes("DP01"), alone=codes("DP01"))
        dead = replace(real, tombstone="This function was removed")
        yield Mutant(kind="tombstone", about="name", object=dead, newer=codes("DP03"), alone=codes("DP03"))
    written = replace(real, doc_fingerprint=real.doc_fingerprint[::-1] + "x")
    yield Mutant(kind="docstring rewritten", about="name", object=written, newer=codes("FR01"))
    yield Mutant(kind="signature unknown", about="name", object=replace(real, forms=()), alone=codes("PM10"))


def _forms(real: ApiObject) -> Iterator[Mutant]:
    if len(real.forms) > 1:
        for index, dropped in enumerate(real.forms):
            rest = real.forms[:index] + real.forms[index + 1 :]
            lost = {n for n in dropped.names if not any(n in form.names for form in rest) and n[:1] != "_"}
            changed = replace(real, forms=rest)
            newer = codes("FR02") if lost else codes("FR05")
            yield Mutant(
                kind="form dropped", about=str(index), object=changed, newer=newer, at=frozenset(lost)
            )
    first = real.forms[0]
    if len([p for p in first.parameters if not p.is_private]) > 1:
        shorter = replace(real, forms=(*real.forms, replace(first, parameters=first.parameters[:1])))
        yield Mutant(kind="form added", about="shorter", object=shorter, newer=codes("FR05"))


def _added(real: ApiObject) -> Iterator[Mutant]:
    required = Parameter(name="extra_one", kind=ParameterKind.KEYWORD_ONLY)
    optional = replace(required, default=Default(state=DefaultState.VALUE, text="None"))
    right = {"newer": codes("PM01"), "alone": codes("PM01"), "at": frozenset({"extra_one"})}
    for kind, parameter in (("required added", required), ("optional added", optional)):
        for index in range(len(real.forms)):
            changed = _with_form(real, index, lambda form, p=parameter: _insert(form, p))
            yield Mutant(kind=kind, about=f"form {index}", object=changed, **right)


def _of_parameter(real: ApiObject, parameter: Parameter) -> Iterator[Mutant]:
    name = parameter.name
    at = frozenset({name})
    yield Mutant(
        kind="dropped",
        about=name,
        object=_without(real, name),
        newer=codes("FR02"),
        alone=codes("PM02"),
        at=at,
    )
    for kind, new in (("renamed", f"{name}_new"), ("renamed in case", name.swapcase())):
        changed = _each(real, name, lambda p, n=new: replace(p, name=n))
        yield Mutant(
            kind=kind, about=name, object=changed, newer=codes("FR02"), alone=codes("PM02", "PM05"), at=at
        )
        also = frozenset({new})
        if parameter.kind is not ParameterKind.POSITIONAL_ONLY:
            yield Mutant(
                kind=f"{kind}, missing",
                about=name,
                object=changed,
                newer=codes("PM01"),
                alone=codes("PM01"),
                at=also,
            )
    if parameter.kind in PLACED:
        only = _each(real, name, lambda p: replace(p, kind=ParameterKind.KEYWORD_ONLY))
        yield Mutant(kind="made keyword-only", about=name, object=only, newer=codes("FR03"), at=at)
    if parameter.default.state is DefaultState.VALUE:
        other = Default(state=DefaultState.VALUE, text="12345" if parameter.default.text != "12345" else "0")
        changed = _each(real, name, lambda p: replace(p, default=other))
        yield Mutant(kind="default changed", about=name, object=changed, newer=codes("FR04"), at=at)
        bare = _each(real, name, lambda p: replace(p, default=Default()))
        yield Mutant(kind="default removed", about=name, object=bare, newer=codes("FR04"), at=at)


def _swapped(real: ApiObject, explained: set[str]) -> Iterator[Mutant]:
    for index, form in enumerate(real.forms):
        names = [p.name for p in form.parameters if p.kind in PLACED and not p.is_private]
        for a, b in pairwise(names):
            if {a, b} <= explained:
                changed = _with_form(real, index, lambda f, x=a, y=b: _swap(f, x, y))
                right = codes("FR06", "PM04")
                yield Mutant(
                    kind="reordered", about=f"{a},{b}", object=changed, newer=right, at=frozenset({a, b})
                )


def _with_form(real: ApiObject, index: int, change: Callable[[Form], Form]) -> ApiObject:
    forms = tuple(change(form) if i == index else form for i, form in enumerate(real.forms))
    return replace(real, forms=forms)


def _each(real: ApiObject, name: str, change: Callable[[Parameter], Parameter]) -> ApiObject:
    forms = tuple(
        replace(form, parameters=tuple(change(p) if p.name == name else p for p in form.parameters))
        for form in real.forms
    )
    return replace(real, forms=forms)


def _without(real: ApiObject, name: str) -> ApiObject:
    forms = tuple(
        replace(form, parameters=tuple(p for p in form.parameters if p.name != name)) for form in real.forms
    )
    return replace(real, forms=forms)


def _insert(form: Form, parameter: Parameter) -> Form:
    tail = [p for p in form.parameters if p.kind is ParameterKind.VAR_KEYWORD]
    head = [p for p in form.parameters if p.kind is not ParameterKind.VAR_KEYWORD]
    return replace(form, parameters=(*head, parameter, *tail))


def _swap(form: Form, a: str, b: str) -> Form:
    places = {p.name: p for p in form.parameters}
    turned = {a: places[b], b: places[a]}
    return replace(form, parameters=tuple(turned.get(p.name, p) for p in form.parameters))


def _case(name: str) -> str:
    head, _, last = name.rpartition(".")
    return f"{head}.{last.swapcase()}"
