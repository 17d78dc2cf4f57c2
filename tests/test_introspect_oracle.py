"""The C argument parser judges our forms: all C functions and all methods of Tensor.

The figures are printed with ``pytest -s``; what is still wrong is listed in
``tests/data/oracle_misses.txt`` (for torch 2.13), so that a new miss and a
vanished one both fail.
"""

from __future__ import annotations

import functools
import importlib
import inspect
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from livetorch import MINOR, live
from oracle import OracleForm, Verdict, ask
from torchzh.models import DefaultState, Form, Kind, ParameterKind, Source

pytestmark = pytest.mark.torch
MISSES = Path(__file__).parent / "data" / "oracle_misses.txt"
_KEYWORD = (ParameterKind.KEYWORD_ONLY, ParameterKind.VAR_KEYWORD)


def shape(form: Form) -> OracleForm:
    """Our form in the oracle's terms; ``*size`` is the list ``size`` written out."""
    return OracleForm(
        tuple(item.name for item in form.parameters if item.kind not in _KEYWORD),
        frozenset(item.name for item in form.parameters if item.kind in _KEYWORD),
        frozenset(item.name for item in form.parameters if item.default.state is DefaultState.REQUIRED),
    )


def required(form: Form) -> tuple[str, ...]:
    return tuple(
        item.name
        for item in form.parameters
        if item.default.state is DefaultState.REQUIRED and not item.is_variadic
    )


def most_positional(form: Form) -> int:
    plain = (ParameterKind.POSITIONAL_ONLY, ParameterKind.POSITIONAL_OR_KEYWORD)
    return sum(item.kind in plain for item in form.parameters)


def c_functions() -> Iterator[tuple[str, Any]]:
    """Every canonical C function and C method of Tensor, with something to call."""
    torch = importlib.import_module("torch")
    tensor = torch.empty(0)
    for item in live().snapshot.objects.values():
        if item.alias_of:
            continue
        short = item.name.rpartition(".")[2]
        if item.name == f"torch.Tensor.{short}" and item.kind is Kind.METHOD:
            if not inspect.isfunction(inspect.getattr_static(torch.Tensor, short)):
                yield item.name, getattr(tensor, short)
        elif item.kind is Kind.FUNCTION and not _is_runtime(item.forms):
            module = importlib.import_module(item.module)
            found = getattr(module, short, None)
            if inspect.isbuiltin(found):
                yield item.name, found


def _is_runtime(forms: tuple[Form, ...]) -> bool:
    return any(form.source is Source.RUNTIME for form in forms)


@functools.cache
def verdicts() -> dict[str, Verdict]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return {name: ask(function) for name, function in c_functions()}


@functools.cache
def prints_defaults() -> bool:
    """Older versions print the forms without defaults; then only the names can be compared."""
    return any(
        form.required != {*form.positional, *form.keyword}
        for item in verdicts().values()
        for form in item.forms
    )


def comparable(form: OracleForm) -> OracleForm:
    return form if prints_defaults() else OracleForm(form.positional, form.keyword, frozenset())


@functools.cache
def judged() -> tuple[dict[str, int], list[str]]:
    """Counts, and one line for each miss."""
    counts = dict.fromkeys(
        ("overloaded", "complete", "no_extra", "single", "required", "counted", "count"), 0
    )
    misses = []
    for name, verdict in verdicts().items():
        forms = live().snapshot.objects[name].forms
        if verdict.forms:
            ours = {comparable(shape(form)) for form in forms}
            real = {comparable(form) for form in verdict.forms}
            counts["overloaded"] += 1
            counts["complete"] += real <= ours
            counts["no_extra"] += ours <= real
            if not real <= ours:
                misses.append(f"{name} forms")
        elif verdict.required is not None:
            counts["single"] += 1
            right = any(required(form) == verdict.required for form in forms)
            counts["required"] += right
            if not right:
                misses.append(f"{name} required")
            if verdict.most_positional is not None:
                counts["counted"] += 1
                right = any(most_positional(form) == verdict.most_positional for form in forms)
                counts["count"] += right
                if not right:
                    misses.append(f"{name} count")
    return counts, misses


def test_the_oracle_has_an_opinion_on_most_c_functions():
    usable = [v for v in verdicts().values() if v.forms or v.required is not None or v.no_keywords]
    assert len(verdicts()) > 1200
    assert len(usable) / len(verdicts()) > 0.9


def test_required_names_are_right_in_at_least_99_percent():
    counts, _ = judged()
    share = counts["required"] / counts["single"]
    report = (
        f"required {counts['required']}/{counts['single']}, positional {counts['count']}/{counts['counted']}"
    )
    assert share >= 0.99, report
    assert counts["count"] / counts["counted"] >= 0.985, report


def test_forms_are_complete_in_at_least_88_percent():
    counts, _ = judged()
    report = f"complete {counts['complete']}/{counts['overloaded']}, no extra {counts['no_extra']}"
    assert counts["complete"] / counts["overloaded"] >= (0.9 if MINOR >= (2, 13) else 0.88), report


def test_the_list_of_misses_is_exact():
    if MINOR != (2, 13):
        pytest.skip("the list is of 2.13")
    lines = MISSES.read_text(encoding="utf-8").splitlines()
    known = [line for line in lines if line and not line.startswith("#")]
    assert sorted(judged()[1]) == sorted(known)
