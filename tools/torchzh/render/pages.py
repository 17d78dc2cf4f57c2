"""The one rule that says which object gets a page of its own.

A page: every function and class of a user-facing namespace, the members of the
few classes people look up by method, and everything annotated. All other public
names are described where they belong: members on the page of their class,
internals and constants on the page of their module. Nothing public is left out;
the namespaces are data below.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache

from torchzh.models import ApiObject, Kind, Snapshot
from torchzh.naming import stem

# Namespaces whose functions and classes get pages; a name ending in "." covers what is below.
USER_FACING = (
    "torch",
    "torch.accelerator.",
    "torch.amp.",
    "torch.autograd.",
    "torch.backends.",
    "torch.compiler.",
    "torch.cpu.",
    "torch.cuda.",
    "torch.distributed",
    "torch.distributions.",
    "torch.export",
    "torch.fft.",
    "torch.func.",
    "torch.futures.",
    "torch.hub.",
    "torch.jit",
    "torch.library",
    "torch.linalg.",
    "torch.masked.",
    "torch.mps.",
    "torch.multiprocessing",
    "torch.nested.",
    "torch.nn.",
    "torch.onnx",
    "torch.optim.",
    "torch.overrides",
    "torch.profiler",
    "torch.random",
    "torch.serialization",
    "torch.signal.",
    "torch.sparse.",
    "torch.special.",
    "torch.storage",
    "torch.utils",
    "torch.utils.checkpoint",
    "torch.utils.data.",
    "torch.utils.dlpack",
    "torch.utils.tensorboard.",
    "torch.xpu.",
)
# Below a user-facing namespace, yet not for users.
INTERNAL = (
    "torch.nn.backends.",
    "torch.nn.intrinsic.",
    "torch.nn.qat.",
    "torch.nn.quantizable.",
    "torch.nn.quantized.",
    "torch.utils.data.datapipes.",
    "torch.cuda.jiterator.",
    "torch.masked.maskedtensor.",
)
# Classes whose members are looked up by name.
MEMBER_PAGES = frozenset(
    {
        "torch.Tensor",
        "torch.nn.Module",
        "torch.optim.Optimizer",
        "torch.Generator",
        "torch.amp.GradScaler",
        "torch.optim.lr_scheduler.LRScheduler",
        "torch.nn.ModuleDict",
        "torch.nn.ModuleList",
        "torch.nn.ParameterDict",
        "torch.nn.ParameterList",
        "torch.nn.Sequential",
        "torch.autograd.Function",
        "torch.utils.tensorboard.SummaryWriter",
        "torch.cuda.Event",
        "torch.cuda.Stream",
        "torch.cuda.CUDAGraph",
    }
)


class Place(StrEnum):
    """Where an object is described."""

    PAGE = "page"  # api/<stem>
    MEMBER = "member"  # on the page of its class
    LISTED = "listed"  # on the page of its module
    MODULE = "module"  # mod/<stem>


@dataclass(frozen=True, slots=True)
class Plan:
    """Where each canonical name is described, and what stands where."""

    places: Mapping[str, Place]
    docnames: Mapping[str, str]  # every documented name, aliases included → page
    members: Mapping[str, tuple[str, ...]]  # class → canonical members, sorted
    contents: Mapping[str, tuple[str, ...]]  # module with a page → canonical names described or linked there
    aliases: Mapping[str, tuple[str, ...]]  # canonical name → its other public names
    folded: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # module page → modules told there

    def pages(self) -> list[str]:
        """Names with a page of their own, sorted."""
        return [name for name, place in self.places.items() if place is Place.PAGE]


@cache
def is_user_facing(module: str) -> bool:
    """True when functions and classes of this module get pages."""
    dotted = module + "."
    if any(dotted.startswith(prefix) for prefix in INTERNAL):
        return False
    return any(dotted.startswith(rule) if rule.endswith(".") else module == rule for rule in USER_FACING)


def owner_class(obj: ApiObject, objects: Mapping[str, ApiObject]) -> ApiObject | None:
    """The class an object is a member of."""
    owner = objects.get(obj.name.rpartition(".")[0])
    return owner if owner is not None and owner.kind is Kind.CLASS else None


def make_plan(snapshot: Snapshot, annotated: Collection[str]) -> Plan:
    """Decide for every public name."""
    objects = snapshot.objects
    canonical = {name: obj for name, obj in objects.items() if not obj.alias_of}
    places = {name: _place(obj, objects, annotated) for name, obj in canonical.items()}
    members: defaultdict[str, list[str]] = defaultdict(list)
    contents: defaultdict[str, list[str]] = defaultdict(list)
    for name, obj in canonical.items():
        owner = owner_class(obj, objects)
        if owner is not None:
            members[owner.name].append(name)
        elif places[name] is not Place.MODULE:
            contents[_existing_module(obj.module, objects)].append(name)
    pages = module_pages(canonical, contents)
    aliases: defaultdict[str, list[str]] = defaultdict(list)
    for name, obj in objects.items():
        if obj.alias_of:
            aliases[obj.alias_of].append(name)
    folded: defaultdict[str, list[str]] = defaultdict(list)
    for name, obj in canonical.items():
        if obj.kind is Kind.MODULE and name not in pages:
            folded[nearest(name, pages)].append(name)
    return Plan(
        places=places,
        docnames=_docnames(canonical, places, aliases, pages),
        members={name: tuple(sorted(rows, key=_alphabet)) for name, rows in members.items()},
        contents={name: tuple(sorted(contents.get(name, ()), key=_alphabet)) for name in sorted(pages)},
        aliases={name: tuple(rows) for name, rows in aliases.items()},
        folded={name: tuple(rows) for name, rows in folded.items()},
    )


def _alphabet(name: str) -> tuple[str, str]:
    """As people look things up: case does not count."""
    return name.lower(), name


def _place(obj: ApiObject, objects: Mapping[str, ApiObject], annotated: Collection[str]) -> Place:
    if obj.kind is Kind.MODULE:
        return Place.MODULE
    if obj.name in annotated:
        return Place.PAGE
    owner = owner_class(obj, objects)
    if owner is not None:
        if owner.name in MEMBER_PAGES and obj.kind is not Kind.MISSING:
            return Place.PAGE
        return Place.MEMBER
    if obj.kind in (Kind.FUNCTION, Kind.CLASS) and is_user_facing(obj.module):
        return Place.PAGE
    return Place.LISTED


def _existing_module(module: str, objects: Mapping[str, ApiObject]) -> str:
    """The module itself, or the nearest one above that the snapshot knows."""
    while "." in module and not (module in objects and objects[module].kind is Kind.MODULE):
        module = module.rpartition(".")[0]
    return module


def module_pages(canonical: Mapping[str, ApiObject], contents: Mapping[str, list[str]]) -> frozenset[str]:
    """Modules with a page: those that hold something; empty ones are told on the page above."""
    known = {name for name, obj in canonical.items() if obj.kind is Kind.MODULE}
    return frozenset(contents) | ({"torch"} & known)


def nearest(module: str, pages: Collection[str]) -> str:
    """The module or the nearest one above it that has a page."""
    while module not in pages and "." in module:
        module = module.rpartition(".")[0]
    return module


def _docnames(
    canonical: Mapping[str, ApiObject],
    places: Mapping[str, Place],
    aliases: Mapping[str, list[str]],
    pages: Collection[str],
) -> dict[str, str]:
    result: dict[str, str] = {}
    for name, obj in canonical.items():
        result[name] = _docname(name, obj, canonical, places, pages)
        for alias in aliases.get(name, ()):
            result[alias] = result[name]
    return result


def _docname(
    name: str,
    obj: ApiObject,
    canonical: Mapping[str, ApiObject],
    places: Mapping[str, Place],
    pages: Collection[str],
) -> str:
    match places[name]:
        case Place.PAGE:
            return f"api/{stem(name)}"
        case Place.MODULE:
            return f"mod/{nearest(name, pages)}"
        case Place.MEMBER:
            owner = canonical.get(name.rpartition(".")[0])
            if owner is not None:
                return _docname(owner.name, owner, canonical, places, pages)
    return f"mod/{nearest(obj.module, pages)}"
