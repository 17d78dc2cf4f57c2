"""Formulas from LaTeX to Typst: the subset our pages use, and an error for the rest.

A formula that is not fully understood must not come out half right, so the
parser knows each command it accepts. Every character that means something to
Typst is escaped; what is left of its syntax here are calls with arguments.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from torchzh.export.typst_symbols import (
    ACCENTS,
    ALIGNED,
    BLANKS,
    EMPTY_DELIMITER,
    FUNCTIONS,
    LOOKS,
    MATRICES,
    STYLES,
    SYMBOLS,
    TEXTS,
)
from torchzh.export.typst_text import text_literal

TOKEN = re.compile(r"\\[a-zA-Z]+|\\.|\d+(?:\.\d+)?|\s+|.", re.DOTALL)
ESCAPED = frozenset(",;:()[]{}|/#_\"'&*$@<>`!.")
PLAIN_WORD = re.compile(r"[A-Za-z][A-Za-z0-9]+")


class FormulaError(ValueError):
    """The formula holds something that is not in the subset; the message is for authors, in Chinese."""


def to_typst(source: str) -> str:
    """The inside of a Typst equation for a LaTeX formula."""
    parser = _Parser(tokens=TOKEN.findall(source))
    rows = parser.rows(end="")
    return " \\ ".join(" & ".join(cells) for cells in rows)


@dataclass(slots=True)
class _Parser:
    """Reads tokens from left to right; each method returns Typst."""

    tokens: list[str]
    at: int = 0

    def peek(self) -> str:
        while self.at < len(self.tokens) and self.tokens[self.at].isspace():
            self.at += 1
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self) -> str:
        token = self.peek()
        if not token:
            raise FormulaError("公式在这里就断了，后面还应有内容")
        self.at += 1
        return token

    def raw(self) -> str:
        """The next token even when it is blank."""
        if self.at >= len(self.tokens):
            raise FormulaError("花括号没有配对")
        self.at += 1
        return self.tokens[self.at - 1]

    def rows(self, end: str) -> list[list[str]]:
        """Cells of rows up to ``end`` (an empty end: the end of the formula)."""
        rows: list[list[str]] = [[]]
        cell: list[str] = []
        while (token := self.peek()) != end:
            if token == "&":
                self.take()
                rows[-1].append(" ".join(cell))
                cell = []
            elif token in ("\\\\", "\\cr"):
                self.take()
                rows[-1].append(" ".join(cell))
                rows.append([])
                cell = []
            else:
                cell.append(self.scripted())
        if cell or rows[-1] or len(rows) == 1:
            rows[-1].append(" ".join(cell))
        return [row for row in rows if row]

    def sequence(self, end: str) -> str:
        """Everything up to ``end``, which is taken."""
        parts = []
        while self.peek() != end:
            parts.append(self.scripted())
        self.take()
        return " ".join(part for part in parts if part)

    def scripted(self) -> str:
        """One atom with its subscript and superscript."""
        base = "" if self.peek() in ("^", "_") else self.atom()
        scripts: dict[str, str] = {}
        while self.peek() in ("^", "_", "'", "\\limits"):
            sign = self.take()
            if sign == "\\limits":
                continue
            key = "b" if sign == "_" else "t"
            value = "′" if sign == "'" else self.argument()
            if key in scripts and sign != "'" and scripts[key] != "′":
                raise FormulaError(f"同一处有两个{'下标' if key == 'b' else '上标'}")
            scripts[key] = f"{scripts[key]} {value}" if key in scripts else value
        if not scripts:
            return base
        rest = ", ".join(f"{key}: {value}" for key, value in sorted(scripts.items()))
        return f"attach({base or '#none'}, {rest})"

    def argument(self) -> str:
        """A group in braces or one atom; never empty."""
        if self.peek() == "{":
            self.take()
            return self.sequence("}") or "#none"
        return self.atom()

    def atom(self) -> str:
        token = self.take()
        if token == "{":
            return self.sequence("}") or "#none"
        if token in BLANKS:
            return BLANKS[token]
        if token.startswith("\\"):
            return self.command(token[1:])
        if token == "}":
            raise FormulaError("多了一个 }")
        return _character(token)

    def command(self, name: str) -> str:
        if name in SYMBOLS:
            return _character(SYMBOLS[name])
        if name in FUNCTIONS:
            return name
        if name in LOOKS:
            return ""
        if name in ACCENTS:
            return f"{ACCENTS[name]}({self.argument()})"
        if name in TEXTS:
            return text_literal(self.words())
        if name in STYLES:
            return self.styled(name)
        if len(name) == 1 and not name.isalpha():
            return "‖" if name == "|" else _character(name)
        return self.structure(name)

    def structure(self, name: str) -> str:
        """Commands that arrange their arguments."""
        match name:
            case "frac" | "dfrac" | "tfrac" | "cfrac":
                return f"frac({self.argument()}, {self.argument()})"
            case "binom":
                return f"binom({self.argument()}, {self.argument()})"
            case "sqrt":
                return self.root()
            case "left":
                return self.pair()
            case "begin":
                return self.environment(self.words())
            case "operatorname":
                limits = self.peek() == "*" and bool(self.take())
                return f"op({text_literal(self.words())}, limits: #{str(limits).lower()})"
            case "stackrel" | "overset":
                above = self.argument()
                return f"attach(limits({self.argument()}), t: {above})"
            case "underset":
                below = self.argument()
                return f"attach(limits({self.argument()}), b: {below})"
        raise FormulaError(f"不认识的命令 \\{name}（在 export/typst_symbols.py 里添上，或换一种写法）")

    def root(self) -> str:
        if self.peek() != "[":
            return f"sqrt({self.argument()})"
        self.take()
        index = self.sequence("]")
        return f"root({index}, {self.argument()})"

    def pair(self) -> str:
        """``\\left( … \\right)``: delimiters that grow."""
        opening = self.delimiter()
        inside = self.sequence("\\right")
        return f"lr({opening} {inside} {self.delimiter()})"

    def delimiter(self) -> str:
        token = self.take()
        if token == EMPTY_DELIMITER:
            return ""
        name = token[1:]
        if token.startswith("\\") and name not in SYMBOLS and name not in ("{", "}", "|"):
            raise FormulaError(f"{token} 不能作括号")
        return self.command(name) if token.startswith("\\") else _character(token)

    def styled(self, name: str) -> str:
        """A letter style; a whole word in ``\\mathrm`` is upright text."""
        start = self.at
        if name == "mathrm" and self.peek() == "{" and PLAIN_WORD.fullmatch(word := self.words()):
            return text_literal(word)
        self.at = start
        return STYLES[name].format(self.argument())

    def words(self) -> str:
        """The raw text of a group, blanks included where they were single tokens."""
        if self.take() != "{":
            raise FormulaError("这里应当是花括号里的文字")
        words: list[str] = []
        while (token := self.raw()) != "}":
            if token in ("{", "$", "^") or (token.startswith("\\") and token[1:].isalpha()):
                raise FormulaError(f"文字里不能有 {token}")
            blank = token in BLANKS and token != "\\!"
            words.append(" " if blank else token.removeprefix("\\") if len(token) == 2 else token)
        return "".join(words)

    def environment(self, name: str) -> str:
        rows = self.rows_of_environment(name)
        if name in ALIGNED:
            return " \\ ".join(" & ".join(cells) for cells in rows)
        if name == "cases":
            return f"cases({', '.join(' & '.join(cells) for cells in rows)})"
        if name in MATRICES:
            fence = text_literal(MATRICES[name]) if MATRICES[name] else "#none"
            return f"mat(delim: {fence}, {'; '.join(', '.join(cells) for cells in rows)})"
        raise FormulaError(f"不认识的环境 {name}")

    def rows_of_environment(self, name: str) -> list[list[str]]:
        rows = self.rows(end="\\end")
        self.take()
        closing = self.words()
        if closing != name:
            raise FormulaError(f"\\begin{{{name}}} 与 \\end{{{closing}}} 不配对")
        return rows


def _character(token: str) -> str:
    if token in ESCAPED:
        return "\\" + token
    if token == "\\":
        raise FormulaError("孤立的反斜线")
    if token.isascii() or len(token) != 1:
        return token
    # Greek letters and signs stay math; words of another script are text.
    return text_literal(token) if "\u2e80" <= token <= "\uffef" else token
