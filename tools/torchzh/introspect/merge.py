"""Merges the forms of a stub and of the operator schemas of one C function.

Stubs have the overloads in Python's own spelling but write some defaults as
``...``; schemas know every default and every operator, also those for which no
stub exists, but not what Python adds. Each parameter that the stub leaves open
is filled from a schema form of the same names.
"""

from __future__ import annotations

import dataclasses

from torchzh.models import DefaultState, Form, Parameter


def merge(stub: tuple[Form, ...], schema: tuple[Form, ...]) -> tuple[Form, ...]:
    """The stub's forms completed by the schema's, or the only ones there are."""
    if not stub or not schema:
        return stub or schema
    return tuple(_filled(form, schema) for form in stub)


def _filled(form: Form, schema: tuple[Form, ...]) -> Form:
    if not any(_is_open(item) for item in form.parameters):
        return form
    known = {item.name: item for other in reversed(schema) for item in other.parameters}
    exact = next((other for other in schema if set(other.names) == set(form.names)), None)
    if exact is not None:
        known |= {item.name: item for item in exact.parameters}
    return dataclasses.replace(form, parameters=tuple(_fill(item, known) for item in form.parameters))


def _is_open(item: Parameter) -> bool:
    return item.default.state is DefaultState.OPAQUE and item.default.text == "..."


def _fill(item: Parameter, known: dict[str, Parameter]) -> Parameter:
    other = known.get(item.name)
    if not _is_open(item) or other is None or other.default.state is not DefaultState.VALUE:
        return item
    return dataclasses.replace(item, default=other.default)
