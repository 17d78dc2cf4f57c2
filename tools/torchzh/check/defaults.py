"""Rules about defaults that are stated in prose: compared with every form's value.

「默认 `0`」 near a parameter is a fact and is held against the signature of each
version it speaks about; 「默认沿最后一维」 is not. Whose default is stated is read
from the sentence: the code-marked parameter before it, else the heading.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from torchzh.annotation import ParameterNote
from torchzh.annotation.prose import CODE, Prose
from torchzh.check.conditions import conditions, names_version
from torchzh.check.context import Context
from torchzh.check.marks import qualified
from torchzh.check.sentences import clause, sentence
from torchzh.check.signatures import occurrences, show
from torchzh.check.values import agrees, is_value, is_word, keyword
from torchzh.check.world import View
from torchzh.findings import Finding
from torchzh.models import Default, DefaultState

_LINK = r"(?:值|参数)?(?:仍|就|都|均|也|一律|统一)?(?:旧|然)?(?:为|是|取|用|等于|设为|：|:|=)?的?\s*"
_NUMBER = r"-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?(?![\w.%])(?=\s*(?:[，。；、）,;)]|$|\n))"
_STATED = re.compile(rf"(?:默认|缺省){_LINK}(?P<value>{CODE}|{_NUMBER}|None\b|True\b|False\b)")
_STATED_AFTER = re.compile(rf"(?P<value>{CODE})\s*（(?:默认|缺省)值?[）,，；]")
_REQUIRED = re.compile(r"没有默认值|必须自己给|必填")
_SKIPPED = frozenset({"对比与选择"})
_QUIET_NAMES = re.compile(r"(?:True|False|None|[a-z_]\w*)$", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """A default as the text states it."""

    parameters: tuple[str, ...]  # any of them may be meant
    value: str  # empty: the text says that there is none
    at: tuple[int, int]
    text: str
    minors: frozenset[str]  # versions it speaks about
    qualified: bool


def check_defaults(context: Context) -> Iterator[Finding]:
    """Every stated default of the entry."""
    if not any(view.object.forms for view in context.known_views):
        return
    for prose in context.result.prose:
        if prose.section in _SKIPPED or prose.where == "heading":
            continue
        for statement in _statements(context, prose):
            yield from _judge(context, statement)


def _note_of(context: Context, prose: Prose) -> ParameterNote | None:
    if prose.section != "参数精讲":
        return None
    notes = [note for note in context.entry.parameters if note.line < prose.line]
    return notes[-1] if notes else None


def _statements(context: Context, prose: Prose) -> Iterator[Statement]:
    note = _note_of(context, prose)
    for pattern in (_STATED, _STATED_AFTER):
        for match in pattern.finditer(prose.text):
            offset = match.start("value")
            mark = prose.mark_at(offset)
            name, value = keyword(mark.text if mark else match["value"])
            if not is_value(value) and not is_word(value):
                continue
            parameters = (name,) if name else _owners(context, prose, note, match.start(), offset)
            yield from _statement(context, prose, parameters, value, match)
    if note is not None and len(note.names) == 1:
        for match in _REQUIRED.finditer(prose.text):
            yield from _statement(context, prose, _owners(context, prose, note, match.start(), -1), "", match)


def _statement(
    context: Context, prose: Prose, parameters: tuple[str, ...], value: str, match: re.Match[str]
) -> Iterator[Statement]:
    real = _parameter_names(context)
    if not parameters or not set(parameters) <= real:
        return
    start, end = sentence(prose.text, match.start())
    text = prose.text[start:end]
    named = list(conditions(text, context.world.minors))
    before = [condition for condition in named if condition.start < match.start() - start]
    minors = frozenset(context.world.checked)
    if before:
        minors = before[-1].minors
    elif named:
        minors = frozenset().union(*(condition.minors for condition in named))
    yield Statement(
        parameters=parameters,
        value=value,
        at=prose.place(match.start()),
        text=prose.written(start, end),
        minors=minors,
        qualified=bool(named) or names_version(text),
    )


def _owners(
    context: Context, prose: Prose, note: ParameterNote | None, start: int, value: int
) -> tuple[str, ...]:
    """Whose default is meant; empty when that cannot be told."""
    real = _parameter_names(context)
    whole, _ = sentence(prose.text, start)
    begin, _ = clause(prose.text, start)
    before = [
        mark
        for mark in prose.marks
        if mark.kind == CODE and whole <= mark.start < start and mark.start != value
    ]
    if any(_foreign(mark.text, context) for mark in before):
        return ()
    names = [mark for mark in before if mark.text.strip("*") in real]
    inside = [mark for mark in names if mark.start >= begin]
    if inside:
        return (inside[-1].text.strip("*"),)
    if note is None:
        return ()
    others = [mark for mark in before if mark.start >= begin and not _QUIET_NAMES.match(mark.text)]
    return () if others and not is_value(others[-1].text) else note.names


def _foreign(text: str, context: Context) -> bool:
    """True for a code mark that names another API, whose default may be meant."""
    name = qualified(text)
    if name:
        return name != context.entry.name and not name.startswith(context.entry.name + ".")
    own = context.entry.name.rpartition(".")[2]
    return (
        bool(re.match(r"[A-Z]\w*[a-z]\w*$", text)) and text != own and text not in ("True", "False", "None")
    )


def _parameter_names(context: Context) -> set[str]:
    return {parameter.name for view in context.known_views for parameter in view.object.parameters()}


def _judge(context: Context, statement: Statement) -> Iterator[Finding]:
    """Hold one statement against every version it speaks about."""
    for view in context.world.views(context.entry.name, sorted(statement.minors)):
        verdicts = [_verdict(view, name, statement) for name in statement.parameters]
        faults = [verdict for verdict in verdicts if verdict is not None]
        if len(faults) < len(statement.parameters) or not faults:
            continue
        code, parameter, real = faults[0]
        minors = tuple(minor for minor in view.versions if minor in statement.minors)
        yield context.finding(
            code,
            statement.at,
            minors,
            parameter=parameter,
            stated=statement.value,
            real=real,
            text=statement.text,
            signature=show(view.object),
        )


def _is_required(default: Default) -> bool:
    """True for no default, and for the sentinel old optimizers had instead."""
    return default.state is DefaultState.REQUIRED or default.text.endswith("optimizer.required")


def _verdict(view: View, name: str, statement: Statement) -> tuple[str, str, str] | None:
    """Code, parameter and real default when a statement is wrong about one parameter, else None."""
    found = list(occurrences(view.object, name))
    given = [parameter for parameter in found if not _is_required(parameter.default)]
    if not statement.value:
        return ("DF03", name, given[0].default.text) if found and len(given) == len(found) else None
    if not found:
        return None
    if not given:
        # Where another form does without the parameter, leaving it out has a meaning: no contradiction.
        optional = len(found) < len(view.object.forms)
        return None if optional or is_word(statement.value) else ("DF02", name, "")
    judged = [agrees(statement.value, parameter.default) for parameter in given]
    if True in judged:
        return None
    if False in judged:
        return "DF01", name, given[judged.index(False)].default.text
    opaque = [parameter for parameter in given if parameter.default.state is DefaultState.OPAQUE]
    if opaque and not is_word(statement.value):
        return "DF04", name, opaque[0].default.text
    return None
