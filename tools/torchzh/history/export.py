"""history.json: the timelines for other programs, with a JSON Schema beside it.

Presence is written as closed ranges of minor versions, so a reader can see at a
glance that a name went away and came back. Reading gives back what was written.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from importlib import resources
from typing import Any

from torchzh.history.models import Change, ChangeKind, Confidence, History, Timeline

FORMAT = 1


def to_ranges(present: Sequence[str], minors: Sequence[str]) -> list[list[str]]:
    """``[["1.13", "2.1"], ["2.4", "2.15"]]``."""
    ranges: list[list[str]] = []
    members = set(present)
    open_range = False
    for minor in minors:
        if minor not in members:
            open_range = False
        elif open_range:
            ranges[-1][1] = minor
        else:
            ranges.append([minor, minor])
            open_range = True
    return ranges


def from_ranges(ranges: Sequence[Sequence[str]], minors: Sequence[str]) -> tuple[str, ...]:
    """The inverse of :func:`to_ranges`."""
    order = {minor: index for index, minor in enumerate(minors)}
    return tuple(minors[i] for first, last in ranges for i in range(order[first], order[last] + 1))


def schema_text() -> str:
    """JSON Schema of history.json."""
    return resources.files(__package__).joinpath("history.schema.json").read_text(encoding="utf-8")


def dumps(history: History) -> str:
    """The text of history.json: one name a line, sorted."""
    head = json.dumps({"format": FORMAT, "minors": list(history.minors)}, ensure_ascii=False)
    lines = (
        f"{json.dumps(name)}:{_compact(_timeline(timeline, history.minors))}"
        for name, timeline in sorted(history.timelines.items())
    )
    return head[:-1] + ', "names": {\n' + ",\n".join(lines) + "\n}}\n"


def loads(text: str) -> History:
    """Read history.json back."""
    data = json.loads(text)
    if data.get("format") != FORMAT:
        raise ValueError(f"history.json 的格式是 {data.get('format')}，这里只认识 {FORMAT}")
    minors = tuple(data["minors"])
    return History(minors=minors, timelines=_Timelines(data["names"], minors))


class _Timelines(Mapping[str, Timeline]):
    """Timelines made from their rows when asked for: a build after one edit needs a few of 14,000."""

    def __init__(self, rows: Mapping[str, Mapping[str, Any]], minors: tuple[str, ...]) -> None:
        self._rows = rows
        self._minors = minors
        self._made: dict[str, Timeline] = {}

    def __getitem__(self, name: str) -> Timeline:
        if name not in self._made:
            self._made[name] = _read_timeline(name, self._rows[name], self._minors)
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)


def _compact(row: Mapping[str, Any]) -> str:
    return json.dumps(row, ensure_ascii=False, separators=(",", ":"))


def _timeline(timeline: Timeline, minors: Sequence[str]) -> dict[str, Any]:
    row: dict[str, Any] = {"present": to_ranges(timeline.present, minors)}
    if timeline.callable_in != timeline.present:
        row["callable"] = to_ranges(timeline.callable_in, minors)
    partial = {
        name: to_ranges(versions, minors)
        for name, versions in timeline.parameters.items()
        if versions != timeline.callable_in
    }
    constant = [name for name, versions in timeline.parameters.items() if versions == timeline.callable_in]
    if constant:
        row["parameters"] = constant
    if partial:
        row["parameters_in"] = partial
    if timeline.deprecated_in:
        row["deprecated"] = to_ranges(timeline.deprecated_in, minors)
    if timeline.notice:
        row["notice"] = timeline.notice
    if timeline.signatures:
        row["signatures"] = [[text, to_ranges(versions, minors)] for text, versions in timeline.signatures]
    if timeline.changes:
        row["changes"] = [_change(change) for change in timeline.changes]
    return row


def _change(change: Change) -> Mapping[str, str]:
    row = {
        "kind": change.kind.value,
        "version": change.version,
        "previous": change.previous,
        "parameter": change.parameter,
        "old": change.old,
        "new": change.new,
        "confidence": "" if change.confidence is Confidence.HIGH else change.confidence.value,
    }
    return {key: value for key, value in row.items() if value}


def _read_timeline(name: str, row: Mapping[str, Any], minors: Sequence[str]) -> Timeline:
    present = from_ranges(row["present"], minors)
    callable_in = from_ranges(row["callable"], minors) if "callable" in row else present
    parameters = dict.fromkeys(row.get("parameters", ()), callable_in)
    parameters |= {item: from_ranges(ranges, minors) for item, ranges in row.get("parameters_in", {}).items()}
    changes = tuple(
        Change(
            **{
                "name": name,
                **change,
                "kind": ChangeKind(change["kind"]),
                "confidence": Confidence(change.get("confidence", "high")),
            }
        )
        for change in row.get("changes", ())
    )
    return Timeline(
        name=name,
        present=present,
        callable_in=callable_in,
        parameters=parameters,
        deprecated_in=from_ranges(row.get("deprecated", ()), minors),
        notice=row.get("notice", ""),
        signatures=tuple((text, from_ranges(ranges, minors)) for text, ranges in row.get("signatures", ())),
        changes=changes,
    )
