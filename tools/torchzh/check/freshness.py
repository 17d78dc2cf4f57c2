"""Rules about age: what changed in torch since the entry was last read against it.

``reviewed`` names the torch whose signature and docstring were at hand when the
text was last read. Newer versions are compared with that one, form by form and
only within the same source of signatures. Re-reading and raising ``reviewed``
is the remedy.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from torchzh.check.context import Context
from torchzh.check.signatures import POSITIONAL, kind_name, occurrences, public_parameters, show, show_form
from torchzh.findings import Finding
from torchzh.history.values import same_default
from torchzh.models import ApiObject, Default, DefaultState, Form
from torchzh.versions import key


def check_freshness(context: Context) -> Iterator[Finding]:
    """Compare every newer checked version with the reviewed one."""
    reviewed = context.entry.reviewed
    if not reviewed or not context.known_views:
        return
    at = context.at_key("reviewed")
    if context.supported and reviewed not in context.supported:
        yield context.finding("FR08", at, reviewed=reviewed, known="、".join(context.supported))
        return
    newer = [minor for minor in context.world.checked if key(minor) > key(reviewed)]
    if context.world.surface(reviewed) is None:
        if newer:
            yield context.finding("FR07", at, tuple(newer), reviewed=reviewed)
        return
    base = context.world.canonical(context.entry.name, reviewed)
    if base is None:
        return
    for minor in newer:
        found = context.world.canonical(context.entry.name, minor)
        if found is not None:
            yield from _compare(context, base, found, minor)


def _compare(context: Context, base: ApiObject, found: ApiObject, minor: str) -> Iterator[Finding]:
    fixed = {
        "reviewed": context.entry.reviewed,
        "checked": context.world.checked[-1],
        "signature": show(found),
    }

    def report(code: str, at: tuple[int, int], **arguments: str) -> Finding:
        return context.finding(code, at, (minor,), **fixed, **arguments)

    if base.doc_fingerprint != found.doc_fingerprint:
        yield report("FR01", context.at_key("reviewed"))
    if not base.forms or not found.forms or _sources(base) != _sources(found):
        return
    old, new = public_parameters(base), public_parameters(found)
    for name in old:
        if name not in new:
            yield report("FR02", _at(context, name), parameter=name)
            continue
        kinds = _kinds(base, name), _kinds(found, name)
        if kinds[0] != kinds[1]:
            yield report("FR03", _at(context, name), parameter=name, old=kinds[0], new=kinds[1])
        defaults = _defaults(base, name), _defaults(found, name)
        if not _same_defaults(*defaults):
            texts = _show(defaults[0]), _show(defaults[1])
            yield report("FR04", _at(context, name), parameter=name, old=texts[0], new=texts[1])
    if old.keys() == new.keys():
        yield from _forms(context, base, found, report)


def _forms(
    context: Context, base: ApiObject, found: ApiObject, report: Callable[..., Finding]
) -> Iterator[Finding]:
    """Forms come and go, or their parameters change places."""
    gone, come = _without(base.forms, found.forms), _without(found.forms, base.forms)
    for form in list(gone):
        moved = next((other for other in come if set(other.names) == set(form.names)), None)
        if moved is not None:
            gone.remove(form)
            come.remove(moved)
            pairs = zip(form.names, moved.names, strict=True)
            first = next((name for name, other in pairs if name != other), "")
            if first:
                yield report("FR06", _at(context, first), parameter=first)
    for change, forms in (("去掉", gone), ("增加", come)):
        for form in forms:
            shown = show_form(found.name, form)
            yield report("FR05", context.at_key("reviewed"), change=change, form=shown)


def _without(forms: Iterable[Form], others: Iterable[Form]) -> list[Form]:
    """Forms that have no partner among the others; of two that differ only by types, each needs its own."""
    left = Counter(_shape(form) for form in others)
    lonely = []
    for form in forms:
        left[_shape(form)] -= 1
        if left[_shape(form)] < 0:
            lonely.append(form)
    return lonely


def _shape(form: Form) -> tuple[str, ...]:
    """A form by what can be passed by position, in order, and by keyword, in any order."""
    places = tuple(p.name for p in form.parameters if p.kind in POSITIONAL)
    others = sorted(p.label for p in form.parameters if p.kind not in POSITIONAL)
    return (*places, "*", *others)


def _sources(found: ApiObject) -> set[str]:
    return {form.source.value for form in found.forms}


def _kinds(found: ApiObject, name: str) -> str:
    kinds = dict.fromkeys(kind_name(parameter.kind) for parameter in occurrences(found, name))
    return "或".join(kinds)


def _defaults(found: ApiObject, name: str) -> list[Default]:
    return [parameter.default for parameter in occurrences(found, name)]


def _same_defaults(old: list[Default], new: list[Default]) -> bool:
    return all(any(same_default(a, b) for b in new) for a in old) and all(
        any(same_default(a, b) for a in old) for b in new
    )


def _show(defaults: list[Default]) -> str:
    texts = ("没有" if d.state is DefaultState.REQUIRED else d.text for d in defaults)
    return "、".join(dict.fromkeys(texts))


def _at(context: Context, name: str) -> tuple[int, int]:
    for note in context.entry.parameters:
        if name in note.names:
            return note.line, 1
    return context.at_key("reviewed")
