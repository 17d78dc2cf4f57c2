"""Stands in for torch where only the example runner itself is tested: starts at once, computes nothing."""

from typing import Any

__version__ = "2.13.0"


class Anything:
    """Whatever is asked of it, it is there and does nothing."""

    def __getattr__(self, name: str) -> "Anything":
        if name.startswith("__"):
            raise AttributeError(name)
        return Anything()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Anything)

    def __hash__(self) -> int:
        return 0

    def __call__(self, *args: Any, **kwargs: Any) -> int:
        return 0


def __getattr__(name: str) -> Anything:
    if name.startswith("__"):
        raise AttributeError(name)
    return Anything()
