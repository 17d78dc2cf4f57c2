"""Stands for an extension module: nothing here has a signature at run time."""


def c_function():
    """A builtin without signature that says it belongs to the extension."""
    function = {}.update
    function.__module__ = "minitorch._C"
    return function


class _ArrayBase:
    """Private base: its members are those of Array."""

    def size(self, dim=None):
        """Extent of one dimension, or of all."""
        return dim

    @property
    def shape(self) -> "Size":
        """All extents."""
        return ()


class Array(_ArrayBase):
    """A multi-dimensional array."""

    __module__ = "minitorch"
    requires_grad: bool
    layouts = ("strided",)

    add = dict.update  # a C method without signature

    def view(self, *shape):
        """The same data in another shape."""
        return shape

    def flip(self, dims):
        """Reverse."""
        return dims

    @classmethod
    def from_list(cls, data, dtype=None):
        """Make one from a list."""
        return data, dtype

    @staticmethod
    def promote(a, b):
        """The wider of two types."""
        return a, b

    @property
    def poisoned(self):
        """Starts the accelerator."""
        raise AssertionError("no accelerator")

    def _private(self):
        return self


class Device(dict):
    """A place to compute."""

    __module__ = "minitorch"


class dtype:
    """Type of the elements."""

    __module__ = "minitorch"

    def __init__(self, name):
        self._name = name

    def __repr__(self):
        return f"minitorch.{self._name}"


class Mode:
    """An enum as pybind makes them: no Python enum, yet with members."""

    __module__ = "minitorch"
    __entries = {}
    __members__ = {}

    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return f"<Mode.{self.name}: 0>"


Mode.FAST = Mode("FAST")
Mode.SAFE = Mode("SAFE")
Mode.__members__.update(FAST=Mode.FAST, SAFE=Mode.SAFE)
vars_of_mode = vars(Mode)
setattr(Mode, "__entries", {})
