"""The kept lists: what no rule can find and people had to write down.

Each line is a name or pattern, then optional text after a blank. ``#`` begins a
comment. A test compares the lists with the live torch, so none of them can rot
unnoticed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from importlib.resources import files


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """All kept lists of one package."""

    documented: tuple[str, ...] = ()  # documented names that no rule finds
    call_only: tuple[tuple[str, str], ...] = ()  # deprecated, but only a call says so: name, message
    cuda_only: tuple[str, ...] = ()  # patterns of names that exist only in CUDA builds
    volatile: tuple[str, ...] = ()  # patterns of names whose value depends on machine or build
    dynamic: tuple[str, ...] = ()  # namespaces that answer any look-up
    preferred_homes: tuple[str, ...] = ()  # modules that document functions they share with the package
    no_members: tuple[str, ...] = ()  # patterns of classes whose members repeat another class


def load_kept(package: str) -> Kept:
    """The lists of torch; any other package (the fake one of the tests) has none."""
    if package != "torch":
        return Kept(dynamic=(f"{package}.ops",))
    return Kept(
        documented=tuple(name for name, _ in _lines("documented_names.txt")),
        call_only=tuple(_lines("call_only_deprecations.txt")),
        cuda_only=tuple(name for name, _ in _lines("cuda_only.txt")),
        volatile=tuple(name for name, _ in _lines("volatile_values.txt")),
        dynamic=("torch.ops", "torch.classes"),
        preferred_homes=("torch.nn.functional",),
    )


def _lines(file: str) -> Iterable[tuple[str, str]]:
    text = files("torchzh.introspect").joinpath(file).read_text(encoding="utf-8")
    for line in text.splitlines():
        content = line.partition("#")[0].strip() if not line.lstrip().startswith("#") else ""
        if content:
            name, _, rest = content.partition(" ")
            yield name, rest.strip()


def matches(name: str, patterns: Iterable[str]) -> bool:
    """The name, or one that it is a member of, fits a pattern."""
    return any(fnmatchcase(name, pattern) or fnmatchcase(name, f"{pattern}.*") for pattern in patterns)
