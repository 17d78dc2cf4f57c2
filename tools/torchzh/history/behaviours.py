"""Changes of behaviour that no signature shows, each with an executable proof.

``behaviours.toml`` beside this module is kept by hand. Every entry has a script
that prints one line, and what it prints before and from the version of the
change; ``torchzh drift`` runs it on the installed torch, so a claim that is not
true on some version fails there.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources


@dataclass(frozen=True, slots=True, kw_only=True)
class Behaviour:
    """One behavioural change."""

    name: str
    version: str  # first minor version with the new behaviour
    parameter: str = ""
    before: str  # Chinese, shown to readers
    after: str
    proof: str  # script that prints one line
    prints_before: str
    prints_after: str
    since: str = ""  # first minor on which the script can run at all


@cache
def load_behaviours() -> tuple[Behaviour, ...]:
    """All kept entries."""
    text = resources.files(__package__).joinpath("behaviours.toml").read_text(encoding="utf-8")
    return tuple(Behaviour(**row) for row in tomllib.loads(text).get("behaviour", []))
