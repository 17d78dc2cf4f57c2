"""Finds examples whose printed digits depend on the seed.

The file is run once more with every seed shifted, also those an example sets
itself. What is true of any seed (shapes, ranges, equality of two runs with one
seed) still holds; digits do not. Seeds are read back as they were written.
"""

from __future__ import annotations

import random
from typing import Any

import torch

SHIFT = 7919


def shift_seeds() -> None:
    """Make ``torch.manual_seed`` use another seed than it is given, for the rest of this process."""
    real_seed, real_initial = torch.manual_seed, torch.initial_seed

    def manual_seed(seed: Any) -> Any:
        return real_seed(int(seed) + SHIFT)

    def initial_seed() -> int:
        return int(real_initial()) - SHIFT

    for module in (torch, torch.random):
        module.manual_seed = manual_seed
        module.initial_seed = initial_seed
    real_random = random.seed

    def seed(a: Any = None, version: int = 2) -> None:
        real_random(None if a is None else f"{a!r}{SHIFT}", version)

    random.seed = seed
