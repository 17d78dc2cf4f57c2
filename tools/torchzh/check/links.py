"""Rules about names that become links: in ``see``, in code marks, in examples."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from torchzh.annotation.prose import CODE
from torchzh.check.allowlist import parse_range
from torchzh.check.context import Context
from torchzh.check.examples import Statement, statements
from torchzh.check.marks import DYNAMIC, Verdict, look_up, qualified
from torchzh.check.world import World
from torchzh.findings import Finding
from torchzh.similar import nearest_dotted

_BOUNDS = re.compile(r"torch((?:>=|<=|<|>)\d+\.\d+)")
_CHAIN = re.compile(r"(?<![\w.)\]\"'])[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+", re.ASCII)
_ASSIGNED = re.compile(r"^\s*(\w+(?:\s*,\s*\w+)*)\s*=(?!=)", re.ASCII | re.MULTILINE)


def check_see(context: Context) -> Iterator[Finding]:
    """Every target of ``see`` exists, is canonical and is another object."""
    for target in context.entry.see:
        at = context.at_key(f"see.{target}", "see")
        if target == context.entry.name:
            yield context.finding("LK03", at, target=target)
            continue
        found = context.world.latest(target)
        if found is None:
            near = nearest_dotted(target, context.world.names())
            yield context.finding("LK01", at, target=target, nearest=near)
        elif found.name == context.entry.name:
            yield context.finding("LK03", at, target=target)
        elif found.name != target:
            yield context.finding("LK05", at, target=target, canonical=found.name)


def check_marks(context: Context) -> Iterator[Finding]:
    """Every code-marked dotted name of torch's exists."""
    for prose in context.result.prose:
        for mark in prose.marks:
            name = qualified(mark.text) if mark.kind == CODE else ""
            if not name:
                continue
            looked = look_up(name, context.world)
            at = prose.place(mark.start)
            if looked.verdict is Verdict.UNKNOWN:
                yield context.finding("LK02", at, target=mark.text, nearest=looked.nearest)
            elif looked.verdict is Verdict.UNVERIFIABLE:
                yield context.finding("LK04", at, target=mark.text, owner=looked.owner)


def check_example_names(context: Context) -> Iterator[Finding]:
    """Every torch name used in an example exists, unless the example shows its absence."""
    roots = {"torch": "torch"}
    for statement in statements(context.entry):
        _follow_names(statement, roots)
        unknown = {
            name: text
            for name, text in _candidates(statement.source, roots)
            if look_up(name, context.world).verdict is Verdict.UNKNOWN
        }
        if not unknown or "Traceback" in statement.want or not _runs_somewhere(statement, context.world):
            continue
        written = _chains(statement.tree())  # leaves out what stands in strings and comments
        for name, text in sorted(unknown.items()):
            if text in written:
                near = nearest_dotted(name, context.world.names())
                arguments = {"target": text, "nearest": near, "text": statement.source}
                yield context.finding("EX06", (statement.line, 1), **arguments)


def _runs_somewhere(statement: Statement, world: World) -> bool:
    """False for examples that are meant for versions nobody has a snapshot of."""
    bounds = _BOUNDS.findall(statement.options)
    return not bounds or bool(parse_range(",".join(bounds), world.minors))


def _follow_names(statement: Statement, roots: dict[str, str]) -> None:
    """Imports give a name to a module of torch's; an assignment takes it away."""
    for match in _ASSIGNED.finditer(statement.source):
        for name in match.group(1).split(","):
            roots.pop(name.strip(), None)
    tree = statement.tree() if "import" in statement.source else None
    for node in ast.walk(tree) if tree is not None else ():
        if isinstance(node, ast.Import):
            for item in node.names:
                if item.name.split(".")[0] == "torch" and item.asname:
                    roots[item.asname] = item.name
        elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "torch":
            for item in node.names:
                roots[item.asname or item.name] = f"{node.module}.{item.name}"


def _candidates(source: str, roots: dict[str, str]) -> Iterator[tuple[str, str]]:
    """What looks like a dotted name of torch's: (qualified name, as written)."""
    for match in _CHAIN.finditer(source):
        root, _, rest = match.group().partition(".")
        if root in roots:
            name = f"{roots[root]}.{rest}"
            if not name.startswith(DYNAMIC):
                yield name, match.group()


def _chains(tree: ast.AST | None) -> set[str]:
    """Every attribute chain that is read, as written."""
    return {
        ast.unparse(node)
        for node in (ast.walk(tree) if tree is not None else ())
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load)
    }
