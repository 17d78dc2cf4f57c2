"""What torch's own argument parser says about a C function, word for word.

A call with an unknown keyword never runs the function: the parser answers with
the forms it accepts, or with what is missing. That answer is no source of a
signature (it has no names for everything and no defaults), but it settles
whether a change that a stub reports is a change of torch.
"""

from __future__ import annotations

import inspect
import re
import types
from collections.abc import Collection, Iterable
from typing import Any

UNKNOWN = "no_such_keyword"
_FORM = re.compile(r"^ \* \((.*)\)$", re.MULTILINE)
_PARSER = re.compile(
    r"missing \d+ required positional argument|got an unexpected keyword|takes (?:from )?\d+"
)
_MISSING = re.compile(r"missing \d+ required positional arguments?: (.*)$", re.DOTALL)
_COUNT = re.compile(r"takes (?:from (\d+) to )?(\d+) positional arguments?")
_WRONG = re.compile(r"argument '(\w+)'(?: \(position \d+\))? must be (.+?), not ")
_SAMPLES = {
    "int": 0,
    "float": 0.5,
    "bool": True,
    "Number": 1,
    "str": "sum",
    "tuple of ints": (1,),
    "tuple of floats": (0.5,),
}
_METHODS = types.MethodDescriptorType | types.WrapperDescriptorType


def parser_forms(
    value: Any, raw: Any, sample: Any, own: Collection[str], names: Iterable[str]
) -> tuple[str, ...]:
    """The parser's answer for a C function, or for a C method of the type of ``sample``.

    Several forms are given as printed. A single form is given as what is required,
    how many positional arguments it takes, and which of ``names`` it knows; ``own`` are
    those that another source gives it.
    """
    function = _callable(value, raw, sample)
    if function is None:
        return ()
    stranger = object()
    for count in range(4):  # too few arguments hide the list of forms
        message = _message(function, (stranger,) * count, {UNKNOWN: None})
        forms = tuple(_FORM.findall(message))
        if forms:
            return forms
    message = _message(function, (), {UNKNOWN: None})
    return _single(function, message, sample, own, names) if _PARSER.search(message) else ()


def _callable(value: Any, raw: Any, sample: Any) -> Any:
    if isinstance(raw, _METHODS):
        return raw.__get__(sample) if isinstance(sample, raw.__objclass__) else None
    return value if raw is None and inspect.isbuiltin(value) else None


def _single(
    function: Any, message: str, sample: Any, own: Collection[str], names: Iterable[str]
) -> tuple[str, ...]:
    missing = _MISSING.search(message)
    required = re.findall(r'"(\w+)"', missing.group(1)) if missing else []
    stranger = object()
    counted = _COUNT.search(_message(function, (stranger,) * 60, {UNKNOWN: None}))
    known = _known_names(function, required, sample, own, names)
    return (
        f"required: {', '.join(required)}",
        f"positional: {counted.group(2) if counted else ''}",
        f"names: {', '.join(known) if known is not None else '?'}",
    )


def _valid_arguments(function: Any, required: list[str], sample: Any) -> dict[str, Any] | None:
    """Values that pass the type check of every required argument, found by obeying the complaints."""
    values: dict[str, Any] = dict.fromkeys(required, object())
    for _ in range(len(required) + 1):
        message = _message(function, (), {**values, UNKNOWN: None})
        if f"unexpected keyword argument '{UNKNOWN}'" in message:
            return values
        wrong = _WRONG.search(message)
        if wrong is None or wrong.group(1) not in values:
            return None
        fitting = {**_SAMPLES, "Tensor": sample, "tuple of Tensors": (sample,)}.get(wrong.group(2))
        if fitting is None:
            return None
        values[wrong.group(1)] = fitting
    return None


def _known_names(
    function: Any, required: list[str], sample: Any, own: Collection[str], names: Iterable[str]
) -> list[str] | None:
    """Which of ``names`` the parser takes as keywords; None when its answers leave a doubt.

    The function's ``own`` names are asked one by one. Of all others at once the parser
    complains about those it knows, one after the other, and then that the rest is unknown.
    """
    valid = _valid_arguments(function, required, sample)
    if valid is None:
        return None
    mine = set(own) - set(required)
    others = set(names) - mine - set(required)
    known = _asked_one_by_one(function, valid, mine)
    more = _asked_at_once(function, valid, others) if known is not None else None
    if known is not None and more is None:
        more = _asked_one_by_one(function, valid, others)
    return None if known is None or more is None else [*required, *sorted(known | more)]


def _asked_one_by_one(function: Any, valid: dict[str, Any], names: Iterable[str]) -> set[str] | None:
    known = set()
    for name in sorted(names):
        message = _message(function, (), {**valid, name: object(), UNKNOWN: None})
        if _wrong_name(message) == name:
            known.add(name)
        elif f"unexpected keyword argument '{name}'" not in message:
            return None
    return known


def _asked_at_once(function: Any, valid: dict[str, Any], names: Iterable[str]) -> set[str] | None:
    known: set[str] = set()
    rest = dict.fromkeys(sorted(names), object())
    while True:
        message = _message(function, (), {**valid, **rest, UNKNOWN: None})
        wrong = _wrong_name(message)
        if wrong not in rest:
            return known if "unexpected keyword argument" in message else None
        known.add(wrong)
        del rest[wrong]


def _wrong_name(message: str) -> str:
    """The argument whose value the parser complains about, or an empty text."""
    wrong = _WRONG.search(message)
    return wrong.group(1) if wrong else ""


def _message(function: Any, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> str:
    """The TypeError's words, or nothing for any other end."""
    try:
        function(*arguments, **keywords)
    except TypeError as error:
        return re.sub(r" at 0x[0-9a-f]+", "", str(error))
    except Exception:
        return ""
    return ""
