"""What all optimizers share."""

__all__ = ["Optimizer"]


class Optimizer:
    """Base class."""

    def __init__(self, params, defaults):
        self.param_groups = params
        self.defaults = defaults

    def zero_grad(self, set_to_none=True):
        """Forget gradients."""
        return set_to_none
