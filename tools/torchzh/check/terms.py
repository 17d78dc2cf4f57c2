"""Rules about words: the 术语表 and 「new」 without a version."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from torchzh.check.conditions import names_version
from torchzh.check.context import Context
from torchzh.check.sentences import sentence
from torchzh.findings import Edit, Finding

# 新增 is a verb for dimensions too (新增一维), and 目前 is innocent in 到目前为止.
_UNDATED = re.compile(
    r"(?<!到)目前(?!为止)|现阶段|最近版本|新版(?:本)?(?:的|中|里)?|"
    r"最新(?:的)?(?:版|版本|特性|功能|接口|稳定版|推出|加入|PyTorch|torch)|"
    r"新增(?:了|的)?(?:参数|函数|方法|接口|功能|特性|支持|选项|类|模块|API)|新特性|新加入的"
)
_UNDATED_SUMMARY = re.compile(r"新增(?!了?(?:一|两|几|若干|多)?[个条]?(?:大小为 ?1 ?)?的?新?[维轴行列])|最新")


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """A piece of running text and how to find a place in it."""

    text: str
    place: Callable[[int], tuple[int, int]]
    summary: bool = False


def items(context: Context) -> Iterator[Item]:
    """All running text of an entry: prose, and what the front matter shows to readers."""
    entry = context.entry
    yield Item(text=entry.summary, place=partial(_fixed, context.at_key("summary")), summary=True)
    for key, values in (("see", entry.see), ("quick", entry.quick)):
        for name, text in values.items():
            at = context.at_key(f"{key}.{name}", key)
            yield Item(text=text, place=partial(_fixed, at))
    for prose in context.result.prose:
        yield Item(text=prose.text, place=prose.place)


def _fixed(at: tuple[int, int], _offset: int) -> tuple[int, int]:
    return at


def check_terms(context: Context) -> Iterator[Finding]:
    """Forbidden renderings and translated names."""
    for item in items(context):
        for match in context.glossary.find(item.text, context.entry.name):
            at = item.place(match.start)
            text = item.text[max(match.start - 8, 0) : match.start + len(match.found) + 8]
            text = re.sub(r"[\ue000-\ue003\n]", "…", text)
            line = context.result.lines[at[0] - 1]
            edit = None
            if line[at[1] - 1 : at[1] - 1 + len(match.found)] == match.found:
                edit = Edit(line=at[0], column=at[1], old=match.found, new=match.term.hans)
            code = "TM02" if match.term.is_name else "TM01"
            arguments = {"found": match.found, "term": match.term.hans, "text": text}
            if not match.term.is_name:
                arguments["en"] = match.term.en
                edit = None  # a term may need another sentence; a name is only put back
            yield context.finding(code, at, (), edit, **arguments)


def check_undated(context: Context) -> Iterator[Finding]:
    """「最新」 and its kind in a sentence that names no version."""
    for item in items(context):
        pattern = _UNDATED_SUMMARY if item.summary else _UNDATED
        for match in pattern.finditer(item.text):
            start, end = sentence(item.text, match.start())
            whole = item.text[start:end]
            if not names_version(whole):
                text = re.sub(r"[\ue000-\ue003\n]", "…", whole)
                yield context.finding("TM03", item.place(match.start()), found=match.group(), text=text)
