"""Looks into the source of Python functions, for what only the body says.

Two things: a warning that is raised on every call or in one branch, and a body
that does nothing but raise because the function was removed. Files are parsed
only when the compiled function shows that it is worth it, and once.
"""

from __future__ import annotations

import ast
import copy
import re
import sys
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from torchzh.introspect.guard import ABSENT, read

Definition = ast.FunctionDef | ast.AsyncFunctionDef
_WARNERS = frozenset({"warn", "warn_once", "warning_once", "_warn_once", "_warn_typed_storage_removal"})
_CATEGORIES = frozenset({"FutureWarning", "DeprecationWarning", "PendingDeprecationWarning"})
_WORDS = ("deprecat", "will be removed", "no longer supported", "is removed in")
_LONGEST_TAIL = 25  # lines between the last code of a function and its end
_REMOVED = ("removed", "no longer")


@dataclass(frozen=True, slots=True)
class Warned:
    """A deprecation warning found in a body."""

    message: str
    always: bool


class Bodies:
    """Syntax trees of functions, by file and first line; each is parsed once."""

    def __init__(self) -> None:
        """Nothing is parsed before it is asked for."""
        self._files: dict[str, list[str]] = {}
        self._definitions: dict[tuple[str, int], Definition | None] = {}

    def warning(self, function: Any) -> Warned | None:
        """The deprecation warning a function raises, the unconditional one first."""
        for layer in layers(function):
            if not _may_warn(layer.__code__):
                continue
            node = self.definition(layer)
            if node is None:
                continue
            found = sorted(_warnings(node, layer), key=lambda item: not item.always)
            if found:
                return found[0]
        return None

    def tombstone(self, function: Any, depth: int = 1) -> str:
        """The message of a function whose only act is to raise that it was removed."""
        if not isinstance(function, FunctionType) or len(function.__code__.co_code) > 200:
            return ""
        names = function.__code__.co_names
        if "RuntimeError" not in names and len(names) > 6:
            return ""
        node = self.definition(function) if _is_short(function) else None
        if node is None:
            return ""
        body = _without_docstring(_inlined(node).body)
        while body and isinstance(body[0], ast.Assign):
            body = body[1:]  # words for the message
        match body:
            case [ast.Raise(exc=ast.Call(func=ast.Name(id="RuntimeError"), args=[text, *_]))]:
                message = _text(text, function)
                return message if any(word in message for word in _REMOVED) else ""
            case [*imports, ast.Return(value=ast.Call(func=ast.Name(id=name)))] if depth and imports:
                return self.tombstone(_imported(imports, name, function), depth - 1)
        return ""

    def definition(self, function: FunctionType) -> Definition | None:
        """The ``def`` of a function, parsed from its own lines alone."""
        code = function.__code__
        key = (code.co_filename, code.co_firstlineno)
        if key not in self._definitions:
            lines = self._lines(code.co_filename)
            self._definitions[key] = _parse_block(lines, code.co_firstlineno, _last_line(code))
        return self._definitions[key]

    def _lines(self, path: str) -> list[str]:
        if path not in self._files:
            try:
                text = Path(path).read_text(encoding="utf-8", errors="replace")
            except OSError:
                text = ""
            self._files[path] = text.split("\n")
        return self._files[path]


def layers(function: Any) -> Iterator[FunctionType]:
    """The function and what it wraps, outermost first."""
    for _ in range(8):
        if isinstance(function, FunctionType):
            yield function
        inner = read(function, "__wrapped__")
        if inner is ABSENT or inner is function:
            return
        function = inner


def _last_line(code: CodeType) -> int:
    """The last line that has code, inner functions included."""
    own = max((line for _, _, line in code.co_lines() if line), default=code.co_firstlineno)
    return max([own, *(_last_line(inner) for inner in code.co_consts if isinstance(inner, CodeType))])


def _parse_block(lines: list[str], first: int, last: int) -> Definition | None:
    """Parse from the first line on; a statement may end some lines after its last code."""
    for end in range(last, min(last + _LONGEST_TAIL, len(lines) + 1)):
        block = "\n".join(["if 1:" if lines[first - 1][:1] in " \t" else "", *lines[first - 1 : end]])
        try:
            tree = ast.parse(block)
        except (SyntaxError, ValueError):
            continue
        nodes = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
        return next(nodes, None)
    return None


def _may_warn(code: CodeType) -> bool:
    return any(name in _WARNERS for name in code.co_names)


def _is_short(function: FunctionType) -> bool:
    """Cheap test before a file is parsed: a name of a raise, or a late import that is called."""
    names = function.__code__.co_names
    return "RuntimeError" in names or any("linalg_utils" in name for name in names)


def _without_docstring(body: list[ast.stmt]) -> list[ast.stmt]:
    if body and isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant):
        return body[1:]
    return body


