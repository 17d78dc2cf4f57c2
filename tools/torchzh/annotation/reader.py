"""Reads entries: one reader that returns the record and all findings of the file.

Any bytes may be given to it. What can be understood is understood, what is
wrong is reported with line and column, all in one pass; whether the entry is
true is for the check stage. ``annotation`` is None only when there is not even
a name.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from torchzh.annotation.blocks import blocks_in, stray_prompts
from torchzh.annotation.body import read_body
from torchzh.annotation.decoding import LIMIT, decode
from torchzh.annotation.frontmatter import read_front_matter
from torchzh.annotation.hazards import find_hazards
from torchzh.annotation.markdown import parse
from torchzh.annotation.models import Annotation
from torchzh.annotation.prose import Prose, collect
from torchzh.annotation.yamlvalues import FrontMatter, Value
from torchzh.findings import Finding, Place
from torchzh.project import Project


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadResult:
    """An entry, what was wrong with its file, and its running text for the checks."""

    path: str
    annotation: Annotation | None
    findings: tuple[Finding, ...] = ()
    lines: tuple[str, ...] = ()
    prose: tuple[Prose, ...] = ()


def read_all(project: Project) -> Iterator[ReadResult]:
    """Every entry of the project, ordered by path."""
    for path in sorted(project.annotations.rglob("*.md")):
        yield read_annotation(path, project)


def read_annotation(path: Path, project: Project) -> ReadResult:
    """Read one file."""
    return parse_annotation(path.read_bytes(), project.relative(path))


def parse_annotation(data: bytes, path: str) -> ReadResult:
    """Read the bytes of one file; ``path`` is what findings and the record call it."""
    decoded = decode(data, path)
    if len(data) > LIMIT:
        return ReadResult(path=path, annotation=None, findings=decoded.findings)
    lines = decoded.text.split("\n")
    end, findings = _front_matter_end(lines, path)
    matter = read_front_matter(lines[1:end], 2, path) if end else FrontMatter(path=path)
    # Blanked, not cut off: line numbers stay true.
    first = end + 1 if end < len(lines) and lines[end].strip() == "---" else end
    body_text = "\n".join([""] * first + lines[first:])
    tokens = parse(body_text)
    prose = tuple(collect(tokens, lines))
    blocks = blocks_in(tokens)
    body = read_body(tokens, lines, first + 1, path)
    found = [*decoded.findings, *findings, *matter.findings, *body.findings]
    found.extend(find_hazards(tokens, prose, lines, path))
    found.extend(
        Finding(code="FM46", place=Place(path=path, line=line, column=1))
        for line in stray_prompts(body_text, blocks)
    )
    name = _text(matter.values.get("name"))
    annotation = None
    if name:
        annotation = Annotation(
            name=name,
            path=path,
            summary=_text(matter.values.get("summary")),
            category=_text(matter.values.get("category")),
            tags=_list(matter.values.get("tags")),
            level=_text(matter.values.get("level")),
            aliases=_list(matter.values.get("aliases")),
            see=_mapping(matter.values.get("see")),
            covers=_list(matter.values.get("covers")),
            reviewed=_text(matter.values.get("reviewed")),
            quick=_mapping(matter.values.get("quick")),
            sections=tuple(body.sections),
            parameters=tuple(body.parameters),
            pitfalls=tuple(body.pitfalls),
            blocks=blocks,
            key_positions=matter.positions,
        )
    return ReadResult(
        path=path,
        annotation=annotation,
        findings=tuple(sorted(found, key=lambda f: (f.place.line, f.place.column, f.code))),
        lines=tuple(lines),
        prose=prose,
    )


def _front_matter_end(lines: list[str], path: str) -> tuple[int, list[Finding]]:
    """Index of the closing ``---`` (or of the first line that cannot belong to the front matter)."""
    if not lines or lines[0].rstrip() != "---":
        return 0, [
            Finding(code="FM04", place=Place(path=path, line=1, column=1), arguments={"which": "第一行"})
        ]
    for index, line in enumerate(lines[1:], 1):
        if line.rstrip() == "---":
            return index, []
        if line.startswith("## "):
            break
    else:
        index = len(lines)
    place = Place(path=path, line=min(index, len(lines)), column=1)
    return index, [Finding(code="FM04", place=place, arguments={"which": "头部之后"})]


def _text(value: Value | None) -> str:
    return value if isinstance(value, str) else ""


def _list(value: Value | None) -> tuple[str, ...]:
    return value if isinstance(value, tuple) else ()


def _mapping(value: Value | None) -> dict[str, str]:
    return value if isinstance(value, dict) else {}
