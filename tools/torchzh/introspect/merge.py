"""Merges the forms of a stub and of the operator schemas of one C function.

Stubs have the overloads in Python's own spelling but write some defaults as
``...``, forget options and sometimes err in a name or a kind; schemas have
those right but do not know what Python adds or leaves out. Each stub form is
corrected by the schema form of the same names. The texts of TypeErrors say that
the result is better than either source alone (the oracle test prints by how much).
"""

from __future__ import annotations

import dataclasses

from torchzh.introspect.schemas import OPTIONS
from torchzh.models import DefaultState, Form, Parameter, ParameterKind

_ADDED = frozenset(
    {*OPTIONS, "requires_grad", "check_invariants", "out"}
)  # by Python; no mark of an overload


def merge(stub: tuple[Form, ...], schema: tuple[Form, ...], *, method: bool) -> tuple[Form, ...]:
    """The stub's forms corrected by the schema's, or the only ones there are."""
    if not stub:
        return schema
    if not schema:
        return tuple(dict.fromkeys(with_keyword_options(form) for form in stub))
    alone = len(stub) == 1 and len(schema) == 1
    merged = [_corrected(form, _partners(form, schema), schema, alone=alone) for form in stub]
    if method:
        merged = [_without(form, "out") for form in merged]
    return _settled(merged, schema)


def with_keyword_options(form: Form) -> Form:
    """The parser takes options by keyword only; stubs and docstrings often forget the star."""
    parameters = list(form.parameters)
    for index in range(len(parameters) - 1, -1, -1):
        item = parameters[index]
        optional = item.default.state is not DefaultState.REQUIRED
        if item.kind is ParameterKind.KEYWORD_ONLY:
            continue
        if item.name not in (*OPTIONS, "requires_grad", "memory_format") or not optional:
            break
        parameters[index] = dataclasses.replace(item, kind=ParameterKind.KEYWORD_ONLY)
    return dataclasses.replace(form, parameters=tuple(parameters))


def _own_names(form: Form) -> tuple[str, ...]:
    """Names that tell one overload from another, in one spelling."""
    names = (item.name for item in form.parameters if not _is_added(item))
    return tuple("from" if name == "from_" else name for name in names)


def _is_added(item: Parameter) -> bool:
    """An option Python may have added; one that must be given is the operator's own."""
    return item.name in _ADDED and item.default.state is not DefaultState.REQUIRED


def _partners(form: Form, schema: tuple[Form, ...]) -> list[Form]:
    """The schema forms of the same names, whatever Python adds to both."""
    positional = [item for item in form.parameters if item.kind is ParameterKind.POSITIONAL_OR_KEYWORD]
    options = [_is_added(item) for item in positional]
    if options != sorted(options):
        return []  # options before the rest (Tensor.to): written by hand, no schema is like that
    names = set(_own_names(form))
    return [other for other in schema if set(_own_names(other)) == names]


def _corrected(form: Form, partners: list[Form], schema: tuple[Form, ...], *, alone: bool) -> Form:
    if not partners and alone and len(_own_names(form)) == len(_own_names(schema[0])):
        form, partners = _renamed(form, schema[0]), [schema[0]]
    known = {
        item.name: item for other in (*reversed(schema), *reversed(partners)) for item in other.parameters
    }
    parameters = [_filled(_respelled(item, known), known) for item in form.parameters]
    if partners:
        parameters = [_keyword_only(item, partners) for item in parameters]
        parameters += _forgotten_options(form, partners[0])
    corrected = dataclasses.replace(form, parameters=_in_order(parameters))
    starred = any(item.name in OPTIONS and _is_keyword(item) for item in parameters)
    return with_keyword_options(corrected) if starred or not partners else corrected


def _renamed(form: Form, other: Form) -> Form:
    """The only form under the schema's names, slot by slot."""
    names = dict(zip(_own_names(form), _own_names(other), strict=True))
    if len(names.keys() & set(names.values())) < len(names) - 1:
        return form  # more than one name differs: not the same form
    renamed = tuple(
        dataclasses.replace(item, name=names.get(item.name, item.name)) for item in form.parameters
    )
    return dataclasses.replace(form, parameters=renamed)


