"""Forms as the interpreter itself states them.

``inspect.signature`` is the best witness where it speaks. Some callables only
show ``(*args, **kwargs)``: for those the overloads declared in the source, the
two branches of a boolean dispatcher, the constructor behind a metaclass or the
one that everything is handed on to are asked. What stays catch-all is marked
opaque, because then no name is authoritative.
"""

from __future__ import annotations

import dataclasses
import inspect
import typing
from collections.abc import Callable
from typing import Any

from torchzh.introspect.annotations import PublicName, annotation_of
from torchzh.introspect.forwarding import forwarded_signature
from torchzh.introspect.guard import ABSENT, namespace, read
from torchzh.introspect.normalise import default_of
from torchzh.models import Default, DefaultState, Form, Parameter, ParameterKind

_KINDS = {
    inspect.Parameter.POSITIONAL_ONLY: ParameterKind.POSITIONAL_ONLY,
    inspect.Parameter.POSITIONAL_OR_KEYWORD: ParameterKind.POSITIONAL_OR_KEYWORD,
    inspect.Parameter.VAR_POSITIONAL: ParameterKind.VAR_POSITIONAL,
    inspect.Parameter.KEYWORD_ONLY: ParameterKind.KEYWORD_ONLY,
    inspect.Parameter.VAR_KEYWORD: ParameterKind.VAR_KEYWORD,
}
_FACTORY = "_HAS_DEFAULT_FACTORY_CLASS"  # what a dataclass shows for a field with a factory


def runtime_forms(
    function: Any, public_name: PublicName, *, method: bool, constructor: bool
) -> tuple[Form, ...]:
    """Forms by ``inspect``; empty where it raises. ``method``: drop the first parameter."""
    convert = _Converter(public_name, function if constructor else None)
    dispatched = dispatch_branches(function)
    if dispatched:
        return _merge_branches(
            [runtime_forms(f, public_name, method=False, constructor=False) for f in dispatched]
        )
    signature = _signature(function)
    if signature is None:
        return ()
    form = convert.form(signature, method=method, constructor=constructor)
    if form.opaque:
        return _behind(function, convert, method=method, constructor=constructor) or (form,)
    return (form,)


def _signature(function: Any) -> inspect.Signature | None:
    try:
        return inspect.signature(function)
    except KeyboardInterrupt:
        raise
    except BaseException:
        return None


def is_opaque(form: Form) -> bool:
    """Nothing but catch-all parameters under their usual names."""
    names = {parameter.label for parameter in form.parameters}
    return bool(names) and names <= {"*args", "**kwargs", "*inputs", "**kw"} and "*inputs" not in names


def _behind(function: Any, convert: _Converter, *, method: bool, constructor: bool) -> tuple[Form, ...]:
    """Forms that a catch-all hides."""
    if not constructor:
        return _declared(function, convert, method=method) or _held(function, convert, method=method)
    for target in (namespace(function).get(name) for name in ("__init__", "__new__")):
        if not inspect.isfunction(target):
            continue
        declared = _declared(target, convert, method=True, constructor=True)
        if declared:
            return declared
        signature = _signature(target)
        form = convert.form(signature, method=True, constructor=True) if signature else None
        if form is not None and not form.opaque:
            return (form,)
    forwarded = forwarded_signature(function)
    if forwarded is not None:
        form = convert.form(forwarded, method=True, constructor=True)
        return () if form.opaque else (form,)
    return ()


def _declared(
    function: Any, convert: _Converter, *, method: bool, constructor: bool = False
) -> tuple[Form, ...]:
    """Overloads declared in the source; they are authoritative, also ``(*args: Module)``."""
    if not inspect.isfunction(function):
        return ()
    signatures = [_signature(item) for item in typing.get_overloads(inspect.unwrap(function))]
    forms = [convert.form(item, method=method, constructor=constructor) for item in signatures if item]
    if all(form.opaque for form in forms):
        return ()
    return tuple(dict.fromkeys(dataclasses.replace(form, opaque=False) for form in forms))


def _held(function: Any, convert: _Converter, *, method: bool) -> tuple[Form, ...]:
    """The only function a wrapper holds, where a decorator did not say what it wraps; still opaque."""
    if not inspect.isfunction(function):
        return ()
    values = inspect.getclosurevars(function).nonlocals.values()
    held = [value for value in values if inspect.isfunction(value)]
    signature = _signature(held[0]) if len(held) == 1 else None
    form = convert.form(signature, method=method, constructor=False) if signature else None
    return () if form is None or form.opaque else (dataclasses.replace(form, opaque=True),)


def dispatch_branches(function: Any) -> tuple[Callable[..., Any], ...]:
    """The two functions between which a boolean argument chooses, from the closure."""
    if not inspect.isfunction(function) or not {"if_true", "if_false"} <= set(function.__code__.co_freevars):
        return ()
    closure = inspect.getclosurevars(function).nonlocals
    return tuple(closure[name] for name in ("if_false", "if_true") if callable(closure.get(name)))


def _merge_branches(branches: list[tuple[Form, ...]]) -> tuple[Form, ...]:
    """One form where both branches take the same parameters; it returns what either returns."""
    merged: dict[tuple[object, ...], list[Form]] = {}
    for form in (form for branch in branches for form in branch):
        shape = tuple((item.name, item.kind, item.default) for item in form.parameters)
        merged.setdefault(shape, []).append(form)
    return tuple(map(_united, merged.values()))


def _united(forms: list[Form]) -> Form:
    """The best annotated of equal forms, with all they return."""
    best = max(forms, key=lambda form: sum(bool(item.annotation) for item in form.parameters))
    returns = dict.fromkeys(form.returns for form in forms if form.returns)
    return Form(parameters=best.parameters, returns=" | ".join(returns))


class _Converter:
    """From ``inspect.Signature`` to ``Form``."""

    def __init__(self, public_name: PublicName, cls: Any) -> None:
        self._public_name = public_name
        fields = read(cls, "__dataclass_fields__") if cls is not None else ABSENT
        self._fields = fields if isinstance(fields, dict) else {}

    def form(self, signature: inspect.Signature, *, method: bool, constructor: bool) -> Form:
        items = list(signature.parameters.values())
        if method and items and items[0].kind is not inspect.Parameter.VAR_POSITIONAL:
            items = items[1:]
        returns = "" if constructor else annotation_of(signature.return_annotation, self._public_name)
        form = Form(parameters=tuple(self._parameter(item) for item in items), returns=returns)
        return dataclasses.replace(form, opaque=is_opaque(form))

    def _parameter(self, item: inspect.Parameter) -> Parameter:
        return Parameter(
            name=item.name,
            kind=_KINDS[item.kind],
            default=self._default(item),
            annotation=self._annotation(item.annotation),
        )

    def _annotation(self, annotation: Any) -> str:
        """TorchScript's broadcasting lists evaluate to None, which is no type of a parameter."""
        return "" if annotation in (None, type(None)) else annotation_of(annotation, self._public_name)

    def _default(self, item: inspect.Parameter) -> Default:
        if type(item.default).__name__ != _FACTORY:
            return default_of(item.default, self._public_name)
        field = self._fields.get(item.name)
        factory = field.default_factory if field is not None else None
        if factory in (list, dict, set, tuple):
            return Default(state=DefaultState.VALUE, text=repr(factory()))
        name = getattr(factory, "__name__", "factory")
        return Default(state=DefaultState.OPAQUE, text=f"{name.strip('<>')}()")
