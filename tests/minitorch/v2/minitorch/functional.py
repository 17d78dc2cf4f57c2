"""Functions without state; no __all__ here."""

import enum
from typing import Optional

from minitorch import _C
from minitorch._dispatch import boolean_dispatch

MODES = {"nearest": 0, "bilinear": 1}
conv = _C.c_function()


class Reduction(enum.Enum):
    """How to reduce."""

    MEAN = "mean"
    SUM = "sum"


def relu(inplace=False, input=None):
    """Rectify."""
    return input, inplace


def loss(x, reduction=Reduction.MEAN, activation=relu, seen=frozenset({"b", "a"}), marker=object()):
    """Defaults of every sort."""
    return x, reduction, activation, seen, marker


def limits(lo=float("-inf"), hi=float("nan"), eps=1e-05, where="/tmp/cache", dtype=None, size: Optional[int] = None):
    """Numbers that print badly, and a path."""
    return lo, hi, eps, where, dtype, size


def _pool_with_indices(input, kernel, stride=None, return_indices=False) -> "tuple":
    """Pool."""
    return input, kernel, stride, return_indices


def _pool(input, kernel, stride=None, return_indices=False) -> "Array":
    return input, kernel, stride, return_indices


pool = boolean_dispatch("return_indices", _pool_with_indices, _pool, __name__, "pool")
