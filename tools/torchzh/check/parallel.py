"""Reads and checks many entries with all cores.

An entry costs a few hundredths of a second, most of it parsing Markdown and
examples. Where the system can fork, children share the snapshots already in
memory; elsewhere, and for a few files, everything runs here.
"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from torchzh.annotation import read_annotation
from torchzh.check.driver import Examined, Settings, examine
from torchzh.project import Project

WORTH_IT = 40  # entries; below, starting children costs more than it saves
_shared: tuple[Project, Settings] | None = None


def examine_all(paths: Sequence[Path], project: Project, settings: Settings) -> list[Examined]:
    """Read and check every file, in the given order."""
    workers = min(os.cpu_count() or 1, 8)
    if len(paths) < WORTH_IT or workers < 2 or "fork" not in multiprocessing.get_all_start_methods():
        return [examine(read_annotation(path, project), settings) for path in paths]
    global _shared
    _shared = (project, settings)
    try:
        with ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("fork")) as pool:
            return list(pool.map(_examine, paths, chunksize=max(len(paths) // (workers * 4), 1)))
    finally:
        _shared = None


def _examine(path: Path) -> Examined:
    assert _shared is not None
    project, settings = _shared
    return examine(read_annotation(path, project), settings)
