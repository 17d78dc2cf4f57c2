"""Joins the steps between neighbouring snapshots into one timeline per name.

Behavioural changes, which no signature shows, come from the kept file and are
merged in as changes like any other.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from torchzh.history.behaviours import Behaviour
from torchzh.history.compare import compare_snapshots
from torchzh.history.forms import render_form
from torchzh.history.models import Change, ChangeKind, History, Timeline
from torchzh.models import Kind, Snapshot
from torchzh.versions import key


def build_history(snapshots: Sequence[Snapshot], behaviours: Iterable[Behaviour] = ()) -> History:
    """History over ``snapshots``, which may come in any order."""
    ordered = sorted(snapshots, key=lambda snapshot: key(snapshot.header.minor))
    minors = tuple(snapshot.header.minor for snapshot in ordered)
    changes: dict[str, list[Change]] = {}
    for old, new in pairwise(ordered):
        for change in compare_snapshots(old, new):
            changes.setdefault(change.name, []).append(change)
    for behaviour in behaviours:
        if behaviour.version in minors[1:]:
            changes.setdefault(behaviour.name, []).append(_behaviour_change(behaviour, minors))
    names = sorted({name for snapshot in ordered for name in snapshot.objects})
    timelines = (_timeline(name, ordered, changes.get(name, [])) for name in names)
    return History(
        minors=minors,
        timelines={timeline.name: timeline for timeline in timelines if timeline.present},
    )


def _behaviour_change(behaviour: Behaviour, minors: tuple[str, ...]) -> Change:
    return Change(
        kind=ChangeKind.BEHAVIOUR,
        name=behaviour.name,
        version=behaviour.version,
        previous=minors[minors.index(behaviour.version) - 1],
        parameter=behaviour.parameter,
        old=behaviour.before,
        new=behaviour.after,
    )


def _timeline(name: str, snapshots: Sequence[Snapshot], changes: list[Change]) -> Timeline:
    present, callable_in, deprecated = [], [], []
    notice = ""
    parameters: dict[str, list[str]] = {}
    signatures: dict[str, list[str]] = {}
    for snapshot in snapshots:
        item = snapshot.objects.get(name)
        if item is None or item.kind is Kind.MISSING:
            continue
        minor = snapshot.header.minor
        present.append(minor)
        canonical = snapshot.canonical(name) or item
        if item.deprecation is not None and item.deprecation.certain:
            deprecated.append(minor)
            notice = item.deprecation.message or notice
        notice = canonical.tombstone or notice
        if not canonical.tombstone:
            callable_in.append(minor)
            for parameter in canonical.parameters():
                parameters.setdefault(parameter.name, []).append(minor)
            text = "\n".join(sorted(render_form(form) for form in canonical.forms))
            signatures.setdefault(text, []).append(minor)
    return Timeline(
        name=name,
        present=tuple(present),
        callable_in=tuple(callable_in),
        parameters={item: tuple(minors) for item, minors in parameters.items()},
        deprecated_in=tuple(deprecated),
        notice=notice,
        signatures=_settled(signatures),
        changes=tuple(sorted(changes, key=lambda change: key(change.version))),
    )


def _settled(signatures: Mapping[str, Sequence[str]]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Known signatures with their versions, when there are at least two."""
    known = [(text, tuple(minors)) for text, minors in signatures.items() if text]
    return tuple(known) if len(known) > 1 else ()
