"""Reads the cases of the checker: per code one that triggers it and one neighbour that does not.

A case is readable where it stands: a title, what differs from ``base.md`` (as a
diff of lines), what differs in torch (lines of a snapshot), and the exact text
the command prints. ``TORCHZH_REGENERATE=1`` writes the printed text anew.
"""

from __future__ import annotations

import dataclasses
import json
import re
from dataclasses import dataclass, field
from pathlib import Path

from checkworld import glossary, taxonomy
from torchzh.annotation import ReadResult, parse_annotation
from torchzh.check import report
from torchzh.check.allowlist import load_allowlists
from torchzh.check.catalogue import codes
from torchzh.check.driver import Report, Settings, check
from torchzh.check.world import SnapshotSurface, build_world
from torchzh.examples.options import parse_options
from torchzh.snapshot import loads

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "tests" / "fixtures" / "check"
MINORS = ("2.12", "2.13", "2.14")
CLEAN = "（没有问题）"
_FENCE = re.compile(r"^````(\w+)(.*)\n((?:.*\n)*?)````$", re.MULTILINE)


@dataclass(frozen=True, kw_only=True)
class Case:
    """One section of a case file."""

    code: str  # the code the section is about
    title: str
    triggers: bool
    output: str
    edit: str = ""
    path: str = "annotations/torch/cat.md"
    escaped: bool = False
    objects: tuple[str, ...] = ()
    allow: str = ""
    also: str = ""
    checked: tuple[str, ...] = MINORS
    known: tuple[str, ...] = MINORS
    repeat: int = 1
    usage: dict[str, int] = field(default_factory=dict)

    @property
    def id(self) -> str:
        return f"{self.code}-{'triggers' if self.triggers else 'neighbour'}-{self.title}"


def read_cases(path: Path) -> list[Case]:
    """Cases of one file: ``## CODE title`` triggers, ``### title`` is its neighbour."""
    cases: list[Case] = []
    code = ""
    for block in re.split(r"^(?=##+ )", path.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        heading, _, rest = block.partition("\n")
        marks, _, title = heading.partition(" ")
        if marks == "##":
            code, _, title = title.partition(" ")
        cases.append(_case(code, title.strip(), marks == "##", rest))
    return cases


def _case(code: str, title: str, triggers: bool, text: str) -> Case:
    values: dict[str, object] = {"output": ""}
    for match in _FENCE.finditer(text):
        kind, options, content = match.group(1), match.group(2).split(), match.group(3)
        given = dict(option.split("=", 1) for option in options if "=" in option)
        if "path" in given:
            values["path"] = given["path"]
        if "also" in given:
            values["also"] = given["also"]
        if kind == "edit":
            values["edit"], values["escaped"] = content, "escaped" in options
            values["repeat"] = int(given.get("repeat", "1"))
        elif kind == "objects":
            values["objects"] = tuple(content.splitlines())
            for key in ("checked", "known"):
                if key in given:
                    values[key] = tuple(given[key].split(","))
        elif kind == "usage":
            values["usage"] = json.loads(content)
        else:
            values[kind] = content
    return Case(code=code, title=title, triggers=triggers, **values)  # type: ignore[arg-type]


def entry_bytes(case: Case) -> bytes:
    """The bytes of the entry of a case; ``<重复>`` stands for a long text."""
    lines = (FOLDER / "base.md").read_text(encoding="utf-8").split("\n")
    for old, new in _hunks(case):
        at = next((i for i in range(len(lines)) if lines[i : i + len(old)] == old), None)
        assert at is not None, f"{case.id}: base.md has no lines {old}"
        lines[at : at + len(old)] = new
    text = "\n".join(lines)
    return text.replace("<重复>", "新" * (case.repeat // 3)).encode("utf-8", "surrogateescape")


def _hunks(case: Case) -> list[tuple[list[str], list[str]]]:
    hunks = []
    for part in re.split(r"^@@\n", case.edit, flags=re.MULTILINE):
        rows = part.splitlines()
        old = [row[2:] for row in rows if row[:1] in ("-", " ")]
        new = [_unescape(row[2:], case) for row in rows if row[:1] in ("+", " ")]
        if rows:
            hunks.append((old, new))
    return hunks


def _unescape(text: str, case: Case) -> str:
    if not case.escaped:
        return text

    def replace(match: re.Match[str]) -> str:
        if match.group(1):
            return chr(int(match.group(1), 16))
        return chr(0xDC00 + int(match.group(2), 16)) if match.group(2) else "\t"

    return re.sub(r"\\u([0-9a-f]{4})|\\x([0-9a-f]{2})|\\t", replace, text)


def settings_of(case: Case) -> Settings:
    """The small world of a case."""
    surfaces = {minor: SnapshotSurface(loads(snapshot_text(case, minor))) for minor in case.known}
    return Settings(
        world=build_world(surfaces, case.checked),
        glossary=glossary(),
        taxonomy=taxonomy(),
        usage=case.usage,
        supported=MINORS,
        option_faults=lambda block: parse_options(block)[1],
    )


def snapshot_text(case: Case, minor: str) -> str:
    """A snapshot: the base objects, and what the case changes in that version."""
    rows = {
        json.loads(line)["name"]: line for line in (FOLDER / "base.jsonl").read_text("utf-8").splitlines()
    }
    for change in case.objects:
        where, _, line = change.partition(" ")
        if where not in ("*", minor):
            continue
        if line.startswith("-"):
            rows.pop(line[1:].strip())
        else:
            rows[json.loads(line)["name"]] = line
    header = {"format": 1, "torch": f"{minor}.0", "build": "-", "python": "-", "numpy": "-", "torchzh": "-"}
    return json.dumps(header) + "\n" + "".join(f"{rows[name]}\n" for name in sorted(rows))


def run(case: Case, folder: Path) -> Report:
    """Check the entry of a case; ``folder`` is for its allowlist."""
    settings = settings_of(case)
    if case.allow:
        place = folder / "allowlists"
        place.mkdir(exist_ok=True)
        (place / "accepted.toml").write_text(case.allow, encoding="utf-8")
        settings = dataclasses.replace(settings, allowed=load_allowlists(place, MINORS, codes()))
    return check(list(results(case)), settings)


def results(case: Case) -> list[ReadResult]:
    """What the reader makes of the entry, and of its double."""
    paths = [case.path, case.also] if case.also else [case.path]
    return [parse_annotation(entry_bytes(case), path) for path in paths]


def printed(outcome: Report) -> str:
    """What the command prints about the findings."""
    lines = [line for finding in outcome.findings for line in report.long_form(finding, MINORS)]
    return "".join(f"{line}\n" for line in lines) or f"{CLEAN}\n"


def all_files() -> list[Path]:
    """The case files, one per family."""
    return sorted(path for path in FOLDER.glob("*.md") if path.name != "base.md")


def regenerate(path: Path, folder: Path) -> None:
    """Write the output of every case of a file anew."""
    parts = re.split(r"^(?=##+ )", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    for index, case in enumerate(read_cases(path), 1):
        text = printed(run(case, folder))
        body = parts[index]
        block = f"````output\n{text}````\n"
        existing = re.search(r"^````output\n(?:.*\n)*?````\n", body, re.MULTILINE)
        parts[index] = body.replace(existing.group(), block) if existing else f"{body.rstrip()}\n\n{block}\n"
    path.write_text("".join(parts), encoding="utf-8", newline="\n")
