"""Rules about blanks and punctuation, all of them mechanical.

One house form everywhere: a blank between Chinese and anything Latin, digits,
code or formulas; fullwidth punctuation in Chinese, with no blank beside it;
bold that Markdown really makes bold.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from torchzh.annotation.decoding import INVISIBLE, ODD_BLANK, code_point
from torchzh.check.context import Context
from torchzh.check.terms import Item, items
from torchzh.findings import Edit, Finding

_HAN = "\u3400-\u4dbf\u4e00-\u9fff"
_WESTERN = "A-Za-z0-9\ue000\ue001"
_MISSING = re.compile(f"(?<=[{_HAN}])(?=[{_WESTERN}])|(?<=[{_WESTERN}])(?=[{_HAN}])")
_FULL = {",": "，", ";": "；", ":": "：", "!": "！", "?": "？", ".": "。"}
_HALFWIDTH = re.compile(
    f"(?<=[{_HAN}])(?P<a>[,;:!?])(?P<b> ?)|(?<=[{_HAN}])(?P<c>\\.)(?![.\\w])(?P<d> ?)|"
    f"(?<=[{_WESTERN})）])(?P<e>[,;:!?])(?P<f> ?)(?=[{_HAN}])"
)
_PARENTHESES = re.compile(f"\\([^()\\n]*[{_HAN}][^()\\n]*\\)")
# A shape written as Python would: (N, 维数).
_TUPLE = re.compile(r"\([^()\s,，。]{1,12}(?:, ?[^()\s,，。]{1,12})+\)")
_BLANK = re.compile(
    r"(?<=[，。；：！？、）】》」』]) +(?=\S)|"
    r"(?<=\S) +(?=[，。；：！？、）】》」』（【《「『])|"
    r"(?<=[（【《「『]) +(?=\S)"
)
_REPEATED = re.compile(r"([，、；：。])\1+|[，、；][。！？]|。[，、；：]")
_EMOJI = re.compile(r"[\u2600-\u27bf\U0001f000-\U0001faff\ufe0f]")


def check_typography(context: Context) -> Iterator[Finding]:
    """All rules over all running text."""
    for item in items(context):
        yield from _missing_blanks(context, item)
        yield from _halfwidth(context, item)
        yield from _blanks_beside(context, item)
        yield from _visible_bold(context, item)
        yield from _odd_characters(context, item)
        yield from _repeated(context, item)
        yield from _lone_dollar(context, item)


def _missing_blanks(context: Context, item: Item) -> Iterator[Finding]:
    for match in _MISSING.finditer(item.text):
        offset = match.start()
        line, column = item.place(offset)
        source = context.result.lines[line - 1]
        opened = source[: column - 1].count("**") % 2 == 1
        while opened and source[column - 2 : column - 1] == "*":
            column -= 1  # the blank goes before the bold that begins here
        edit = Edit(line=line, column=column, old="", new=" ") if _is_body(item, offset) else None
        text, right = _around(item, offset, offset, " ")
        yield context.finding("TY01", (line, column), (), edit, text=text, right=right)


def _halfwidth(context: Context, item: Item) -> Iterator[Finding]:
    tuples = [match.span() for match in _TUPLE.finditer(item.text)]
    for match in _HALFWIDTH.finditer(item.text):
        if any(start < match.start() < end for start, end in tuples):
            continue
        mark = match["a"] or match["c"] or match["e"]
        old = mark + (match["b"] or match["d"] or match["f"] or "")
        yield _replace(context, item, match.start(), old, _FULL[mark], "TY02")
    for match in _PARENTHESES.finditer(item.text):
        if match.span() in tuples:
            continue
        inner = match.group()
        text = re.sub(r"[\ue000-\ue003]", "…", inner)
        at = item.place(match.start())
        yield context.finding("TY02", at, text=text, right=f"（{text[1:-1]}）")


def _blanks_beside(context: Context, item: Item) -> Iterator[Finding]:
    for match in _BLANK.finditer(item.text):
        yield _replace(context, item, match.start(), match.group(), "", "TY05")


def _visible_bold(context: Context, item: Item) -> Iterator[Finding]:
    for match in re.finditer(r"\*\*", item.text):
        text, _ = _around(item, match.start(), match.end(), "")
        yield context.finding("TY03", item.place(match.start()), text=text)
        return


def _odd_characters(context: Context, item: Item) -> Iterator[Finding]:
    for match in re.finditer(f"{ODD_BLANK.pattern}|{INVISIBLE.pattern}", item.text):
        before, after = item.text[: match.start()][-1:], item.text[match.end() :][:1]
        if match.group() == "\u200d" and _EMOJI.match(before) and _EMOJI.match(after):
            continue
        character = code_point(match.group())
        new = "" if INVISIBLE.match(match.group()) or match.start() == 0 else " "
        line, column = item.place(match.start())
        edit = Edit(line=line, column=column, old=match.group(), new=new) if _is_body(item, 0) else None
        yield context.finding("TY04", (line, column), (), edit, character=character)


def _repeated(context: Context, item: Item) -> Iterator[Finding]:
    for match in _REPEATED.finditer(item.text):
        new = max(match.group(), key="，、；：。！？".index)
        yield _replace(context, item, match.start(), match.group(), new, "TY06")


def _replace(context: Context, item: Item, offset: int, old: str, new: str, code: str) -> Finding:
    line, column = item.place(offset)
    text, right = _around(item, offset, offset + len(old), new)
    edit = Edit(line=line, column=column, old=old, new=new) if _is_body(item, offset) else None
    return context.finding(code, (line, column), (), edit, text=text, right=right)


def _is_body(item: Item, offset: int) -> bool:
    """Front-matter texts have no columns, so nothing is mended there."""
    return item.place(offset) != item.place(offset + 1)


def _around(item: Item, start: int, end: int, new: str) -> tuple[str, str]:
    """A few characters around a fault as they are and as they should be, code marks as …"""
    before = re.sub(r"[\ue000-\ue003\n]", "`…`", item.text[max(start - 4, 0) : start])
    after = re.sub(r"[\ue000-\ue003\n]", "`…`", item.text[end : end + 4])
    return before + item.text[start:end] + after, before + new + after


def _lone_dollar(context: Context, item: Item) -> Iterator[Finding]:
    """A dollar that opens or closes no formula is shown as it stands."""
    at = item.text.find("$")
    if at >= 0:
        yield context.finding("TY07", item.place(at), text=item.text[max(at - 12, 0) : at + 6].strip())
