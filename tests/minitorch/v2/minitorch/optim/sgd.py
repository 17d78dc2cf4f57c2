"""Gradient descent."""

import functools

from minitorch.optim.base import Optimizer

__all__ = ["SGD"]


def _profiled(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        return function(*args, **kwargs)

    return wrapper


class SGD(Optimizer):
    """Plain descent."""

    __deprecated__ = "deprecated since 1.1, use `Momentum`"

    def __init__(self, params, lr=0.001, *, momentum=0, foreach: "Optional[bool]" = None):
        super().__init__(params, {"lr": lr, "momentum": momentum, "foreach": foreach})

    @_profiled
    def step(self, closure=None):
        """One step."""
        return closure

    class State:
        """Nested class."""

        count: int = 0

        def reset(self, to=0):
            """Start again."""
            return to
