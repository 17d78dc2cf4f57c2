"""Which name has which picture. Importing this imports torch: only the worker and tests do."""

from __future__ import annotations

from torchzh.figures import (
    activations,
    batches,
    broadcasting,
    clipping,
    convolution,
    creation,
    distributions,
    dropping,
    functions,
    indexing,
    joining,
    layouts,
    losses,
    normalisation,
    optimisation,
    ordering,
    probabilities,
    reductions,
    schedules,
    sequences,
    shapes,
    windows,
)
from torchzh.figures.models import FigureError, Maker

FAMILIES = (
    activations,
    batches,
    broadcasting,
    clipping,
    convolution,
    creation,
    distributions,
    dropping,
    functions,
    indexing,
    joining,
    layouts,
    losses,
    normalisation,
    optimisation,
    ordering,
    probabilities,
    reductions,
    schedules,
    sequences,
    shapes,
    windows,
)


def makers() -> dict[str, Maker]:
    """Qualified name → what draws its picture; a name that two families claim is an error."""
    found: dict[str, Maker] = {}
    for family in FAMILIES:
        if twice := found.keys() & family.FIGURES.keys():
            raise FigureError(f"两个模块都为 {'、'.join(sorted(twice))} 画图")
        found |= family.FIGURES
    return found
