"""Findings are data: a stable code and arguments; the wording is made last.

Checks yield findings and decide nothing. The driver filters them by allowlist,
prints them and sets the exit status. This module imports nothing of ours.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Severity(StrEnum):
    """What a finding does to the exit status."""

    ERROR = "error"  # fails the check
    NOTE = "note"  # shown, never fails
    UNVERIFIABLE = "unverifiable"  # 无法核对: counted apart, never "ok"


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where in a file; line and column are 1-based, 0 means the whole file."""

    path: str
    line: int = 0
    column: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """A mechanical remedy: replace ``old`` by ``new`` at a 1-based line and column."""

    line: int
    column: int
    old: str
    new: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One fault of one annotation (or of one file of the project)."""

    code: str
    place: Place
    name: str = ""  # qualified name of the entry
    arguments: Mapping[str, str] = field(default_factory=dict)
    versions: tuple[str, ...] = ()  # minor versions it holds for; empty: independent of torch
    edit: Edit | None = None  # what --fix does about it
