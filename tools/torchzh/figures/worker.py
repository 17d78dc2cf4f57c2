"""The process that imports torch and draws: ``python -m torchzh.figures.worker FILE``.

Names that this torch does not have are left out. A picture that fails does not
take the others with it: it is named in the result, and whoever asked decides.
"""

from __future__ import annotations

import sys
import warnings
from pathlib import Path

import torch

from torchzh.figures.catalogue import makers
from torchzh.figures.models import Figure, Maker
from torchzh.figures.store import Drawn, dumps


def present(name: str) -> bool:
    """True when this torch has the name."""
    found: object = torch
    for part in name.split(".")[1:]:
        if not hasattr(found, part):
            return False
        found = getattr(found, part)
    return True


def draw(maker: Maker) -> Figure:
    """One picture, the same whatever was drawn before."""
    torch.manual_seed(0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # old torch warns about new numpy and the like; nobody reads it here
        return maker()


def draw_all(wanted: dict[str, Maker]) -> Drawn:
    """All pictures of this torch; several names may share one, which is drawn once."""
    torch.set_num_threads(1)  # so that sums have one order
    made: dict[Maker, Figure] = {}
    figures: dict[str, Figure] = {}
    failed: dict[str, str] = {}
    for name, maker in sorted(wanted.items()):
        if not present(name):
            continue
        try:
            if maker not in made:
                made[maker] = draw(maker)
            figures[name] = made[maker]
        except Exception as error:
            failed[name] = f"{type(error).__name__}: {error}"
    return Drawn(torch=str(torch.__version__), figures=figures, failed=failed)


def main(arguments: list[str]) -> int:
    """Write the result to the file."""
    Path(arguments[0]).write_text(dumps(draw_all(makers())), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
