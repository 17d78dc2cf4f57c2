"""The vocabulary of the project: what is known about one public name of torch.

Every stage after introspection works on these records and on nothing else, so a
torch that is not installed is as good as one that is. Absence is a value here:
"no default" is not "the default None", and an unknown signature is not an empty
one. This module imports nothing of ours.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Kind(StrEnum):
    """What sort of object a public name is."""

    FUNCTION = "function"
    CLASS = "class"
    METHOD = "method"
    CLASSMETHOD = "classmethod"
    STATICMETHOD = "staticmethod"
    PROPERTY = "property"
    ATTRIBUTE = "attribute"  # class attribute, instance attribute, nested value
    CONSTANT = "constant"  # dtype, layout, plain value
    MODULE = "module"
    MISSING = "missing"  # promised by __all__ but not reachable


class Source(StrEnum):
    """Where a form was read, in the measured order of trust."""

    RUNTIME = "runtime"
    STUB = "stub"
    SCHEMA = "schema"
    DOCSTRING = "docstring"
    UNKNOWN = "unknown"


class ParameterKind(StrEnum):
    """The five kinds of ``inspect.Parameter``, in signature order."""

    POSITIONAL_ONLY = "positional-only"
    POSITIONAL_OR_KEYWORD = "positional-or-keyword"
    VAR_POSITIONAL = "var-positional"
    KEYWORD_ONLY = "keyword-only"
    VAR_KEYWORD = "var-keyword"


class DefaultState(StrEnum):
    """Whether a parameter has a default, and whether its text is a value."""

    REQUIRED = "required"
    VALUE = "value"  # text is a Python expression in normal form
    OPAQUE = "opaque"  # an object with no literal form; text is readable only


@dataclass(frozen=True, slots=True, kw_only=True)
class Default:
    """A parameter's default in normal form."""

    state: DefaultState = DefaultState.REQUIRED
    text: str = ""


REQUIRED = Default()


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """One parameter of one form."""

    name: str
    kind: ParameterKind = ParameterKind.POSITIONAL_OR_KEYWORD
    default: Default = REQUIRED
    annotation: str = ""  # empty: none was given

    @property
    def is_variadic(self) -> bool:
        """True for ``*args`` and ``**kwargs``."""
        return self.kind in (ParameterKind.VAR_POSITIONAL, ParameterKind.VAR_KEYWORD)

    @property
    def is_private(self) -> bool:
        """True for parameters that readers need not know (leading underscore)."""
        return self.name.startswith("_")

    @property
    def label(self) -> str:
        """The name with the stars it is written with."""
        stars = {ParameterKind.VAR_POSITIONAL: "*", ParameterKind.VAR_KEYWORD: "**"}
        return stars.get(self.kind, "") + self.name


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """One way to call an object. ``self`` / ``cls`` is never a parameter."""

    parameters: tuple[Parameter, ...] = ()
    returns: str = ""  # empty: not known
    source: Source = Source.RUNTIME
    opaque: bool = False  # only *args/**kwargs at run time, so names are not authoritative

    @property
    def names(self) -> tuple[str, ...]:
        """Parameter names in order, without stars."""
        return tuple(parameter.name for parameter in self.parameters)


class DeprecationMechanism(StrEnum):
    """How a deprecation was detected; the order is the order of trust."""

    MARKER = "marker"  # __deprecated__ on the object, its __init__, __new__ or fget
    DIRECTIVE = "directive"  # ``.. deprecated::`` in the docstring
    WARNING = "warning"  # the body warns unconditionally
    KEPT = "kept"  # only a call reveals it; kept list, proven by a test
    CONDITIONAL = "conditional"  # the body warns in one branch: low confidence, about a parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class Deprecation:
    """A deprecation as the installed torch states it."""

    mechanism: DeprecationMechanism
    message: str = ""
    since: str = ""  # only when the message says so
    removal: str = ""  # only when the message says so

    @property
    def certain(self) -> bool:
        """False when only one branch of the body warns."""
        return self.mechanism is not DeprecationMechanism.CONDITIONAL


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceLocation:
    """File inside the torch source tree (``torch/functional.py``) and 1-based line."""

    file: str
    line: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiObject:
    """Everything a snapshot keeps about one public dotted name."""

    name: str
    kind: Kind
    module: str  # public module the name is imported from, e.g. "torch.nn"
    rule: str  # admission rule that made it public
    alias_of: str = ""  # canonical name; empty when this is the canonical entry
    forms: tuple[Form, ...] = ()  # empty for callables: the signature is unknown
    parser: tuple[str, ...] = ()  # forms as the C argument parser names them in its TypeError, verbatim
    deprecation: Deprecation | None = None
    tombstone: str = ""  # message of a stub whose only act is to raise
    shim: bool = False  # served by a module __getattr__, absent from dir()
    context_manager: bool = False
    cuda_only: bool = False  # exists only in CUDA builds
    also_module: bool = False  # a module of the same dotted name can be imported as well
    same_as: str = ""  # what its docstring calls it an alias for; yet an object of its own (C functions)
    doc_fingerprint: str = ""  # hash of the docstring; empty: no docstring
    location: SourceLocation | None = None
    bases: tuple[str, ...] = ()  # public names where they have one
    fields: tuple[str, ...] = ()  # named fields of structseq results, enum members
    value: str = ""  # normal form of a constant
    annotation: str = ""  # type of an attribute or property, where known

    @property
    def is_callable(self) -> bool:
        """True where a signature is to be expected."""
        return self.kind in CALLABLE_KINDS

    @property
    def signature_known(self) -> bool:
        """False for callables with no form, and for objects that are not called."""
        return bool(self.forms)

    def parameters(self) -> Iterator[Parameter]:
        """Each distinct parameter name once, in order of first appearance over all forms."""
        seen: set[str] = set()
        for form in self.forms:
            for parameter in form.parameters:
                if parameter.name not in seen:
                    seen.add(parameter.name)
                    yield parameter


CALLABLE_KINDS = frozenset({Kind.FUNCTION, Kind.CLASS, Kind.METHOD, Kind.CLASSMETHOD, Kind.STATICMETHOD})


@dataclass(frozen=True, slots=True, kw_only=True)
class SnapshotHeader:
    """What was installed when the snapshot was taken."""

    format: int
    torch: str  # full version without local part, e.g. "2.13.0"
    build: str  # "cpu" or "cu130"
    python: str
    numpy: str
    torchzh: str
    counts: Mapping[str, int] = field(default_factory=dict)
    failures: Mapping[str, str] = field(default_factory=dict)  # module → what it missed
    # Names public in another version's snapshot, not public here, that getattr still answers to.
    hidden: tuple[str, ...] = ()

    @property
    def minor(self) -> str:
        """``2.13`` for ``2.13.0``."""
        return ".".join(self.torch.split(".")[:2])


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """The public surface of one torch."""

    header: SnapshotHeader
    objects: Mapping[str, ApiObject]  # by qualified name, sorted

    def canonical(self, name: str) -> ApiObject | None:
        """The entry that ``name`` stands for, following one alias; None when unknown."""
        found = self.objects.get(name)
        if found is not None and found.alias_of:
            return self.objects.get(found.alias_of, found)
        return found
