"""Rules about the entry's own name: known, canonical, where it lies."""

from __future__ import annotations

from collections.abc import Iterator

from torchzh.check.context import Context
from torchzh.findings import Finding
from torchzh.naming import annotation_path
from torchzh.similar import nearest_dotted


def check_name(context: Context) -> Iterator[Finding]:
    """The name must be public somewhere, and be the canonical one."""
    name, world = context.entry.name, context.world
    if not world.exists(name):
        near = nearest_dotted(name, world.names())
        yield context.finding("NM01", context.at_key("name"), nearest=near)
        return
    targets: dict[str, list[str]] = {}
    for minor in world.checked:
        surface = world.surface(minor)
        found = surface.get(name) if surface else None
        if found is not None:
            targets.setdefault(found.alias_of, []).append(minor)
    if "" in targets and max(world.checked) not in targets[""]:
        targets.pop("")
    if "" not in targets:
        for canonical, minors in targets.items():
            yield context.finding("NM02", context.at_key("name"), tuple(minors), canonical=canonical)


def check_path(context: Context) -> Iterator[Finding]:
    """The path follows from the name."""
    found = context.world.latest(context.entry.name)
    if found is None or found.name != context.entry.name:
        return
    expected = annotation_path(context.entry.name, found.module)
    if context.entry.path != expected:
        yield context.finding("NM03", context.at_key("name"), expected=expected)


def check_covers(context: Context) -> Iterator[Finding]:
    """What a family entry speaks for must exist."""
    for index, covered in enumerate(context.entry.covers):
        if not context.world.exists(covered):
            near = nearest_dotted(covered, context.world.names())
            at = context.at_key(f"covers.{index}", "covers")
            yield context.finding("NM05", at, covered=covered, nearest=near)
