"""An object stands in for this module."""

import sys
import types


def is_available():
    """Whether it can be used."""
    return True


class _Property:
    def __get__(self, obj, owner):
        raise AssertionError("starts the accelerator")


class _Backend(types.ModuleType):
    def __init__(self, wrapped, name):
        super().__init__(name)
        self.m = wrapped

    def __getattr__(self, name):
        return getattr(object.__getattribute__(self, "m"), name)

    allow_fast = _Property()
    level = property(lambda self: 3)


sys.modules[__name__] = _Backend(sys.modules[__name__], __name__)
