"""Turns one found name into the record that a snapshot keeps.

Everything that is known about an object comes together here: what kind it is,
its forms, its deprecation, where it is written. Aliases say only what they are
aliases of.
"""

from __future__ import annotations

import dataclasses
import enum
import functools
import inspect
import re
import types
from collections.abc import Mapping
from types import ModuleType
from typing import Any

from torchzh.introspect.admit import OWN_VALUES, Rule
from torchzh.introspect.annotations import annotation_of
from torchzh.introspect.bodies import Bodies, layers
from torchzh.introspect.deprecation import find_deprecation, on_access, own_docstring
from torchzh.introspect.guard import ABSENT, method_order, namespace, read, read_text
from torchzh.introspect.identity import Identities
from torchzh.introspect.kept import Kept, matches
from torchzh.introspect.locations import Locations
from torchzh.introspect.normalise import LONGEST_VALUE, expression, fingerprint
from torchzh.introspect.signatures import Signatures
from torchzh.introspect.walk import Found
from torchzh.models import CALLABLE_KINDS, ApiObject, Form, Kind
from torchzh.versions import key

_DESCRIPTORS = types.GetSetDescriptorType | types.MemberDescriptorType
_ALIAS = re.compile(
    r"^(?:.*\n)?\s*(?:This is an )?[Aa]lias (?:for|of) :(?:func|meth|attr|class):`~?([\w.]+)", re.MULTILINE
)


class Describer:
    """Describes found names; holds what is shared by all of them."""

    def __init__(
        self,
        identities: Identities,
        signatures: Signatures,
        locations: Locations,
        bodies: Bodies,
        kept: Kept,
        *,
        minor: str,
        cuda_build: bool,
    ) -> None:
        """``minor``: installed version; ``cuda_build``: mark what exists in such builds only."""
        self._identities = identities
        self._signatures = signatures
        self._locations = locations
        self._bodies = bodies
        self._kept = kept
        self._call_only = {item.name: item for item in kept.call_only if key(item.since) <= key(minor)}
        self._cuda_build = cuda_build
        self.docstrings: dict[str, str] = {}

    def describe(self, item: Found) -> ApiObject:
        """The record of one name."""
        kind = kind_of(item)
        base = ApiObject(
            name=item.name,
            kind=kind,
            module=item.module,
            rule=item.rule,
            also_module=item.also_module,
            cuda_only=self._cuda_build and matches(item.name, self._kept.cuda_only),
            shim=item.rule == Rule.SHIM,
            deprecation=on_access(item.access_warning),
        )
        alias_of = self._identities.alias_of(item) if item.owner is None else ""
        if alias_of:
            return _with(base, alias_of=alias_of)
        if item.value is ABSENT and item.raw is None:
            return base
        return self._canonical(item, base)

    def _canonical(self, item: Found, base: ApiObject) -> ApiObject:
        raw = None if item.raw is ABSENT else item.raw
        docstring = own_docstring(item.value, raw) if _may_have_docstring(item, base.kind) else ""
        if docstring:
            self.docstrings[item.name] = docstring
        value = item.value if item.owner is None else read_bound(item)
        tombstone, kept = self._tombstone(item, raw), self._call_only.get(item.name)
        return _with(
            base,
            forms=self._forms(item, base.kind, docstring),
            deprecation=base.deprecation
            or find_deprecation(value, raw, docstring, self._bodies, None if tombstone else kept),
            tombstone=tombstone,
            context_manager=is_context_manager(item.value, base.kind),
            doc_fingerprint=fingerprint(docstring),
            location=self._locations.find(item.value, raw) if base.kind is not Kind.ATTRIBUTE else None,
            bases=self._bases(item.value) if base.kind is Kind.CLASS else (),
            fields=fields_of(item.value) if base.kind is Kind.CLASS else (),
            value=self._value(item, base.kind),
            annotation=self._annotation(item, base.kind),
            same_as=_same_as(docstring),
        )

    def _forms(self, item: Found, kind: Kind, docstring: str) -> tuple[Form, ...]:
        if kind not in CALLABLE_KINDS:
            return ()
        if kind is Kind.CLASS:
            if has_no_useful_constructor(item.value):
                return ()
            return self._signatures.constructor(item.name, item.value, docstring)
        if item.owner is None:
            return self._signatures.function(item.name, item.value, docstring)
        return self._signatures.method(item.name, item.owner, item.raw, kind, docstring)

    def _tombstone(self, item: Found, raw: Any) -> str:
        function = raw.__func__ if isinstance(raw, classmethod | staticmethod) else raw
        return self._bodies.tombstone(item.value if function is None else function)

    def _bases(self, cls: type) -> tuple[str, ...]:
        """Bases people can name; a private one is replaced by its own bases."""
        found: dict[str, None] = {}
        for base in bases_of(cls):
            name = annotation_of(base, self._identities.name)
            known = self._identities.name(base)
            if known or not any(part.startswith(("_", "pybind11_")) for part in name.split(".")):
                found[name] = None
            else:
                found |= dict.fromkeys(self._bases(base))
        return tuple(found)

    def _value(self, item: Found, kind: Kind) -> str:
        if kind not in (Kind.CONSTANT, Kind.ATTRIBUTE) or matches(item.name, self._kept.volatile):
            return ""
        if item.rule in (Rule.ANNOTATION, Rule.MODULE_ATTRIBUTE) or item.value is ABSENT:
            return ""
        text, exact = expression(item.value, lambda value: self._other_name(value, item.name))
        return text if exact and len(text) <= LONGEST_VALUE else ""

    def _other_name(self, value: object, own: str) -> str:
        known = self._identities.name(value)
        return "" if known == own else known

    def _annotation(self, item: Found, kind: Kind) -> str:
        public_name = self._identities.name
        if item.annotation is not inspect.Parameter.empty:
            return annotation_of(item.annotation, public_name)
        if kind is Kind.CONSTANT and matches(item.name, self._kept.volatile):
            return ""
        if kind is Kind.CONSTANT:
            return annotation_of(type(item.value), public_name)
        if kind not in (Kind.PROPERTY, Kind.ATTRIBUTE) or item.owner is None:
            return ""
        function = getattr(item.raw, "fget", None) or getattr(item.raw, "func", None)
        stated = namespace(function).get("__annotations__") or getattr(function, "__annotations__", {})
        if isinstance(stated, Mapping) and "return" in stated:
            return annotation_of(stated["return"], public_name)
        return self._signatures.attribute(item.owner, item.raw, item.name.rpartition(".")[2])


