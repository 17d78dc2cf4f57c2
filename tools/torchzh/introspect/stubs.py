"""Reads the ``.pyi`` files that a package ships, by their syntax tree alone.

They are the best source for functions written in C: all overloads, names,
kinds, defaults and types. A default written ``...`` exists but is not known
here. Parsed files are kept for the length of one walk.
"""

from __future__ import annotations

import ast
import dataclasses
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from torchzh.introspect.annotations import stub_type
from torchzh.models import Default, DefaultState, Form, Parameter, ParameterKind, Source

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(slots=True)
class StubFile:
    """Functions (all overloads) and attribute types of one file, by dotted name inside it."""

    functions: dict[str, list[Function]] = field(default_factory=lambda: defaultdict(list))
    attributes: dict[str, str] = field(default_factory=dict)
    classes: set[str] = field(default_factory=set)


class Stubs:
    """Looks names up in the stub files below the folder that holds the package."""

    def __init__(self, root: Path) -> None:
        """``root``: the folder that contains the package."""
        self._root = root
        self._files: dict[str, StubFile | None] = {}

    def forms(self, module: str, name: str, *, method: bool = False) -> tuple[Form, ...]:
        """All overloads of a function or method; ``name`` is dotted inside the module."""
        file = self.file(module)
        if file is None:
            return ()
        return distinct(form_of(node, method=method) for node in file.functions.get(name, ()))

    def constructor(self, module: str, name: str) -> tuple[Form, ...]:
        """Overloads of ``__init__``, else of ``__new__``, of a class."""
        for special in ("__init__", "__new__"):
            forms = self.forms(module, f"{name}.{special}", method=True)
            if forms:
                return tuple(_without_returns(form) for form in forms)
        return ()

    def attribute(self, module: str, name: str) -> str:
        """Type of an attribute or property, or an empty text."""
        file = self.file(module)
        return file.attributes.get(name, "") if file else ""

    def file(self, module: str) -> StubFile | None:
        """The stub of a module, parsed once; None where there is none."""
        if module not in self._files:
            self._files[module] = self._parse(module)
        return self._files[module]

    def _parse(self, module: str) -> StubFile | None:
        base = self._root.joinpath(*module.split("."))
        for path in (base / "__init__.pyi", base.with_name(base.name + ".pyi")):
            if path.is_file():
                file = StubFile()
                try:
                    _collect(ast.parse(path.read_text(encoding="utf-8")).body, "", file)
                except SyntaxError:
                    return None
                return file
        return None


def _collect(body: list[ast.stmt], prefix: str, file: StubFile) -> None:
    for node in body:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                if _is_property(node):
                    file.attributes[prefix + node.name] = _text(node.returns)
                else:
                    file.functions[prefix + node.name].append(node)
            case ast.ClassDef():
                file.classes.add(prefix + node.name)
                _collect(node.body, f"{prefix}{node.name}.", file)
            case ast.AnnAssign(target=ast.Name(id=name)):
                file.attributes[prefix + name] = _text(node.annotation)
            case ast.If():
                _collect(node.body + node.orelse, prefix, file)


def _decorators(node: Function) -> set[str]:
    return {ast.unparse(decorator).rpartition(".")[2] for decorator in node.decorator_list}


def _is_property(node: Function) -> bool:
    return bool(_decorators(node) & {"property", "setter", "cached_property"})


def form_of(node: Function, *, method: bool, source: Source = Source.STUB) -> Form:
    """The form that one ``def`` declares; the first parameter of a method is dropped."""
    parameters = parameters_of(node.args)
    if method and "staticmethod" not in _decorators(node):
        parameters = parameters[1:]
    elif (
        not method
        and parameters
        and (parameters[0].name, parameters[0].annotation) == ("self", "torch.Tensor")
    ):
        parameters = (dataclasses.replace(parameters[0], name="input"), *parameters[1:])
    return Form(parameters=parameters, returns=_text(node.returns), source=source)


def parameters_of(arguments: ast.arguments) -> tuple[Parameter, ...]:
    """Parameters of a ``def`` in signature order."""
    positional = [*arguments.posonlyargs, *arguments.args]
    missing = len(positional) - len(arguments.defaults)
    defaults: list[ast.expr | None] = [*([None] * missing), *arguments.defaults]
    found: list[Parameter] = []
    for index, (argument, default) in enumerate(zip(positional, defaults, strict=True)):
        only = index < len(arguments.posonlyargs)
        kind = ParameterKind.POSITIONAL_ONLY if only else ParameterKind.POSITIONAL_OR_KEYWORD
        found.append(_parameter(argument, default, kind))
    if arguments.vararg:
        found.append(_parameter(arguments.vararg, None, ParameterKind.VAR_POSITIONAL))
    for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        found.append(_parameter(argument, default, ParameterKind.KEYWORD_ONLY))
    if arguments.kwarg:
        found.append(_parameter(arguments.kwarg, None, ParameterKind.VAR_KEYWORD))
    return tuple(found)


def _parameter(argument: ast.arg, default: ast.expr | None, kind: ParameterKind) -> Parameter:
    return Parameter(
        name=argument.arg, kind=kind, default=_default(default), annotation=_text(argument.annotation)
    )


def _default(node: ast.expr | None) -> Default:
    if node is None:
        return Default()
    text = value_text(node)
    return Default(state=DefaultState.OPAQUE if text == "..." else DefaultState.VALUE, text=text)


# The stubs import these by their short names; the runtime knows them below torch.
_SHORT = {
    "strided",
    "contiguous_format",
    "preserve_format",
    "per_tensor_affine",
    "float32",
    "float64",
    "int64",
}


def value_text(node: ast.expr) -> str:
    """A default as an expression that needs no imports of the stub."""
    if isinstance(node, ast.Name) and node.id in _SHORT:
        return f"torch.{node.id}"
    if isinstance(node, ast.Name) and node.id in ("inf", "nan"):
        return f"float('{node.id}')"
    return ast.unparse(node)


def _text(node: ast.expr | None) -> str:
    if node is None:
        return ""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return stub_type(node.value)
    return stub_type(ast.unparse(node))


def _without_returns(form: Form) -> Form:
    return Form(parameters=form.parameters, source=form.source)


def distinct(forms: Any) -> tuple[Form, ...]:
    """The forms without repetitions, order kept."""
    return tuple(dict.fromkeys(forms))
