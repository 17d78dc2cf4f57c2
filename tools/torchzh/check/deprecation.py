"""Rules about deprecation and removal: said where it is true, and only there.

What counts as said is the summary and 功能描述, because a reader who stops
after the first screen must know.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from torchzh.check.context import Context
from torchzh.check.signatures import occurrences, show
from torchzh.findings import Finding
from torchzh.models import ApiObject

_REMOVED = r"(?:已经?|[被起里中版将])(?:经|被)?(?:移除|删除|删去)|不复存在|不再存在|已经没有|不再提供"
_SAID = re.compile(rf"弃用|废弃|不推荐|不再推荐|不建议再|过时|淘汰|deprecated|{_REMOVED}", re.IGNORECASE)
_SAID_REMOVED = re.compile(_REMOVED)
_OWN = r"(?:本|该|此|这个?)(?:函数|方法|类|接口|属性|模块|优化器|调度器|损失|层|API)?[^。；，]{0,12}?"
_CLAIM = re.compile(rf"{_OWN}(?:弃用|废弃)|^(?:已|已经|已被)(?:弃用|废弃)")
_SUMMARY_CLAIM = re.compile(r"(?:已|已经|已被|被)(?:弃用|废弃)")
_REMOVED_CLAIM = re.compile(r"(?:已|已经|已被|被)(?:移除|删除)")


def check_deprecation(context: Context) -> Iterator[Finding]:
    """Deprecated or gone without a word."""
    said = _said(context)
    if not _SAID.search(said):
        for view in context.views:
            deprecation = view.object.deprecation
            if deprecation is not None and deprecation.certain and not view.object.tombstone:
                notice = deprecation.message or f"有弃用标记（{deprecation.mechanism.value}）"
                yield context.finding("DP01", context.at_key("summary"), view.versions, notice=notice)
    if not _SAID_REMOVED.search(said):
        for view in context.views:
            if view.object.tombstone:
                yield context.finding(
                    "DP03", context.at_key("summary"), view.versions, notice=view.object.tombstone
                )
        gone = _gone(context)
        if gone:
            notice = f"{gone[0]} 起没有这个名字"
            yield context.finding("DP03", context.at_key("summary"), gone, notice=notice)


def check_claims(context: Context) -> Iterator[Finding]:
    """Called deprecated or removed without being so."""
    if not context.known_views:
        return
    objects = [view.object for view in context.known_views]
    newest = context.world.canonical(context.entry.name, context.world.newest.minor)
    if newest is not None and not any(found.deprecation or found.tombstone for found in objects):
        for at, text in _claims(context):
            yield context.finding("DP02", at, text=text)
    if newest is not None and not newest.tombstone and _REMOVED_CLAIM.search(context.entry.summary):
        at = context.at_key("summary")
        yield context.finding("DP04", at, text=context.entry.summary, signature=show(newest))


def check_deprecated_parameters(context: Context) -> Iterator[Finding]:
    """A parameter whose default is the marker ``'deprecated'``."""
    notes = {name: note for note in context.entry.parameters for name in note.names}
    for view in context.views:
        for name, note in notes.items():
            if _has_marker(view.object, name) and not _SAID.search(note.body):
                arguments = {"parameter": name, "signature": show(view.object)}
                yield context.finding("DP05", (note.line, 1), view.versions, **arguments)


def _has_marker(found: ApiObject, name: str) -> bool:
    return any(p.default.text.strip("'\"").lower() == "deprecated" for p in occurrences(found, name))


def _said(context: Context) -> str:
    """The text a reader sees first."""
    section = context.entry.section("功能描述")
    return f"{context.entry.summary}\n{section.body if section else ''}"


def _gone(context: Context) -> tuple[str, ...]:
    """Checked versions, newer than the last that has the name, in which it is gone."""
    world, name = context.world, context.entry.name
    present = [surface.minor for surface in world.known if surface.get(name) is not None]
    if not present:
        return ()
    latest = world.latest(name)
    if latest is not None and latest.cuda_only:
        return ()
    after = world.minors[world.minors.index(present[-1]) + 1 :]
    return tuple(minor for minor in after if minor in world.checked)


def _claims(context: Context) -> Iterator[tuple[tuple[int, int], str]]:
    if _SUMMARY_CLAIM.search(context.entry.summary):
        yield context.at_key("summary"), context.entry.summary
    for prose in context.section_prose("功能描述"):
        match = _CLAIM.search(prose.text)
        if match:
            yield prose.place(match.start()), prose.written()[:60]
