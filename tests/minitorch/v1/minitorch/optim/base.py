"""What all optimizers share."""

from typing import overload

__all__ = ["Declared", "Handing", "Optimizer"]


class Optimizer:
    """Base class."""

    def __init__(self, params, defaults):
        self.param_groups = params
        self.defaults = defaults

    def zero_grad(self, set_to_none=True):
        """Forget gradients."""
        return set_to_none


class Cell:
    """Base that knows the parameters."""

    def __init__(self, mode, size, bias=True, proj=0, *, device=None):
        self.settings = (mode, size, bias, proj, device)


class Handing(Cell):
    """Hands everything on."""

    def __init__(self, *args, **kwargs):
        if "proj" in kwargs:
            raise ValueError("not here")
        self.curve = kwargs.pop("curve", "tanh")
        super().__init__("HANDING", *args, **kwargs)


class Declared(Cell):
    """Takes anything, and declares what."""

    @overload
    def __init__(self, *parts: int) -> None: ...

    @overload
    def __init__(self, whole: "dict[str, int]") -> None: ...

    def __init__(self, *args):
        super().__init__("DECLARED", args)
