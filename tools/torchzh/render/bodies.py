"""Rendered text of earlier builds, so that only what an edit touches is made again.

Converting a body costs more than all else on its page, and automatic pages are
many. The same input gives the same lines, so they are kept in the ignored cache
under a key of exactly that input; what a build did not use is dropped.
"""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Callable, Iterable
from pathlib import Path

from torchzh.render.rst import Lines

PACKAGES = ("annotation", "examples", "history", "render", "finder", "publish", "data")


class Bodies:
    """Looks lines up before making them."""

    def __init__(self, known: dict[str, Lines] | None = None, base: str = "") -> None:
        self.known = known or {}
        self.base = base  # stands for the names and the code
        self.used: dict[str, Lines] = {}

    def lines(self, body: str, page: str, make: Callable[[], Lines]) -> Lines:
        """Lines of ``body`` on ``page``."""
        key = hashlib.sha256(f"{self.base}\0{page}\0{body}".encode()).hexdigest()
        if key not in self.used:
            self.used[key] = self.known[key] if key in self.known else make()
        return self.used[key]


def code_and_names(names: Iterable[str]) -> str:
    """Key of everything besides the text: the documented names and the converting code."""
    digest = hashlib.sha256("\0".join(sorted(names)).encode())
    tools = Path(__file__).parents[1]
    for package in PACKAGES:
        for path in sorted((tools / package).iterdir()):
            if path.is_file() and path.suffix != ".pyc":
                digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def load_bodies(path: Path, base: str) -> Bodies:
    """What an earlier build kept, if anything."""
    try:
        known = pickle.loads(path.read_bytes())
    except (OSError, pickle.UnpicklingError, AttributeError, ImportError, EOFError, IndexError):
        known = {}
    return Bodies(known if isinstance(known, dict) else {}, base)


def store_bodies(path: Path, bodies: Bodies) -> None:
    """Keep what this build used."""
    if bodies.used.keys() != bodies.known.keys():
        path.parent.mkdir(parents=True, exist_ok=True)
        partial = path.with_suffix(".part")
        partial.write_bytes(pickle.dumps(bodies.used))
        partial.replace(path)
