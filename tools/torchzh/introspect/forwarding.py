"""Constructors that hand everything on to the constructor of their base.

``nn.LSTM(*args, **kwargs)`` calls ``super().__init__('LSTM', *args, **kwargs)``:
its parameters are those of the base without what the call gives itself. Names
taken out of ``kwargs`` before belong to the constructor, names it refuses do not.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterator
from typing import Any

from torchzh.introspect.guard import method_order, namespace


def forwarded_signature(cls: Any) -> inspect.Signature | None:
    """The signature a catch-all constructor really has (with ``self``), where its body shows it."""
    order = method_order(cls)
    owner = next((base for base in order if "__init__" in namespace(base)), None)
    if owner is None or not inspect.isfunction(namespace(owner)["__init__"]):
        return None
    body = _body(namespace(owner)["__init__"])
    calls = list(_forwarding_calls(body)) if body is not None else []
    bases = order[order.index(owner) + 1 :]
    target = next((namespace(base)["__init__"] for base in bases if "__init__" in namespace(base)), None)
    if body is None or len(calls) != 1 or not inspect.isfunction(target):
        return None
    signature = inspect.signature(target)
    given = {keyword.arg for keyword in calls[0].keywords if keyword.arg} | set(_refused(body))
    items = list(signature.parameters.values())
    first, rest = items[0], items[len(calls[0].args) :]  # self, and what stands after the given ones
    kept = [item for item in rest if item.name not in given]
    names = {item.name for item in kept}
    popped = [item for item in _popped(body) if item.name not in names]
    return inspect.Signature(sorted([first, *kept, *popped], key=lambda item: item.kind))


def _body(function: Any) -> ast.FunctionDef | None:
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    except (OSError, TypeError, SyntaxError):
        return None
    found = tree.body[0] if tree.body else None
    return found if isinstance(found, ast.FunctionDef) else None


def _forwarding_calls(body: ast.FunctionDef) -> Iterator[ast.Call]:
    """Calls of ``super().__init__`` that pass both ``*args`` and ``**kwargs`` on."""
    for node in ast.walk(body):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Call(func=ast.Name(id="super")), attr="__init__")):
                starred = any(isinstance(item, ast.Starred) for item in node.args[-1:])
                if starred and any(keyword.arg is None for keyword in node.keywords):
                    yield node


def _refused(body: ast.FunctionDef) -> Iterator[str]:
    """``if 'name' in kwargs: raise``."""
    for node in ast.walk(body):
        match node:
            case ast.If(
                test=ast.Compare(left=ast.Constant(value=str(name)), ops=[ast.In()]), body=[ast.Raise(), *_]
            ):
                yield name


def _popped(body: ast.FunctionDef) -> Iterator[inspect.Parameter]:
    """``kwargs.pop('name', default)``."""
    for node in ast.walk(body):
        match node:
            case ast.Call(
                func=ast.Attribute(value=ast.Name(), attr="pop"),
                args=[ast.Constant(value=str(name)), ast.Constant(value=default)],
            ):
                yield inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default)
