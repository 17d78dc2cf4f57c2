"""The pictures of one torch as a file, written and read here only. No torch."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path

from torchzh.figures.models import Figure, FigureError

FORMAT = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """All pictures of one torch."""

    torch: str
    figures: Mapping[str, Figure]  # by qualified name
    failed: Mapping[str, str] = field(default_factory=dict)  # name → why it could not be drawn


def dumps(drawn: Drawn) -> str:
    """The file; a picture that several names share is written once."""
    pictures: list[Figure] = []
    places: dict[str, int] = {}
    for name, figure in drawn.figures.items():
        if figure not in pictures:
            pictures.append(figure)
        places[name] = pictures.index(figure)
    data = {
        "format": FORMAT,
        "torch": drawn.torch,
        "failed": dict(drawn.failed),
        "names": places,
        "pictures": [asdict(figure) for figure in pictures],
    }
    return json.dumps(data, ensure_ascii=False, indent=0) + "\n"


def loads(text: str) -> Drawn:
    """The other way; a file of another format is refused."""
    data = json.loads(text)
    if data.get("format") != FORMAT:
        raise FigureError(f"图的格式是 {data.get('format')}，需要 {FORMAT}")
    pictures = [Figure(**fields) for fields in data["pictures"]]
    figures = {name: pictures[place] for name, place in data["names"].items()}
    return Drawn(torch=data["torch"], figures=figures, failed=data["failed"])


def read(path: Path) -> Drawn:
    """The pictures in a file."""
    return loads(path.read_text(encoding="utf-8"))
