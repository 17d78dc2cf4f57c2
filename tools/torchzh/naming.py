"""File names of entries and pages, unique even where case does not count.

``torch.Tensor`` and ``torch.tensor`` would be one file on Windows and macOS.
The function keeps the plain name, anything else gets a suffix by its kind.
Which names collide must not depend on the torch at hand, or addresses would
move; so the decisions are a kept list, ``collisions.txt``, computed from all
snapshots and only ever extended. This module imports nothing of ours.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

KEPT = Path(__file__).with_name("collisions.txt")
HEADER = "# 只差大小写的名字各用什么文件名：限定名、制表符、文件名。由全部快照算出，只增不改。\n"

# Kind as a snapshot spells it → suffix; kinds not listed here keep their name.
SUFFIXES = {"class": "class", "property": "attr", "attribute": "attr", "constant": "data", "missing": "data"}


@cache
def kept_stems() -> Mapping[str, str]:
    """The kept list: qualified name → stem."""
    return parse_kept(KEPT.read_text(encoding="utf-8"))


def parse_kept(text: str) -> dict[str, str]:
    """Read the kept list; comment lines start with ``#``."""
    rows = (line.split("\t") for line in text.splitlines() if line and not line.startswith("#"))
    return {name: stem for name, stem in rows}  # noqa: C416 - a row of another length must fail


def dump_kept(stems: Mapping[str, str]) -> str:
    """Write the kept list, sorted."""
    return HEADER + "".join(f"{name}\t{stems[name]}\n" for name in sorted(stems))


def stem(name: str) -> str:
    """File name, without extension, of the page of a qualified name."""
    return kept_stems().get(name, name)


def annotation_path(name: str, module: str) -> str:
    """Where the entry of ``name`` lies, relative to the project root.

    ``module`` is the public module the name is imported from: ``torch.Tensor.view``
    in ``torch`` is ``annotations/torch/Tensor.view.md``.
    """
    inside = stem(name).removeprefix(module + ".")
    return f"annotations/{module}/{inside}.md"


def collisions(names: Iterable[tuple[str, str]], kept: Mapping[str, str] | None = None) -> dict[str, str]:
    """Stems of all names that differ from another one only by case.

    ``names`` are (qualified name, kind); modules have pages of their own folder
    and are left out. Decisions in ``kept`` stay as they are.
    """
    stems = dict(kept or {})
    groups: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for name, kind in names:
        if kind != "module":
            groups[name.lower()].setdefault(name, kind)
    taken = {value.lower() for value in stems.values()}
    for group in sorted(groups):
        if len(groups[group]) > 1:
            _decide(groups[group], stems, taken)
    return stems


def _decide(group: Mapping[str, str], stems: dict[str, str], taken: set[str]) -> None:
    """Give every undecided member of one group a stem nobody has."""
    order = sorted(group, key=lambda name: (group[name] in SUFFIXES, name.swapcase()))
    for name in order:
        if name in stems:
            continue
        suffix = SUFFIXES.get(group[name])
        base = f"{name}-{suffix}" if suffix else name
        candidate, number = base, 2
        while candidate.lower() in taken:
            candidate, number = f"{base}-{number}", number + 1
        stems[name] = candidate
        taken.add(candidate.lower())
