"""Decides which names of a module are public, and by which rule.

``__all__`` alone hides names that are documented, and torch's own test hides
whole namespaces made of C functions. The union below was measured against lists
of names people use; each entry of a snapshot carries its rule, so any subset
can be counted again.
"""

from __future__ import annotations

import inspect
from enum import StrEnum
from types import ModuleType
from typing import Any

from torchzh.introspect.guard import read, read_text


class Rule(StrEnum):
    """Why a name is public."""

    ALL = "all"  # listed in the module's __all__
    NOALL_LOOKS_PUBLIC = "noall_looks_public"  # no __all__; defined at or below the module, publicly
    NOALL_CONST = "noall_const"  # no __all__; a plain value
    NOALL_C = "noall_C"  # no __all__; a function or class of the C extension
    NOALL_PRIVATE_HOME = "noall_private_home"  # no __all__; defined in a private submodule of the module
    LOOKS_PUBLIC = "looks_public"  # __all__ forgets it, yet it is defined here, publicly
    HASALL_C_DOCUMENTED = "hasall_C_documented"  # __all__ forgets it; a C function with a docstring
    CONST = "const"  # __all__ forgets it; a dtype, layout or other value of torch's own types
    MODULE = "module"  # an importable public module
    DYNAMIC = "dynamic"  # a namespace that answers any look-up; listed, never walked
    MEMBER = "member"  # member of a public class
    ANNOTATION = "annotation"  # instance attribute known only by its annotation in the class
    MODULE_ATTRIBUTE = "module_attribute"  # property of an object that stands in for a module
    SHIM = "shim"  # served by the module's __getattr__
    DOCUMENTED = "documented"  # kept list of documented names that no other rule finds


# Names that every module leaks which imports them; none of them is of the package.
LEAKED = frozenset({"TYPE_CHECKING"})
_PLAIN = (bool, int, float, complex, str, bytes, tuple, list, dict, set, frozenset)
OWN_VALUES = frozenset({"dtype", "layout", "memory_format", "qscheme"})


def admission(package: str, module: str, name: str, value: Any, exported: frozenset[str] | None) -> str:
    """The rule that makes ``module.name`` public, or an empty text; ``exported`` is its ``__all__``."""
    if name.startswith("_") or name in LEAKED:
        return ""
    if exported is not None and name in exported:
        return Rule.ALL
    if isinstance(value, ModuleType):
        return ""
    if exported is None:
        return _without_all(package, module, value)
    return _beside_all(package, module, value)


def _without_all(package: str, module: str, value: Any) -> str:
    if type(value) in _PLAIN or _is_own_value(package, value):
        return Rule.NOALL_CONST
    home = read_text(value, "__module__")
    if _is_within(module, home) and "._" not in home:
        return Rule.NOALL_LOOKS_PUBLIC
    if is_c_function(package, value) or is_c_class(package, value):
        return Rule.NOALL_C
    if home.startswith(f"{module}._"):
        return Rule.NOALL_PRIVATE_HOME
    return ""


def _beside_all(package: str, module: str, value: Any) -> str:
    if _is_own_value(package, value):
        return Rule.CONST
    home = read_text(value, "__module__")
    if _is_within(module, home) and "._" not in home:
        return Rule.LOOKS_PUBLIC
    if is_c_function(package, value) and read(value, "__doc__"):
        return Rule.HASALL_C_DOCUMENTED
    return ""


def is_c_function(package: str, value: Any) -> bool:
    """A builtin function of the package's own extension."""
    return inspect.isbuiltin(value) and _is_within(package, read_text(value, "__module__"))


def is_c_class(package: str, value: Any) -> bool:
    """A class whose home is the package's private extension module."""
    return isinstance(value, type) and _is_within(f"{package}._C", read_text(value, "__module__"))


def _is_own_value(package: str, value: Any) -> bool:
    cls = type(value)
    return cls.__name__ in OWN_VALUES and read_text(cls, "__module__") == package


def _is_within(package: str, module: str) -> bool:
    return module == package or module.startswith(f"{package}.")
