"""What a live torch says about a name, found without the introspector.

Attributes are followed, parsers are provoked with arguments they must refuse
(nothing is computed, save by what is said to raise anyway), code objects and source text are read. Used by
``bench_precision.py``; None always means that this method cannot tell.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import re
import textwrap
import types
import warnings
from typing import Any

from oracle import ask

NOTHING = object()
_UNEXPECTED = re.compile(r"unexpected keyword argument '?\"?(\w+)|got an unexpected keyword")
_MUST_BE = re.compile(r"argument '(\w+)'.* must be ")


def facts(name: str, parameters: list[str], *, may_call: bool = False) -> dict[str, Any]:
    """Everything a verdict may need; ``may_call`` lets one that is said to raise show it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found, parent = _resolve(name)
        if found is NOTHING:
            return {"reachable": False, "parent": parent is not NOTHING}
        code = _code(found)
        return {
            "reachable": True,
            "parent": True,
            "public": _public(name, parent, found),
            "type": _type(found, parent, name),
            "dead": (may_call and _raises(found)) or _dead(found),
            "deprecated": _deprecated(found, name),
            "accepts": {parameter: _accepts(found, code, parameter) for parameter in parameters},
            "order": _order(found, code),
            "kinds": _kinds(code),
            "defaults": _defaults(found),
            "forms": _forms(found),
        }


def _resolve(name: str) -> tuple[Any, Any]:
    parts = name.split(".")
    modules = len(parts) - 1
    while modules > 1 and not _is_module(".".join(parts[:modules])):
        modules -= 1
    found: Any = importlib.import_module(".".join(parts[:modules]))  # may be hidden by an attribute
    parent: Any = NOTHING
    for depth, part in enumerate(parts[modules:], modules + 1):
        parent = found
        try:
            found = (
                inspect.getattr_static(parent, part) if isinstance(parent, type) else getattr(parent, part)
            )
        except Exception:
            try:
                found = importlib.import_module(".".join(parts[:depth]))
            except BaseException:
                declared = getattr(parent, "__annotations__", {}) if isinstance(parent, type) else {}
                if depth == len(parts) and part in declared:
                    return declared[part], parent  # a field of a dataclass without a default
                return NOTHING, parent if depth == len(parts) else NOTHING
    if isinstance(parent, type):
        found = getattr(parent, parts[-1], found) if not isinstance(found, property) else found
    return found, parent


def _is_module(name: str) -> bool:
    try:
        importlib.import_module(name)
    except BaseException:
        return False
    return True


def _public(name: str, parent: Any, found: Any) -> list[bool]:
    last = name.rpartition(".")[2]
    listed = getattr(parent, "__all__", None)
    own = getattr(found, "__module__", None) == getattr(parent, "__name__", "")
    return [listed is not None and last in listed, listed is not None, own, last in vars(parent)]


def _type(found: Any, parent: Any, name: str) -> str:
    static = (
        inspect.getattr_static(parent, name.rpartition(".")[2], found) if parent is not NOTHING else found
    )
    if isinstance(static, staticmethod | classmethod):
        return type(static).__name__
    if isinstance(static, property | types.GetSetDescriptorType | types.MemberDescriptorType):
        return "property"
    if isinstance(found, type):
        return "class"
    if isinstance(found, types.ModuleType):
        return "module"
    if callable(found):
        return "method" if isinstance(parent, type) else "function"
    return "value"


def _dead(found: Any) -> bool | None:
    """True when the body of a Python function does nothing but raise."""
    body = _body(found)
    if body is None:
        return None
    rest = [s for s in body if not (isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant))]
    return bool(rest) and isinstance(rest[0], ast.Raise)


def _raises(found: Any) -> bool:
    """True when a call says that the function was removed."""
    import torch

    for count in (1, 2):
        try:
            found(*[torch.eye(2)] * count)
        except RuntimeError as error:
            return "removed" in str(error)
        except Exception:
            continue
    return False


def _definition(found: Any) -> ast.AST | None:
    target = inspect.unwrap(found) if callable(found) else getattr(found, "fget", found)
    try:
        return ast.parse(textwrap.dedent(inspect.getsource(target))).body[0]
    except (OSError, TypeError, SyntaxError, IndexError):
        return None


def _body(found: Any) -> list[ast.stmt] | None:
    definition = _definition(found)
    return definition.body if isinstance(definition, ast.FunctionDef | ast.ClassDef) else None


def _deprecated(found: Any, name: str) -> bool | None:
    """Whether the source or the docstring speaks of deprecation; None without either."""
    texts = [str(getattr(found, "__doc__", "") or ""), str(getattr(found, "__deprecated__", ""))]
    for target in {
        id(t): t for t in (found, getattr(found, "__init__", None), getattr(found, "fget", None))
    }.values():
        try:
            texts.append(inspect.getsource(inspect.unwrap(target)))
        except (OSError, TypeError):
            continue
    return "deprecat" in " ".join(texts).lower() if any(texts) else None


def _code(found: Any) -> types.CodeType | None:
    target = found.__init__ if isinstance(found, type) else found
    if isinstance(found, type) and not inspect.isfunction(target):
        target = found.__new__
    target = inspect.unwrap(getattr(target, "__func__", target)) if callable(target) else target
    return getattr(target, "__code__", None)


def _names(code: types.CodeType) -> tuple[str, ...]:
    return code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]


