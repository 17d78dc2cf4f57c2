"""Every way to call something deprecated."""

import functools
import sys
import warnings

__all__ = ["by_call", "by_directive", "by_branch", "by_init", "by_marker", "by_nested_directive", "ByInit", "ByMarker", "WithProperty", "by_decorator", "not_deprecated"]


def _deprecated(message):
    """Like typing_extensions.deprecated."""

    def mark(function):
        function.__deprecated__ = message
        return function

    return mark


def _old(since):
    def decorate(function):
        @functools.wraps(function)
        def wrapper(*args, **kwargs):
            warnings.warn(f"deprecated since {since}, use new instead", FutureWarning, stacklevel=2)
            return function(*args, **kwargs)

        return wrapper

    return decorate


@_deprecated("deprecated since 0.8, will be removed in 1.5; use `new`")
def by_marker(x):
    """Old."""
    return x


@_old("0.7")
def by_decorator(x):
    """Old as well."""
    return x


def by_directive(x):
    """Old.

    .. deprecated:: 0.9
        Use :func:`new`
        instead.

    More text.
    """
    return x


def by_nested_directive(x, y=None):
    """Not old.

    Args:
        y: old

            .. deprecated:: 0.9
                Leave it out.
    """
    return x, y


def by_call(x):
    """Old."""
    message = "unused"
    warnings.warn("by_call is deprecated, " "use new", stacklevel=2)
    return x, message


def by_branch(x, y=None):
    """A parameter is old."""
    if y is not None:
        warnings.warn("y is deprecated", FutureWarning, stacklevel=2)
    return x, y


def by_init(x):
    """Warns of something else."""
    warnings.warn("x is large", UserWarning, stacklevel=2)
    return x


def by_version(x):
    """Old on every Python, in other words."""
    if sys.version_info >= (3, 99):
        warnings.warn("by_version is not supported", DeprecationWarning, stacklevel=2)
    else:
        warnings.warn("by_version is deprecated", DeprecationWarning, stacklevel=2)
    return x


def misuse(x):
    """Warns of wrong use by the category for deprecations."""
    warnings.warn("misuse should not be called so", DeprecationWarning, stacklevel=2)
    return x


@_deprecated("Use `by_new_name` instead.")
def by_new_name(x):
    """Fine: an old name was made from it, and the mark came along."""
    return x


def not_deprecated(x):
    """Says the word deprecated in its text only."""
    return x


class ByInit:
    """Marked where it is made."""

    @_deprecated("ByInit is deprecated, use `New`")
    def __init__(self, x):
        self.x = x


class ByMarker:
    """Marked itself; what inherits from it is not."""

    __deprecated__ = "use `New`"


class Heir(ByMarker):
    """Fine."""


class WithProperty:
    """One property is old."""

    @property
    @_deprecated("use `rate`")
    def speed(self) -> float:
        """Old."""
        return 1.0


__all__ += ["Heir", "by_new_name", "by_version", "misuse"]


class LazyProperty:
    """A descriptor that is no property."""

    def __init__(self, function):
        self.function = function
        self.__doc__ = function.__doc__

    def __get__(self, instance, owner):
        return self if instance is None else self.function(instance)


class WithLazy:
    """Has one."""

    @LazyProperty
    def mean(self):
        """Computed late."""
        return 0


__all__ += ["LazyProperty", "WithLazy"]
