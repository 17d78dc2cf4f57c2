"""Type annotations as readers should see them: short, linked, one spelling.

Stubs, schemas and run time write the same type in many ways (``_int``,
``Optional[Tensor]``, ``typing.Sequence``, a private home). Here they become one
expression in which documented classes are written ``~torch.Tensor``: Sphinx
links the full name and shows the last part. What cannot be parsed stays as it is.
"""

from __future__ import annotations

import ast
import builtins
import collections.abc
import re
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

# Private spellings of stubs → what they mean.
SPELLINGS = {
    "_int": "int",
    "_float": "float",
    "_bool": "bool",
    "_complex": "complex",
    "_dtype": "torch.dtype",
    "_layout": "torch.layout",
    "_device": "torch.device",
    "_qscheme": "torch.qscheme",
    "_size": "Sequence[int]",
    "_symint": "int",
    "SymInt": "int",
    "SymInt[]": "Sequence[int]",
    "IntLikeType": "int",
    "FloatLikeType": "float",
    "BoolLikeType": "bool",
    "DeviceLikeType": "torch.device | str | int",
    "NoneType": "None",
    "builtins.int": "int",
    "builtins.bool": "bool",
    "builtins.float": "float",
    "builtins.str": "str",
}
PREFIXES = (
    "typing.",
    "typing_extensions.",
    "collections.abc.",
    "builtins.",
    "types.",
    "torch.jit.annotations.",
)
OPTIONAL = frozenset({"Optional"})
UNION = frozenset({"Union"})
# Where a bare name of an annotation is looked up, after the module of the object itself.
HOMES = ("torch", "torch.nn", "torch.optim", "torch.utils.data")
# Names of Python itself; a torch module that imports one does not own it. A bare Generator is torch's.
PYTHON = {*dir(builtins), *typing.__all__, *collections.abc.__all__} - {"Generator"}
ADDRESS = re.compile(r"[<>]")


@dataclass(frozen=True, slots=True)
class Types:
    """Rewrites annotations; ``classes`` maps every spelling of a class to its canonical name."""

    classes: Mapping[str, str]
    _linked_memo: dict[tuple[str, str], str] = field(default_factory=dict, repr=False, compare=False)

    def link(self, annotation: str, module: str = "") -> str:
        """The annotation in the form described above; empty stays empty."""
        key = annotation, module
        if key not in self._linked_memo:
            self._linked_memo[key] = self._rewrite(annotation, lambda name: self._linked(name, module))
        return self._linked_memo[key]

    def plain(self, annotation: str, module: str = "") -> str:
        """The same without links, for prose: ``Tensor | None``."""
        return self._rewrite(annotation, lambda name: self._linked(name, module).rpartition(".")[2])

    def _rewrite(self, annotation: str, name_of: Callable[[str], str]) -> str:
        source = SPELLINGS.get(annotation, annotation).strip()
        if not source or ADDRESS.search(source):
            return source
        try:
            tree = ast.parse(source, mode="eval").body
        except (SyntaxError, ValueError):
            return source
        return ast.unparse(_Rewriter(name_of).visit(tree))

    def _linked(self, name: str, module: str) -> str:
        for prefix in PREFIXES:
            if name.startswith(prefix):
                return name[len(prefix) :]
        if name in PYTHON:
            return name
        homes = (name, f"{module}.{name}", *(f"{home}.{name}" for home in HOMES))
        found = next((self.classes[home] for home in homes if home in self.classes), "")
        return f"~{found}" if found else name


class _Rewriter(ast.NodeTransformer):
    """Replaces names and folds Optional and Union into bars."""

    def __init__(self, name_of: Callable[[str], str]) -> None:
        self.name_of = name_of

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return self._named(node.id)

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        return self._named(ast.unparse(node))

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        if isinstance(node.value, str):  # a forward reference
            try:
                return self.visit(ast.parse(node.value, mode="eval").body)  # type: ignore[no-any-return]
            except SyntaxError:
                return node
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        head = ast.unparse(node.value).rpartition(".")[2]
        if head == "Literal":
            return ast.Subscript(ast.Name("Literal"), node.slice)
        if head in OPTIONAL:
            return _bars([self.visit(node.slice), ast.Constant(None)])
        if head in UNION:
            parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
            return _bars([self.visit(part) for part in parts])
        return ast.Subscript(self.visit(node.value), self.visit(node.slice))

    def _named(self, name: str) -> ast.AST:
        spelled = SPELLINGS.get(name)
        if spelled is not None:
            return self.visit(ast.parse(spelled, mode="eval").body)  # type: ignore[no-any-return]
        return ast.parse(self.name_of(name), mode="eval").body


def _bars(parts: list[ast.expr]) -> ast.expr:
    unique: dict[str, ast.expr] = {}
    for part in parts:
        for option in _options(part):
            unique.setdefault(ast.unparse(option), option)
    none = unique.pop("None", None)
    ordered = [*unique.values(), *([none] if none is not None else [])]
    result = ordered[0]
    for part in ordered[1:]:
        result = ast.BinOp(result, ast.BitOr(), part)
    return result


def _options(node: ast.expr) -> list[ast.expr]:
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        return [*_options(node.left), *_options(node.right)]
    return [node]
