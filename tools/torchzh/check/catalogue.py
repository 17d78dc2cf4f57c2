"""The codes and their wording: what a finding is called and what a writer reads.

Rules know codes and arguments, nothing else. The wording lies in ``codes.toml``
and can be changed without touching a rule; a test holds documented, provoked
and emitted codes together.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from torchzh.findings import Finding, Severity

CODES_FILE = Path(__file__).with_name("codes.toml")
FAMILIES = {
    "format": "格式",
    "name": "名字",
    "parameter": "参数",
    "default": "默认值",
    "form": "调用形式",
    "deprecation": "弃用与移除",
    "link": "链接",
    "term": "术语与文字",
    "freshness": "时效",
    "example": "示例",
    "allowlist": "允许清单",
}
_OPTIONAL = re.compile(r"\[\[(.*?)\]\]")
_FIELD = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Code:
    """One code of the catalogue."""

    code: str
    family: str
    severity: Severity
    title: str
    message: str
    why: str
    fix: str = ""
    annotated: str = ""
    actual: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """A finding in words."""

    message: str
    annotated: str = ""
    actual: str = ""
    fix: str = ""


@cache
def codes() -> Mapping[str, Code]:
    """All codes, in the order of the catalogue."""
    data = tomllib.loads(CODES_FILE.read_text(encoding="utf-8"))
    return {
        code: Code(code=code, **{**row, "severity": Severity(row["severity"])}) for code, row in data.items()
    }


def severity(finding: Finding) -> Severity:
    """What a finding does to the exit status."""
    return codes()[finding.code].severity


def wording(finding: Finding) -> Wording:
    """The words for a finding."""
    code = codes()[finding.code]
    arguments = {"name": finding.name, "path": finding.place.path} | dict(finding.arguments)
    return Wording(
        message=fill(code.message, arguments),
        annotated=fill(code.annotated, arguments),
        actual=fill(code.actual, arguments),
        fix=fill(code.fix, arguments),
    )


def fill(template: str, arguments: Mapping[str, str]) -> str:
    """Put arguments into a template; ``[[…]]`` vanishes when one of its arguments is empty or absent."""

    def optional(match: re.Match[str]) -> str:
        names = _FIELD.findall(match.group(1))
        return match.group(1) if all(arguments.get(name) for name in names) else ""

    return _FIELD.sub(lambda match: arguments[match.group(1)], _OPTIONAL.sub(optional, template))
