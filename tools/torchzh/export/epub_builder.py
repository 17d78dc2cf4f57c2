"""Sphinx's ePub builder with two things mended that concern formulas and pictures.

The package file must say which pages hold MathML or SVG, or a reading system may leave
them undrawn. And ePub pages are XML, which knows five named characters
only: others, such as the invisible function application, become characters.
"""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.builders.epub3 import Epub3Builder

ITEM = re.compile(r'<item id="[^"]+" href="(?P<href>[^"]+\.xhtml)" media-type="application/xhtml\+xml"')
NAMED = re.compile(r"&([A-Za-z][A-Za-z0-9]*);")
XML_NAMES = frozenset({"amp", "lt", "gt", "quot", "apos"})


class EpubBuilder(Epub3Builder):
    """``sphinx-build -b epub`` with announced formulas and pictures."""

    def build_content(self) -> None:
        """Write the package file, then announce what is in the pages."""
        for page in Path(self.outdir).rglob("*.xhtml"):
            text = page.read_text(encoding="utf-8")
            if (changed := spell_out(text)) != text:
                page.write_text(changed, encoding="utf-8")
        super().build_content()
        package = Path(self.outdir) / "content.opf"
        text = package.read_text(encoding="utf-8")
        package.write_text(announce(text, Path(self.outdir)), encoding="utf-8")


def spell_out(page: str) -> str:
    """The page with named characters that XML does not know as characters."""
    return NAMED.sub(lambda match: match[0] if match[1] in XML_NAMES else unescape(match[0]), page)


def announce(package: str, folder: Path) -> str:
    """The package file with ``properties="mathml svg"`` on every page that holds formulas and pictures."""

    def marked(match: re.Match[str]) -> str:
        page = folder / match["href"]
        text = page.read_text(encoding="utf-8") if page.is_file() else ""
        held = " ".join(word for word, mark in (("mathml", "<math"), ("svg", "<svg")) if mark in text)
        return f'{match[0]} properties="{held}"' if held else match[0]

    return ITEM.sub(marked, package)


def setup(app: Sphinx) -> dict[str, object]:
    """Take the place of Sphinx's builder."""
    app.add_builder(EpubBuilder, override=True)
    return {"parallel_read_safe": True}
