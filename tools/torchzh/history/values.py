"""Are two defaults the same value? A change of spelling is no change.

``1e-05`` and ``0.00001`` are equal, ``True`` and ``1`` are not, NaN equals NaN,
``()`` and ``[]`` are what stubs write for the same empty size, and an object
that has no literal form is compared as text.
"""

from __future__ import annotations

import ast
import re

from torchzh.models import Default, DefaultState

_OPAQUE = re.compile(r"<(\w+)>")
_PREFIXES = re.compile(r"\b(?:torch|_C|typing|builtins)\.")


def parse_literal(text: str) -> tuple[bool, object]:
    """Whether ``text`` is a Python literal, and its value."""
    try:
        return True, ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return False, None


def same_text_value(left: str, right: str) -> bool:
    """Whether two default expressions mean the same value."""
    if left == right:
        return True
    left_known, left_value = parse_literal(left)
    right_known, right_value = parse_literal(right)
    if left_known and right_known:
        return same_object(left_value, right_value)
    return _PREFIXES.sub("", left) == _PREFIXES.sub("", right) or _one_hides_its_value(left, right)


def _one_hides_its_value(left: str, right: str) -> bool:
    """``<ReduceOp>`` and ``ReduceOp.SUM``: an older torch printed only the type, which proves no change."""
    for text, other in ((left, right), (right, left)):
        opaque = _OPAQUE.fullmatch(text)
        if opaque and opaque.group(1) in other.split("."):
            return True
    return False


def same_object(left: object, right: object) -> bool:
    """Equality that tells True from 1 and treats list and tuple alike."""
    if isinstance(left, list | tuple) and isinstance(right, list | tuple):
        return len(left) == len(right) and all(map(same_object, left, right))
    if isinstance(left, bool) != isinstance(right, bool):
        return False
    if isinstance(left, int | float) and isinstance(right, int | float):
        return left == right or (left != left and right != right)  # NaN
    return type(left) is type(right) and left == right


def same_default(left: Default, right: Default) -> bool:
    """Whether two defaults are the same value; required equals only required."""
    if DefaultState.REQUIRED in (left.state, right.state):
        return left.state is right.state
    return same_text_value(left.text, right.text)


def show_default(default: Default) -> str:
    """Text for a reader; a required parameter has none."""
    return "" if default.state is DefaultState.REQUIRED else default.text
