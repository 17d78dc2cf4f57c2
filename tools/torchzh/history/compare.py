"""What changed between two neighbouring snapshots, name by name.

``removed`` is said only when the name cannot be reached any more and its module
could be imported on both sides; differences of builds and of optional packages
never look like drift. A change that only a stub reports is high-confidence when
the C parser's own text changed too, and unproven otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from torchzh.history.evidence import confirms
from torchzh.history.forms import certain, compare_forms
from torchzh.history.models import Change, ChangeKind, Confidence
from torchzh.models import ApiObject, Kind, Snapshot


def compare_snapshots(old: Snapshot, new: Snapshot) -> Iterator[Change]:
    """All changes from ``old`` to ``new``, sorted by name."""
    moved = _moves(old, new)
    for name in sorted(old.objects.keys() | new.objects.keys()):
        before, after = old.objects.get(name), new.objects.get(name)
        if _unknowable(name, before, after, old, new):
            continue
        for kind, values in _compare(name, before, after, old, new, moved):
            yield Change(
                kind=kind,
                name=name,
                version=new.header.minor,
                previous=old.header.minor,
                parameter=values.get("parameter", ""),
                old=values.get("old", ""),
                new=values.get("new", ""),
                confidence=Confidence(values.get("confidence", Confidence.HIGH)),
            )


Values = Mapping[str, str]


def _unknowable(
    name: str, before: ApiObject | None, after: ApiObject | None, old: Snapshot, new: Snapshot
) -> bool:
    """Absence that is due to the build or to a module that could not be imported."""
    if before is not None and after is not None:
        return before.kind is Kind.MISSING or after.kind is Kind.MISSING
    present = before or after
    assert present is not None
    if present.cuda_only or present.kind is Kind.MISSING:
        return True
    failures = (*old.header.failures, *new.header.failures)
    return any(name == failed or name.startswith(failed + ".") for failed in failures)


def _compare(
    name: str,
    before: ApiObject | None,
    after: ApiObject | None,
    old: Snapshot,
    new: Snapshot,
    moved: Mapping[str, str],
) -> Iterator[tuple[ChangeKind, Values]]:
    if before is None:
        yield (ChangeKind.EXPOSED if name in old.header.hidden else ChangeKind.ADDED), {}
    elif after is None:
        if name in new.header.hidden:
            yield ChangeKind.HIDDEN, {}
        elif name in moved:
            yield ChangeKind.MOVED, {"new": moved[name]}
        else:
            yield ChangeKind.REMOVED, {}
    else:
        yield from _compare_states(before, after)
        left, right = old.canonical(name) or before, new.canonical(name) or after
        yield from _compare_signatures(left, right)


def _compare_states(before: ApiObject, after: ApiObject) -> Iterator[tuple[ChangeKind, Values]]:
    if before.kind is not after.kind:
        yield ChangeKind.KIND, {"old": before.kind.value, "new": after.kind.value}
    if after.tombstone and not before.tombstone:
        yield ChangeKind.TOMBSTONE, {"new": after.tombstone}
    if after.shim and not before.shim:
        yield ChangeKind.SHIM, {}
    was = before.deprecation is not None and before.deprecation.certain
    now = after.deprecation is not None and after.deprecation.certain
    if now and not was and after.deprecation is not None:
        yield ChangeKind.DEPRECATED, {"new": after.deprecation.message}
    if was and not now and not after.tombstone:
        yield ChangeKind.UNDEPRECATED, {}


def _compare_signatures(before: ApiObject, after: ApiObject) -> Iterator[tuple[ChangeKind, Values]]:
    if before.tombstone or after.tombstone or before.kind is not after.kind:
        return
    sure = certain(before.forms, after.forms)
    for change in compare_forms(before.forms, after.forms):
        confirmed = sure or confirms(change, before.parser, after.parser)
        yield (
            change.kind,
            {
                "parameter": change.parameter,
                "old": change.old,
                "new": change.new,
                "confidence": Confidence.HIGH if confirmed else Confidence.LOW,
            },
        )


def _moves(old: Snapshot, new: Snapshot) -> dict[str, str]:
    """Names that are gone while an object with the same docstring and last name came elsewhere."""
    come: dict[tuple[str, str], list[str]] = {}
    for name, item in new.objects.items():
        if name not in old.objects and item.doc_fingerprint:
            come.setdefault((name.rpartition(".")[2], item.doc_fingerprint), []).append(name)
    moves = {}
    for name, item in old.objects.items():
        if name not in new.objects and item.doc_fingerprint:
            targets = come.get((name.rpartition(".")[2], item.doc_fingerprint), [])
            if len(targets) == 1:
                moves[name] = targets[0]
    return moves
