"""The messages that the executed examples of an entry show, each with its place on the page.

A traceback inside a 误区 has a cause and a remedy beside it; one elsewhere has
a section or a parameter. Nothing is judged: what raised is what was run.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from torchzh.annotation.models import Annotation, CodeBlock
from torchzh.annotation.tracebacks import shown_errors
from torchzh.render.apipage import AFTER_PARAMETERS, AFTER_PITFALLS, BEFORE
from torchzh.render.conditions import version_note
from torchzh.render.pitfalls import Told, told

ANCHORS = BEFORE | AFTER_PARAMETERS | AFTER_PITFALLS | {"参数精讲": "parameters", "常见误区": "pitfalls"}
NOTHING = Told()


@dataclass(frozen=True, slots=True, kw_only=True)
class Raised:
    """One message and the place that explains it."""

    kind: str  # RuntimeError
    text: str
    name: str  # entry
    anchor: str
    place: str  # what the reader will find there
    versions: str = ""  # condition of the block, in words
    about: Told = NOTHING


def raised_by(annotation: Annotation) -> Iterator[Raised]:
    """The messages of one entry, each form once."""
    seen: set[tuple[str, str, str]] = set()
    for block in annotation.blocks:
        for error in shown_errors(block.text):
            kind, text = error.kind, error.text
            place = _place(annotation, block)
            if (kind, text, place[0]) not in seen:
                seen.add((kind, text, place[0]))
                yield Raised(
                    kind=kind,
                    text=text,
                    name=annotation.name,
                    anchor=place[0],
                    place=place[1],
                    about=place[2],
                    versions=version_note(block.options),
                )


def _place(annotation: Annotation, block: CodeBlock) -> tuple[str, str, Told]:
    """Anchor, words for it, and cause and remedy when it is a 误区."""
    if block.section == "常见误区":
        before = [(n, p) for n, p in enumerate(annotation.pitfalls, 1) if p.line <= block.line]
        if before:
            number, pitfall = before[-1]
            return f"pitfall-{number}", pitfall.title, told(pitfall)
    if block.section == "参数精讲":
        notes = [note for note in annotation.parameters if note.line <= block.line and note.names]
        if notes:
            return f"param-{notes[-1].names[0]}", f"参数 `{notes[-1].names[0]}`", Told()
    return ANCHORS.get(block.section, ""), block.section, Told()