def _with(base: ApiObject, **changes: Any) -> ApiObject:
    return dataclasses.replace(base, **changes)


def read_bound(item: Found) -> Any:
    """A member as its descriptor holds it: the plain function of a method, the class of a nested one."""
    return item.raw if inspect.isfunction(item.raw) else item.value


def kind_of(item: Found) -> Kind:
    """What sort of object a name leads to."""
    value = item.value
    if item.rule == Rule.MODULE_ATTRIBUTE:
        return Kind.ATTRIBUTE
    if item.owner is not None:
        return _member_kind(item)
    if value is ABSENT:
        return Kind.MISSING
    if isinstance(value, ModuleType) or item.rule in (Rule.MODULE, Rule.DYNAMIC):
        return Kind.MODULE
    if isinstance(value, type):
        return Kind.CLASS
    if inspect.isroutine(value) or (callable(value) and _is_called(value)):
        return Kind.FUNCTION
    return Kind.CONSTANT


def _is_called(value: Any) -> bool:
    """Callable objects of the package; typing's aliases are callable too, but nobody calls them."""
    home = read_text(type(value), "__module__")
    return home not in ("typing", "types", "builtins", "typing_extensions", "collections.abc")


def _member_kind(item: Found) -> Kind:
    raw = item.raw
    if raw is ABSENT:
        return Kind.ATTRIBUTE
    if isinstance(raw, staticmethod):
        return Kind.STATICMETHOD if callable(raw.__func__) else Kind.ATTRIBUTE
    if isinstance(raw, classmethod | types.ClassMethodDescriptorType):
        return Kind.CLASSMETHOD
    if isinstance(raw, property | functools.cached_property | _DESCRIPTORS):
        return Kind.PROPERTY
    if isinstance(raw, type):
        return Kind.CLASS if is_nested(item) else Kind.ATTRIBUTE
    if inspect.isbuiltin(raw):
        return Kind.STATICMETHOD
    if hasattr(type(raw), "__get__") and not callable(raw):
        return Kind.PROPERTY  # descriptors of the package's own making
    if inspect.isroutine(raw) or type(raw).__name__ in ("instancemethod", "cython_function_or_method"):
        return Kind.METHOD
    if isinstance(raw, functools.partialmethod | functools.singledispatchmethod):
        return Kind.METHOD
    called = callable(raw) and _is_called(raw) and hasattr(type(raw), "__get__")
    return Kind.METHOD if called else Kind.ATTRIBUTE


def is_nested(item: Found) -> bool:
    """A class written inside its owner, not a reference to one defined elsewhere."""
    return read_text(item.raw, "__qualname__").startswith(f"{read_text(item.owner, '__qualname__')}.")


def is_context_manager(value: Any, kind: Kind) -> bool:
    """A class with ``__enter__`` and ``__exit__``, or a function made by contextlib."""
    if kind is Kind.CLASS:
        names = {
            name
            for cls in method_order(value)
            for name in ("__enter__", "__exit__")
            if name in namespace(cls)
        }
        return len(names) == 2
    return any(layer.__code__.co_filename.endswith("contextlib.py") for layer in layers(value))


def bases_of(cls: type) -> tuple[type, ...]:
    """Direct bases without object."""
    return tuple(base for base in type.__dict__["__bases__"].__get__(cls) if base is not object)


def has_no_useful_constructor(cls: type) -> bool:
    """Enums and named tuples of C functions have fields instead; nobody can make a dtype."""
    if read_text(cls, "__module__") == "torch" and cls.__name__ in OWN_VALUES:
        return True
    return bool(fields_of(cls)) and not hasattr(cls, "_fields")


def fields_of(cls: type) -> tuple[str, ...]:
    """Members of an enum (Python's or pybind's), fields of a named tuple of either kind."""
    if enum.Enum in method_order(cls):
        return tuple(read(cls, "__members__") or ())
    members = namespace(cls).get("__members__")
    if members is not None and "__entries" in namespace(cls):
        return tuple(name for name in read(cls, "__members__") or ())
    own_fields = namespace(cls).get("_fields")
    if isinstance(own_fields, tuple):
        return tuple(str(name) for name in own_fields)
    count = namespace(cls).get("n_sequence_fields")
    if isinstance(count, int):
        found = [name for name, raw in namespace(cls).items() if isinstance(raw, _DESCRIPTORS)]
        return tuple(name for name in found if not name.startswith("_"))
    return ()


def _may_have_docstring(item: Found, kind: Kind) -> bool:
    """Plain values share the docstring of their type."""
    return item.rule != Rule.MODULE_ATTRIBUTE and kind not in (Kind.CONSTANT, Kind.ATTRIBUTE)


def _same_as(docstring: str) -> str:
    """What the docstring calls the object an alias for (C functions are never identical)."""
    match = _ALIAS.match(docstring)
    return match.group(1) if match else ""
