"""The architecture page is written from the modules themselves.

Every module opens by saying why it exists; the directive collects those lines in
stage order, so the page cannot tell yesterday's truth.
"""

from __future__ import annotations

import ast
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

STAGES = (
    ("", "词汇与叶子模块"),
    ("introspect", "读取 torch"),
    ("snapshot", "快照"),
    ("history", "历史"),
    ("annotation", "注解"),
    ("check", "核对"),
    ("examples", "示例"),
    ("render", "生成页面"),
    ("sphinxext", "Sphinx 扩展"),
    ("publish", "多版本站点"),
    ("export", "其他产物"),
    ("cli", "命令"),
)


def module_purpose(path: Path) -> str:
    """The docstring of a module, as one paragraph per blank line."""
    return ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""


class Architecture(SphinxDirective):
    """``torchzh-architecture``: one section per stage, one entry per module."""

    def run(self) -> list[nodes.Node]:
        """Build the sections."""
        package = Path(__file__).resolve().parent.parent
        result: list[nodes.Node] = []
        for folder, title in STAGES:
            section = nodes.section(ids=[f"stage-{folder or 'leaves'}"], names=[])
            section += nodes.title("", f"{title}（{folder}/）" if folder else title)
            items = nodes.definition_list()
            for path in sorted((package / folder).glob("*.py")):
                self.env.note_dependency(str(path))
                if purpose := module_purpose(path):
                    items += self._item(
                        path.stem if path.stem != "__init__" else folder or "torchzh", purpose
                    )
            section += items
            result.append(section)
        return result

    def _item(self, name: str, purpose: str) -> nodes.definition_list_item:
        term = nodes.term("", "", nodes.literal("", name))
        definition = nodes.definition("")
        for paragraph in purpose.split("\n\n"):
            definition += nodes.paragraph("", " ".join(paragraph.split()))
        definition["classes"].append("torchzh-en")
        return nodes.definition_list_item("", term, definition)


def setup(app: Sphinx) -> None:
    """Register the directive."""
    app.add_directive("torchzh-architecture", Architecture)
