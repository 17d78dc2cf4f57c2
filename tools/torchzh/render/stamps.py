"""The stamp 示例通过: on which torch and device the examples of an entry ran as they stand.

Read from verified/. A result speaks for the code it was made with: when the
examples of an entry changed since, there is no stamp until they have run again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from torchzh.examples.verified import entry_key, read_all_verified
from torchzh.project import Project
from torchzh.render.entries import Entry
from torchzh.versions import spans

DEVICES = {"cpu": "CPU", "cuda": "CUDA"}


def stamps(project: Project, entries: Iterable[Entry], minors: Sequence[str]) -> dict[str, str]:
    """Name of an entry → ``示例通过 torch 2.2–2.15（CPU）``."""
    results = read_all_verified(project.verified)
    found: dict[str, str] = {}
    for entry in entries if results else ():
        if entry.annotation is None:
            continue
        passed: defaultdict[str, list[str]] = defaultdict(list)
        for result in results:
            for device in result.devices(entry_key(entry.annotation.path), entry.examples):
                passed[device].append(result.minor)
        if passed:
            found[entry.annotation.name] = stamp_text(passed, minors)
    return found


def stamp_text(passed: Mapping[str, Sequence[str]], minors: Sequence[str]) -> str:
    """The words of the stamp."""
    parts = [
        f"{spans(versions, minors)}（{DEVICES.get(device, device)}）"
        for device, versions in sorted(passed.items())
    ]
    return "示例通过 torch " + "、".join(parts)
