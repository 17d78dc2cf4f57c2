"""Which names a statement reads and binds, so that one cause is reported once.

When a block fails, later blocks that read what it should have made fail too.
Those are not new faults. The same bookkeeping tells which blocks depend on a
block that is bound to the CPU by its own text. This module imports nothing of ours.
"""

from __future__ import annotations

import ast
import doctest
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from torchzh.examples.models import ExampleBlock

CPU_BOUND = re.compile(
    r"cpu|cuda|device|numpy|\bnp\.|DataLoader|Generator|data_ptr|shared?_memory|pin_memory|multiprocessing"
    r"|storage|map_location|quantiz|mkldnn|onnx|get_num_threads|seed|distributed|mps"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """Names of one statement or block."""

    reads: frozenset[str]
    binds: frozenset[str]


def names_of(source: str) -> Names:
    """Names that ``source`` reads and binds at any depth; empty for code that does not parse."""
    try:
        nodes = list(ast.walk(ast.parse(source)))
    except SyntaxError:
        return Names(reads=frozenset(), binds=frozenset())
    return Names(
        reads=frozenset(
            node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
        ),
        binds=frozenset(name for node in nodes for name in _bound(node)),
    )


def cpu_bound_lines(blocks: Iterable[ExampleBlock]) -> frozenset[int]:
    """Blocks (by line) that name a device themselves or use what such a block made."""
    made: set[str] = set()
    lines: set[int] = set()
    for block in blocks:
        source = source_of(block.text)
        names = names_of(source)
        if CPU_BOUND.search(source) or made & names.reads:
            lines.add(block.line)
            made |= names.binds
        else:
            made -= names.binds
    return frozenset(lines)


def source_of(text: str) -> str:
    """The code of a block without prompts and output; empty where the prompts are malformed."""
    try:
        return "".join(example.source for example in doctest.DocTestParser().get_examples(text))
    except ValueError:
        return ""


def _bound(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        yield node.id
    elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        yield node.name
    elif isinstance(node, ast.Import | ast.ImportFrom):
        yield from ((alias.asname or alias.name).partition(".")[0] for alias in node.names)
