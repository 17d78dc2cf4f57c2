"""LaTeX as MathML, made at build time by docutils: no script, no network, no font.

docutils knows most of what authors and torch write; the table below rewrites the
rest to spellings it knows, where the formula reads the same. What is still not
understood is an error for our text and shown as source in torch's. This module
imports nothing of ours.
"""

from __future__ import annotations

import re

from docutils.utils.math import MathError, latex2mathml

__all__ = ["MathError", "to_mathml"]

BRACE = re.compile(r"\\.|[{}]", re.DOTALL)
BETWEEN_TAGS = re.compile(r">\n\s*<")  # docutils indents; a third of the weight of a formula
# Pattern → replacement, in this order.
SPELLINGS = tuple(
    (re.compile(pattern), replacement)
    for pattern, replacement in (
        (r"(?<!\\)%[^\n]*", ""),  # comments
        (r"\\dots[cbmio]?(?![A-Za-z])", r"\\ldots"),
        (r"\\(?:text|display|script)style(?![A-Za-z])\s*", ""),  # sizes in the middle of a formula
        (r"\\(?:big|Big|bigg|Bigg)[lrm]?(?![A-Za-z])\s*", ""),
        (r"\\[dt]frac(?![A-Za-z])", r"\\frac"),  # their MathML is not that of ePub
        (r"\\rule\{[^}]*\}\{[^}]*\}", ""),  # lines drawn across an algorithm
        (r"\\mathrlap\s*", ""),
        (r"\\mathbin\s*", ""),
        (r"\\mathrel\s*", ""),
        (r"\\cancel\s*\{=\}", r"\\neq "),
        (r"\\texttt(?![A-Za-z])", r"\\mathtt"),
        (r"\\text(?:bf|it)(?![A-Za-z])", r"\\text"),
        (r"\{\s*\\(rm|bf|it)\s+([^{}]*)\}", r"\\math\1{\2}"),
        (r"\\(rm|bf|it)(?![A-Za-z])\s*", r"\\math\1 "),
        # Words set upright are names; docutils would put their index below, as for an operator.
        (r"\\(text|mathrm)\{(inf|lim|max|min|sup)\}(?=\s*[_^])", r"{\\\1{\2}{}}"),
        (r"\\begin\{align\*?\}", r"\\begin{aligned}"),
        (r"\\end\{align\*?\}", r"\\end{aligned}"),
        (r"\\begin\{array\}\{[^}]*\}", r"\\begin{matrix}"),
        (r"\\end\{array\}", r"\\end{matrix}"),
    )
)


def normalise(source: str) -> str:
    """The same formula in the spellings docutils knows."""
    for pattern, replacement in SPELLINGS:
        source = pattern.sub(replacement, source)
    return source


def balanced(source: str) -> bool:
    """True when every brace has its partner; docutils does not mind."""
    depth = 0
    for match in BRACE.finditer(source):
        depth += {"{": 1, "}": -1}.get(match[0], 0)
        if depth < 0:
            return False
    return depth == 0


def to_mathml(source: str, *, block: bool) -> str:
    """MathML for LaTeX ``source``; raises MathError when it is not understood."""
    source = normalise(source)
    if not balanced(source):
        raise MathError("花括号没有配对")
    if block and "\\\\" in source and "\\begin" not in source:
        source = "\\begin{aligned}" + source + "\\end{aligned}"
    try:
        return BETWEEN_TAGS.sub("><", str(latex2mathml.tex2mathml(source, as_block=block)))
    except MathError:
        raise
    except Exception as error:  # docutils stumbles over unbalanced input in many ways
        raise MathError(f"{type(error).__name__}: {error}") from error
