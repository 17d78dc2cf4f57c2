"""Rules about names that become links: in ``see``, in code marks, in examples."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from torchzh.annotation.prose import CODE
from torchzh.check.context import Context
from torchzh.check.examples import statements
from torchzh.check.marks import DYNAMIC, Verdict, look_up, qualified
from torchzh.findings import Finding
from torchzh.similar import nearest_dotted


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
        if statement.tree is None:
            continue
        _follow_imports(statement.tree, roots)
        if "Traceback" in statement.want:
            continue
        for name, text in sorted(_chains(statement.tree, roots)):
            if look_up(name, context.world).verdict is Verdict.UNKNOWN:
                near = nearest_dotted(name, context.world.names())
                arguments = {"target": text, "nearest": near, "text": statement.source}
                yield context.finding("EX06", (statement.line, 1), **arguments)


def _follow_imports(tree: ast.AST, roots: dict[str, str]) -> None:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for item in node.names:
                if item.name.split(".")[0] == "torch" and item.asname:
                    roots[item.asname] = item.name
        elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "torch":
            for item in node.names:
                roots[item.asname or item.name] = f"{node.module}.{item.name}"
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            roots.pop(node.id, None)


def _chains(tree: ast.AST, roots: dict[str, str]) -> set[tuple[str, str]]:
    """Attribute chains that begin at a torch module: (qualified name, as written)."""
    inner = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    found: set[tuple[str, str]] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and id(node) not in inner and isinstance(node.ctx, ast.Load):
            text = ast.unparse(node)
            root, _, rest = text.partition(".")
            if root in roots and text.replace(".", "").replace("_", "").isalnum():
                name = f"{roots[root]}.{rest}"
                if not name.startswith(DYNAMIC):
                    found.add((name, text))
    return found
