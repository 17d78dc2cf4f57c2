"""Rule about calls written in prose: some form must accept what stands together.

``torch.max(input, dim, other)`` in running text is never executed, so nobody
would notice that no overload takes it. Calls that the text itself calls wrong
are left alone, and so are examples: those are run.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from torchzh.annotation.prose import CODE, Mark, Prose
from torchzh.check.context import Context
from torchzh.check.marks import qualified
from torchzh.check.parameters import ALIASES
from torchzh.check.sentences import sentence
from torchzh.check.signatures import is_opaque, show, together
from torchzh.findings import Finding
from torchzh.models import ApiObject

_WRONG = re.compile(r"报错|错误|出错|抛|不能|不接受|不支持|不行|不要|没有|Error|误|无效|失败|拒绝")
_SKIPPED = frozenset({"常见误区"})


def check_calls(context: Context) -> Iterator[Finding]:
    """Every call in code marks whose function is known."""
    for prose in context.result.prose:
        if prose.section in _SKIPPED:
            continue
        for mark in prose.marks:
            if mark.kind == CODE and "(" in mark.text and not _called_wrong(prose, mark):
                yield from _check_call(context, prose, mark)


def _called_wrong(prose: Prose, mark: Mark) -> bool:
    start, end = sentence(prose.text, mark.start)
    return _WRONG.search(prose.text[start:end]) is not None


def _check_call(context: Context, prose: Prose, mark: Mark) -> Iterator[Finding]:
    call = _parse(mark.text)
    if call is None:
        return
    name = _name(call, context)
    views = context.world.views(name, context.world.minors) if name else ()
    objects = [view.object for view in views if view.object.forms]
    if not objects or any(is_opaque(found) for found in objects):
        return
    names = _named(call, objects)
    if names and not any(together(found, names) for found in objects):
        yield context.finding(
            "FO01",
            prose.place(mark.start),
            parameters="、".join(f"`{name}`" for name in sorted(names)),
            text=f"`{mark.text}`",
            signature=show(objects[-1]),
        )


def _parse(text: str) -> ast.Call | None:
    try:
        expression = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return None
    return expression if isinstance(expression, ast.Call) else None


def _name(call: ast.Call, context: Context) -> str:
    """Qualified name of what is called; a bare own name means the entry itself."""
    head = ast.unparse(call.func)
    if head == context.entry.name.rpartition(".")[2]:
        return context.entry.name
    return qualified(head)


def _named(call: ast.Call, objects: list[ApiObject]) -> set[str]:
    """Parameter names in a call: its keywords, and bare words that are names of parameters."""
    known = {parameter.name for found in objects for parameter in found.parameters()}
    names = {keyword.arg for keyword in call.keywords if keyword.arg is not None}
    names = {ALIASES.get(name, name) if name not in known else name for name in names}
    words = {argument.id for argument in call.args if isinstance(argument, ast.Name)}
    return names | (words & known)
