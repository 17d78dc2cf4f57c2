"""Forms written at the head of a docstring, or listed under ``.. function::``.

pybind functions and some C methods have no other source. The text was written
for people, so it is read tolerantly: what cannot be a parameter ends the
attempt, and nothing is guessed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from torchzh.introspect.annotations import stub_type
from torchzh.introspect.schemas import split_arguments
from torchzh.models import Default, DefaultState, Form, Parameter, ParameterKind, Source

_DIRECTIVE = re.compile(r"^\s*\.\.\s+(?:py:)?(?:function|method|class)::\s*(.*)$")
_NUMBERED = re.compile(r"^\s*\d+\.\s+(.*)$")
_PARAMETER = re.compile(r"^(\*{0,2})([A-Za-z_]\w*)\s*(?::\s*(.*?))?\s*(?:=\s*(.*))?$", re.DOTALL)
_UNNAMED = re.compile(r"arg\d+$")  # what pybind writes where the parameter has no name
_HEAD_LINES = 4  # a signature may be wrapped


def docstring_forms(docstring: str, name: str, *, method: bool) -> tuple[Form, ...]:
    """All forms a docstring states for ``name`` (its last component)."""
    found: dict[tuple[Parameter, ...], Form] = {}
    for text in _candidates(docstring):
        form = _parse(text, name, method=method)
        if form is not None:
            found.setdefault(form.parameters, form)
    return tuple(found.values())


def _candidates(docstring: str) -> Iterator[str]:
    lines = docstring.strip("\n").split("\n")
    first = next((index for index, line in enumerate(lines) if line.strip()), None)
    if first is None:
        return
    overloaded = any(line.strip() == "Overloaded function." for line in lines[first : first + 3])
    if not overloaded:
        yield _joined(lines, first, lines[first].strip())
    for index, line in enumerate(lines):
        match = _DIRECTIVE.match(line) or (_NUMBERED.match(line) if overloaded else None)
        if match:
            yield _joined(lines, index, match.group(1).strip())


def _joined(lines: list[str], index: int, text: str) -> str:
    """A signature with its continuation lines, until its brackets close."""
    for line in lines[index + 1 : index + 1 + _HEAD_LINES]:
        if text.count("(") <= text.count(")") and not text.endswith("\\"):
            break
        text = f"{text.rstrip(chr(92)).rstrip()} {line.strip()}"
    return text


def _parse(text: str, name: str, *, method: bool) -> Form | None:
    head, _, rest = text.partition("(")
    called = head.strip().rpartition(".")[2]
    if called not in (name, "__init__") or not rest:
        return None
    end = _closing(rest)
    if end is None:
        return None
    tail = rest[end + 1 :].strip()
    if tail and not tail.startswith(("->", "→", ":")):
        return None
    returns = tail.removeprefix("->").removeprefix("→").strip() if not tail.startswith(":") else ""
    parameters = _parameters(split_arguments(rest[:end].strip()))
    if parameters is None:
        return None
    if (method or called == "__init__") and parameters and parameters[0].name == "self":
        parameters = parameters[1:]
    return Form(parameters=tuple(parameters), returns=_clean_type(returns), source=Source.DOCSTRING)


def _closing(text: str) -> int | None:
    depth = 0
    for index, sign in enumerate(text):
        if sign == "(":
            depth += 1
        elif sign == ")":
            if depth == 0:
                return index
            depth -= 1
    return None


def _parameters(parts: list[str]) -> list[Parameter] | None:
    found: list[Parameter] = []
    kind = ParameterKind.POSITIONAL_OR_KEYWORD
    for part in parts:
        if part == "*":
            kind = ParameterKind.KEYWORD_ONLY
            continue
        if part == "/":
            found = [_positional_only(item) for item in found]
            continue
        match = _PARAMETER.match(part)
        if match is None:
            return None
        stars, name, annotation, default = match.groups()
        own = {1: ParameterKind.VAR_POSITIONAL, 2: ParameterKind.VAR_KEYWORD}.get(len(stars), kind)
        if _UNNAMED.match(name):
            own = ParameterKind.POSITIONAL_ONLY
        if stars == "*":
            kind = ParameterKind.KEYWORD_ONLY
        found.append(
            Parameter(
                name=name, kind=own, default=_default(default), annotation=_clean_type(annotation or "")
            )
        )
    names = [item.name for item in found]
    return found if len(names) == len(set(names)) else None


def _positional_only(item: Parameter) -> Parameter:
    return Parameter(
        name=item.name, kind=ParameterKind.POSITIONAL_ONLY, default=item.default, annotation=item.annotation
    )


def _default(text: str | None) -> Default:
    if text is None:
        return Default()
    clean = " ".join(text.replace("`", "").split())
    if not clean or "<" in clean or clean == "...":
        return Default(state=DefaultState.OPAQUE, text=_without_address(clean) or "...")
    return Default(state=DefaultState.VALUE, text=clean)


def _without_address(text: str) -> str:
    match = re.match(r"<([\w.]+)(?: object)?(?: at 0x\w+|: -?\d+)?>$", text)
    return f"<{match.group(1).rpartition('.')[2]}>" if match else re.sub(r" at 0x[0-9a-f]+", "", text)


def _clean_type(text: str) -> str:
    shown = " ".join(text.strip().rstrip(".").split())
    return stub_type(shown) if re.fullmatch(r"[\w.\[\], |:()'\"-]*", shown) else ""
