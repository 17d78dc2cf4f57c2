"""What conf.py must know about the torch being documented.

``torchzh build`` writes ``source/_generated/build.json`` before Sphinx starts.
Without it (a bare ``sphinx-build`` on a fresh clone) the default of
versions.toml is named, so that the hand-written pages can be previewed.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from torchzh.versions import load_versions


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildFacts:
    """The torch the generated pages describe."""

    torch: str
    minor: str


def read_build_facts(conf_file: str) -> BuildFacts:
    """Facts for the checkout that ``conf_file`` stands in."""
    root = Path(conf_file).resolve().parent
    generated = root / "source" / "_generated" / "build.json"
    if generated.is_file():
        data = json.loads(generated.read_text(encoding="utf-8"))
        return BuildFacts(torch=data["torch"], minor=data["minor"])
    default = load_versions(root / "versions.toml").default
    return BuildFacts(torch=default.pin, minor=default.minor)
