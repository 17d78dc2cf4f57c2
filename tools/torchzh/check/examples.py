"""Rules about example blocks that need no torch: options, prompts, syntax, habits.

Whether an example is right is for the runner; here is what can be seen without
running: options that mean nothing, blocks nobody will run, outputs that match
anything.
"""

from __future__ import annotations

import ast
import doctest
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from torchzh.annotation import Annotation, CodeBlock
from torchzh.annotation.blocks import has_prompt
from torchzh.check.context import Context
from torchzh.findings import Finding

_WORKERS = re.compile(r"num_workers\s*=\s*[1-9]")
_SESSION_LANGUAGES = frozenset({"pycon", "doctest", "{doctest}"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """One prompt of one block, with what it is expected to print."""

    source: str
    want: str
    line: int
    options: str  # of its block
    sound: bool  # its whole block is valid Python; otherwise it has to be looked at for itself

    def tree(self) -> ast.AST | None:
        """The statement parsed, or None when it is no Python."""
        return parse(self.source)


def statements(entry: Annotation) -> tuple[Statement, ...]:
    """All statements with a prompt, in document order; blocks that cannot be cut up give none."""
    return _statements(entry.blocks)


@lru_cache(maxsize=4)  # two rule families ask for the same entry
def _statements(blocks: tuple[CodeBlock, ...]) -> tuple[Statement, ...]:
    found: list[Statement] = []
    for block in blocks:
        if not has_prompt(block):
            continue
        try:
            examples = doctest.DocTestParser().get_examples(block.text)
        except ValueError:
            continue
        sound = parse("".join(example.source for example in examples)) is not None
        found.extend(
            Statement(
                source=example.source.rstrip("\n"),
                want=example.want,
                line=block.line + 1 + example.lineno,
                options=block.options,
                sound=sound,
            )
            for example in examples
        )
    return tuple(found)


def parse(source: str) -> ast.AST | None:
    """A syntax tree, or None."""
    try:
        return ast.parse(source)
    except (SyntaxError, ValueError):
        return None


def check_blocks(context: Context) -> Iterator[Finding]:
    """Options, prompts and the first import."""
    sessions = [block for block in context.entry.blocks if has_prompt(block)]
    for block in context.entry.blocks:
        if has_prompt(block):
            for problem in context.option_faults(block):
                arguments = {"problem": problem, "language": block.language, "options": block.options}
                yield context.finding("EX01", (block.line, 1), **arguments)
            yield from _cut_up(context, block)
        elif block.language in _SESSION_LANGUAGES:
            yield context.finding("EX02", (block.line, 1), language=block.language)
    if sessions and not re.match(r"\s*>>> (?:import torch|from torch)", sessions[0].text):
        yield context.finding("EX08", (sessions[0].line, 1))
    example = context.entry.section("代码示例")
    if example is not None and not any(block.section == "代码示例" for block in sessions):
        yield context.finding("EX07", (example.line, 1))


def _cut_up(context: Context, block: CodeBlock) -> Iterator[Finding]:
    lines = block.text.split("\n")
    if all(line.lstrip()[3:4] in ("", " ") for line in lines if line.lstrip().startswith((">>>", "..."))):
        return
    try:
        doctest.DocTestParser().get_examples(block.text)
    except ValueError as error:
        match = re.search(r"line (\d+)", str(error))
        line = block.line + (int(match.group(1)) if match else 1)
        text = context.result.lines[line - 1] if line <= len(context.result.lines) else ""
        yield context.finding("EX03", (line, 1), problem="提示符与代码之间要有一个空格", text=text)


def check_statements(context: Context) -> Iterator[Finding]:
    """Syntax, worker processes and outputs that match anything."""
    for statement in statements(context.entry):
        at, text = (statement.line, 1), statement.source.split("\n")[0]
        if not statement.sound and statement.tree() is None and "SyntaxError" not in statement.want:
            problem = "这一句不完整或有语法错误"
            yield context.finding("EX03", at, problem=problem, text=text)
        if _WORKERS.search(statement.source):
            yield context.finding("EX04", at, text=text)
        if "..." in statement.want and not re.sub(r"[.\s()\[\],]|tensor", "", statement.want):
            yield context.finding("EX05", at, text=statement.want.strip())
