"""versions.js: the one file at the root of the site that knows all versions.

It is a script, because fetch does not work on file:// pages. For every page that
some version lacks it says which versions have it, and for its name since when,
until when and what torch says to use instead. A new version changes this file
and no page. Pages that all versions have are not listed.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from torchzh.history.models import History
from torchzh.versions import key


class VersionScriptError(ValueError):
    """The list of versions is not what the switcher needs; the build must fail."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedVersion:
    """One version of the site."""

    minor: str
    path: str  # folder below the root
    pages: frozenset[str]  # docnames


def versions_script(published: Sequence[PublishedVersion], stable: str, history: History) -> str:
    """The text of versions.js."""
    ordered = sorted(published, key=lambda version: key(version.minor), reverse=True)
    _validate(ordered, stable)
    everything = frozenset().union(*(version.pages for version in ordered))
    partial = {
        docname: sum(1 << index for index, version in enumerate(ordered) if docname in version.pages)
        for docname in sorted(everything)
        if not all(docname in version.pages for version in ordered)
    }
    data = {
        "stable": stable,
        "versions": [[version.minor, version.path] for version in ordered],
        "partial": partial,
        "lives": {docname: life for docname in partial if (life := _life(docname, history))},
    }
    return f"window.torchzhVersions={json.dumps(data, ensure_ascii=False, separators=(',', ':'))};\n"


def _validate(ordered: Sequence[PublishedVersion], stable: str) -> None:
    minors = [version.minor for version in ordered]
    if not minors or len(set(minors)) != len(minors):
        raise VersionScriptError("版本列表为空或有重复")
    if stable not in minors:
        raise VersionScriptError(f"stable 指向 {stable}，但没有发布这个版本")
    for version in ordered:
        if not version.path or version.path.strip("/") != version.path or not version.pages:
            raise VersionScriptError(f"{version.minor} 的路径或页面列表不对")


def _life(docname: str, history: History) -> Mapping[str, str]:
    """Since when, until when and the notice, for the page of an absent name."""
    name = docname.partition("/")[2]
    timeline = history.get(name) or history.get(_without_suffix(name))
    if timeline is None:
        return {}
    life = {"name": timeline.name, "since": history.since_label(timeline.name)}
    if timeline.last != history.minors[-1]:
        life["last"] = timeline.last
    if timeline.notice:
        life["notice"] = timeline.notice
    moved = [change.new for change in timeline.changes if change.kind.value == "moved"]
    if moved:
        life["moved"] = moved[-1]
    return life


def _without_suffix(name: str) -> str:
    """The qualified name of a page stem that carries a suffix because of its case."""
    for suffix in ("-class", "-attr", "-data"):
        name = name.removesuffix(suffix)
    return name
