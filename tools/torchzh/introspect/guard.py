"""Touches attributes of foreign objects without trusting them.

torch has attributes that start CUDA, warn, or raise unusual exceptions, and
namespaces that answer any look-up with something. Everything that reads a live
object goes through these few functions, so that no attribute stops the walk.
"""

from __future__ import annotations

import inspect
import warnings
from typing import Any, Final


class _Absent:
    """The value of an attribute that cannot be read."""

    def __repr__(self) -> str:
        return "ABSENT"


ABSENT: Final = _Absent()


def read(holder: object, name: str) -> Any:
    """``getattr`` that gives ABSENT for any exception but a keyboard interrupt."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return getattr(holder, name)
    except KeyboardInterrupt:
        raise
    except BaseException:
        return ABSENT


def read_text(holder: object, name: str) -> str:
    """An attribute where it is a text, else an empty text."""
    value = read(holder, name)
    return value if isinstance(value, str) else ""


def read_static(holder: object, name: str) -> Any:
    """The raw attribute, descriptors not called; ABSENT when there is none."""
    try:
        return inspect.getattr_static(holder, name)
    except KeyboardInterrupt:
        raise
    except BaseException:
        return ABSENT


def names_of(holder: object) -> set[str]:
    """What ``dir`` says, or nothing when it raises."""
    try:
        return {name for name in dir(holder) if isinstance(name, str)}
    except KeyboardInterrupt:
        raise
    except BaseException:
        return set()


def namespace(holder: object) -> dict[str, Any]:
    """``vars(holder)`` as a dictionary of its own, empty where there is none."""
    try:
        return dict(vars(holder))
    except TypeError:
        return {}


def method_order(cls: type) -> tuple[type, ...]:
    """The class and its bases; ``issubclass`` is not safe on Protocol classes."""
    return tuple(type.__dict__["__mro__"].__get__(cls)) if isinstance(cls, type) else ()
