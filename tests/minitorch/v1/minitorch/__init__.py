"""A small library that resembles torch in everything that makes introspection hard."""

import math as math
from typing import Any, List, Optional  # leaked on purpose

from minitorch import version as version
from minitorch._C import Array, Device, Mode, c_function, dtype
from minitorch._private import no_grad, set_default
from minitorch._removed import symeig

__version__ = "1.0.3"
__all__ = [
    "Array",
    "Device",
    "Mode",
    "cat",
    "eig",
    "load",
    "max",
    "missing_one",
    "no_grad",
    "norm",
    "seed",
    "stack",
    "symeig",
    "zeros",
    "unknown",
]

float32 = dtype("float32")
float = float32
int64 = dtype("int64")
PI = math.pi
_hidden = 1
candidate: Optional[List[Any]] = None

cat = c_function()
max = c_function()
zeros = c_function()
stack = c_function()
unknown = c_function()  # no stub, no schema, no docstring of its own
conv = c_function()  # forgotten by __all__


def norm(x, p=2, *, dim=None, keepdim=False):
    """Length of a vector.

    Args:
        x: the vector
    """
    return x, p, dim, keepdim


def seed(value):
    """Set the seed."""
    return value


def load(f, map_location=None, pickle_module=math, **pickle_load_args):
    """Read a file."""
    return f, map_location, pickle_module, pickle_load_args


def eig(input, *, out=None):
    """Eigenvalues."""
    return input, out


set_default.__module__ = "minitorch"

_on_demand = {"has_gpu": False, "build_flags": "none"}


def __getattr__(name):
    """Names on their way out."""
    if name in _on_demand:
        import warnings

        warnings.warn(f"'{name}' is deprecated, please use minitorch.backends", stacklevel=2)
        return _on_demand[name]
    raise AttributeError(name)


class _Ops:
    """Answers every look-up."""

    __file__ = "_ops.py"

    def __getattr__(self, name):
        return _Ops()


ops = _Ops()

from minitorch import functional as functional, optim as optim
from minitorch.gradcheck import gradcheck as gradcheck
