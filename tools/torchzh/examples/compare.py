"""Decides whether what torch printed is what the page says.

The rules are doctest's, with ``...`` as the only wildcard, made stricter in two
places: a pattern that is nothing but wildcard says nothing and is a fault, and
the dots torch itself prints for a long tensor are compared as text. On another
device the device suffix and the last digits may differ, nothing else.
"""

from __future__ import annotations

import doctest
import re
from collections.abc import Iterator
from dataclasses import dataclass

ELLIPSIS = "..."
# torch and NumPy abbreviate with dots between two commas: tensor([0, 1, ..., 98, 99]).
PRINTED_DOTS = re.compile(r"(?<=,)(\s+)\.\.\.(?=,)")
PLACEHOLDER = "\N{HORIZONTAL ELLIPSIS}"
SHELL = re.compile(r"Parameter containing:|[A-Za-z_][\w.]*\s*(?=[(\[{])|[\s()\[\]{}<>,'\":]")
NUMBER = re.compile(r"(?<![\w.])[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?(?![\w])")
TOKEN = re.compile(rf"{NUMBER.pattern}|\w+|[^\w\s]")
DEVICE_SUFFIX = re.compile(r",\s*device='[\w:]+'")
HALF = re.compile(r"torch\.(?:half|float16|bfloat16)")
CHECKER = doctest.OutputChecker()


@dataclass(frozen=True, slots=True, kw_only=True)
class Tolerance:
    """How far two printed numbers may be apart."""

    relative: float
    absolute: float
    any_format: bool = False  # 1 and 1.0 are the same number


# torch prints four digits after the point; kernels of another device add in another order.
FULL_PRECISION = Tolerance(relative=1e-3, absolute=2e-4)
HALF_PRECISION = Tolerance(relative=2e-2, absolute=2e-3)
SAME_VALUE = Tolerance(relative=1e-12, absolute=0.0, any_format=True)
CLOSE = Tolerance(relative=1e-3, absolute=2e-4, any_format=True)


def only_wildcard(want: str) -> bool:
    """True for ``...`` and ``tensor([...])``: such an expectation can hardly fail."""
    pattern = PRINTED_DOTS.sub(r"\1", want)
    return ELLIPSIS in pattern and not SHELL.sub("", pattern.replace(ELLIPSIS, ""))


def matches(want: str, got: str) -> bool:
    """doctest's comparison with ELLIPSIS; torch's own dots are text, tabs are blanks."""
    got = got.expandtabs()  # the doctest parser has done the same to the expectation
    if want == got:
        return True
    return CHECKER.check_output(_fixed_dots(want), _fixed_dots(got), doctest.ELLIPSIS)


def matches_message(want: str, got: str) -> bool:
    """The same for the last line of a traceback, where every ``...`` is a wildcard."""
    return CHECKER.check_output(want, got.expandtabs(), doctest.ELLIPSIS)


def matches_on_device(want: str, got: str) -> bool:
    """Equal apart from the device suffix, blanks and the last digits."""
    want, got = DEVICE_SUFFIX.sub("", want), DEVICE_SUFFIX.sub("", got)
    if matches(want, got):
        return True
    tolerance = HALF_PRECISION if HALF.search(want) else FULL_PRECISION
    if ELLIPSIS in PRINTED_DOTS.sub(r"\1", want):
        return matches(" ".join(want.split()) + "\n", " ".join(got.split()) + "\n")
    return _same_tokens(want, got, tolerance)


def hint(want: str, got: str) -> str:
    """One line that tells what kind of difference it is, or nothing."""
    if not want:
        return "这条语句有输出，页面上却没有写"
    if not got:
        return "这条语句没有输出"
    if "<BLANKLINE>" not in want and got.startswith(want + "\n"):
        return "输出里有空行：在期望输出里写成 <BLANKLINE>"
    if _same_tokens(want, got, SAME_VALUE):
        return "数值相同，只是打印格式不同：照本机的输出改写即可"
    if _same_tokens(want, got, CLOSE):
        return "只有末位数字不同：换一个能精确表示的数，或比较形状、区间、torch.allclose"
    return ""


def _fixed_dots(text: str) -> str:
    return PRINTED_DOTS.sub(rf"\1{PLACEHOLDER}", text)


def _tokens(text: str) -> Iterator[str]:
    return (match[0] for match in TOKEN.finditer(text))


def _same_tokens(want: str, got: str, tolerance: Tolerance) -> bool:
    left, right = list(_tokens(want)), list(_tokens(got))
    return len(left) == len(right) and all(_same(a, b, tolerance) for a, b in zip(left, right, strict=True))


def _same(want: str, got: str, tolerance: Tolerance) -> bool:
    if want == got:
        return True
    if not (NUMBER.fullmatch(want) and NUMBER.fullmatch(got)):
        return False
    integers = [text.lstrip("+-").isdigit() for text in (want, got)]
    if all(integers):
        return int(want) == int(got)
    if any(integers) and not tolerance.any_format:
        return False
    a, b = float(want), float(got)
    return abs(a - b) <= tolerance.absolute + tolerance.relative * max(abs(a), abs(b))
