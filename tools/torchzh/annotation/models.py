"""What one annotation file says, after parsing and before anyone judges it.

Positions are kept as data, because every finding points at a line and a
column. Bodies stay Markdown; they are rendered by the render stage. This
module imports nothing of ours.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Grade(StrEnum):
    """How much of an entry is written by people."""

    FULL = "详注"
    BRIEF = "简注"
    AUTOMATIC = "自动"


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """One ``##`` section: the text before its first ``###`` heading."""

    title: str
    line: int
    body: str = ""  # Markdown
    body_line: int = 0  # line of the first line of body


@dataclass(frozen=True, slots=True, kw_only=True)
class ParameterNote:
    """One ``###`` of 参数精讲; several parameters may share one."""

    names: tuple[str, ...]  # without stars
    labels: tuple[str, ...]  # as written, with stars
    line: int
    body: str
    body_line: int
    forwards_to: str = ""  # target of *args/**kwargs, when the heading names one


@dataclass(frozen=True, slots=True, kw_only=True)
class Pitfall:
    """One ``###`` of 常见误区."""

    title: str
    line: int
    body: str
    body_line: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeBlock:
    """A fenced block anywhere in the body, in document order."""

    language: str
    options: str  # info string after the language, as written
    line: int  # line of the opening fence
    text: str
    section: str  # title of the ## section it stands in


@dataclass(frozen=True, slots=True, kw_only=True)
class Annotation:
    """One entry as its author wrote it."""

    name: str
    path: str  # relative to the project root, forward slashes
    summary: str
    category: str = ""
    tags: tuple[str, ...] = ()
    level: str = ""
    aliases: tuple[str, ...] = ()
    see: Mapping[str, str] = field(default_factory=dict)  # qualified name → reason to choose it
    covers: tuple[str, ...] = ()
    reviewed: str = ""
    quick: Mapping[str, str] = field(default_factory=dict)  # shape / memory / dtype in one phrase
    sections: tuple[Section, ...] = ()
    parameters: tuple[ParameterNote, ...] = ()
    pitfalls: tuple[Pitfall, ...] = ()
    blocks: tuple[CodeBlock, ...] = ()
    # Front-matter key (or key.item) → line, column.
    key_positions: Mapping[str, tuple[int, int]] = field(default_factory=dict)

    def section(self, title: str) -> Section | None:
        """The section of that title, or None."""
        return next((section for section in self.sections if section.title == title), None)
