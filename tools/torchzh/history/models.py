"""The vocabulary of change: a small set of kinds, each with what it was and what it is.

A change carries the first version in which the new state was seen and how sure
we are. What only a stub says, while the C parser says otherwise, is kept and
marked as unproven; it is not dropped and not asserted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class ChangeKind(StrEnum):
    """What can happen to a public name between two neighbouring versions."""

    ADDED = "added"
    REMOVED = "removed"
    EXPOSED = "exposed"  # reachable before, public from now on
    HIDDEN = "hidden"  # no longer public, still reachable
    MOVED = "moved"  # gone here, the same object is public elsewhere
    KIND = "kind"  # function became class, property became method …
    DEPRECATED = "deprecated"
    UNDEPRECATED = "undeprecated"
    TOMBSTONE = "tombstone"  # the name stays, every call raises
    SHIM = "shim"  # served by a module __getattr__ only
    PARAMETER_ADDED = "parameter-added"
    PARAMETER_REMOVED = "parameter-removed"
    PARAMETER_RENAMED = "parameter-renamed"
    PARAMETER_MOVED = "parameter-moved"
    PARAMETER_KIND = "parameter-kind"
    DEFAULT = "default"  # the value, not its spelling
    FORM_ADDED = "form-added"
    FORM_REMOVED = "form-removed"
    BEHAVIOUR = "behaviour"  # kept by hand, proven by code


class Confidence(StrEnum):
    """How sure a change is."""

    HIGH = "high"  # read off the running torch, or confirmed by its argument parser
    LOW = "low"  # 未证实: only a stub or a docstring says so


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One change of one name."""

    kind: ChangeKind
    name: str
    version: str  # minor version in which the new state was first seen
    previous: str = ""  # neighbouring minor version in which the old state was last seen
    parameter: str = ""
    old: str = ""
    new: str = ""
    confidence: Confidence = Confidence.HIGH


@dataclass(frozen=True, slots=True, kw_only=True)
class Timeline:
    """One name over all versions."""

    name: str
    present: tuple[str, ...]  # minor versions in which it is public, oldest first
    callable_in: tuple[str, ...] = ()  # of these, where it is no tombstone
    parameters: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # name → minors that have it
    deprecated_in: tuple[str, ...] = ()  # minors in which torch says for certain that it is deprecated
    notice: str = ""  # what torch said last about that, or about the removal
    signatures: tuple[
        tuple[str, tuple[str, ...]], ...
    ] = ()  # text and its minors; empty when it never changed
    changes: tuple[Change, ...] = ()

    @property
    def first(self) -> str:
        """First minor version seen."""
        return self.present[0]

    @property
    def last(self) -> str:
        """Last minor version seen."""
        return self.present[-1]

    def of_parameter(self, parameter: str) -> tuple[Change, ...]:
        """Changes of one parameter."""
        return tuple(change for change in self.changes if change.parameter == parameter)


@dataclass(frozen=True, slots=True)
class History:
    """All names over all versions."""

    minors: tuple[str, ...]  # oldest first
    timelines: Mapping[str, Timeline]

    def get(self, name: str) -> Timeline | None:
        """The timeline of a name, or None when no version ever had it."""
        return self.timelines.get(name)

    def changes(self, previous: str, version: str) -> Iterator[Change]:
        """All changes seen after ``previous`` and up to ``version``, by name."""
        order = {minor: index for index, minor in enumerate(self.minors)}
        low, high = order[previous], order[version]
        for name in sorted(self.timelines):
            for change in self.timelines[name].changes:
                if low < order[change.version] <= high:
                    yield change

    def since_label(self, name: str) -> str:
        """``2.1`` or 「1.13 或更早」, empty when unknown."""
        timeline = self.timelines.get(name)
        if timeline is None:
            return ""
        return self.label(timeline.first)

    def label(self, minor: str) -> str:
        """A first version as readers should see it: the oldest snapshot proves no beginning."""
        return f"{minor} 或更早" if minor == self.minors[0] else minor

    def onward(self, minor: str) -> str:
        """``2.4 起``, or 「1.13 或更早起」 for the oldest snapshot."""
        return f"{minor} 或更早起" if minor == self.minors[0] else f"{minor} 起"
