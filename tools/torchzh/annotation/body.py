"""Cuts the body of an entry into its fixed sections, parameters and pitfalls.

The headings are a fixed set in a fixed order, so that every page has the same
shape and every tool finds its part. What stands under a heading stays Markdown
and is handed on untouched, with the line it begins at.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from markdown_it.token import Token

from torchzh.annotation.models import ParameterNote, Pitfall, Section
from torchzh.findings import Finding, Place
from torchzh.similar import nearest

PARAMETERS, PITFALLS = "参数精讲", "常见误区"
TITLES = ("功能描述", PARAMETERS, "返回值", "代码示例", "实战技巧", PITFALLS, "性能提示", "对比与选择")
PITFALL_PARTS = ("现象", "原因", "解决")

_LABEL = re.compile(r"(?P<stars>\*{0,2})(?P<name>[A-Za-z_]\w*)")
_DOTTED = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)+", re.ASCII)
_SEPARATORS = " 、，,/和与或"


@dataclass(slots=True, kw_only=True)
class Body:
    """What the headings of an entry enclose."""

    sections: list[Section] = field(default_factory=list)
    parameters: list[ParameterNote] = field(default_factory=list)
    pitfalls: list[Pitfall] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Heading:
    level: int
    line: int
    title: str
    inline: Token
    body: str = ""
    body_line: int = 0


def read_body(tokens: list[Token], lines: list[str], first_line: int, path: str) -> Body:
    """Sections of a parsed body; ``first_line`` is the first line after the front matter."""
    body = Body()
    headings = _headings(tokens, lines, len(lines))
    lead = _text(lines, first_line - 1, headings[0].line - 1 if headings else len(lines))
    if lead[0]:
        body.findings.append(_finding("FM36", path, lead[1]))
    current = ""
    misplaced: set[str] = set()
    for heading in headings:
        if heading.level == 2:
            current = _section(heading, body, path)
        elif heading.level == 3 and current == PARAMETERS:
            _parameter(heading, body, path)
        elif heading.level == 3 and current == PITFALLS:
            _pitfall(heading, body, path)
        else:
            body.findings.append(_finding("FM34", path, heading.line, title=heading.title))
            misplaced.add(current)
    body.findings.extend(_empty_sections(body, misplaced, path))
    return body


def _headings(tokens: list[Token], lines: list[str], end: int) -> list[_Heading]:
    """Headings outside lists and quotes, each with the text up to the next one."""
    opened = [
        (index, token)
        for index, token in enumerate(tokens)
        if token.type == "heading_open" and not token.level
    ]
    starts = [(token.map or [0, 0])[0] for _, token in opened] + [end]
    found = []
    for number, (index, token) in enumerate(opened):
        start, after = token.map or [0, 1]
        text, text_line = _text(lines, after, starts[number + 1])
        inline = tokens[index + 1]
        found.append(
            _Heading(
                level=int(token.tag[1]),
                line=start + 1,
                title=inline.content.strip(),
                inline=inline,
                body=text,
                body_line=text_line,
            )
        )
    return found


def _text(lines: list[str], start: int, end: int) -> tuple[str, int]:
    """Lines without the blank ones around them, and the number of the first."""
    while start < end and not lines[start].strip():
        start += 1
    while end > start and not lines[end - 1].strip():
        end -= 1
    return "\n".join(lines[start:end]), start + 1


def _section(heading: _Heading, body: Body, path: str) -> str:
    """Take a section; the title it goes by, which is the nearest known one for a mistyped title."""
    title = heading.title
    if title not in TITLES:
        near = nearest(title, TITLES, 0.3)
        arguments = {"title": title, "nearest": near, "titles": "、".join(TITLES)}
        body.findings.append(_finding("FM31", path, heading.line, **arguments))
        if not near or any(section.title == near for section in body.sections):
            return title
        title = near
    earlier = next((section for section in body.sections if section.title == title), None)
    if earlier is not None:
        body.findings.append(_finding("FM32", path, heading.line, title=title, first=str(earlier.line)))
        return title
    later = next((s for s in body.sections if TITLES.index(s.title) > TITLES.index(title)), None)
    if later is not None:
        body.findings.append(_finding("FM33", path, heading.line, title=title, other=later.title))
    body.sections.append(
        Section(title=title, line=heading.line, body=heading.body, body_line=heading.body_line)
    )
    return title


def _parameter(heading: _Heading, body: Body, path: str) -> None:
    labels, target, wrong = _labels(heading.inline)
    if wrong or not labels:
        body.findings.append(_finding("FM37", path, heading.line, title=heading.title, part=wrong))
    names = tuple(label.lstrip("*") for label in labels)
    for name in names:
        earlier = next((note.line for note in body.parameters if name in note.names), 0)
        if earlier:
            body.findings.append(_finding("FM38", path, heading.line, parameter=name, first=str(earlier)))
    if not heading.body:
        body.findings.append(_finding("FM45", path, heading.line, title=heading.title))
    if names:
        body.parameters.append(
            ParameterNote(
                names=names,
                labels=labels,
                line=heading.line,
                body=heading.body,
                body_line=heading.body_line,
                forwards_to=target,
            )
        )


def _labels(inline: Token) -> tuple[tuple[str, ...], str, str]:
    """Labels of a parameter heading, the target it names, and the part that is no name."""
    labels: list[str] = []
    target = wrong = ""
    naming = True
    for child in inline.children or []:
        if child.type == "code_inline":
            text = child.content.strip()
            match = _LABEL.fullmatch(text)
            if naming and match:
                labels.append(text)
            elif not naming and _DOTTED.fullmatch(text.removesuffix("()")):
                target = target or text.removesuffix("()")
            elif naming:
                wrong = wrong or text
        elif naming and not labels and _LABEL.fullmatch(child.content.strip()):
            wrong = wrong or child.content.strip()  # a name without code marks: wrong, but clear
            labels.append(child.content.strip())
        elif child.content.strip(_SEPARATORS):
            if naming and not labels:
                wrong = wrong or child.content.strip()
            naming = False
    return tuple(labels), target, wrong


def _pitfall(heading: _Heading, body: Body, path: str) -> None:
    missing = [part for part in PITFALL_PARTS if not _has_part(heading.body, part)]
    if not heading.body:
        body.findings.append(_finding("FM45", path, heading.line, title=heading.title))
    elif missing:
        arguments = {"title": heading.title, "missing": "、".join(missing)}
        body.findings.append(_finding("FM39", path, heading.line, **arguments))
    body.pitfalls.append(
        Pitfall(title=heading.title, line=heading.line, body=heading.body, body_line=heading.body_line)
    )


def _has_part(text: str, part: str) -> bool:
    return re.search(rf"^ {{0,3}}[-*+] +\**{part}(?:\**[：:]|[：:]\**)", text, re.MULTILINE) is not None


def _empty_sections(body: Body, misplaced: set[str], path: str) -> Iterator[Finding]:
    filled = {PARAMETERS: body.parameters, PITFALLS: body.pitfalls}
    for section in body.sections:
        if not section.body and not filled.get(section.title) and section.title not in misplaced:
            yield _finding("FM45", path, section.line, title=section.title)


def _finding(code: str, path: str, line: int, **arguments: str) -> Finding:
    return Finding(code=code, place=Place(path=path, line=line, column=1), arguments=arguments)
