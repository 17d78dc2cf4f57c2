"""Runs the blocks of one file, top to bottom, in one fresh ``__main__``.

Statements are compiled one by one as the Python prompt would, so classes can
be pickled and functions scripted across blocks. Everything a block did wrong is
collected: output, exceptions, undeclared warnings, state left behind. A fault
that only follows from an earlier one is told apart from a new one.
"""

from __future__ import annotations

import contextlib
import doctest
import io
import linecache
import random
import sys
import traceback
import types
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import torch

from torchzh.examples import compare, state
from torchzh.examples.models import ExampleBlock, Outcome, Status
from torchzh.examples.names import names_of

PARSER = doctest.DocTestParser()
POISON = "device-side assert"
Matcher = Callable[[str, str], bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class Raised:
    """An exception a statement ended with."""

    error: BaseException
    message: str  # as Python prints it below the traceback


@dataclass(slots=True)
class Session:
    """The namespace of one file and what went wrong in it so far."""

    label: str
    matches: Matcher = compare.matches
    module: types.ModuleType = field(default_factory=lambda: types.ModuleType("__main__"))
    # Name a failed statement should have made → line of its block.
    broken: dict[str, int] = field(default_factory=dict)
    poisoned: bool = False  # a kernel died, and with it the GPU context of this process

    def __post_init__(self) -> None:
        sys.modules["__main__"] = self.module
        random.seed(0)
        torch.manual_seed(0)

    def run(self, block: ExampleBlock) -> Outcome:
        """Run one block that is meant for this torch and this device."""
        try:
            examples = PARSER.get_examples(block.text)
        except ValueError as error:
            message = f"提示符不合 doctest 的写法（>>> 后要有一个空格，续行用 ...）：{error}"
            return Outcome(line=block.line, status=Status.FAILED, message=message)
        before = state.capture()
        faults: list[str] = []
        follows: set[int] = set()
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            warnings.simplefilter("ignore", ResourceWarning)
            seen: list[warnings.WarningMessage] = []
            for example in examples:
                fault = self._statement(block, example, caught, seen)
                if isinstance(fault, int):
                    follows.add(fault)
                elif fault:
                    faults.append(fault)
        faults += _leaks(before)
        notes: tuple[str, ...] = ()
        if faults:
            status, message = Status.FAILED, "\n\n".join(faults)
        elif follows:
            places = "、".join(f"{self.label}:{line}" for line in sorted(follows))
            status, message = Status.FOLLOWS, f"同因：先改好 {places}"
        else:
            status, message = Status.PASSED, ""
            notes = tuple(f"声明了 warns={name}，却没有出现" for name in _absent(block, seen))
        return Outcome(line=block.line, status=status, message=message, notes=notes, statements=len(examples))

    def _statement(
        self,
        block: ExampleBlock,
        example: doctest.Example,
        caught: list[warnings.WarningMessage],
        seen: list[warnings.WarningMessage],
    ) -> str | int:
        """Text of a new fault, line of the block whose fault this one follows, or an empty text."""
        line = block.line + 1 + example.lineno
        got, raised = self._execute(example.source, f"<{self.label}:{line}>")
        fresh, caught[:] = list(caught), []
        seen += fresh
        problem = "\n".join([*_judge(example, got, raised, self.matches), *_undeclared(block, fresh)])
        names = names_of(example.source)
        causes = {self.broken[name] for name in names.reads & self.broken.keys()}
        if raised is not None and isinstance(raised.error, NameError) and raised.error.name in self.broken:
            causes.add(self.broken[raised.error.name])
        if not problem:
            for name in names.binds:
                self.broken.pop(name, None)
            return ""
        if raised is not None:
            self.broken.update(dict.fromkeys(names.binds, min(causes, default=block.line)))
        return min(causes) if causes else _located(self.label, line, example.source, problem)

    def _execute(self, source: str, filename: str) -> tuple[str, Raised | None]:
        linecache.cache[filename] = (len(source), None, source.splitlines(keepends=True), filename)
        output = io.StringIO()
        displayhook, sys.displayhook = sys.displayhook, sys.__displayhook__
        raised: Raised | None = None
        try:
            with contextlib.redirect_stdout(output):
                exec(compile(source, filename, "single", dont_inherit=True), self.module.__dict__)
                if torch.cuda.is_initialized():
                    torch.cuda.synchronize()  # a kernel's error belongs to the statement that launched it
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            self.poisoned |= POISON in str(error)
            raised = Raised(error=error, message=_last_lines(error))
        finally:
            sys.displayhook = displayhook
        text = output.getvalue()
        return (text if not text or text.endswith("\n") else text + "\n"), raised


def _judge(example: doctest.Example, got: str, raised: Raised | None, matches: Matcher) -> Iterator[str]:
    if example.options:
        yield "不要写 doctest 指令：跳过、版本等条件写在围栏的选项里"
    if example.exc_msg is not None:
        if raised is None:
            yield _both(example.want, got or "（没有抛出异常）\n")
        elif not compare.matches_message(example.exc_msg, raised.message):
            yield _both(example.exc_msg, raised.message)
    elif raised is not None:
        yield _both(example.want, _short_traceback(raised.error))
    elif compare.only_wildcard(example.want):
        yield f"期望输出只有通配符，什么也没有核对：{example.want.strip()}"
    elif not matches(example.want, got):
        tip = compare.hint(example.want, got)
        yield _both(example.want, got) + (f"\n提示（torch {torch.__version__}）：{tip}" if tip else "")


def _undeclared(block: ExampleBlock, caught: Sequence[warnings.WarningMessage]) -> Iterator[str]:
    for item in caught:
        if not any(_is_named(item.category, name) for name in block.options.warns):
            name = item.category.__name__
            text = _indented(f"{name}: {item.message}")
            yield f"出现了没有声明的警告（在围栏后写 warns={name} 才允许）：\n{text}"


def _absent(block: ExampleBlock, seen: Sequence[warnings.WarningMessage]) -> list[str]:
    return [name for name in block.options.warns if not any(_is_named(item.category, name) for item in seen)]


def _is_named(category: type[Warning], name: str) -> bool:
    return any(base.__name__ == name for base in category.__mro__)


def _leaks(before: Any) -> list[str]:
    leaks = state.restore(before)
    if not leaks:
        return []
    return ["这一块结束时留下了改动（已恢复），请在块内自己恢复：\n" + _indented("\n".join(map(str, leaks)))]


def _last_lines(error: BaseException) -> str:
    lines = traceback.format_exception_only(type(error), error)
    return lines[-1] if isinstance(error, SyntaxError) else "".join(lines)


def _short_traceback(error: BaseException) -> str:
    frames = traceback.format_exception(
        type(error), error, error.__traceback__.tb_next if error.__traceback__ else None
    )
    return "".join(frames[:1] + frames[-6:] if len(frames) > 7 else frames)


def _both(want: str, got: str) -> str:
    return f"期望：\n{_indented(want or '（没有输出）')}\n实际：\n{_indented(got or '（没有输出）')}"


def _located(label: str, line: int, source: str, problem: str) -> str:
    first, *rest = source.rstrip("\n").split("\n")
    code = "\n".join([f">>> {first}", *(f"... {text}".rstrip() for text in rest)])
    return f"{label}:{line}\n{_indented(code)}\n{problem}"


def _indented(text: str) -> str:
    return "\n".join(f"    {line}".rstrip() for line in text.rstrip("\n").split("\n"))
