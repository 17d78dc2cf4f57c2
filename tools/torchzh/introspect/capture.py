"""Takes a snapshot inside the running interpreter: discover, walk, name, describe.

Only the worker process calls this, because it imports every public module of
the package. The result is the snapshot and, apart from it, the docstrings,
which are the package's own text and never part of a snapshot.
"""

from __future__ import annotations

import platform
import warnings
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed_version
from pathlib import Path
from typing import Any

from torchzh import __version__
from torchzh.introspect.bodies import Bodies
from torchzh.introspect.describe import Describer, is_nested
from torchzh.introspect.discover import Discovery, discover
from torchzh.introspect.documented import walk_documented
from torchzh.introspect.guard import ABSENT, read, read_text
from torchzh.introspect.identity import Identities
from torchzh.introspect.kept import Kept, load_kept
from torchzh.introspect.locations import Locations
from torchzh.introspect.parser import parser_forms
from torchzh.introspect.reachable import reachable
from torchzh.introspect.shims import walk_shims
from torchzh.introspect.signatures import Signatures
from torchzh.introspect.stand_ins import hide
from torchzh.introspect.stubs import Stubs
from torchzh.introspect.walk import Found, walk_members, walk_modules
from torchzh.models import ApiObject, Kind, Snapshot, SnapshotHeader, Source
from torchzh.snapshot.writer import FORMAT


@dataclass(frozen=True, slots=True, kw_only=True)
class Capture:
    """A snapshot, and the docstrings of its canonical entries by name."""

    snapshot: Snapshot
    docstrings: dict[str, str]


def capture(package: str, known_names: Collection[str] = ()) -> Capture:
    """Walk the installed ``package``; say which of ``known_names`` are reachable though not public."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        kept = load_kept(package)
        hide(kept.optional_packages)
        discovery = discover(package, frozenset(kept.dynamic))
        root = discovery.modules[package]
        found = list(walk_modules(package, discovery, kept.dynamic))
        found += walk_shims(discovery, {item.name for item in found})
        found += walk_documented(discovery, {item.name for item in found}, kept.documented)
        identities = Identities(package, found, kept)
        members = list(_members(found, identities))
        describer = _describer(package, root, identities, kept)
        items = {item.name: item for item in _unique([*found, *members])}
        objects = {name: describer.describe(items[name]) for name in sorted(items)}
        objects |= _with_parser(root, items, objects)
        hidden = reachable(name for name in known_names if name not in objects)
    header = replace(_header(root, discovery, objects.values()), hidden=hidden)
    return Capture(
        snapshot=Snapshot(header=header, objects=objects),
        docstrings=dict(sorted(describer.docstrings.items())),
    )


def _describer(package: str, root: Any, identities: Identities, kept: Kept) -> Describer:
    folder = Path(read_text(root, "__file__")).parent.parent
    lookup = read(read(root, "_C"), "_jit_get_schemas_for_operator")
    signatures = Signatures(package, Stubs(folder), identities.name, None if lookup is ABSENT else lookup)
    return Describer(
        identities,
        signatures,
        Locations(folder),
        Bodies(),
        kept,
        minor=".".join(str(read(root, "__version__")).split(".")[:2]),
        cuda_build=build_of(root).startswith("cu"),
    )


def _with_parser(
    root: Any, items: Mapping[str, Found], objects: Mapping[str, ApiObject]
) -> dict[str, ApiObject]:
    """The objects that torch's argument parser answers for, with its answer."""
    if read_text(root, "__name__") != "torch":
        return {}  # no other package has this parser
    sample = root.zeros(2)
    forms = [form for item in objects.values() for form in item.forms if form.source is not Source.RUNTIME]
    names = sorted({name for form in forms for name in form.names})
    found = {}
    for name, described in objects.items():
        if described.kind in (Kind.FUNCTION, Kind.METHOD) and not described.alias_of:
            own = {parameter.name for parameter in described.parameters()}
            answer = parser_forms(items[name].value, items[name].raw, sample, own, names)
            if answer:
                found[name] = replace(described, parser=answer)
    return found


def _members(found: list[Found], identities: Identities) -> Iterator[Found]:
    """Members of every canonical class, and of the classes written inside them."""
    classes = [
        item for item in found if item.owner is None and _has_members(item) and not identities.alias_of(item)
    ]
    public = {id(item.value) for item in found if isinstance(item.value, type)}
    done: set[int] = set()
    for owner in sorted(classes, key=lambda item: item.name):
        yield from _members_of(owner, public, identities, done)


def _members_of(owner: Found, public: set[int], identities: Identities, done: set[int]) -> Iterator[Found]:
    if id(owner.value) in done:
        return
    done.add(id(owner.value))
    for member in walk_members(owner, public):
        yield member
        if isinstance(member.raw, type) and is_nested(member):
            identities.add(member.raw, member.name)
            yield from _members_of(member, public, identities, done)


def _has_members(item: Found) -> bool:
    """Classes, except the typed tensors of old, whose members all are those of Tensor."""
    return isinstance(item.value, type) and type(item.value).__name__ != "tensortype"


def _unique(found: Iterable[Found]) -> Iterator[Found]:
    """The first of each name: an object wins over a module of the same dotted name."""
    seen: set[str] = set()
    for item in found:
        if item.name not in seen:
            seen.add(item.name)
            yield item


def build_of(root: Any) -> str:
    """``cpu`` or ``cu130``, by what the package says of itself."""
    version = read(root, "version")
    cuda = read(version, "cuda")
    hip = read(version, "hip")
    if isinstance(cuda, str) and cuda:
        return "cu" + cuda.replace(".", "")
    return f"rocm{hip}" if isinstance(hip, str) and hip else "cpu"


def _header(root: Any, discovery: Discovery, objects: Iterable[ApiObject]) -> SnapshotHeader:
    return SnapshotHeader(
        format=FORMAT,
        torch=str(read(root, "__version__")).partition("+")[0],
        build=build_of(root),
        python=".".join(platform.python_version_tuple()[:2]),
        numpy=_numpy_version(),
        torchzh=__version__,
        counts=counts_of(objects),
        failures=dict(sorted(discovery.failures.items())),
    )


def _numpy_version() -> str:
    """The major version: what matters is that it is there, and which series."""
    try:
        return installed_version("numpy").partition(".")[0]
    except PackageNotFoundError:
        return ""


def counts_of(objects: Iterable[ApiObject]) -> dict[str, int]:
    """The figures of a snapshot: names, canonical ones, by kind, by source of the signature."""
    counts: Counter[str] = Counter()
    for item in objects:
        counts["names"] += 1
        if item.alias_of:
            continue
        counts["canonical"] += 1
        counts[f"kind.{item.kind.value}"] += 1
        if item.is_callable and not item.fields:
            source = item.forms[0].source.value if item.forms else "unknown"
            counts["callable"] += 1
            counts[f"source.{source}"] += 1
            counts["opaque"] += bool(item.forms) and item.forms[0].opaque
        counts["deprecated"] += item.deprecation is not None and item.deprecation.certain
        counts["tombstones"] += bool(item.tombstone)
        counts["undocumented"] += not item.doc_fingerprint and item.kind in (*_DOCUMENTED,)
    return dict(sorted(counts.items()))


_DOCUMENTED = frozenset(
    {Kind.FUNCTION, Kind.CLASS, Kind.METHOD, Kind.CLASSMETHOD, Kind.STATICMETHOD, Kind.PROPERTY}
)
