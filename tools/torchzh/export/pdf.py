"""From a volume to a PDF: Sphinx writes Typst, Typst writes the file, both strictly.

The PDF is an archival one (PDF/A), which Typst refuses to write when a
character has no glyph in the named fonts; its warnings (a font that is not
installed) fail the build as well.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from torchzh.export.typst_template import FONTS

STANDARD: Literal["a-2b"] = "a-2b"
FONT_ADVICE = (
    "Debian / Ubuntu：apt install fonts-noto-cjk；其他系统请安装 Noto Sans CJK SC 与 Noto Serif CJK SC"
)


class PdfError(RuntimeError):
    """The PDF could not be made; the message is in Chinese."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pdf:
    """The finished file."""

    path: Path
    megabytes: float


def missing_fonts() -> tuple[str, ...]:
    """Named fonts that Typst does not find on this machine."""
    import typst

    families = set(typst.Fonts().families())
    return tuple(name for name in FONTS if name not in families)


def compile_pdf(source: Path, target: Path) -> Pdf:
    """Compile one Typst file; every warning is an error."""
    import typst

    if missing := missing_fonts():
        raise PdfError(f"缺少字体 {'、'.join(missing)}。{FONT_ADVICE}")
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        _, warnings = typst.compile_with_warnings(source, output=target, pdf_standards=STANDARD)
    except typst.TypstError as error:
        raise PdfError(f"Typst 没有编译通过：\n{error}") from error
    if warnings:
        target.unlink(missing_ok=True)
        raise PdfError("Typst 有警告：\n" + "\n".join(str(warning.message) for warning in warnings))
    return Pdf(path=target, megabytes=target.stat().st_size / 2**20)
