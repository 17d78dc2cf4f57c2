"""Does torch's argument parser confirm a change that a stub reports?

Stubs drift on their own. The parser's answer is kept word for word in the
snapshots; here only what both versions spell alike is compared: the names of
the parameters, form by form, and defaults where both print them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from torchzh.history.forms import FormChange
from torchzh.history.models import ChangeKind
from torchzh.history.values import same_text_value

_PIECE = re.compile(r"(?P<name>\w+)(?: = (?P<default>.*))?$")


@dataclass(frozen=True, slots=True)
class ParserForm:
    """One form of the parser: parameters in order, with the default where it is printed."""

    parameters: tuple[tuple[str, str], ...]
    positional: int

    @property
    def names(self) -> tuple[str, ...]:
        """Names in order."""
        return tuple(name for name, _ in self.parameters)


def parse(texts: Sequence[str]) -> tuple[ParserForm, ...] | None:
    """The forms in a parser's answer; None when it gave none, or left the names open."""
    if not texts:
        return None
    if texts[0].startswith("required: "):
        facts = dict(text.split(": ", 1) for text in texts if ": " in text)
        names = facts.get("names", "?")
        if names == "?":
            return None
        listed = tuple((name, "") for name in sorted(filter(None, names.split(", "))))
        return (ParserForm(listed, int(facts.get("positional") or 0)),)
    return tuple(sorted(map(_parse_form, texts), key=lambda form: form.names))


def _parse_form(text: str) -> ParserForm:
    parameters: list[tuple[str, str]] = []
    positional = -1
    for piece in re.split(r", (?![^\[(]*[\])])", text):
        if piece == "*":
            positional = len(parameters)
            continue
        match = _PIECE.search(piece)
        if match is not None:
            parameters.append((match["name"], match["default"] or ""))
    return ParserForm(tuple(parameters), positional if positional >= 0 else len(parameters))


def confirms(change: FormChange, before: Sequence[str], after: Sequence[str]) -> bool:
    """True when the parser's answers differ in just what the change says."""
    old, new = parse(before), parse(after)
    if old is None or new is None:
        return False
    had = {name for form in old for name in form.names}
    has = {name for form in new for name in form.names}
    match change.kind:
        case ChangeKind.PARAMETER_ADDED:
            return change.parameter in has - had
        case ChangeKind.PARAMETER_REMOVED:
            return change.parameter in had - has
        case ChangeKind.PARAMETER_RENAMED:
            return change.old.lstrip("*") in had - has and change.new.lstrip("*") in has - had
        case ChangeKind.FORM_ADDED | ChangeKind.FORM_REMOVED:
            return {form.names for form in old} != {form.names for form in new}
        case ChangeKind.PARAMETER_KIND | ChangeKind.PARAMETER_MOVED:
            return [(form.names, form.positional) for form in old] != [
                (form.names, form.positional) for form in new
            ]
        case ChangeKind.DEFAULT:
            return _default_differs(change.parameter, old, new)
        case _:
            return False


def _default_differs(name: str, old: Sequence[ParserForm], new: Sequence[ParserForm]) -> bool:
    """Both print a default for the parameter, and no value is common to both."""
    was = [value for form in old for key, value in form.parameters if key == name and value]
    now = [value for form in new for key, value in form.parameters if key == name and value]
    return bool(was and now) and not any(same_text_value(a, b) for a in was for b in now)
