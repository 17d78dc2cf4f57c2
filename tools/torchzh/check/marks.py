"""What a dotted name in code marks or examples stands for, and whether it exists.

``F.relu`` is torch.nn.functional.relu. A name exists when any known version
has it; a member may come from a base class. Members of classes that are only
set in ``__init__`` are not in any snapshot, so of those nothing can be said.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from torchzh.check.world import World
from torchzh.models import Kind
from torchzh.similar import nearest, nearest_dotted

# What people write in prose → the module or class it stands for.
ROOTS = {
    "torch": "torch",
    "nn": "torch.nn",
    "F": "torch.nn.functional",
    "optim": "torch.optim",
    "lr_scheduler": "torch.optim.lr_scheduler",
    "Tensor": "torch.Tensor",
}
# Namespaces that answer to any name, or are filled at run time.
DYNAMIC = ("torch.ops", "torch.classes", "torch._")
# Parts that stand for any name: `F.xxx`.
PLACEHOLDERS = ("xxx", "XXX")
_DOTTED = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+", re.ASCII)
_OPEN_KINDS = frozenset({Kind.PROPERTY, Kind.ATTRIBUTE, Kind.CONSTANT, Kind.MISSING})


class Verdict(StrEnum):
    """What can be said about a name."""

    EXISTS = "exists"
    UNKNOWN = "unknown"
    UNVERIFIABLE = "unverifiable"  # a member that may be set on instances only


@dataclass(frozen=True, slots=True, kw_only=True)
class Looked:
    """The outcome of a look-up."""

    verdict: Verdict
    name: str
    nearest: str = ""
    owner: str = ""


def qualified(text: str) -> str:
    """The qualified name a code mark stands for; empty when it is no dotted name of torch's."""
    head = re.split(r"[(\[=\s]", text.strip(), maxsplit=1)[0]
    if not _DOTTED.fullmatch(head):
        return ""
    root, _, rest = head.partition(".")
    if root not in ROOTS or rest.endswith(PLACEHOLDERS):
        return ""
    return f"{ROOTS[root]}.{rest}"


def look_up(name: str, world: World) -> Looked:
    """Whether a qualified name exists in any known version."""
    if world.exists(name) or name.startswith(DYNAMIC) or "._" in name:
        return Looked(verdict=Verdict.EXISTS, name=name)
    owner, rest = _owner(name, world)
    found = world.latest(owner) if owner else None
    if found is None:
        return Looked(verdict=Verdict.UNKNOWN, name=name, nearest=nearest_dotted(name, world.names()))
    member = rest.partition(".")[0]
    if found.kind in _OPEN_KINDS or (found.kind is Kind.CLASS and _inherited(found.name, member, world)):
        return Looked(verdict=Verdict.EXISTS, name=name)
    if found.kind is not Kind.CLASS or found.name == "torch.Tensor":
        return Looked(verdict=Verdict.UNKNOWN, name=name, nearest=nearest_dotted(name, world.names()))
    near = nearest(member, _members(found.name, world), 0.8)
    verdict = Verdict.UNKNOWN if near else Verdict.UNVERIFIABLE
    return Looked(verdict=verdict, name=name, owner=owner, nearest=f"{owner}.{near}" if near else "")


def _owner(name: str, world: World) -> tuple[str, str]:
    """Longest existing prefix, and what is left of the name."""
    owner = name
    while owner and not world.exists(owner):
        owner = owner.rpartition(".")[0]
    return owner, name[len(owner) + 1 :]


def _bases(name: str, world: World) -> list[str]:
    """A class and its public bases, nearest first."""
    order, index = [name], 0
    while index < len(order):
        found = world.latest(order[index])
        order.extend(base for base in (found.bases if found else ()) if base not in order)
        index += 1
    return order


def _inherited(name: str, member: str, world: World) -> bool:
    return any(world.exists(f"{base}.{member}") for base in _bases(name, world))


def _members(name: str, world: World) -> set[str]:
    prefixes = tuple(base + "." for base in _bases(name, world))
    return {known.rpartition(".")[2] for known in world.names() if known.startswith(prefixes)}
