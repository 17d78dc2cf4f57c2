"""Writes findings for people and machines: text, JSON, GitHub annotations.

Pure functions from records to lines; only the command prints them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from torchzh.check.catalogue import codes, severity, wording
from torchzh.check.driver import Report
from torchzh.findings import Finding, Severity
from torchzh.versions import spans

SEVERITIES = {Severity.ERROR: "错误", Severity.NOTE: "提示", Severity.UNVERIFIABLE: "无法核对"}
_GITHUB = {Severity.ERROR: "error", Severity.NOTE: "notice", Severity.UNVERIFIABLE: "warning"}


def one_line(finding: Finding, known: Sequence[str]) -> str:
    """``file:line:col CODE qualname 说明``, with versions where it depends on them."""
    place = finding.place
    where = f"{place.path}:{place.line}:{place.column}" if place.line else place.path
    name = f" {finding.name}" if finding.name else ""
    versions = f"（torch {spans(finding.versions, known)}）" if finding.versions else ""
    return f"{where} {finding.code}{name} {wording(finding).message}{versions}"


def long_form(finding: Finding, known: Sequence[str]) -> Iterator[str]:
    """The line, then what the entry says, what torch says and what to do."""
    words = wording(finding)
    yield one_line(finding, known)
    if words.annotated:
        yield f"    标注：{words.annotated}"
    if words.actual:
        versions = f"（torch {spans(finding.versions, known)}）" if finding.versions else ""
        yield f"    签名{versions}：{words.actual}"
    if words.fix:
        yield f"    怎么改：{words.fix}"


def text(report: Report, known: Sequence[str], *, short: bool = False) -> Iterator[str]:
    """All findings and the summary."""
    for finding in report.findings:
        if short:
            yield one_line(finding, known)
        else:
            yield from long_form(finding, known)
    yield summary(report, known)


def summary(report: Report, known: Sequence[str]) -> str:
    """One line of counts."""
    versions = spans(report.checked, known) or "无"
    errors, notes = report.count(Severity.ERROR), report.count(Severity.NOTE)
    unverifiable = report.count(Severity.UNVERIFIABLE)
    return (
        f"核对了 {report.entries} 个条目，torch {versions}："
        f"{errors} 个错误，{notes} 个提示，"
        f"{unverifiable} 处无法核对（涉及 {report.unverifiable_entries} 个条目）"
    )


def json_text(report: Report) -> str:
    """Everything as one JSON document; the code and arguments are the data, the message is for show."""
    rows = [
        {
            "code": finding.code,
            "family": codes()[finding.code].family,
            "severity": severity(finding).value,
            "path": finding.place.path,
            "line": finding.place.line,
            "column": finding.place.column,
            "name": finding.name,
            "versions": list(finding.versions),
            "arguments": dict(finding.arguments),
            "message": wording(finding).message,
        }
        for finding in report.findings
    ]
    document = {
        "entries": report.entries,
        "checked": list(report.checked),
        "counts": {kind.value: report.count(kind) for kind in Severity},
        "findings": rows,
    }
    return json.dumps(document, ensure_ascii=False, indent=1)


def github(report: Report, known: Sequence[str]) -> Iterator[str]:
    """Workflow commands that GitHub shows beside the lines of a pull request."""
    for finding in report.findings:
        place = finding.place
        level = _GITHUB[severity(finding)]
        lines = list(long_form(finding, known))
        message = "%0A".join(_escape(line.strip()) for line in [wording(finding).message, *lines[1:]])
        title = (
            _escape(f"{finding.code} {codes()[finding.code].title}").replace(",", "%2C").replace(":", "%3A")
        )
        yield f"::{level} file={place.path},line={place.line},col={place.column},title={title}::{message}"


def _escape(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
