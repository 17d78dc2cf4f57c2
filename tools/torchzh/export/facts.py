"""What every door begins with: a snapshot, the full entries, and a source folder made of them."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

from torchzh.annotation import read_all
from torchzh.export.volume import Volume, VolumeError, make_volume
from torchzh.introspect import IntrospectionError
from torchzh.live import read_live
from torchzh.models import Snapshot, SnapshotHeader
from torchzh.project import Project
from torchzh.render.files import write_files
from torchzh.snapshot import SnapshotError, read_snapshot
from torchzh.taxonomy import load_taxonomy
from torchzh.versions import load_versions

LIVE = "live"


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """A volume on disk, ready for Sphinx."""

    header: SnapshotHeader
    volume: Volume
    source: Path
    output: Path


def read_facts(project: Project, torch: str = "") -> Snapshot:
    """The committed snapshot of a minor version (default: the project's), or the installed torch."""
    minor = torch or load_versions(project.versions_file).default.minor
    try:
        return read_live(project).snapshot() if torch == LIVE else read_snapshot(project.snapshot_file(minor))
    except FileNotFoundError as error:
        raise VolumeError(f"没有 torch {minor} 的快照；已安装 torch 时可用 --torch {LIVE}") from error
    except (SnapshotError, IntrospectionError) as error:
        raise VolumeError(str(error)) from error


def prepare(project: Project, torch: str, kind: str) -> Prepared:
    """Write the source of the volume to ``build/<kind>/source``."""
    snapshot = read_facts(project, torch)
    found = {result.annotation.name: result.annotation for result in read_all(project) if result.annotation}
    volume = make_volume(snapshot, found, load_taxonomy(project.taxonomy_file))
    if not volume.entries:
        raise VolumeError("还没有详注条目，没有内容可出")
    work = project.root / "build" / kind
    shutil.rmtree(work / "out", ignore_errors=True)  # what an earlier run left must not get into the book
    write_files(work / "source", volume.files, ("",))
    return Prepared(header=snapshot.header, volume=volume, source=work / "source", output=work / "out")
