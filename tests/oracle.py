"""The C argument parser as judge: what its TypeErrors say about a function's forms.

A call with an unknown keyword never runs the function; the parser answers with
the list of forms it accepts, or with what is missing. Forms that torch marks as
deprecated are not in that list.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

_FORM = re.compile(r"^ \* \((.*)\)$", re.MULTILINE)
_MISSING = re.compile(r"missing \d+ required positional arguments?: (.*)$", re.DOTALL)
_COUNT = re.compile(r"takes (?:from (\d+) to )?(\d+) positional arguments?")
_NO_KEYWORDS = re.compile(r"takes no (?:keyword )?arguments")


@dataclass(frozen=True, slots=True)
class OracleForm:
    """One form as the parser prints it."""

    positional: tuple[str, ...]
    keyword: frozenset[str]
    required: frozenset[str]


@dataclass(slots=True)
class Verdict:
    """What the parser revealed; empty where it said nothing usable."""

    forms: list[OracleForm] = field(default_factory=list)  # several forms: all of them
    required: tuple[str, ...] | None = None  # a single form: required names, in order
    most_positional: int | None = None  # a single form: how many positional arguments it takes
    no_keywords: bool = False


def ask(function: Any) -> Verdict:
    """Provoke the parser of a C function or bound method; nothing is ever computed."""
    verdict = Verdict()
    first = _message(function, (), {"no_such_keyword": None})
    forms = _FORM.findall(first)
    if forms:
        verdict.forms = [_form(text) for text in forms]
        return verdict
    if _NO_KEYWORDS.search(first):
        verdict.no_keywords = True
        return verdict
    missing = _MISSING.search(first)
    if missing:
        verdict.required = tuple(re.findall(r'"(\w+)"', missing.group(1)))
    elif "unexpected keyword argument" in first:
        verdict.required = ()
    counted = _COUNT.search(_message(function, tuple(object() for _ in range(60)), {"no_such_keyword": None}))
    if counted:
        verdict.most_positional = int(counted.group(2))
    return verdict


def _message(function: Any, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> str:
    try:
        function(*arguments, **keywords)
    except TypeError as error:
        return str(error)
    except Exception:
        return ""
    return ""


def _form(text: str) -> OracleForm:
    positional, keyword, required = [], set(), set()
    only_keyword = False
    for part in filter(None, _split(text)):
        if part == "*":
            only_keyword = True
            continue
        declared, equals, _ = part.partition(" = ")
        name = declared.rpartition(" ")[2]
        if only_keyword:
            keyword.add(name)
        else:
            positional.append(name)
        if not equals:
            required.add(name)
    return OracleForm(tuple(positional), frozenset(keyword), frozenset(required))


def _split(text: str) -> list[str]:
    return [part.strip() for part in re.split(r", (?![^(\[]*[)\]])", text)]
