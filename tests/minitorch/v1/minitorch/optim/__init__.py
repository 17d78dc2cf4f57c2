"""Optimizers."""

from minitorch.optim.base import Optimizer
from minitorch.optim.sgd import SGD

__all__ = ["SGD", "Optimizer"]
