"""The kept lists: what no rule can find and people had to write down.

Each line is a name or pattern, then more after a blank; a line that begins with
``#`` is a comment. A test compares the lists with the live torch, so none of them can rot
unnoticed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from importlib.resources import files


@dataclass(frozen=True, slots=True, kw_only=True)
class CallOnly:
    """A deprecation that only a call reveals."""

    name: str
    since: str  # first minor version whose call warns
    branch: bool  # only some uses warn
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """All kept lists of one package."""

    documented: tuple[str, ...] = ()  # documented names that no rule finds; preferred as canonical
    call_only: tuple[CallOnly, ...] = ()
    cuda_only: tuple[str, ...] = ()  # patterns of names that exist only in CUDA builds
    build_dependent: tuple[str, ...] = ()  # patterns of names whose record differs between builds
    optional_packages: frozenset[str] = frozenset()  # what the walked package must not see
    volatile: tuple[str, ...] = ()  # patterns of names whose value depends on machine or build
    dynamic: tuple[str, ...] = ()  # namespaces that answer any look-up
    preferred: tuple[str, ...] = ()  # canonical although a shorter public name exists
    preferred_homes: tuple[str, ...] = ()  # modules that document functions they share with the package


def load_kept(package: str) -> Kept:
    """The lists of torch; any other package (the fake one of the tests) has none."""
    if package != "torch":
        return Kept(dynamic=(f"{package}.ops",))
    return Kept(
        documented=tuple(name for name, _ in _lines("documented_names.txt")),
        call_only=tuple(_call_only(name, rest) for name, rest in _lines("call_only_deprecations.txt")),
        cuda_only=tuple(name for name, _ in _lines("cuda_only.txt")),
        build_dependent=tuple(name for name, _ in _lines("build_dependent.txt")),
        optional_packages=frozenset(name for name, _ in _lines("optional_packages.txt")),
        volatile=tuple(name for name, _ in _lines("volatile_values.txt")),
        dynamic=("torch.ops", "torch.classes"),
        preferred=tuple(name for name, _ in _lines("preferred_names.txt")),
        preferred_homes=("torch.nn.functional",),
    )


def _call_only(name: str, rest: str) -> CallOnly:
    since, use, message = rest.split(maxsplit=2)
    return CallOnly(name=name, since=since, branch=use == "branch", message=message)


def _lines(file: str) -> Iterator[tuple[str, str]]:
    text = files("torchzh.introspect").joinpath(file).read_text(encoding="utf-8")
    for line in text.splitlines():
        if line.strip() and not line.startswith("#"):
            name, _, rest = line.partition(" ")
            yield name, rest.strip()


def matches(name: str, patterns: Iterable[str]) -> bool:
    """The name, or one that it is a member of, fits a pattern."""
    return any(fnmatchcase(name, pattern) or fnmatchcase(name, f"{pattern}.*") for pattern in patterns)
