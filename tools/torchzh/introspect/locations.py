"""File and line of an object inside the package's source tree.

The path is relative to the folder that holds the package, so that a page can
link to the line of that version's tag. Classes carry no line number before
Python 3.13; they are found by the indentation of ``class`` lines, without
parsing the file.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

from torchzh.introspect.guard import namespace, read_text
from torchzh.introspect.runtime import dispatch_branches
from torchzh.models import SourceLocation

_CLASS = re.compile(r"^([ \t]*)class[ \t]+(\w+)\b", re.MULTILINE)


class Locations:
    """Finds source lines; class lines of a file are collected once."""

    def __init__(self, root: Path) -> None:
        """``root``: the folder that contains the package."""
        self._root = str(root) + "/"
        self._classes: dict[str, dict[str, int]] = {}

    def find(self, value: Any, raw: Any) -> SourceLocation | None:
        """Where a function, class, property or module is written; None for C and for values."""
        if isinstance(value, ModuleType):
            return self._relative(read_text(value, "__file__"), 1)
        if isinstance(value, type):
            return self._class(value)
        function = raw.__func__ if isinstance(raw, classmethod | staticmethod) else raw
        function = function.fget if isinstance(function, property) else function
        function = value if function is None else function
        while branches := dispatch_branches(function):
            function = branches[0]
        try:
            code = getattr(inspect.unwrap(function), "__code__", None)
        except Exception:
            return None
        return self._relative(code.co_filename, code.co_firstlineno) if code is not None else None

    def _class(self, cls: type) -> SourceLocation | None:
        for file in self._class_files(cls):
            lines = self._lines_of(file)
            qualname = cls.__qualname__.replace(".<locals>", "")
            line = lines.get(qualname) or lines.get(qualname.rpartition(".")[2])
            if line:
                return self._relative(file, line)
        return None

    def _class_files(self, cls: type) -> Iterator[str]:
        """The file of its module, and that of its methods: ``__module__`` may name a public home."""
        yield read_text(sys.modules.get(read_text(cls, "__module__")), "__file__")
        for raw in namespace(cls).values():
            code = getattr(raw, "__code__", None)
            if code is not None:
                yield code.co_filename
                return

    def _lines_of(self, file: str) -> dict[str, int]:
        if not file.startswith(self._root) or not file.endswith(".py"):
            return {}
        if file not in self._classes:
            self._classes[file] = _class_lines(Path(file).read_text(encoding="utf-8", errors="replace"))
        return self._classes[file]

    def _relative(self, file: str, line: int) -> SourceLocation | None:
        if not file.startswith(self._root) or not file.endswith(".py"):
            return None
        return SourceLocation(file=file[len(self._root) :].replace("\\", "/"), line=line)


def _class_lines(text: str) -> dict[str, int]:
    """Dotted class name → line of its ``class`` statement; the first one counts."""
    found: dict[str, int] = {}
    stack: list[tuple[int, str]] = []
    line, position = 1, 0
    for match in _CLASS.finditer(text):
        line += text.count("\n", position, match.start())
        position = match.start()
        indent = len(match.group(1).expandtabs())
        while stack and stack[-1][0] >= indent:
            stack.pop()
        stack.append((indent, match.group(2)))
        found.setdefault(".".join(name for _, name in stack), line)
    return found
