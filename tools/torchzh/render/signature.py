"""Forms of an object as Sphinx object descriptions, and the quiet line of one parameter.

All forms stand in one directive, so that they are one entry of the inventory.
Private parameters with a default are not shown. A default that has no literal
form is shown as ``...``; an unknown signature is shown as ``(...)``, never as
empty. Sphinx parses the text again, so nothing is escaped here.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass

from torchzh.models import ApiObject, DefaultState, Form, Kind, Parameter, ParameterKind
from torchzh.render import rst
from torchzh.render.rst import Lines
from torchzh.render.types import Types

DIRECTIVES = {
    Kind.FUNCTION: "py:function",
    Kind.CLASS: "py:class",
    Kind.METHOD: "py:method",
    Kind.CLASSMETHOD: "py:method",
    Kind.STATICMETHOD: "py:method",
    Kind.PROPERTY: "py:property",
    Kind.ATTRIBUTE: "py:attribute",
    Kind.CONSTANT: "py:data",
    Kind.MODULE: "py:module",
    Kind.MISSING: "py:data",
}
FLAGS = {Kind.CLASSMETHOD: "classmethod", Kind.STATICMETHOD: "staticmethod"}
VALUES = frozenset({Kind.CONSTANT, Kind.ATTRIBUTE})
LONG_VALUE = 120


def role_type(kind: Kind) -> str:
    """The object type Sphinx files this kind under."""
    return DIRECTIVES[kind].removeprefix("py:")


def describe(obj: ApiObject, types: Types) -> Lines:
    """The object description: all forms, numbered by the style sheet."""
    options = _options(obj)
    if obj.kind in (*VALUES, Kind.PROPERTY) and obj.annotation:
        options["type"] = types.link(obj.annotation, obj.module)
    if obj.kind in VALUES and obj.value not in ("", obj.name) and len(obj.value) <= LONG_VALUE:
        options["value"] = obj.value
    return rst.directive(DIRECTIVES[obj.kind], signatures(obj, types), options=options)


def mention(obj: ApiObject) -> Lines:
    """The same address without drawing anything; ``plain`` says the signature in a fifth of the weight."""
    return rst.directive(DIRECTIVES[obj.kind], obj.name, options=_options(obj) | {"no-typesetting": ""})


def plain(obj: ApiObject, types: Types, *, short: bool = False) -> list[str]:
    """Signatures as inline code; ``short`` leaves the path before the last name out."""
    prefix = obj.name.rpartition(".")[0] + "."
    lines = signatures(obj, types, typed=False)
    return [rst.literal(line.removeprefix(prefix) if short else line) for line in lines]


def _options(obj: ApiObject) -> dict[str, str]:
    options = {"no-index-entry": ""}
    return options | ({FLAGS[obj.kind]: ""} if obj.kind in FLAGS else {})


def signatures(obj: ApiObject, types: Types, *, typed: bool = True) -> list[str]:
    """One signature a line."""
    if not obj.is_callable:
        return [obj.name]
    if not obj.forms:
        return [f"{obj.name}(...)"]
    lines = [obj.name + form_text(form, types, obj.module, typed=typed) for form in obj.forms]
    return list(dict.fromkeys(lines))


def form_text(form: Form, types: Types, module: str, *, typed: bool = True) -> str:
    """``(a, /, b=0, *, c)`` with types and return type."""
    parts: list[str] = []
    previous: ParameterKind | None = None
    for parameter in visible(form):
        if previous is ParameterKind.POSITIONAL_ONLY and parameter.kind is not previous:
            parts.append("/")
        if parameter.kind is ParameterKind.KEYWORD_ONLY and previous not in (
            ParameterKind.KEYWORD_ONLY,
            ParameterKind.VAR_POSITIONAL,
        ):
            parts.append("*")
        parts.append(_parameter(parameter, types, module, typed=typed))
        previous = parameter.kind
    if previous is ParameterKind.POSITIONAL_ONLY:
        parts.append("/")
    returns = types.link(form.returns, module) if typed else ""
    return f"({', '.join(parts)})" + (f" -> {returns}" if returns else "")


def visible(form: Form) -> list[Parameter]:
    """Parameters that readers see, each name once."""
    shown: dict[str, Parameter] = {}
    for parameter in form.parameters:
        hidden = parameter.is_private and parameter.default.state is not DefaultState.REQUIRED
        if not hidden:
            shown.setdefault(parameter.name, parameter)
    return list(shown.values())


def _parameter(parameter: Parameter, types: Types, module: str, *, typed: bool) -> str:
    annotation = types.link(parameter.annotation, module) if typed else ""
    shown = parameter.label + (f": {annotation}" if annotation else "")
    match parameter.default.state:
        case DefaultState.REQUIRED:
            return shown
        case DefaultState.OPAQUE:
            value = parameter.default.text if _is_expression(parameter.default.text) else "..."
        case _:
            value = parameter.default.text
    return f"{shown} = {value}" if annotation else f"{shown}={value}"


def _is_expression(text: str) -> bool:
    try:
        ast.parse(text, mode="eval")
    except (SyntaxError, ValueError):
        return False
    return "\n" not in text


@dataclass(frozen=True, slots=True, kw_only=True)
class ParameterFacts:
    """What all forms together say about one parameter name."""

    types: tuple[str, ...]
    defaults: tuple[str, ...]  # texts of the defaults; empty: required everywhere
    required_somewhere: bool
    variadic: bool  # *args or **kwargs
    keyword_only: bool
    positional_only: bool
    form_numbers: tuple[int, ...]  # 1-based; empty when it is in every form

    def line(self) -> str:
        """The quiet line under the heading, as escaped RST."""
        parts = [rst.literal(" | ".join(self.types))] if self.types else []
        if self.variadic:
            parts.append("可以不给，也可以给任意个")
        elif not self.defaults:
            parts.append("必填")
        else:
            given = rst.join(_separated([rst.literal(text) for text in self.defaults], " 或 "))
            parts.append(rst.join(["默认 ", given, "，部分形式必填" if self.required_somewhere else ""]))
        if self.keyword_only:
            parts.append("只能按关键字传")
        if self.positional_only:
            parts.append("只能按位置传")
        if self.form_numbers:
            parts.append(f"第 {'、'.join(map(str, self.form_numbers))} 种形式")
        return rst.join(_separated(parts, " · "))


def _separated(parts: list[str], mark: str) -> list[str]:
    result = parts[:1]
    for part in parts[1:]:
        result += [mark, part]
    return result


def parameter_facts(obj: ApiObject, types: Types) -> Mapping[str, ParameterFacts]:
    """Facts of every parameter by name; a form that only hands everything on does not count as another."""
    telling = sum(not all(p.is_variadic for p in form.parameters) for form in obj.forms)
    forms = [{parameter.name: parameter for parameter in form.parameters} for form in obj.forms]
    return {
        name: _facts(name, forms, types, obj.module, numbered=telling > 1) for form in forms for name in form
    }


def _facts(
    name: str, forms: list[dict[str, Parameter]], types: Types, module: str, *, numbered: bool
) -> ParameterFacts:
    numbers = tuple(index for index, form in enumerate(forms, 1) if name in form)
    found = [forms[index - 1][name] for index in numbers]
    annotations = [types.plain(parameter.annotation, module) for parameter in found if parameter.annotation]
    defaults = [p.default.text or "..." for p in found if p.default.state is not DefaultState.REQUIRED]
    return ParameterFacts(
        types=tuple(dict.fromkeys(annotations)),
        defaults=tuple(dict.fromkeys(defaults)),
        variadic=all(p.is_variadic for p in found),
        required_somewhere=any(p.default.state is DefaultState.REQUIRED and not p.is_variadic for p in found),
        keyword_only=all(p.kind is ParameterKind.KEYWORD_ONLY for p in found),
        positional_only=all(p.kind is ParameterKind.POSITIONAL_ONLY for p in found),
        form_numbers=numbers if numbered and len(numbers) < len(forms) else (),
    )
