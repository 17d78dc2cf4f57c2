"""The installed torch as a snapshot, read once and kept until something changes.

A walk takes half a minute; check, build and authoring all want its result. It is
kept in the ignored cache under a key of what it depends on: the torch that
Python would import, the time it was installed, and the code that reads it.
Nothing here imports torch.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

from torchzh.introspect.session import IntrospectionError, take_snapshot
from torchzh.models import Snapshot
from torchzh.project import Project
from torchzh.snapshot import read_names, read_snapshot, write_snapshot


@dataclass(frozen=True, slots=True, kw_only=True)
class Live:
    """What the installed torch looks like."""

    snapshot_file: Path
    docstrings_file: Path

    @property
    def exists(self) -> bool:
        """True when the cache holds it."""
        return self.snapshot_file.is_file() and self.docstrings_file.is_file()

    def snapshot(self) -> Snapshot:
        """The facts."""
        return read_snapshot(self.snapshot_file)

    def docstrings(self) -> Mapping[str, str]:
        """torch's own text by canonical name."""
        texts: dict[str, str] = json.loads(self.docstrings_file.read_text(encoding="utf-8"))
        return texts


def locate(project: Project) -> Live:
    """Where the cache for the installed torch lies, whether or not it exists."""
    spec = find_spec("torch")
    if spec is None or spec.origin is None:
        raise IntrospectionError("这个 Python 里没有安装 torch")
    try:
        release = version("torch")
    except PackageNotFoundError:
        release = "unknown"
    package = Path(spec.origin).parent
    digest = hashlib.sha256(f"{release}\0{package}\0{(package / 'version.py').stat().st_mtime_ns}".encode())
    for path in _code():
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    minor = ".".join(release.split(".")[:2])
    for path in other_snapshots(project, minor):
        digest.update(f"{path.name} {path.stat().st_size}\n".encode())
    stem = f"torch-{minor}-{digest.hexdigest()[:12]}"
    folder = project.cache / "live"
    return Live(snapshot_file=folder / f"{stem}.jsonl", docstrings_file=folder / f"{stem}.json")


def other_snapshots(project: Project, minor: str) -> list[Path]:
    """The committed snapshots of all other versions."""
    own = project.snapshot_file(minor)
    return [path for path in sorted(project.snapshots.glob("*.jsonl")) if path != own]


def known_names(project: Project) -> frozenset[str]:
    """Names that another version's snapshot has; the walk says which of them it can still reach."""
    try:
        minor = ".".join(version("torch").split(".")[:2])
    except PackageNotFoundError:
        return frozenset()
    return frozenset().union(*map(read_names, other_snapshots(project, minor)))


def _code() -> list[Path]:
    here = Path(__file__).parent.parent
    return sorted(
        path
        for folder in ("introspect", "snapshot")
        for path in (here / folder).iterdir()
        if path.suffix in (".py", ".txt", ".toml", ".json")
    )


def read_live(project: Project) -> Live:
    """The cache for the installed torch, taken now when it is missing."""
    live = locate(project)
    if not live.exists:
        taken = take_snapshot(known_names=known_names(project))
        live.snapshot_file.parent.mkdir(parents=True, exist_ok=True)
        minor_prefix = live.snapshot_file.name.rpartition("-")[0]
        for stale in live.snapshot_file.parent.glob(f"{minor_prefix}-*"):
            stale.unlink()
        write_snapshot(taken.snapshot, live.snapshot_file)
        text = json.dumps(dict(taken.docstrings), ensure_ascii=False, sort_keys=True)
        live.docstrings_file.write_text(text, encoding="utf-8")
    return live
