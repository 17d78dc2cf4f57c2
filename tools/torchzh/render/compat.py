"""What the versions say about one page: badges, the compatibility table, the timeline.

The table has a row for the API and one for each parameter that came, went or
changed; every cell holds a word, so it reads without colours. An API that never
changed gets one sentence instead. Nothing here depends on the version being
built, so unchanged pages stay identical between versions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from torchzh.history.models import Change, ChangeKind, History, Timeline
from torchzh.history.wording import describe
from torchzh.render import rst
from torchzh.render.markdown import inline_rst
from torchzh.render.rst import Lines
from torchzh.render.site import PageHistory
from torchzh.versions import spans

Badges = tuple[tuple[str, str], ...]
GONE = (ChangeKind.REMOVED, ChangeKind.MOVED, ChangeKind.HIDDEN)


class PageHistories(Mapping[str, PageHistory]):
    """What to show on the pages of ``names``, made when a page asks."""

    def __init__(self, history: History, names: Iterable[str]) -> None:
        self._history = history
        self._names = [name for name in names if name in history.timelines]

    def __getitem__(self, name: str) -> PageHistory:
        return page_history(self._history.timelines[name], self._history)

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


def page_histories(history: History, names: Iterable[str]) -> Mapping[str, PageHistory]:
    """What to show on the pages of ``names``."""
    return PageHistories(history, names)


def page_history(timeline: Timeline, history: History) -> PageHistory:
    """Badges and lines of one page."""
    return PageHistory(
        badges=_badges(timeline, history),
        parameter_badges={
            name: badges
            for name in timeline.parameters
            if (badges := _parameter_badges(name, timeline, history.minors))
        },
        lines=[*_presence(timeline, history), *_timeline(timeline), *_signatures(timeline, history.minors)],
    )


def _badges(timeline: Timeline, history: History) -> Badges:
    badges = [("since", _since(timeline, history))]
    if timeline.deprecated_in:
        badges.append(("deprecated", f"{history.onward(timeline.deprecated_in[0])}弃用"))
    if timeline.last != history.minors[-1]:
        badges.append(("removed", f"{_after(timeline.last, history.minors)} 起没有"))
    return tuple(badges)


def _since(timeline: Timeline, history: History) -> str:
    label = history.since_label(timeline.name)
    return label if "更早" in label else f"自 {label} 起"


def _after(minor: str, minors: Sequence[str]) -> str:
    return minors[minors.index(minor) + 1]


def _parameter_badges(name: str, timeline: Timeline, minors: Sequence[str]) -> Badges:
    present, known = timeline.parameters[name], timeline.callable_in
    badges: list[tuple[str, str]] = []
    if known and present[0] != known[0]:
        badges.append(("since", f"{present[0]} 新增"))
    if known and present[-1] != known[-1]:
        badges.append(("removed", f"{_after(present[-1], minors)} 移除"))
    for change in timeline.of_parameter(name):
        if change.kind is ChangeKind.DEFAULT:
            badges.append(("changed", f"{change.version} 默认值变更"))
        elif change.kind is ChangeKind.BEHAVIOUR:
            badges.append(("changed", f"{change.version} 行为变更"))
    return tuple(badges)


def _presence(timeline: Timeline, history: History) -> Lines:
    """One sentence, or the table when something ever changed."""
    where = spans(timeline.present, history.minors)
    if not timeline.changes and timeline.present == history.minors:
        return rst.paragraph(rst.escape(f"torch {where} 都有，签名没有变化。"))
    rows = [_row(timeline.name, _object_cells(timeline, history.minors))]
    rows += [
        _row(name, _parameter_cells(name, timeline, history.minors)) for name in _changed_parameters(timeline)
    ]
    header = [[rst.escape("torch")], *([rst.escape(minor)] for minor in history.minors)]
    return rst.table([header, *rows], header=True, stub=True, style="torchzh-compat")


def _row(name: str, cells: Iterable[str]) -> list[Lines]:
    return [[rst.literal(name.rpartition(".")[2])], *([cell] for cell in cells)]


def _changed_parameters(timeline: Timeline) -> list[str]:
    """Parameters that a row is worth: not everywhere, or with a change of their own."""
    changed = {change.parameter for change in timeline.changes if change.parameter}
    return [
        name
        for name, versions in timeline.parameters.items()
        if not name.startswith("_") and (versions != timeline.callable_in or name in changed)
    ]


def _object_cells(timeline: Timeline, minors: Sequence[str]) -> Iterable[str]:
    changed = _changed_versions(timeline.changes, whole=True)
    for minor in minors:
        if minor not in timeline.present:
            yield "无"
        elif minor not in timeline.callable_in:
            yield "报错" if timeline.callable_in else "有"
        elif minor in timeline.deprecated_in:
            yield "弃用"
        else:
            yield "变更" if minor in changed else "有"


def _parameter_cells(name: str, timeline: Timeline, minors: Sequence[str]) -> Iterable[str]:
    changed = _changed_versions(timeline.of_parameter(name), whole=False)
    present = timeline.parameters[name]
    for minor in minors:
        if minor not in timeline.callable_in:
            yield "—"
        elif minor not in present:
            yield "无"
        else:
            yield "变更" if minor in changed else "有"


_NO_CHANGE_OF_CELL = {
    ChangeKind.ADDED,
    ChangeKind.PARAMETER_ADDED,
    ChangeKind.EXPOSED,
    ChangeKind.TOMBSTONE,
    ChangeKind.DEPRECATED,
    ChangeKind.UNDEPRECATED,
    *GONE,
}


def _changed_versions(changes: Iterable[Change], *, whole: bool) -> set[str]:
    """Versions whose cell says 变更; a new parameter changes the API, not the parameter."""
    return {
        change.version
        for change in changes
        if change.kind not in _NO_CHANGE_OF_CELL or (whole and change.parameter)
    }


def _timeline(timeline: Timeline) -> Lines:
    """One item per version, newest first."""
    by_version: dict[str, list[Change]] = {}
    for change in timeline.changes:
        by_version.setdefault(change.version, []).append(change)
    entries: list[Lines] = []
    for version in reversed(list(by_version)):
        sentences = "；".join(describe(change) for change in by_version[version])
        entries.append([rst.join([rst.strong(version), "　", inline_rst(sentences, lambda _: "")])])
    return rst.styled("torchzh-timeline", rst.items(entries)) if entries else []


def _signatures(timeline: Timeline, minors: Sequence[str]) -> Lines:
    """Every distinct signature with its versions; a script compares any two of them."""
    if not timeline.signatures:
        return []
    short = timeline.name.rpartition(".")[2]
    blocks: Lines = []
    for text, versions in timeline.signatures:
        forms = "\n".join(short + form for form in text.split("\n"))
        blocks += [*rst.paragraph(rst.strong(spans(versions, minors))), *rst.code(forms, "python")]
    return rst.directive("torchzh-fold", "各版本的签名", blocks, {"class": "torchzh-signatures"})
