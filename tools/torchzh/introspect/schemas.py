"""Forms from the operator schemas that torch itself carries at run time.

A schema is written for C++; Python's argument parser is generated from it by
fixed rules, repeated here: ``self`` is called ``input`` in functions and is no
parameter of methods, a variant that writes to ``out`` is folded into the one
that returns a new tensor, and factories take ``requires_grad``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from torchzh.introspect.annotations import stub_type
from torchzh.introspect.guard import ABSENT, read
from torchzh.models import Default, DefaultState, Form, Parameter, ParameterKind, Source

OPTIONS = ("dtype", "layout", "device", "pin_memory")
_NAMED_NUMBERS = {
    "MemoryFormat": ("contiguous_format", "preserve_format", "channels_last", "channels_last_3d"),
    "Layout": ("strided", "sparse_coo", "sparse_csr", "_mkldnn", "sparse_csc", "sparse_bsr", "sparse_bsc"),
    "ScalarType": (
        *("uint8", "int8", "int16", "int32", "int64", "float16", "float32", "float64"),
        *("complex32", "complex64", "complex128", "bool", "qint8", "quint8", "qint32", "bfloat16"),
    ),
}
_SCHEMA = re.compile(r"^[\w:.]+\((.*)\) -> (.*)$", re.DOTALL)


def schema_forms(operator: str, lookup: Any, *, method: bool) -> tuple[Form, ...]:
    """Forms of ``aten::operator``; ``lookup`` gives the schemas of a full operator name."""
    try:
        schemas = list(lookup(f"aten::{operator}"))
    except Exception:
        return ()
    overloads = [overload for overload in map(_read, schemas) if _fits(overload, method=method)]
    return tuple(_fold(overloads, method=method))


class _Overload:
    """One schema, split into what is given and what is written to."""

    def __init__(self, given: list[Parameter], written: list[str], returns: str) -> None:
        self.given = given
        self.written = written
        self.returns = returns

    def key(self, *, with_options: bool) -> tuple[tuple[str, str], ...]:
        """What must agree for an ``out`` variant to belong to another overload."""
        return tuple(
            (item.name, item.annotation) for item in self.given if with_options or item.name not in OPTIONS
        )


def _read(schema: Any) -> _Overload:
    text = _SCHEMA.match(str(schema))
    types = _argument_types(text.group(1)) if text else {}
    given: list[Parameter] = []
    written: list[str] = []
    for argument in schema.arguments:
        spelled = types.get(argument.name, "")
        if argument.kwarg_only and "!" in spelled:
            written.append(argument.name)
        else:
            given.append(_parameter(argument, spelled))
    returns = [str(item.type) for item in schema.returns]
    return _Overload(given, written, _returns(returns))


def _argument_types(text: str) -> dict[str, str]:
    """Type of each argument as the schema spells it: ``Tensor(a!)``, ``int[2]?``."""
    found: dict[str, str] = {}
    for part in split_arguments(text):
        spelled, _, name = part.partition("=")[0].strip().rpartition(" ")
        found[name] = spelled
    return found


def split_arguments(text: str) -> list[str]:
    """Split at the commas that stand in no bracket and no quotes."""
    parts, depth, quote, start = [], 0, "", 0
    for index, sign in enumerate(text):
        if quote:
            quote = "" if sign == quote and text[index - 1] != "\\" else quote
        elif sign in "\"'":
            quote = sign
        elif sign in "([{<":
            depth += 1
        elif sign in ")]}>" and not (sign == ">" and text[index - 1] in "-="):
            depth -= 1
        elif sign == "," and depth == 0:
            parts.append(text[start:index].strip())
            start = index + 1
    parts.append(text[start:].strip())
    return [part for part in parts if part]


def _parameter(argument: Any, spelled: str) -> Parameter:
    kind = ParameterKind.KEYWORD_ONLY if argument.kwarg_only else ParameterKind.POSITIONAL_OR_KEYWORD
    return Parameter(
        name=argument.name,
        kind=kind,
        default=_default(argument, spelled),
        annotation=stub_type(python_type(spelled)),
    )


def _default(argument: Any, spelled: str) -> Default:
    if not argument.has_default_value():
        return Default()
    value = read(argument, "default_value")
    if value is ABSENT:
        return Default(state=DefaultState.OPAQUE, text="...")
    return Default(state=DefaultState.VALUE, text=_value_text(value, spelled.rstrip("?")))


def _value_text(value: Any, spelled: str) -> str:
    names = _NAMED_NUMBERS.get(spelled)
    if names and isinstance(value, int) and 0 <= value < len(names):
        return f"torch.{names[value]}"
    if isinstance(value, list):
        return f"({', '.join(map(repr, value))}{',' if len(value) == 1 else ''})"
    if isinstance(value, float) and value - value != 0:
        return f"float('{value}')"
    return repr(value)


_TYPES = {
    "Scalar": "Number", "ScalarType": "torch.dtype", "Layout": "torch.layout", "Device": "torch.device",
    "MemoryFormat": "torch.memory_format", "SymInt": "int", "Generator": "torch.Generator", "Dimname": "str",
    "QScheme": "torch.qscheme", "Storage": "torch.Storage", "Stream": "torch.Stream", "number": "Number",
}  # fmt: skip


def python_type(spelled: str) -> str:
    """``int[2]?`` as ``int | Sequence[int] | None``; unknown spellings stay as they are."""
    text = re.sub(r"\([a-z|!> *-]*\)", "", spelled)
    if text.endswith("?"):
        return f"{python_type(text[:-1])} | None"
    array = re.fullmatch(r"(.*)\[(\d*)\]", text)
    if array:
        inner = python_type(array.group(1))
        return f"{inner} | Sequence[{inner}]" if array.group(2) else f"Sequence[{inner}]"
    return _TYPES.get(text, text)


def _returns(types: Sequence[str]) -> str:
    shown = [stub_type(python_type(item)) for item in types]
    if not shown:
        return "None"
    return shown[0] if len(shown) == 1 else f"tuple[{', '.join(shown)}]"


def _fits(overload: _Overload, *, method: bool) -> bool:
    """A method needs a tensor called self in first place."""
    return not method or any(item.name == "self" for item in overload.given)


def _fold(overloads: Iterable[_Overload], *, method: bool) -> list[Form]:
    """One form per overload that Python shows, ``out`` variants folded in."""
    plain: list[tuple[_Overload, bool]] = []
    writing = []
    for overload in overloads:
        if overload.written:
            writing.append(overload)
        else:
            plain.append((overload, False))
    for overload in writing:
        index = next(
            (
                i
                for i, (base, _) in enumerate(plain)
                if base.key(with_options=False) == overload.key(with_options=False)
            ),
            None,
        )
        if index is None:
            plain.append((overload, True))
        else:
            plain[index] = (plain[index][0], True)
    return [_form(overload, writes, method=method) for overload, writes in plain]


def _form(overload: _Overload, writes: bool, *, method: bool) -> Form:
    given = [item for item in overload.given if not (method and item.name == "self")]
    parameters = [_renamed(item) for item in given]
    if writes and not method:
        parameters.append(_keyword("out", "None", "torch.Tensor | None"))
    names = {item.name for item in given}
    if {"dtype", "layout", "device", "pin_memory"} <= names:
        parameters.append(_keyword("requires_grad", "False", "bool"))
    positional = [item for item in parameters if item.kind is ParameterKind.POSITIONAL_OR_KEYWORD]
    keyword = [item for item in parameters if item.kind is not ParameterKind.POSITIONAL_OR_KEYWORD]
    return Form(parameters=(*positional, *keyword), returns=overload.returns, source=Source.SCHEMA)


def _renamed(item: Parameter) -> Parameter:
    if item.name != "self" or item.annotation != "torch.Tensor":
        return item
    return Parameter(name="input", kind=item.kind, default=item.default, annotation=item.annotation)


def _keyword(name: str, default: str, annotation: str) -> Parameter:
    return Parameter(
        name=name,
        kind=ParameterKind.KEYWORD_ONLY,
        default=Default(state=DefaultState.VALUE, text=default),
        annotation=annotation,
    )
