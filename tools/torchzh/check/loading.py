"""Loads what entries are checked against: snapshots, word lists, allowed differences.

Which torch: every committed snapshot is known; ``--torch`` chooses which of
them are checked. ``live`` adds the installed one in place of its snapshot, and
``cache`` adds those that were read on this machine before.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from torchzh.check.allowlist import load_allowlists
from torchzh.check.catalogue import codes
from torchzh.check.context import OptionFaults, no_option_faults
from torchzh.check.driver import Settings
from torchzh.check.glossary import Glossary, load_glossary
from torchzh.check.world import FileSurface, Surface, build_world, open_file
from torchzh.project import Project
from torchzh.taxonomy import load_taxonomy
from torchzh.versions import load_versions

DATA = Path(__file__).parent.parent / "data"
USAGE_FILE = DATA / "usage.tsv"
FULL_ENTRIES_FILE = DATA / "full_entries.txt"


class ChoiceError(ValueError):
    """``--torch`` names something that is not there; the message is for the user, in Chinese."""


def load_settings(
    project: Project,
    choice: str,
    take_live: Callable[[], Path],
    option_faults: OptionFaults = no_option_faults,
) -> Settings:
    """Everything a run needs. ``take_live`` reads the installed torch and is called only when asked for."""
    supported = load_versions(project.versions_file).minors
    surfaces: dict[str, Surface] = {
        minor: FileSurface(project.snapshot_file(minor), minor)
        for minor in supported
        if project.snapshot_file(minor).is_file()
    }
    if choice == "cache" or (choice == "auto" and not surfaces):
        surfaces = _cached(project) | surfaces
        choice = "all" if surfaces or choice == "cache" else "live"
    checked = _choose(choice, surfaces, supported, take_live)
    glossary = load_glossary(project.glossary_file) if project.glossary_file.is_file() else Glossary()
    return Settings(
        world=build_world(surfaces, checked),
        glossary=glossary,
        taxonomy=load_taxonomy(project.taxonomy_file),
        usage=load_usage(USAGE_FILE),
        full_entries=load_names(FULL_ENTRIES_FILE),
        supported=supported,
        allowed=load_allowlists(project.allowlists, supported, codes()),
        option_faults=option_faults,
    )


def _cached(project: Project) -> dict[str, Surface]:
    """Every torch that was read on this machine before, the newest reading of each."""
    paths = sorted((project.cache / "live").glob("torch-*-*.jsonl"), key=lambda path: path.stat().st_mtime)
    found = [open_file(path) for path in paths]
    return {surface.minor: surface for surface in found}


def _choose(
    choice: str, surfaces: dict[str, Surface], supported: Sequence[str], take_live: Callable[[], Path]
) -> list[str]:
    """Minor versions to check; adds the live one to ``surfaces`` when it is chosen."""
    if choice == "auto":
        choice = "all"
    if choice == "live":
        live = open_file(take_live())
        surfaces[live.minor] = live
        return [live.minor]
    if choice == "all":
        if not surfaces:
            raise ChoiceError("还没有快照；用 --torch live 核对已安装的 torch")
        return list(surfaces)
    minors = [part.strip() for part in choice.split(",") if part.strip()]
    missing = [minor for minor in minors if minor not in surfaces]
    if missing or not minors:
        have = "、".join(minor for minor in supported if minor in surfaces) or "无"
        raise ChoiceError(f"没有 {'、'.join(missing) or choice} 的快照；有的是：{have}")
    return minors


def load_names(path: Path) -> frozenset[str]:
    """One name a line; comment lines start with ``#``."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return frozenset(line for line in lines if line and not line.startswith("#"))


def load_usage(path: Path) -> dict[str, int]:
    """Rank of each name by use, 1 the most used; empty when the list is not there."""
    if not path.is_file():
        return {}
    rows = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()[1:]]
    return {row[0]: rank for rank, row in enumerate(rows, 1) if row and row[0]}
