"""Chooses where the signature of an object is read: runtime, stub, schema, docstring.

The order was measured with the texts of TypeErrors as judge. A runtime
signature wins unless it is a mere catch-all. Functions written in C have stubs
or schemas or both; then the two are merged, because each lacks something the
other knows. An unknown signature is no form at all, never an empty one.
"""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Iterator
from typing import Any

from torchzh.introspect.annotations import PublicName
from torchzh.introspect.docsigs import docstring_forms
from torchzh.introspect.guard import read, read_text
from torchzh.introspect.merge import merge, with_keyword_options
from torchzh.introspect.runtime import runtime_forms
from torchzh.introspect.schemas import schema_forms
from torchzh.introspect.stubs import Stubs
from torchzh.models import Form, Kind


class Signatures:
    """Finds the forms of one object after the other."""

    def __init__(
        self, package: str, stubs: Stubs, public_name: PublicName, schema_lookup: Any = None
    ) -> None:
        """``schema_lookup``: gives operator schemas by full name; None where the package has none."""
        self._package = package
        self._stubs = stubs
        self._public_name = public_name
        self._schemas = schema_lookup

    def function(self, name: str, function: Any, docstring: str) -> tuple[Form, ...]:
        """Forms of a module-level function; ``name`` is its public dotted name."""
        forms = runtime_forms(function, self._public_name, method=False, constructor=False)
        if forms and not forms[0].opaque:
            return forms
        c_function = inspect.isbuiltin(function)
        stub = self._function_stub(name, function) if c_function else ()
        schema = self._schema(read_text(function, "__name__"), method=False) if c_function else ()
        return merge(stub, schema, method=False) or self._from_text(forms, docstring, name, method=False)

    def method(self, name: str, owner: type, raw: Any, kind: Kind, docstring: str) -> tuple[Form, ...]:
        """Forms of a member of a class, without ``self`` or ``cls``."""
        bare = kind is Kind.STATICMETHOD
        function = raw.__func__ if isinstance(raw, classmethod | staticmethod) else raw
        forms = runtime_forms(function, self._public_name, method=not bare, constructor=False)
        if forms and not forms[0].opaque:
            return forms
        short = name.rpartition(".")[2]
        stub = next((found for found in self._method_stubs(owner, raw, short) if found), ())
        schema = self._schema(short, method=True) if self._is_tensor_method(raw) else ()
        merged = merge(stub, schema, method=True)
        if merged:
            return merged
        written = self._from_text(forms, docstring, name, method=not bare)
        return tuple(map(with_keyword_options, written)) if self._is_tensor_method(raw) else written

    def constructor(self, name: str, cls: type, docstring: str) -> tuple[Form, ...]:
        """Forms in which a class is called."""
        forms = runtime_forms(cls, self._public_name, method=False, constructor=True)
        if forms and not forms[0].opaque:
            return forms
        for module, short in self._class_homes(cls):
            stub = self._stubs.constructor(module, short)
            if stub:
                return stub
        if not forms:
            init = read_text(read(cls, "__init__"), "__doc__")
            from_init = docstring_forms(init, "__init__", method=True)
            if from_init and init.startswith("__init__("):
                return from_init
        return self._from_text(forms, docstring, name, method=False)

    def attribute(self, owner: type, raw: Any, short: str) -> str:
        """Type of an attribute or property of a C class, from the stubs."""
        for cls in (read(raw, "__objclass__"), owner):
            if isinstance(cls, type):
                for module, class_name in self._class_homes(cls):
                    found = self._stubs.attribute(module, f"{class_name}.{short}")
                    if found:
                        return found
        return ""

    def _from_text(
        self, forms: tuple[Form, ...], docstring: str, name: str, *, method: bool
    ) -> tuple[Form, ...]:
        """The docstring's forms; opaque where the runtime shows a catch-all."""
        written = docstring_forms(docstring, name.rpartition(".")[2], method=method)
        if not forms:
            return written
        named = tuple(dataclasses.replace(form, opaque=True) for form in written if form.parameters)
        return named or forms

    def _function_stub(self, name: str, function: Any) -> tuple[Form, ...]:
        own = read_text(function, "__name__")
        module, _, short = name.rpartition(".")
        for home, spelled in self._function_homes(function, own, module, short):
            forms = self._stubs.forms(home, spelled)
            if forms:
                return forms
        return ()

    def _function_homes(self, function: Any, own: str, module: str, short: str) -> Iterator[tuple[str, str]]:
        holder = read_text(function, "__qualname__").rpartition(".")[0]
        if holder:
            yield f"{self._package}._C.{holder.removesuffix('Class')}", own
        home = read_text(function, "__module__")
        yield home, own
        yield module, short
        yield f"{self._package}._C", own
        yield f"{self._package}._C", short

    def _method_stubs(self, owner: type, raw: Any, short: str) -> Iterator[tuple[Form, ...]]:
        for cls in (read(raw, "__objclass__"), owner):
            if isinstance(cls, type):
                for module, name in self._class_homes(cls):
                    yield self._stubs.forms(module, f"{name}.{short}", method=True)

    def _class_homes(self, cls: type) -> Iterator[tuple[str, str]]:
        module, name = read_text(cls, "__module__"), read_text(cls, "__qualname__")
        yield module, name
        yield f"{self._package}._C", name
        known = self._public_name(cls)
        if known:
            public_module, _, short = known.rpartition(".")
            yield public_module, short

    def _schema(self, operator: str, *, method: bool) -> tuple[Form, ...]:
        return schema_forms(operator, self._schemas, method=method) if self._schemas else ()

    def _is_tensor_method(self, raw: Any) -> bool:
        return read_text(read(raw, "__objclass__"), "__name__") in ("TensorBase", "_TensorBase")
