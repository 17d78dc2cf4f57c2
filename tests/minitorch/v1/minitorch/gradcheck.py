"""A module that holds a function of its own name."""

__all__ = ["gradcheck", "slow"]


def gradcheck(fn, inputs, *, eps=1e-6, atol=1e-5):
    """Compare gradients."""
    return fn, inputs, eps, atol


def slow(fn=None):
    """The other one."""
    return fn
