"""What changed between two sets of forms of one object.

Forms are compared only within one source, because stubs and running code differ
in ways that are no change of torch. Equal forms are struck out, the rest are
paired by the names they share. A parameter counts as added or removed when no
form had it, or none has it any more; a form that came or went otherwise is
reported as such.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from torchzh.history.models import ChangeKind
from torchzh.history.values import same_default, show_default
from torchzh.models import Form, Parameter, ParameterKind, Source

POSITIONAL = (ParameterKind.POSITIONAL_ONLY, ParameterKind.POSITIONAL_OR_KEYWORD)


@dataclass(frozen=True, slots=True, kw_only=True)
class FormChange:
    """A change without name and version, which the caller knows."""

    kind: ChangeKind
    parameter: str = ""
    old: str = ""
    new: str = ""


def comparable(old: Sequence[Form], new: Sequence[Form]) -> bool:
    """Same source on both sides; a bare ``*args`` counts only against a parameter of the same name."""
    if not (old and new) or {form.source for form in old} != {form.source for form in new}:
        return False
    return any(form.opaque for form in old) == any(form.opaque for form in new) or _share_names(old, new)


def _share_names(old: Sequence[Form], new: Sequence[Form]) -> bool:
    return bool({name for form in old for name in form.names} & {name for form in new for name in form.names})


def certain(old: Sequence[Form], new: Sequence[Form]) -> bool:
    """True where the running code itself was read, and its signature says something."""
    forms = (*old, *new)
    spoken = all(not form.opaque for form in forms) or _share_names(old, new)
    return spoken and all(form.source is Source.RUNTIME for form in forms)


def compare_forms(old: Sequence[Form], new: Sequence[Form]) -> Iterator[FormChange]:
    """All changes, without duplicates, in a stable order."""
    if not comparable(old, new):
        return
    seen: set[FormChange] = set()
    for change in _compare(tuple(map(_public, old)), tuple(map(_public, new))):
        if change not in seen:
            seen.add(change)
            yield change


def render_form(form: Form) -> str:
    """One line for a reader: ``(input, dim=0, *, out=None)``."""
    parts: list[str] = []
    parameters = form.parameters
    for index, parameter in enumerate(parameters):
        previous = parameters[index - 1].kind if index else None
        if parameter.kind is ParameterKind.KEYWORD_ONLY and previous not in (
            ParameterKind.KEYWORD_ONLY,
            ParameterKind.VAR_POSITIONAL,
        ):
            parts.append("*")
        default = show_default(parameter.default)
        parts.append(f"{parameter.label}={default}" if default else parameter.label)
        following = parameters[index + 1].kind if index + 1 < len(parameters) else None
        only = ParameterKind.POSITIONAL_ONLY
        if parameter.kind is only and following is not only:
            parts.append("/")
    return f"({', '.join(parts)})"


def _public(form: Form) -> Form:
    kept = tuple(parameter for parameter in form.parameters if not parameter.is_private)
    return form if len(kept) == len(form.parameters) else Form(parameters=kept, source=form.source)


def _compare(old: tuple[Form, ...], new: tuple[Form, ...]) -> Iterator[FormChange]:
    rest_old, rest_new = _strike_equal(old, new)
    old_names = {name for form in old for name in form.names}
    new_names = {name for form in new for name in form.names}
    for left, right in _pair(rest_old, rest_new):
        if left is None and right is not None:
            yield FormChange(kind=ChangeKind.FORM_ADDED, new=render_form(right))
        elif right is None and left is not None:
            yield FormChange(kind=ChangeKind.FORM_REMOVED, old=render_form(left))
        elif left is not None and right is not None:
            yield from _compare_pair(left, right, old_names, new_names)


def _strike_equal(old: tuple[Form, ...], new: tuple[Form, ...]) -> tuple[list[Form], list[Form]]:
    rest_new = list(new)
    rest_old = []
    for form in old:
        twin = next((other for other in rest_new if _equal(form, other)), None)
        if twin is None:
            rest_old.append(form)
        else:
            rest_new.remove(twin)
    return rest_old, rest_new


def _equal(left: Form, right: Form) -> bool:
    return len(left.parameters) == len(right.parameters) and all(
        a.name == b.name and a.kind is b.kind and same_default(a.default, b.default)
        for a, b in zip(left.parameters, right.parameters, strict=True)
    )


def _pair(old: list[Form], new: list[Form]) -> Iterator[tuple[Form | None, Form | None]]:
    """Most similar first; what shares less than half of its names stays alone."""
    if len(old) == 1 and len(new) == 1:
        yield old[0], new[0]
        return
    scores = sorted(
        ((_similarity(a, b), -i, -j) for i, a in enumerate(old) for j, b in enumerate(new)), reverse=True
    )
    used_old: set[int] = set()
    used_new: set[int] = set()
    for score, minus_i, minus_j in scores:
        i, j = -minus_i, -minus_j
        if score >= 0.5 and i not in used_old and j not in used_new:
            used_old.add(i)
            used_new.add(j)
            yield old[i], new[j]
    for i, form in enumerate(old):
        if i not in used_old:
            yield form, None
    for j, form in enumerate(new):
        if j not in used_new:
            yield None, form


def _similarity(left: Form, right: Form) -> float:
    total = len(left.names) + len(right.names)
    return 2 * len(set(left.names) & set(right.names)) / total if total else 1.0


def _compare_pair(left: Form, right: Form, old_names: set[str], new_names: set[str]) -> Iterator[FormChange]:
    gone = [item for item in left.parameters if item.name not in right.names]
    come = [item for item in right.parameters if item.name not in left.names]
    if any(item.name in new_names for item in gone) or any(item.name in old_names for item in come):
        yield FormChange(kind=ChangeKind.FORM_REMOVED, old=render_form(left))
        yield FormChange(kind=ChangeKind.FORM_ADDED, new=render_form(right))
    gone = [item for item in gone if item.name not in new_names]
    come = [item for item in come if item.name not in old_names]
    for before, after in _renamed(left, right, gone, come):
        gone.remove(before)
        come.remove(after)
        yield FormChange(
            kind=ChangeKind.PARAMETER_RENAMED, parameter=after.name, old=before.label, new=after.label
        )
    for item in gone:
        yield FormChange(
            kind=ChangeKind.PARAMETER_REMOVED, parameter=item.name, old=show_default(item.default)
        )
    for item in come:
        yield FormChange(kind=ChangeKind.PARAMETER_ADDED, parameter=item.name, new=show_default(item.default))
    yield from _compare_common(left, right)


def _renamed(
    left: Form, right: Form, gone: list[Parameter], come: list[Parameter]
) -> list[tuple[Parameter, Parameter]]:
    """Same slot, same kind, same default: the parameter has another name."""
    pairs = []
    for before in gone:
        slot = left.parameters.index(before)
        after = right.parameters[slot] if slot < len(right.parameters) else None
        if (
            after in come
            and after is not None
            and after.kind is before.kind
            and same_default(before.default, after.default)
        ):
            pairs.append((before, after))
    return pairs


def _compare_common(left: Form, right: Form) -> Iterator[FormChange]:
    before = {item.name: item for item in left.parameters}
    after = {item.name: item for item in right.parameters}
    for name in (name for name in before if name in after):
        old, new = before[name], after[name]
        if old.kind is not new.kind:
            yield FormChange(
                kind=ChangeKind.PARAMETER_KIND, parameter=name, old=old.kind.value, new=new.kind.value
            )
        if not same_default(old.default, new.default):
            yield FormChange(
                kind=ChangeKind.DEFAULT,
                parameter=name,
                old=show_default(old.default),
                new=show_default(new.default),
            )
    order_old = [item.name for item in left.parameters if item.kind in POSITIONAL and item.name in after]
    order_new = [item.name for item in right.parameters if item.kind in POSITIONAL and item.name in before]
    common = set(order_old) & set(order_new)
    order_old = [name for name in order_old if name in common]
    order_new = [name for name in order_new if name in common]
    for index, name in enumerate(order_old):
        if order_new[index] != name:
            yield FormChange(
                kind=ChangeKind.PARAMETER_MOVED,
                parameter=name,
                old=str(index + 1),
                new=str(order_new.index(name) + 1),
            )
