"""Understands the info string of an example block: ``pycon torch>=2.4 device=cuda``.

Every word an author writes must mean something; a word that means nothing is a
fault with the right form beside it, because an option that is silently ignored
is an example that silently goes unrun.
"""

from __future__ import annotations

import difflib
import re
import shlex
from collections.abc import Callable

from torchzh.annotation.models import CodeBlock
from torchzh.examples.models import BlockOptions
from torchzh.versions import key

CONDITION = re.compile(r"torch(>=|<=|==|!=|<|>)(\d+\.\d+)")
DEVICES = ("cuda", "cpu")
FORMS = (
    "torch>=2.4",
    "torch<2.6",
    "device=cuda",
    "device=cpu",
    "warns=FutureWarning",
    "needs=torchvision",
    "slow",
)
OPERATORS: dict[str, Callable[[tuple[int, ...], tuple[int, ...]], bool]] = {
    ">=": lambda a, b: a >= b,
    "<=": lambda a, b: a <= b,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    ">": lambda a, b: a > b,
}


def parse_options(block: CodeBlock) -> tuple[BlockOptions, tuple[str, ...]]:
    """The options of a block and what is wrong with them (messages for the author)."""
    text = block.options
    if block.language.startswith("{"):  # {code-block} python torch>=2.4
        text = text.partition(" ")[2] if not _is_option(text.partition(" ")[0]) else text
    try:
        words = shlex.split(text)
    except ValueError:
        return BlockOptions(), (f"选项里的引号没有配对：{text}",)
    faults: list[str] = []
    values = {"device": "", "skip": ""}
    versions: list[tuple[str, str]] = []
    lists: dict[str, tuple[str, ...]] = {"warns": (), "needs": ()}
    slow = False
    for word in words:
        name, equals, value = word.partition("=")
        if match := CONDITION.fullmatch(word):
            versions.append((match[1], match[2]))
        elif word == "slow":
            slow = True
        elif name in values and equals and value:
            values[name] = value
        elif name in lists and equals and value:
            lists[name] += tuple(value.split(","))
        else:
            faults.append(_fault(word))
    if values["device"] and values["device"] not in DEVICES:
        faults.append(f"device 只能是 {' 或 '.join(DEVICES)}，不是 {values['device']}")
    options = BlockOptions(
        versions=tuple(versions),
        device=values["device"],
        skip=values["skip"],
        warns=lists["warns"],
        needs=lists["needs"],
        slow=slow,
    )
    return options, tuple(faults)


def holds(options: BlockOptions, minor: str) -> bool:
    """True when a block is meant for this version of torch."""
    return all(OPERATORS[operator](key(minor), key(bound)) for operator, bound in options.versions)


def describe_versions(options: BlockOptions) -> str:
    """The version condition as its author wrote it."""
    return " ".join(f"torch{operator}{minor}" for operator, minor in options.versions)


def _is_option(word: str) -> bool:
    return word == "slow" or any(sign in word for sign in "=<>")


def _fault(word: str) -> str:
    if word.partition("=")[0] == "skip":
        return 'skip 必须写明原因：skip="原因"'
    if word.startswith("torch"):
        return f"版本条件写成 torch>=2.4 的样子（只到次版本号），不是 {word}"
    return f"不认识的选项 {word}{_nearest(word)}"


def _nearest(word: str) -> str:
    near = difflib.get_close_matches(word, FORMS, n=1, cutoff=0.5)
    return f"，是不是 {near[0]}？" if near else f'；可用的有 {"、".join(FORMS)}、skip="原因"'
