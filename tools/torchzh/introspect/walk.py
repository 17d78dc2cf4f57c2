"""Walks public modules and classes and yields every public name with its object.

A name is looked up where people look it up: in the module, in the type of an
object that stands in for a module, in a class and its private bases (so that
Tensor has the methods of its C base). What a public base class offers is not
repeated in every subclass.
"""

from __future__ import annotations

import inspect
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from torchzh.introspect.admit import Rule, admission
from torchzh.introspect.discover import Discovery
from torchzh.introspect.guard import ABSENT, method_order, names_of, namespace, read, read_static


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """One public name and what it leads to."""

    name: str
    module: str
    value: Any  # ABSENT: promised but not reachable
    rule: str
    raw: Any = None  # the descriptor as it lies in the class or module type
    owner: type | None = None  # the class it is a member of
    annotation: Any = inspect.Parameter.empty  # of attributes known only by their annotation
    access_warning: str = ""  # what reading the name warns of
    also_module: bool = False  # a module of the same dotted name can be imported


def walk_modules(package: str, discovery: Discovery, dynamic: Collection[str]) -> Iterator[Found]:
    """Every public name of every module, modules included."""
    for name, module in sorted(discovery.modules.items()):
        names = _module_names(package, name, module, discovery)
        yield from (item for item in names if item.name not in dynamic)
    # After the names: where an object has the dotted name of a module, the object is what an attribute gives.
    for name, module in sorted(discovery.modules.items()):
        yield Found(name=name, module=name.rpartition(".")[0] or name, value=module, rule=Rule.MODULE)
    for name in sorted(dynamic):
        module = read(discovery.modules[package], name.rpartition(".")[2])
        if module is not ABSENT:
            yield Found(name=name, module=package, value=module, rule=Rule.DYNAMIC)


def _module_names(package: str, module_name: str, module: Any, discovery: Discovery) -> Iterator[Found]:
    exported = exported_names(module)
    stand_in = type(module) is not ModuleType
    own = {} if not stand_in else _type_attributes(type(module))
    for name in sorted(_candidates(module, exported) | own.keys()):
        full = f"{module_name}.{name}"
        if name in own and not callable(own[name]):
            yield Found(
                name=full,
                module=module_name,
                value=read(module, name),
                rule=Rule.MODULE_ATTRIBUTE,
                raw=own[name],
            )
            continue
        hidden = discovery.hidden_by_module.get(full, ABSENT)
        value = read(module, name) if hidden is ABSENT else hidden
        if value is ABSENT:
            if exported is not None and name in exported and not name.startswith("_"):
                yield Found(name=full, module=module_name, value=ABSENT, rule=Rule.ALL)
            continue
        if full in discovery.modules and value is discovery.modules[full]:
            continue  # the module entry itself
        rule = admission(package, module_name, name, value, exported)
        if rule:
            also = full in discovery.modules
            yield Found(name=full, module=module_name, value=value, rule=rule, also_module=also)


def exported_names(module: Any) -> frozenset[str] | None:
    """The module's ``__all__``; None where it has none."""
    names = read(module, "__all__")
    if not isinstance(names, list | tuple | set | frozenset):
        return None
    return frozenset(name for name in names if isinstance(name, str))


def _candidates(module: Any, exported: frozenset[str] | None) -> set[str]:
    names = names_of(module) | namespace(module).keys() | (exported or frozenset())
    wrapped = read_static(module, "m") if type(module) is not ModuleType else ABSENT
    if isinstance(wrapped, ModuleType):
        names |= namespace(wrapped).keys()
    settings = namespace(module).get("_config")
    if isinstance(settings, Mapping) and type(module) is not ModuleType:
        names |= {name for name in settings if isinstance(name, str) and "." not in name}
    return {name for name in names if not name.startswith("_")}


def _type_attributes(cls: type) -> dict[str, Any]:
    """Public attributes of the type of a stand-in module, without those of every module."""
    found: dict[str, Any] = {}
    for base in reversed(method_order(cls)):
        if base is not object and base is not ModuleType and not base.__module__.startswith("abc"):
            found.update((name, raw) for name, raw in namespace(base).items() if not name.startswith("_"))
    return found


def walk_members(owner: Found, public_classes: Collection[int]) -> Iterator[Found]:
    """Public members of a class: its own, and those of bases that have no public name."""
    cls = owner.value
    seen: set[str] = set()
    for holder in _holders(cls, public_classes):
        own = namespace(holder)
        annotations = own.get("__annotations__", {})
        for name in sorted({*own, *annotations}):
            if not isinstance(name, str) or name.startswith("_") or name in seen:
                continue
            seen.add(name)
            yield _member(owner, cls, name, own.get(name, ABSENT), annotations)


def _holders(cls: type, public_classes: Collection[int]) -> list[type]:
    """The class and those bases whose members belong to no public base."""
    bases = method_order(cls)[1:]
    covered = {id(item) for base in bases if id(base) in public_classes for item in method_order(base)}
    return [cls, *(base for base in bases if id(base) not in covered and _is_private(base))]


def _member(owner: Found, cls: type, name: str, raw: Any, annotations: Mapping[str, Any]) -> Found:
    annotation = annotations.get(name, inspect.Parameter.empty)
    return Found(
        name=f"{owner.name}.{name}",
        module=owner.module,
        value=raw if raw is ABSENT else read(cls, name),
        rule=Rule.ANNOTATION if raw is ABSENT else Rule.MEMBER,
        raw=raw,
        owner=cls,
        annotation=annotation,
    )


def _is_private(base: type) -> bool:
    """True for bases that nobody can name; builtins and the standard library are public."""
    home = f"{base.__module__}.{base.__qualname__}"
    return any(part.startswith("_") for part in home.split(".")) and not home.startswith(("builtins.", "_"))
