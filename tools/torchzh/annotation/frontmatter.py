"""Reads the front matter: YAML composed to nodes, so every fault has a line and a column.

Nothing is converted: a version stays ``2.10`` and ``None`` stays a word, because
only the text of a node is looked at and the schema says which shape it must
have. Anchors, aliases and tags are refused before anything is built from them.
When the whole cannot be read, each top-level key is read for itself, so that
one fault does not hide the next.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import yaml

from torchzh.annotation.schema import KEYS
from torchzh.annotation.yamlrepair import clean, key_of, repair
from torchzh.annotation.yamlvalues import FrontMatter, Walk

# The C parser where PyYAML was built with it: ten times faster, same nodes and marks.
_LOADER: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


def read_front_matter(lines: list[str], first_line: int, path: str) -> FrontMatter:
    """Read the lines between the two ``---``; ``first_line`` is the number of the first of them."""
    matter = FrontMatter(path=path)
    cleaned: list[str] = []
    for number, line in enumerate(lines, first_line):
        result = clean(line, number, path)
        matter.findings.extend(result.findings)
        cleaned.append(result.text)
    chunks = [(0, cleaned)] if _readable(cleaned) else list(_chunks(cleaned))
    for start, chunk in chunks:
        _read_chunk(Walk(lines=list(chunk), first_line=first_line + start, matter=matter))
    meant = {finding.arguments.get("nearest") for finding in matter.findings if finding.code == "FM08"}
    for name, key in KEYS.items():
        if key.required and name not in matter.positions and name not in meant:
            matter.report("FM15", (first_line, 1), key=name, right=f"{name}: {key.example}")
    return matter


def _readable(lines: list[str]) -> bool:
    try:
        yaml.compose("\n".join(lines), Loader=_LOADER)
    except yaml.YAMLError:
        return False
    return True


def _chunks(lines: list[str]) -> Iterator[tuple[int, list[str]]]:
    """Each top-level key with the lines under it."""
    start = 0
    for index, line in enumerate(lines):
        if index > start and line[:1] not in ("", " ", "#", "]", "}"):
            yield start, lines[start:index]
            start = index
    if lines[start:]:
        yield start, lines[start:]


def _read_chunk(walk: Walk) -> None:
    """Compose, repairing one line after the other until YAML can read them."""
    for _ in range(len(walk.lines) + 1):
        text = "\n".join(walk.lines)
        try:
            if _refuse_extras(text, walk):
                return
            root = yaml.compose(text, Loader=_LOADER)
        except yaml.YAMLError as error:
            at = _fault_line(error, walk.lines)
            if not _repair_near(at, walk):
                walk.matter.report("FM05", (walk.first_line + at, 1), text=walk.lines[at].strip())
                _mark_seen(walk)
                return
            continue
        if root is not None:
            walk.take(root)
        return


def _fault_line(error: yaml.YAMLError, lines: list[str]) -> int:
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    return min(mark.line, len(lines) - 1) if mark is not None else 0


def _repair_near(at: int, walk: Walk) -> bool:
    """Repair the line YAML stumbled over, or else the first repairable one above it."""
    for index in (at, *range(at)):
        result = repair(walk.lines[index], walk.first_line + index, walk.matter.path)
        if result is not None:
            walk.lines[index] = result.text
            walk.matter.findings.extend(result.findings)
            return True
    return False


def _refuse_extras(text: str, walk: Walk) -> bool:
    """Report anchors, aliases and tags; True when there is one, for then nothing may be built."""
    found = False
    for token in yaml.scan(text, Loader=_LOADER):
        if isinstance(token, (yaml.AnchorToken, yaml.AliasToken, yaml.TagToken)):
            line = token.start_mark.line
            repaired = repair(walk.lines[line], walk.first_line + line, walk.matter.path)
            walk.matter.report(
                "FM11" if isinstance(token, yaml.TagToken) else "FM10",
                (walk.first_line + line, token.start_mark.column + 1),
                key=key_of(walk.lines[line]),
                right=repaired.text.strip() if repaired else "",
            )
            found = True
    if found:
        _mark_seen(walk)
    return found


def _mark_seen(walk: Walk) -> None:
    """Remember the keys of lines that could not be read, so that they are not called missing too."""
    for index, line in enumerate(walk.lines):
        key = key_of(line)
        if key and not line.startswith(" "):
            walk.matter.positions.setdefault(key, (walk.first_line + index, 1))
