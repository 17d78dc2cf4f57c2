"""Applies the mechanical remedies of findings to a text (``--fix``).

An edit is applied only where the old text still stands, from the end of the
file to its beginning, so that positions stay true; overlapping edits wait for
the next run.
"""

from __future__ import annotations

from collections.abc import Iterable

from torchzh.findings import Edit


def apply_edits(text: str, edits: Iterable[Edit]) -> tuple[str, int]:
    """The mended text, and how many edits were made."""
    lines = text.split("\n")
    done = 0
    limit = (len(lines) + 1, 0)
    for edit in sorted(set(edits), key=lambda e: (e.line, e.column, len(e.old)), reverse=True):
        start, end = edit.column - 1, edit.column - 1 + len(edit.old)
        if edit.line > len(lines) or (edit.line, end) > limit:
            continue
        line = lines[edit.line - 1]
        if line[start:end] != edit.old or start > len(line):
            continue
        lines[edit.line - 1] = line[:start] + edit.new + line[end:]
        limit = (edit.line, start)
        done += 1
    return "\n".join(lines), done