def _imported(imports: list[ast.stmt], name: str, function: FunctionType) -> Any:
    for node in imports:
        if isinstance(node, ast.ImportFrom) and any(alias.name == name for alias in node.names):
            package = function.__module__ if node.level else ""
            base = package.rsplit(".", node.level)[0] if node.level else ""
            module = ".".join(part for part in (base, node.module or "") if part)
            return read(sys.modules.get(module), name)
    return None


def _warnings(node: Definition, function: FunctionType) -> Iterator[Warned]:
    yield from _scan(_without_docstring(_inlined(node).body), function, always=True)


class _Inliner(ast.NodeTransformer):
    """Puts words that a body keeps in a variable where the variable is read."""

    def __init__(self, words: Mapping[str, ast.expr]) -> None:
        self._words = words

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self._words.get(node.id, node) if isinstance(node.ctx, ast.Load) else node


def _inlined(node: Definition) -> Definition:
    """The body with variables that are assigned one text replaced by it."""
    words: dict[str, ast.expr] = {}
    twice: set[str] = set()
    for statement in ast.walk(node):
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                twice |= {name} & words.keys()
                words[name] = value
    kept = {
        name: value
        for name, value in words.items()
        if name not in twice and isinstance(value, ast.Constant | ast.JoinedStr | ast.BinOp)
        if not _reads(value, words)  # `x = x + y` would be put into itself for ever
    }
    inlined: Definition = _Inliner(kept).visit(copy.deepcopy(node)) if kept else node
    return inlined


def _reads(value: ast.expr, names: Collection[str]) -> bool:
    return any(isinstance(part, ast.Name) and part.id in names for part in ast.walk(value))


def _scan(body: list[ast.stmt], function: FunctionType, *, always: bool) -> Iterator[Warned]:
    for statement in body:
        match statement:
            case ast.Expr(value=ast.Call() as call):
                found = _deprecation_call(call, function)
                if found:
                    # A warning that does not say so may be about wrong use.
                    yield Warned(found, always and any(word in found.lower() for word in _WORDS))
            case ast.With(body=inner) | ast.AsyncWith(body=inner):
                yield from _scan(inner, function, always=always)
            case ast.If(test=test, body=inner, orelse=other):
                taken = _known_test(test)
                yield from _scan(inner, function, always=always and taken is True)
                yield from _scan(other, function, always=always and taken is False)
            case ast.For(body=inner) | ast.While(body=inner):
                yield from _scan(inner, function, always=False)
            case ast.Try(body=inner, orelse=other, handlers=handlers):
                yield from _scan(inner + other, function, always=False)
                for handler in handlers:
                    yield from _scan(handler.body, function, always=False)
            case ast.Return() | ast.Raise():
                always = False


def _known_test(test: ast.expr) -> bool | None:
    """How a test ends that depends on nothing but this Python, and that nobody is scripting."""
    text = ast.unparse(test)
    if text in ("not torch.jit.is_scripting()", "not is_scripting()"):
        return True
    match = re.fullmatch(r"sys\.version_info (<|>=) \((\d+), (\d+)\)", text)
    if match is None:
        return None
    older = sys.version_info[:2] < (int(match.group(2)), int(match.group(3)))
    return older if match.group(1) == "<" else not older


def _deprecation_call(call: ast.Call, function: FunctionType) -> str:
    """Text of the warning, where the call is one about a deprecation."""
    if ast.unparse(call.func).rpartition(".")[2] not in _WARNERS or not call.args:
        return ""
    message = _text(call.args[0], function)
    categories = {ast.unparse(item) for item in [*call.args[1:], *(word.value for word in call.keywords)]}
    if categories & _CATEGORIES or any(word in message.lower() for word in _WORDS):
        return message or "…"
    return ""


def _text(node: ast.expr, function: FunctionType) -> str:
    """The text an expression gives, as far as it can be told without running it."""
    match node:
        case ast.Constant(value=str(text)):
            return " ".join(text.split())
        case ast.JoinedStr(values=values):
            return " ".join("".join(_piece(item, function) for item in values).split())
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return f"{_text(left, function)} {_text(right, function)}"
        case ast.BinOp(left=left, op=ast.Mod()):
            return _text(left, function)
        case ast.Call(func=ast.Attribute(value=value, attr="format")):
            return _text(value, function)
        case ast.Name(id=name):
            return _variable(name, function)
    return ""


def _piece(node: ast.expr, function: FunctionType) -> str:
    if isinstance(node, ast.Constant):
        return str(node.value)
    if isinstance(node, ast.FormattedValue):
        if isinstance(node.value, ast.Constant | ast.JoinedStr):
            return _text(node.value, function)
        value = _variable(node.value.id, function) if isinstance(node.value, ast.Name) else ""
        return value or "{" + ast.unparse(node.value) + "}"
    return ""


def _variable(name: str, function: FunctionType) -> str:
    """A text that the function's closure or module holds under a name."""
    cells = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=False))
    try:
        value = cells[name].cell_contents if name in cells else function.__globals__.get(name)
    except ValueError:
        return ""
    return " ".join(value.split()) if isinstance(value, str) else ""
