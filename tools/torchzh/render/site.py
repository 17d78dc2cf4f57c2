"""Everything a page may need to know, gathered once per build and never changed.

The pieces come from the earlier stages; this record only joins them. Version
history is a seam: ``PageHistory`` is what the history stage will say about one
page, and until it exists there is none.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache

from torchzh.annotation import Annotation, ReadResult
from torchzh.figures import Figure
from torchzh.models import ApiObject, Kind, Snapshot
from torchzh.render.bodies import Bodies
from torchzh.render.markdown import to_rst
from torchzh.render.pages import Plan, make_plan
from torchzh.render.references import Names
from torchzh.render.rst import Lines
from torchzh.render.twins import Twin, twins
from torchzh.render.types import Types
from torchzh.snapshot import resolve
from torchzh.taxonomy import Taxonomy


@dataclass(frozen=True, slots=True, kw_only=True)
class PageHistory:
    """What the versions say about one page: finished badges and blocks."""

    badges: tuple[tuple[str, str], ...] = ()  # (style, text)
    parameter_badges: Mapping[str, tuple[tuple[str, str], ...]] = field(default_factory=dict)
    lines: Lines = field(default_factory=list)  # body of the section 版本


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """One torch, all entries, and what follows from them."""

    snapshot: Snapshot
    taxonomy: Taxonomy
    plan: Plan
    annotations: Mapping[str, Annotation]  # by canonical name
    names: Names
    types: Types
    twins: Mapping[str, tuple[Twin, ...]]
    covered_by: Mapping[str, str]  # name → entry that explains it in its own text
    mentioned_by: Mapping[str, tuple[tuple[str, str], ...]]  # name → (entry, reason) whose `see` has it
    docstrings: Mapping[str, str] = field(default_factory=dict)
    verified: Mapping[str, str] = field(default_factory=dict)  # name → where its examples passed
    history: Mapping[str, PageHistory] = field(default_factory=dict)
    figures: Mapping[str, Figure] = field(default_factory=dict)  # by canonical name
    bodies: Bodies = field(default_factory=Bodies)  # a memo; it changes nothing but the time

    def markdown(self, body: str, page: str) -> Lines:
        """A Markdown body of an entry as lines on the page of that name."""
        return self.bodies.lines(body, page, lambda: to_rst(body, self.resolver(page)))

    @property
    def minor(self) -> str:
        """The documented minor version."""
        return self.snapshot.header.minor

    def canonical(self, name: str) -> str:
        """The canonical name, or the name itself when it is unknown."""
        found = resolve(self.snapshot, name)
        return found.name if found is not None else name

    def owner(self, obj: ApiObject) -> ApiObject | None:
        """The class a member belongs to."""
        owner = self.snapshot.objects.get(obj.name.rpartition(".")[0])
        return owner if owner is not None and owner.kind is Kind.CLASS else None

    def resolver(self, page: str) -> _Resolver:
        """Turns code marks on a page into names; the page never links to itself."""
        return _Resolver(self.names, page)


@dataclass(frozen=True, slots=True)
class _Resolver:
    names: Names
    page: str

    def __call__(self, mark: str) -> str:
        found = self.names.resolve(mark)
        return "" if found == self.page else found


def by_name(results: Iterable[ReadResult]) -> dict[str, Annotation]:
    """Entries that could be read, by their name."""
    return {result.annotation.name: result.annotation for result in results if result.annotation is not None}


def make_site(
    snapshot: Snapshot,
    annotations: Mapping[str, Annotation],
    taxonomy: Taxonomy,
    *,
    docstrings: Mapping[str, str] | None = None,
    verified: Mapping[str, str] | None = None,
    history: Mapping[str, PageHistory] | None = None,
    figures: Mapping[str, Figure] | None = None,
) -> Site:
    """Join the pieces. Entries whose name this torch does not have get no page."""
    present: dict[str, Annotation] = {}
    for name, annotation in annotations.items():
        found = snapshot.canonical(name)
        if found is not None:
            present[found.name] = annotation
    plan = make_plan(snapshot, present)
    covered: dict[str, str] = {}
    mentioned: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    for name, annotation in sorted(present.items()):
        for other in annotation.covers:
            found = resolve(snapshot, other)
            if found is not None and found.name != name:
                covered.setdefault(found.name, name)
        for other, reason in annotation.see.items():
            found = resolve(snapshot, other)
            if found is not None and found.name != name:
                mentioned[found.name].append((name, reason))
    return Site(
        snapshot=snapshot,
        taxonomy=taxonomy,
        plan=plan,
        annotations=present,
        names=Names(frozenset(plan.docnames), _inherited(snapshot)),
        types=Types(_classes(snapshot)),
        twins=twins(snapshot),
        covered_by=covered,
        mentioned_by={name: tuple(rows) for name, rows in mentioned.items()},
        docstrings=docstrings or {},
        verified=verified or {},
        history=history or {},
        figures=_canonical(snapshot, figures or {}),
    )


def _canonical(snapshot: Snapshot, figures: Mapping[str, Figure]) -> dict[str, Figure]:
    """Pictures by the canonical name of what they show; of an alias only where the name itself has none."""
    found: dict[str, Figure] = {}
    for name, figure in sorted(figures.items()):
        obj = snapshot.canonical(name)
        if obj is not None and (obj.name == name or obj.name not in figures):
            found[obj.name] = figure
    return found


def _inherited(snapshot: Snapshot) -> Callable[[str], str]:
    """Finds names that have no line of their own in the snapshot, each only once."""

    @cache
    def find(name: str) -> str:
        found = resolve(snapshot, name)
        return found.name if found is not None else ""

    return find


def _classes(snapshot: Snapshot) -> dict[str, str]:
    """Every public spelling of a class → its canonical name."""
    return {name: obj.alias_of or name for name, obj in snapshot.objects.items() if obj.kind is Kind.CLASS}
