"""Finds the entry a name leads to the way Python would: aliases, bases, instances.

``torch.optim.adam.Adam.step`` is a member of an alias, ``torch.nn.Linear.to`` is
inherited, ``torch.float32.itemsize`` belongs to the type of a constant. None of
them has a line of its own in a snapshot, yet people write them.
"""

from __future__ import annotations

from torchzh.models import ApiObject, Kind, Snapshot

_DEEPEST = 12  # inheritance and aliases never go further; guards against a cycle


def resolve(snapshot: Snapshot, name: str) -> ApiObject | None:
    """The canonical entry that ``name`` leads to, or None."""
    return _resolve(snapshot, name, _DEEPEST)


def _resolve(snapshot: Snapshot, name: str, depth: int) -> ApiObject | None:
    found = snapshot.canonical(name)
    if found is not None or depth == 0:
        return found
    owner_name, _, member = name.rpartition(".")
    owner = _resolve(snapshot, owner_name, depth - 1) if owner_name else None
    if owner is None:
        return None
    for holder in _holders(owner):
        candidate = f"{holder}.{member}"
        if candidate != name:
            found = _resolve(snapshot, candidate, depth - 1)
            if found is not None:
                return found
    return None


def _holders(owner: ApiObject) -> tuple[str, ...]:
    """Where else a member of this object may be listed."""
    if owner.kind is Kind.CLASS:
        return (owner.name, *owner.bases)
    if owner.kind in (Kind.CONSTANT, Kind.ATTRIBUTE, Kind.PROPERTY) and owner.annotation:
        return (owner.name, owner.annotation)
    return (owner.name,)
