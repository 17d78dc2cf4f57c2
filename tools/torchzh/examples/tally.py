"""Counts of a run: how many blocks there were, ran, were skipped and why.

A suite that quietly runs less than it did is worse than one that fails, so the
number of blocks per file is kept in ``verified/collected.json`` and a drop is a
fault. The same record writes the results that readers see as a badge.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from torchzh.examples.collect import ExampleFile, digest
from torchzh.examples.models import SKIPPED, Machine, Outcome, Status
from torchzh.examples.verified import (
    Row,
    Verified,
    entry_key,
    merge,
    read_collected,
    read_verified,
    verified_file,
    write_collected,
    write_verified,
)
from torchzh.project import Project

WORDS = {
    Status.SKIPPED_VERSION: "版本不合",
    Status.SKIPPED_DEVICE: "没有设备",
    Status.SKIPPED_PACKAGE: "缺少包",
    Status.SKIPPED_SLOW: "略去慢的",
    Status.SKIPPED_REASON: "写明原因",
    Status.FOLLOWS: "同因",
    Status.UNCHECKED_DEVICE: "未按设备核对",
}


@dataclass(slots=True)
class Tally:
    """What one run has seen so far."""

    root: Path
    blocks: dict[str, int] = field(default_factory=dict)  # path relative to the root → blocks collected
    statuses: Counter[Status] = field(default_factory=Counter)
    statements: int = 0
    notes: list[str] = field(default_factory=list)
    rows: dict[str, Row] = field(default_factory=dict)  # entry → result, of files that ran as a whole

    def collected(self, file: ExampleFile) -> None:
        """Remember how many blocks a file has."""
        if file.blocks:
            self.blocks[self.relative(file.path)] = len(file.blocks)

    def reported(self, name: str, outcome: Outcome) -> None:
        """Count one test."""
        self.statuses[outcome.status] += 1
        self.statements += outcome.statements
        self.notes += [f"{name}：{note}" for note in outcome.notes]

    def finished(self, file: ExampleFile, outcomes: Iterable[Outcome]) -> None:
        """Remember the result of a file that ran from the first block to the last."""
        counts = Counter(outcome.status for outcome in outcomes)
        self.rows[entry_key(self.relative(file.path))] = Row(
            digest=digest(file.blocks),
            passed=counts[Status.PASSED],
            skipped=sum(counts[status] for status in SKIPPED),
            failed=counts[Status.FAILED] + counts[Status.FOLLOWS],
            unchecked=counts[Status.UNCHECKED_DEVICE],
        )

    def relative(self, path: Path) -> str:
        """Path relative to the root, with forward slashes."""
        try:
            return path.resolve().relative_to(self.root.resolve()).as_posix()
        except ValueError:
            return path.as_posix()

    def lines(self, machine: Machine | None) -> Iterator[str]:
        """The closing lines of a run."""
        counts = self.statuses
        if machine is not None:
            gpu = f" · {machine.gpu}" if machine.gpu else " · CPU"
            yield f"torch {machine.torch} · Python {machine.python}{gpu}"
        files, blocks = len(self.blocks), sum(self.blocks.values())
        yield f"示例：收集到 {files} 个文件、{blocks} 块；运行了 {self.statements} 条语句"
        skipped = "，".join(f"{word} {counts[status]}" for status, word in WORDS.items() if status in SKIPPED)
        yield (
            f"通过 {counts[Status.PASSED]} · 失败 {counts[Status.FAILED]} · 同因 {counts[Status.FOLLOWS]}"
            f" · 未按设备核对 {counts[Status.UNCHECKED_DEVICE]}"
            f" · 跳过 {sum(counts[status] for status in SKIPPED)}（{skipped}）"
        )
        yield from (f"注意 {note}" for note in self.notes)


def dropped(stored: dict[str, int], now: dict[str, int], paths: Iterable[str]) -> list[str]:
    """Files below ``paths`` with fewer blocks than stored; empty when their sum did not fall."""
    covered = {name for name in stored if any(name == path or _below(name, path) for path in paths)}
    names = covered | now.keys()
    before, after = (sum(counts.get(name, 0) for name in names) for counts in (stored, now))
    if after >= before:
        return []
    fewer = [name for name in sorted(covered) if now.get(name, 0) < stored[name]]
    return [f"{name}：{stored[name]} → {now.get(name, 0)}" for name in fewer]


def record(tally: Tally, machine: Machine, device: str, project: Project) -> list[str]:
    """Write verified/ and tell which files changed."""
    stored = read_collected(project.verified)
    counts = {
        name: count for name, count in {**stored, **tally.blocks}.items() if (project.root / name).is_file()
    }
    gone = frozenset(entry_key(name) for name in stored if name not in counts)
    path = verified_file(project.verified, machine.minor)
    gpu = machine.gpu if device == "cuda" else ""
    new = Verified(
        torch=machine.torch, gpu=gpu, entries={entry: {device: row} for entry, row in tally.rows.items()}
    )
    changed = []
    if write_collected(counts, project.verified):
        changed.append("verified/collected.json")
    if write_verified(merge(read_verified(path), new, gone), path):
        changed.append(project.relative(path))
    return changed


def _below(name: str, folder: str) -> bool:
    return folder in ("", ".") or name.startswith(folder.rstrip("/") + "/")
