"""Formulas as MathML, made at build time by docutils: no script, no network, no font.

A formula of ours that cannot be converted stops the build, instead of being
shown as source. Formulas inside the English originals are torch's; there the
source is shown as code, and the build goes on.
"""

from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError
from sphinx.writers.html5 import HTML5Translator

from torchzh.formulas import MathError, to_mathml


def in_english(node: nodes.Node) -> bool:
    """True inside an English original."""
    parent = node.parent
    while parent is not None:
        if "torchzh-english" in parent.get("classes", ()):
            return True
        parent = parent.parent
    return False


def _render(translator: HTML5Translator, node: nodes.Element, *, block: bool) -> None:
    source = node.astext()
    try:
        markup = to_mathml(source, block=block)
    except MathError as error:
        if not in_english(node):
            raise ExtensionError(f"公式无法转换：{source}（{error}）") from error
        markup = f"<code>{translator.encode(source)}</code>"
    translator.body.append(f'<div class="math">{markup}</div>\n' if block else markup)
    raise nodes.SkipNode


def visit_inline(translator: HTML5Translator, node: nodes.math) -> None:
    """Write an inline formula."""
    _render(translator, node, block=False)


def visit_block(translator: HTML5Translator, node: nodes.math_block) -> None:
    """Write a displayed formula."""
    _render(translator, node, block=True)


def setup(app: Sphinx) -> None:
    """Register the renderer under the name that conf.py selects."""
    app.add_html_math_renderer("torchzh_mathml", (visit_inline, None), (visit_block, None))
