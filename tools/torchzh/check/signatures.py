"""Signatures in one line, for messages, and questions about forms.

A reader of a finding wants to see what torch really has: all forms, in the
order of the snapshot, short enough for a line.
"""

from __future__ import annotations

from collections.abc import Iterator

from torchzh.models import ApiObject, DefaultState, Form, Parameter, ParameterKind

_KINDS = {
    ParameterKind.POSITIONAL_ONLY: "只能按位置传",
    ParameterKind.POSITIONAL_OR_KEYWORD: "位置、关键字都行",
    ParameterKind.KEYWORD_ONLY: "只能按关键字传",
    ParameterKind.VAR_POSITIONAL: "可变位置参数",
    ParameterKind.VAR_KEYWORD: "可变关键字参数",
}
POSITIONAL = frozenset(
    {ParameterKind.POSITIONAL_ONLY, ParameterKind.POSITIONAL_OR_KEYWORD, ParameterKind.VAR_POSITIONAL}
)


def kind_name(kind: ParameterKind) -> str:
    """How a parameter is passed, in Chinese."""
    return _KINDS[kind]


def show_parameter(parameter: Parameter) -> str:
    """``dim=0`` or ``*args``."""
    if parameter.default.state is DefaultState.REQUIRED:
        return parameter.label
    return f"{parameter.label}={parameter.default.text}"


def show_form(name: str, form: Form) -> str:
    """``cat(tensors, dim=0, *, out=None)``."""
    return f"{name.rpartition('.')[2]}({', '.join(_parts(form))})"


def show(found: ApiObject) -> str:
    """All forms of an object in one line."""
    if not found.forms:
        return "签名未知" if found.is_callable else f"{found.name}（不能调用）"
    return " ｜ ".join(show_form(found.name, form) for form in found.forms)


def _parts(form: Form) -> Iterator[str]:
    kinds = [parameter.kind for parameter in form.parameters]
    star = ParameterKind.VAR_POSITIONAL in kinds
    for index, parameter in enumerate(form.parameters):
        if parameter.kind is ParameterKind.KEYWORD_ONLY and not star:
            star = True
            yield "*"
        yield show_parameter(parameter)
        if parameter.kind is ParameterKind.POSITIONAL_ONLY and (
            index + 1 == len(kinds) or kinds[index + 1] is not ParameterKind.POSITIONAL_ONLY
        ):
            yield "/"


def public_parameters(found: ApiObject) -> dict[str, Parameter]:
    """Each parameter a reader must know, by name, in order of first appearance over all forms."""
    return {parameter.name: parameter for parameter in found.parameters() if not parameter.is_private}


def occurrences(found: ApiObject, name: str) -> Iterator[Parameter]:
    """A parameter in every form that has it."""
    for form in found.forms:
        for parameter in form.parameters:
            if parameter.name == name:
                yield parameter


def is_opaque(found: ApiObject) -> bool:
    """True when the names of the signature are not authoritative."""
    return any(form.opaque for form in found.forms)


def together(found: ApiObject, names: set[str]) -> bool:
    """True when one form accepts all these names at once."""
    for form in found.forms:
        catch_all = any(parameter.kind is ParameterKind.VAR_KEYWORD for parameter in form.parameters)
        if catch_all or names <= set(form.names):
            return True
    return False