def _accepts(found: Any, code: types.CodeType | None, parameter: str) -> bool | None:
    """Whether the call takes that keyword (or has a parameter of that name)."""
    if code is not None:
        stars = code.co_varnames[code.co_argcount + code.co_kwonlyargcount :][
            : bool(code.co_flags & 4) + bool(code.co_flags & 8)
        ]
        return parameter in (*_names(code), *stars)
    if not callable(found):
        return None
    verdict = ask(found)
    if verdict.forms:
        return any(parameter in (*form.positional, *form.keyword) for form in verdict.forms)
    if verdict.required is None:
        return None
    return parameter in verdict.required or _provoke(found, verdict.required, parameter)


def _provoke(found: Any, required: tuple[str, ...], parameter: str) -> bool | None:
    """A C function with one form: give what it needs, and something impossible for the parameter."""
    import torch

    choices = [torch.zeros(2), 0, (0,), 1.0, "x", [torch.zeros(2)], torch.float32]
    given = dict.fromkeys(required, 0)
    for _ in range(len(choices) * len(required) + 2):
        try:
            found(**{name: choices[at] for name, at in given.items()}, **{parameter: object()})
        except TypeError as error:
            text = str(error)
            wrong = _MUST_BE.search(text)
            if wrong and wrong.group(1) == parameter:
                return True
            if wrong and given.get(wrong.group(1), len(choices)) + 1 < len(choices):
                given[wrong.group(1)] += 1
                continue
            unexpected = re.search(r"unexpected keyword argument '(\w+)'", text)
            return False if unexpected and unexpected.group(1) == parameter else None
        except Exception:
            return None
        return None
    return None


def _order(found: Any, code: types.CodeType | None) -> list[list[str]]:
    if code is not None:
        return [list(code.co_varnames[: code.co_argcount])]
    return [list(form.positional) for form in ask(found).forms] if callable(found) else []


def _kinds(code: types.CodeType | None) -> dict[str, str]:
    if code is None:
        return {}
    kinds = {}
    for index, name in enumerate(_names(code)):
        only = index < code.co_posonlyargcount
        kinds[name] = (
            "positional-only"
            if only
            else "positional-or-keyword"
            if index < code.co_argcount
            else "keyword-only"
        )
    return kinds


def _defaults(found: Any) -> dict[str, str]:
    """Defaults as the source writes them, or as a schema does."""
    definition = _definition(found.__init__ if isinstance(found, type) else found)
    if not isinstance(definition, ast.FunctionDef):
        return {}
    places = [*definition.args.posonlyargs, *definition.args.args]
    values = [None] * (len(places) - len(definition.args.defaults)) + list(definition.args.defaults)
    pairs = [
        *zip(places, values, strict=True),
        *zip(definition.args.kwonlyargs, definition.args.kw_defaults, strict=True),
    ]
    return {argument.arg: ast.unparse(value) if value is not None else "" for argument, value in pairs}


def _forms(found: Any) -> list[list[str]]:
    return [sorted({*form.positional, *form.keyword}) for form in ask(found).forms] if callable(found) else []


def verdict(row: dict[str, str], before: dict[str, Any], after: dict[str, Any]) -> bool | None:
    """Whether the two live versions bear the reported change out."""
    kind, parameter, old, new = row["kind"], row["parameter"], row["old"], row["new"]
    there = before["reachable"], after["reachable"]
    if kind == "added":
        return there == (False, True) if not (there[0] and before["public"] != after["public"]) else True
    if kind in ("removed", "moved"):
        return there == (True, False) and after["parent"] in (True, False)
    if kind in ("exposed", "hidden"):
        return there == (True, True) and (before["public"] != after["public"] or None)
    if there != (True, True):
        return False
    if kind == "kind":
        return before["type"] != after["type"]
    if kind == "shim":  # no longer in the namespace itself
        return bool(before["public"][3]) and not after["public"][3]
    if kind == "tombstone":
        return None if after["dead"] is None else after["dead"] and not before["dead"]
    if kind in ("deprecated", "undeprecated"):
        pair = (before["deprecated"], after["deprecated"])
        return None if None in pair else (pair[1] if kind == "deprecated" else pair[0])
    return _parameter_verdict(kind, parameter, old, new, before, after)


def _parameter_verdict(
    kind: str, parameter: str, old: str, new: str, before: dict[str, Any], after: dict[str, Any]
) -> bool | None:
    def accepted(name: str) -> tuple[bool | None, bool | None]:
        return before["accepts"].get(name), after["accepts"].get(name)

    if kind in ("parameter-added", "parameter-removed"):
        pair = accepted(parameter)
        return (
            None if None in pair else pair == ((False, True) if kind == "parameter-added" else (True, False))
        )
    if kind == "parameter-renamed":
        pairs = accepted(old), accepted(new)
        return None if None in (*pairs[0], *pairs[1]) else pairs == ((True, False), (False, True))
    if kind == "parameter-moved":
        places = [{o.index(parameter) for o in side["order"] if parameter in o} for side in (before, after)]
        return None if not all(places) else places[0] != places[1]
    if kind == "parameter-kind":
        kinds = before["kinds"].get(parameter), after["kinds"].get(parameter)
        return None if None in kinds else kinds == (old, new)
    if kind == "default":
        texts = before["defaults"].get(parameter), after["defaults"].get(parameter)
        return None if None in texts else texts[0] != texts[1]
    if kind in ("form-added", "form-removed"):
        names = sorted(re.findall(r"(?:^|[(,])\s*\**(\w+)", re.sub(r"=[^,)]*", "", old or new)))
        pair = names in before["forms"], names in after["forms"]
        known = before["forms"] and after["forms"]
        return None if not known else pair == ((False, True) if kind == "form-added" else (True, False))
    return None
