"""Accepted differences: a code, names, versions, and always a reason.

A finding that a row accepts is dropped for the versions of that row. A row that
accepts nothing any more fails the check, but only where all its versions were
looked at: an exception needed on one torch is not unused on another.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from pathlib import Path

from torchzh.findings import Finding, Place
from torchzh.versions import key

_RANGE = re.compile(r"(\d+\.\d+)(?:\s*[–-]\s*(\d+\.\d+))?")
_BOUND = re.compile(r"(>=|<=|<|>)\s*(\d+\.\d+)")
_KEYS = {"code", "name", "versions", "reason", "parameter"}


class AllowlistError(ValueError):
    """A row is not what it must be; the message is for maintainers, in Chinese."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Allowed:
    """One accepted difference."""

    code: str
    name: str  # glob over qualified names
    minors: frozenset[str]
    reason: str
    place: Place
    parameter: str = ""  # narrows it to one parameter (or target)

    def accepts(self, finding: Finding) -> bool:
        """True when code, name and parameter fit; versions are for the caller."""
        if finding.code != self.code or not fnmatchcase(finding.name, self.name):
            return False
        about = finding.arguments.get("parameter") or finding.arguments.get("target", "")
        return not self.parameter or self.parameter == about.lstrip("*")


def load_allowlists(folder: Path, supported: Sequence[str], codes: Iterable[str]) -> tuple[Allowed, ...]:
    """All rows of all files of a folder."""
    known = set(codes)
    rows: list[Allowed] = []
    for path in sorted(folder.glob("*.toml")) if folder.is_dir() else ():
        text = path.read_text(encoding="utf-8")
        starts = [n for n, line in enumerate(text.split("\n"), 1) if line.strip() == "[[allow]]"]
        for row, line in zip(tomllib.loads(text).get("allow", []), starts, strict=True):
            where = f"{folder.name}/{path.name}:{line}"
            if not {"code", "name", "versions", "reason"} <= row.keys() <= _KEYS or not row["reason"].strip():
                raise AllowlistError(f"{where}：每一项要有 code、name、versions、reason，可以有 parameter")
            if row["code"] not in known:
                raise AllowlistError(f"{where}：没有代码 {row['code']}")
            minors = parse_range(row["versions"], supported)
            if not minors:
                raise AllowlistError(f"{where}：版本写成 2.2–2.6、>=2.4 或 *，不是 {row['versions']}")
            place = Place(path=f"{folder.name}/{path.name}", line=line, column=1)
            rows.append(
                Allowed(
                    code=row["code"],
                    name=row["name"],
                    minors=minors,
                    reason=row["reason"],
                    parameter=row.get("parameter", ""),
                    place=place,
                )
            )
    return tuple(rows)


def parse_range(text: str, supported: Sequence[str]) -> frozenset[str]:
    """Minor versions of ``*``, ``2.2–2.6、2.13`` or ``>=2.4,<2.9``; empty when unreadable."""
    if text.strip() == "*":
        return frozenset(supported)
    parts = [part.strip() for part in re.split(r"[、,，]", text) if part.strip()]
    bounds = [_BOUND.fullmatch(part) for part in parts]
    if parts and all(bounds):
        return frozenset(minor for minor in supported if all(_holds(b, minor) for b in bounds if b))
    chosen: set[str] = set()
    for part in parts:
        match = _RANGE.fullmatch(part)
        if match is None:
            return frozenset()
        low, high = key(match.group(1)), key(match.group(2) or match.group(1))
        chosen.update(minor for minor in supported if low <= key(minor) <= high)
    return frozenset(chosen)


def _holds(bound: re.Match[str], minor: str) -> bool:
    left, right = key(minor), key(bound.group(2))
    return {">=": left >= right, "<=": left <= right, "<": left < right, ">": left > right}[bound.group(1)]


def apply(
    findings: Iterable[Finding], rows: Sequence[Allowed], checked: Iterable[str], *, complete: bool
) -> list[Finding]:
    """Findings that no row accepts, and AL01 for rows that accept nothing any more."""
    kept: list[Finding] = []
    used: set[Allowed] = set()
    for finding in findings:
        fitting = [row for row in rows if row.accepts(finding)]
        rest = finding.versions
        accepted = False
        for row in fitting:
            if not finding.versions or row.minors & set(rest):
                used.add(row)
                accepted = True
                rest = tuple(minor for minor in rest if minor not in row.minors)
        if not accepted or rest:
            kept.append(replace(finding, versions=rest) if accepted else finding)
    seen = set(checked)
    for row in rows:
        if complete and row not in used and row.minors <= seen:
            arguments = {"code": row.code, "pattern": row.name, "reason": row.reason}
            kept.append(Finding(code="AL01", place=row.place, name=row.name, arguments=arguments))
    return kept
