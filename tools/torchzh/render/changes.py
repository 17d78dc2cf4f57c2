"""The pages about versions: one per step, and everything deprecated or gone.

Entries come most used first, by what public packages import, because a reader
who upgrades wants to know what hits them. Internal namespaces are counted and
listed last, folded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from html import escape
from itertools import pairwise

from torchzh.history.models import Change, ChangeKind, Confidence, History, Timeline
from torchzh.render import rst
from torchzh.render.changelist import Address, change_list, inline_html, named_list, plain_list
from torchzh.render.rst import Lines

GROUPS = (
    (
        "移除与失效",
        {ChangeKind.REMOVED, ChangeKind.MOVED, ChangeKind.TOMBSTONE, ChangeKind.HIDDEN, ChangeKind.SHIM},
    ),
    ("弃用", {ChangeKind.DEPRECATED}),
    ("行为变化", {ChangeKind.BEHAVIOUR}),
    (
        "参数与签名变化",
        {
            ChangeKind.PARAMETER_ADDED,
            ChangeKind.PARAMETER_REMOVED,
            ChangeKind.PARAMETER_RENAMED,
            ChangeKind.PARAMETER_MOVED,
            ChangeKind.PARAMETER_KIND,
            ChangeKind.DEFAULT,
            ChangeKind.FORM_ADDED,
            ChangeKind.FORM_REMOVED,
            ChangeKind.KIND,
        },
    ),
    ("新增", {ChangeKind.ADDED, ChangeKind.EXPOSED}),
    ("取消弃用", {ChangeKind.UNDEPRECATED}),
)


def home_of(name: str, history: History) -> str:
    """The module a name is imported from, as far as names alone tell: no class stands in it."""
    parent = name.rpartition(".")[0]
    while parent and parent.rpartition(".")[2][:1].isupper():
        parent = parent.rpartition(".")[0]
    return parent if parent in history.timelines else parent.rpartition(".")[0] or name


def step_docname(previous: str, version: str) -> str:
    """Page of one step."""
    return f"changes/{previous}-{version}"


def change_pages(
    history: History, usage: Mapping[str, int], user_facing: Callable[[str], bool], address: Address
) -> dict[str, Lines]:
    """Docname → lines of all pages about versions."""
    pages = {
        step_docname(old, new): step_page(old, new, history, usage, user_facing, address)
        for old, new in pairwise(history.minors)
    }
    pages["changes/deprecated"] = gone_page(history, usage, user_facing, address)
    pages["changes/index"] = index_page(history)
    return pages


def index_page(history: History) -> Lines:
    """The list of steps, newest first."""
    steps = [step_docname(old, new) for old, new in pairwise(history.minors)][::-1]
    lines = [
        *rst.heading("版本变更", 1),
        *rst.paragraph(
            rst.escape(
                f"由 {len(history.minors)} 个版本（{history.minors[0]}–{history.minors[-1]}）的快照得出。"
                "「未证实」表示只有类型存根或说明文字这样写，运行时的参数解析器没有给出同样的证据。"
            )
        ),
    ]
    listed = [f"/{docname}" for docname in ("changes/deprecated", *steps)]
    return [*lines, *rst.directive("toctree", "", listed, {"maxdepth": "1"})]


def step_page(
    old: str,
    new: str,
    history: History,
    usage: Mapping[str, int],
    user_facing: Callable[[str], bool],
    address: Address,
) -> Lines:
    """What changed in one step."""
    changes = list(history.changes(old, new))
    for_users = [change for change in changes if user_facing(change.name)]
    internal = [change for change in changes if not user_facing(change.name)]
    lines = [
        *rst.heading(rst.escape(f"{old} → {new}"), 1),
        *rst.paragraph(
            rst.escape(
                f"面向用户的变化 {len(for_users)} 处（未证实 {_low(for_users)} 处），"
                f"内部命名空间 {len(internal)} 处。常用的排在前面。"
            )
        ),
    ]
    for number, (title, kinds) in enumerate(GROUPS, 1):
        wanted = [change for change in for_users if change.kind in kinds]
        if wanted:
            names = len({change.name for change in wanted})
            lines += [*rst.heading(rst.escape(f"{title}（{names}）"), 2), *rst.anchor(f"group-{number}")]
            lines += change_list(wanted, usage, address)
    if internal:
        text = plain_list(internal, lambda name: home_of(name, history))
        lines += rst.directive("torchzh-fold", "内部命名空间", rst.code(text, "text"))
    return lines


def _low(changes: Iterable[Change]) -> int:
    return sum(change.confidence is Confidence.LOW for change in changes)


def gone_page(
    history: History, usage: Mapping[str, int], user_facing: Callable[[str], bool], address: Address
) -> Lines:
    """Everything deprecated or gone that users could call, with what torch says to use instead."""
    lines = [
        *rst.heading("弃用与移除一览", 1),
        *rst.paragraph(
            rst.escape(
                "面向用户的名字里已弃用、失效或移除的全部，附 torch 自己的提示（英文原文为运行时所见）。"
            )
        ),
    ]
    rows: dict[str, list[tuple[str, str, str]]] = {"弃用，仍可用": [], "已移除或失效": []}
    for name, timeline in history.timelines.items():
        if not user_facing(name):
            continue
        state = _state(timeline, history)
        if state is not None:
            rows[state[0]].append((name, state[1], state[2]))
    for number, (title, entries) in enumerate(rows.items(), 1):
        entries.sort(key=lambda row: (-usage.get(row[0], 0), row[0]))
        lines += [*rst.heading(rst.escape(f"{title}（{len(entries)}）"), 2), *rst.anchor(f"gone-{number}")]
        told = [(name, inline_html(when) + _quoted(why)) for name, when, why in entries]
        lines += named_list(told, address)
    return lines


def _quoted(text: str) -> str:
    return f'。<i lang="en">{escape(text, quote=False)}</i>' if text else ""


def _state(timeline: Timeline, history: History) -> tuple[str, str, str] | None:
    """Group, when, and the message; None when the name is alive and well."""
    minors = history.minors
    since = f"{history.onward(timeline.deprecated_in[0])}弃用" if timeline.deprecated_in else ""
    if timeline.last != minors[-1]:
        version = minors[minors.index(timeline.last) + 1]
        moved = [change.new for change in timeline.changes if change.kind is ChangeKind.MOVED]
        gone = f"{version} 起移到 {moved[-1]}" if moved else f"{version} 起没有"
        return "已移除或失效", "，".join(filter(None, [since, gone])), timeline.notice
    if timeline.last not in timeline.callable_in:
        dead = minors[minors.index(timeline.callable_in[-1]) + 1] if timeline.callable_in else timeline.first
        return "已移除或失效", f"{history.onward(dead)}调用即报错", timeline.notice
    if timeline.last in timeline.deprecated_in:
        return "弃用，仍可用", since, timeline.notice
    return None
