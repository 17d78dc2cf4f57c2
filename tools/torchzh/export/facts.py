"""What every door begins with: the full entries of one torch as a source folder for Sphinx."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

from torchzh.annotation import read_all
from torchzh.export.volume import Volume, VolumeError, make_volume
from torchzh.figures.kept import kept_figures
from torchzh.models import Snapshot, SnapshotHeader
from torchzh.project import Project
from torchzh.render.files import write_files
from torchzh.taxonomy import load_taxonomy


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """A volume on disk, ready for Sphinx."""

    header: SnapshotHeader
    volume: Volume
    source: Path
    output: Path


def prepare(project: Project, snapshot: Snapshot, kind: str) -> Prepared:
    """Write the source of the volume to ``build/<kind>/source``."""
    found = {result.annotation.name: result.annotation for result in read_all(project) if result.annotation}
    kept = kept_figures(project, snapshot.header.minor)
    taxonomy = load_taxonomy(project.taxonomy_file)
    volume = make_volume(snapshot, found, taxonomy, kept.figures if kept else None)
    if not volume.entries:
        raise VolumeError("还没有详注条目，没有内容可出")
    work = project.root / "build" / kind
    shutil.rmtree(work / "out", ignore_errors=True)  # what an earlier run left must not get into the book
    write_files(work / "source", volume.files, ("",))
    return Prepared(header=snapshot.header, volume=volume, source=work / "source", output=work / "out")
