"""The fold 官方英文说明: torch's docstring, parsed apart from the page it stands on.

The text is not ours, so it must not be able to hurt: it is parsed as a document
of its own with messages collected, and on any warning it is shown raw and
counted. Ids, labels, sections, notes and images do not reach the page, so that
two pages never collide. HTML gets a ``<details>``, the ePub plain text.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import Parser, directives
from docutils.transforms import references as transforms
from docutils.utils import new_document
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.ext.napoleon import Config
from sphinx.ext.napoleon.docstring import GoogleDocstring
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective
from sphinx.writers.html5 import HTML5Translator

logger = logging.getLogger(__name__)

STYLE = "torchzh-english"
TITLE = "官方英文说明"
LICENCE = "以下原文摘自 PyTorch 源码，版权归 PyTorch 贡献者所有，BSD-3-Clause 许可。"
NAPOLEON = Config(
    napoleon_use_param=False, napoleon_use_keyword=False, napoleon_use_rtype=False, napoleon_use_ivar=True
)
WARNING = 2
LANGUAGES = frozenset(
    [
        "python",
        "pycon",
        "python3",
        "console",
        "text",
        "bash",
        "shell",
        "sh",
        "cpp",
        "c",
        "c++",
        "yaml",
        "json",
        "none",
        "default",
    ]
)
APPLIED = (
    transforms.Substitutions,
    transforms.PropagateTargets,
    transforms.AnonymousHyperlinks,
    transforms.IndirectHyperlinks,
    transforms.Footnotes,
    transforms.ExternalTargets,
    transforms.InternalTargets,
    transforms.DanglingReferences,
)
REMOVED = (
    nodes.target,
    nodes.image,
    nodes.figure,
    nodes.raw,
    nodes.comment,
    nodes.substitution_definition,
    nodes.system_message,
    nodes.pending,
    addnodes.index,
    addnodes.toctree,
)


class english(nodes.General, nodes.Element):  # noqa: N801 - docutils names nodes in lower case
    """The fold around the text."""


class EnglishDirective(SphinxDirective):
    """``.. torchzh-english:: torch.cat``."""

    required_arguments = 1
    has_content = True
    option_spec: ClassVar = {"open": directives.flag}

    def run(self) -> list[nodes.Node]:
        """Parse the content, or show it raw."""
        source = "\n".join(self.content)
        body, faults = parse(source, self.state.document.settings)
        record = collected(self.env)
        record[self.env.current_document.docname] = faults[0] if faults else ""
        if faults:
            body = [nodes.literal_block(source, source, language="text", classes=["torchzh-raw"])]
        fold = english("", *body, classes=[STYLE], opened="open" in self.options)
        for node in fold.findall():
            node.document = self.state.document  # or the pickled page would drag the environment along
            if isinstance(node, nodes.TextElement):
                node["translatable"] = False
        return [fold]


def parse(source: str, settings: Any) -> tuple[list[nodes.Node], list[str]]:
    """The nodes of the text, and the messages of level warning or worse."""
    settings = copy.copy(settings)
    settings.report_level = settings.halt_level = 5
    settings.warning_stream = False
    settings.character_level_inline_markup = False
    settings.smart_quotes = False
    settings.raw_enabled = settings.file_insertion_enabled = False
    document = new_document("<english>", settings)
    faults: list[str] = []
    document.reporter.attach_observer(lambda message: _note(message, faults))
    converted = str(GoogleDocstring(source, NAPOLEON, what="function"))  # type: ignore[arg-type] # their own small Config
    Parser().parse(converted, document)
    document.transformer.add_transforms(APPLIED)
    document.transformer.apply_transforms()
    return _flattened(document), faults


def _note(message: nodes.system_message, faults: list[str]) -> None:
    if message["level"] >= WARNING:
        faults.append(message.astext())


def _flattened(document: nodes.document) -> list[nodes.Node]:
    """Children of the document without anything that has an address."""
    for node in list(document.findall(nodes.Element)):
        attributes = node.attributes
        attributes.update(ids=[], names=[], dupnames=[], backrefs=[])
        attributes.pop("anonymous", None)
        if isinstance(node, nodes.literal_block):
            language = node.get("language", "default")  # named, or the page's own default would be set
            node["language"] = language if language in LANGUAGES else "text"
            node["force"] = True
        elif isinstance(node, REMOVED):
            if node.parent is not None:
                node.parent.remove(node)
        elif type(node) in REPLACED and node.parent is not None:
            node.parent.replace(node, REPLACED[type(node)](node))
    return list(document.children)


def _section(node: nodes.Element) -> list[nodes.Node]:
    title, rest = node.children[0], node.children[1:]
    return (
        [nodes.rubric("", "", *title.children), *rest] if isinstance(title, nodes.title) else [*node.children]
    )


def _note_text(node: nodes.Element) -> list[nodes.Node]:
    label = node.children[0].astext() if node.children else ""
    paragraphs = [*node.children[1:]]
    if paragraphs and isinstance(paragraphs[0], nodes.paragraph):
        paragraphs[0].insert(0, nodes.Text(f"[{label}] "))
    return paragraphs


def _internal(node: nodes.Element) -> list[nodes.Node]:
    uri = str(node.get("refuri", ""))
    return [node] if uri.startswith(("https://", "http://")) else [*node.children]


REPLACED: dict[type, Callable[[Any], list[nodes.Node]]] = {
    nodes.section: _section,
    nodes.footnote: _note_text,
    nodes.citation: _note_text,
    nodes.footnote_reference: lambda node: [nodes.Text(f"[{node.astext()}]")],
    nodes.citation_reference: lambda node: [nodes.Text(f"[{node.astext()}]")],
    nodes.reference: _internal,
    nodes.problematic: lambda node: [nodes.Text(node.astext())],
}


def visit_html(translator: HTML5Translator, node: english) -> None:
    """Open the fold."""
    licence = f'<p class="torchzh-licence" lang="zh-CN">{LICENCE}</p>'
    if translator.builder.name == "epub":
        translator.body.append(f'<div class="{STYLE}"><p class="rubric">{TITLE}</p>{licence}<div lang="en">')
        return
    opened = " open" if node["opened"] else ""
    translator.body.append(
        f'<details class="{STYLE}" id="official"{opened}><summary>{TITLE}</summary>{licence}<div lang="en">\n'
    )


def depart_html(translator: HTML5Translator, node: english) -> None:
    """Close the fold."""
    del node
    translator.body.append("</div></div>\n" if translator.builder.name == "epub" else "</div></details>\n")


def _skip(translator: Any, node: english) -> None:
    """Other outputs carry our text only."""
    del translator, node
    raise nodes.SkipNode


def collected(env: BuildEnvironment) -> dict[str, str]:
    """Page → first fault of its English text; empty where there was none."""
    record: dict[str, str] = env.__dict__.setdefault("torchzh_english", {})
    return record


def _purge(app: Sphinx, env: BuildEnvironment, docname: str) -> None:
    del app
    collected(env).pop(docname, None)


def _merge(app: Sphinx, env: BuildEnvironment, docnames: set[str], other: BuildEnvironment) -> None:
    del app
    mine, theirs = collected(env), collected(other)
    mine.update({name: theirs[name] for name in docnames if name in theirs})


def _report(app: Sphinx, error: Exception | None) -> None:
    record = collected(app.env) if error is None and app.env is not None else {}
    if record:
        raw = {name: fault for name, fault in record.items() if fault}
        logger.info("官方英文说明：%d 页，其中 %d 页的原文标记有误，按原样显示", len(record), len(raw))
        for name, fault in sorted(raw.items()):
            logger.verbose("%s：%s", name, fault)


def setup(app: Sphinx) -> None:
    """Register node, directive and counting."""
    skipped = (_skip, None)
    app.add_node(
        english, html=(visit_html, depart_html), latex=skipped, text=skipped, man=skipped, texinfo=skipped
    )
    app.add_directive("torchzh-english", EnglishDirective)
    app.connect("env-purge-doc", _purge)
    app.connect("env-merge-info", _merge)
    app.connect("build-finished", _report)