def _is_keyword(item: Parameter) -> bool:
    return item.kind is ParameterKind.KEYWORD_ONLY


def _respelled(item: Parameter, known: dict[str, Parameter]) -> Parameter:
    """``from`` is a keyword, so the stub writes ``from_``; some functions really have that name."""
    if item.name == "from_" and "from" in known and "from_" not in known:
        return dataclasses.replace(item, name="from")
    return item


def _filled(item: Parameter, known: dict[str, Parameter]) -> Parameter:
    other = known.get(item.name)
    is_open = item.default.state is DefaultState.OPAQUE and item.default.text == "..."
    if not is_open or other is None or other.default.state is not DefaultState.VALUE:
        return item
    return dataclasses.replace(item, default=other.default)


def _keyword_only(item: Parameter, partners: list[Form]) -> Parameter:
    """Keyword-only where every schema form says so; the other way round the stub knows better."""
    kinds = {other.kind for form in partners for other in form.parameters if other.name == item.name}
    if item.kind is not ParameterKind.POSITIONAL_OR_KEYWORD:
        return item
    if kinds != {ParameterKind.KEYWORD_ONLY}:
        return item
    return dataclasses.replace(item, kind=ParameterKind.KEYWORD_ONLY)


def _forgotten_options(form: Form, partner: Form) -> list[Parameter]:
    """dtype, layout, device and pin_memory come together; a stub that has some forgot the others."""
    names = set(form.names)
    if not names & {"dtype", "device"}:
        return []
    return [
        dataclasses.replace(item, kind=ParameterKind.KEYWORD_ONLY)
        for item in partner.parameters
        if item.name in OPTIONS and item.name not in names
    ]


def _settled(forms: list[Form], schema: tuple[Form, ...]) -> tuple[Form, ...]:
    """Each form once, the last one (stubs write the generated forms last), needless strictness dropped."""
    kept: list[Form] = []
    for form in forms:
        index = next((i for i, known in enumerate(kept) if _says_the_same(form, known)), None)
        if index is None:
            kept.append(form)
        else:
            kept[index] = form
    confirmed = {_shape(form) for form in schema}
    shapes = {_shape(form) for form in kept}
    needless = {
        shape
        for shape in shapes - confirmed
        if any(_is_stricter(shape, other) for other in shapes & confirmed)
    }
    return tuple(form for form in kept if _shape(form) not in needless)


def _says_the_same(form: Form, other: Form) -> bool:
    """The same shape, and no parameter whose types exclude each other (a dimension by number or by name)."""
    if _shape(form) != _shape(other) or ("out" in form.names) != ("out" in other.names):
        return False
    types = {item.name: _members(item.annotation) for item in other.parameters}
    return all(
        not (mine and types[item.name]) or mine & types[item.name]
        for item in form.parameters
        if item.name in types and (mine := _members(item.annotation)) is not None
    )


def _members(annotation: str) -> set[str]:
    return {part.strip() for part in annotation.split("|")} - {"", "None"}


Shape = tuple[tuple[str, ParameterKind, bool], ...]  # name, kind, must be given


def _shape(form: Form) -> Shape:
    """What tells forms apart, without what Python adds."""
    return tuple(
        (item.name, item.kind, item.default.state is DefaultState.REQUIRED)
        for item in form.parameters
        if not _is_added(item)
    )


def _is_stricter(shape: Shape, other: Shape) -> bool:
    """The same parameters, of which the other demands fewer."""
    if [item[:2] for item in shape] != [item[:2] for item in other]:
        return False
    pairs = list(zip(shape, other, strict=True))
    return shape != other and all(mine[2] or not its[2] for mine, its in pairs)


def _in_order(parameters: list[Parameter]) -> tuple[Parameter, ...]:
    """Positional before keyword-only, ``**kwargs`` last; otherwise as given."""
    last = (ParameterKind.KEYWORD_ONLY, ParameterKind.VAR_KEYWORD)
    return tuple(sorted(parameters, key=lambda item: last.index(item.kind) + 1 if item.kind in last else 0))


def _without(form: Form, name: str) -> Form:
    return dataclasses.replace(form, parameters=tuple(p for p in form.parameters if p.name != name))
