"""Chinese for each kind of change: the only place where history becomes prose."""

from __future__ import annotations

from collections.abc import Callable

from torchzh.history.models import Change, ChangeKind, Confidence

KIND_WORDS = {
    "function": "函数",
    "class": "类",
    "method": "方法",
    "classmethod": "类方法",
    "staticmethod": "静态方法",
    "property": "属性",
    "attribute": "类属性",
    "constant": "常量",
    "module": "模块",
    "positional-only": "只能按位置传",
    "positional-or-keyword": "按位置或关键字传",
    "var-positional": "收集多余的位置参数",
    "keyword-only": "只能按关键字传",
    "var-keyword": "收集多余的关键字参数",
}


def _value(text: str) -> str:
    return f"`{text}`" if text else "必填"


def _kind(text: str) -> str:
    return KIND_WORDS.get(text, text)


def describe(change: Change) -> str:
    """One sentence without a final full stop; code in backticks."""
    text = _SENTENCES[change.kind](change)
    return f"{text}（未证实）" if change.confidence is Confidence.LOW else text


_SENTENCES: dict[ChangeKind, Callable[[Change], str]] = {
    ChangeKind.ADDED: lambda _: "新增",
    ChangeKind.REMOVED: lambda _: "移除",
    ChangeKind.EXPOSED: lambda _: "开始公开（此前可以访问，但不算公开接口）",
    ChangeKind.HIDDEN: lambda _: "不再算公开接口，仍可访问",
    ChangeKind.MOVED: lambda c: f"移到 `{c.new}`",
    ChangeKind.KIND: lambda c: f"由{_kind(c.old)}变为{_kind(c.new)}",
    ChangeKind.DEPRECATED: lambda _: "弃用",
    ChangeKind.UNDEPRECATED: lambda _: "取消弃用标记",
    ChangeKind.TOMBSTONE: lambda _: "名字还在，调用即报错",
    ChangeKind.SHIM: lambda _: "只能经模块的 `__getattr__` 访问",
    ChangeKind.PARAMETER_ADDED: lambda c: (
        f"新增参数 `{c.parameter}`" + (f"，默认 `{c.new}`" if c.new else "")
    ),
    ChangeKind.PARAMETER_REMOVED: lambda c: f"移除参数 `{c.parameter}`",
    ChangeKind.PARAMETER_RENAMED: lambda c: f"参数 `{c.old}` 改名为 `{c.new}`",
    ChangeKind.PARAMETER_MOVED: lambda c: f"参数 `{c.parameter}` 由第 {c.old} 位移到第 {c.new} 位",
    ChangeKind.PARAMETER_KIND: lambda c: f"参数 `{c.parameter}` 由「{_kind(c.old)}」变为「{_kind(c.new)}」",
    ChangeKind.DEFAULT: lambda c: f"参数 `{c.parameter}` 的默认值由 {_value(c.old)} 变为 {_value(c.new)}",
    ChangeKind.FORM_ADDED: lambda c: f"新增调用形式 `{c.new}`",
    ChangeKind.FORM_REMOVED: lambda c: f"移除调用形式 `{c.old}`",
    ChangeKind.BEHAVIOUR: lambda c: f"行为变化：{c.old} → {c.new}",
}
