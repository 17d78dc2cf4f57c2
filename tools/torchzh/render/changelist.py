"""Long lists of changed names as compact HTML.

A step between versions may touch two thousand names. Written as ordinary markup
such a page weighs 400 KB, most of it class attributes; written here it weighs a
third, and a script can filter the items by module.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from html import escape

from torchzh.history.models import Change
from torchzh.history.wording import describe
from torchzh.render import rst
from torchzh.render.rst import Lines

Address = Callable[[str], str]  # name → address of its page, relative to a change page; empty: no page
_CODE = re.compile(r"`([^`]+)`")


def change_list(changes: Iterable[Change], usage: Mapping[str, int], address: Address) -> Lines:
    """One item a name, most used first, with what happened to it."""
    rows = []
    for name, sentences in _by_name(changes).items():
        text = "；".join(sentences)
        rows.append((name, "" if text in ("新增", "移除") else inline_html(text)))
    rows.sort(key=lambda row: (-usage.get(row[0], 0), row[0]))
    return named_list(rows, address)


def named_list(rows: Iterable[tuple[str, str]], address: Address) -> Lines:
    """Names with HTML behind them; the script of the site reads the class."""
    items = [f"<li>{_name(name, address(name))}{'：' if about else ''}{about}" for name, about in rows]
    return rst.directive("raw", "html", ['<ul class="tz-changes">', *items, "</ul>"])


def inline_html(text: str) -> str:
    """A sentence whose code stands in backticks."""
    return _CODE.sub(r"<code>\1</code>", escape(text, quote=False))


def plain_list(changes: Iterable[Change], home: Callable[[str], str]) -> str:
    """Internal names in plain text, by module."""
    lines: list[str] = []
    modules: dict[str, list[str]] = {}
    for name, sentences in sorted(_by_name(changes).items()):
        module = home(name)
        short = name.removeprefix(f"{module}.")
        modules.setdefault(module, []).append(f"  {short}  {'；'.join(sentences).replace('`', '')}")
    for module, rows in sorted(modules.items()):
        lines += [module, *rows]
    return "\n".join(lines)


def _name(name: str, address: str) -> str:
    return f'<a href="{escape(address)}">{escape(name)}</a>' if address else f"<b>{escape(name)}</b>"


def _by_name(changes: Iterable[Change]) -> dict[str, list[str]]:
    """The sentences about each name."""
    by_name: dict[str, list[str]] = {}
    for change in changes:
        by_name.setdefault(change.name, []).append(describe(change))
    return by_name
