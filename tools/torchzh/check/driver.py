"""Runs every rule over every entry and puts the findings in order.

Rules are a tuple of functions; nothing is registered by import. The same
finding in several versions is one finding with a list of versions. The driver
prints nothing and does not exit.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from torchzh.annotation import ReadResult
from torchzh.check import (
    defaults,
    deprecation,
    examples,
    forms,
    formulas,
    freshness,
    links,
    names,
    parameters,
    shape,
    terms,
    typography,
)
from torchzh.check.allowlist import Allowed, apply
from torchzh.check.catalogue import severity
from torchzh.check.context import Context, OptionFaults, Rule, no_option_faults
from torchzh.check.glossary import Glossary
from torchzh.check.world import World
from torchzh.findings import Finding, Place, Severity
from torchzh.taxonomy import Taxonomy

RULES: tuple[Rule, ...] = (
    names.check_name,
    names.check_path,
    names.check_covers,
    shape.check_sections,
    shape.check_category_and_tags,
    shape.check_summary,
    parameters.check_parameters,
    parameters.check_order,
    parameters.check_shared_headings,
    defaults.check_defaults,
    forms.check_calls,
    deprecation.check_deprecation,
    deprecation.check_claims,
    deprecation.check_deprecated_parameters,
    links.check_see,
    links.check_marks,
    links.check_example_names,
    terms.check_terms,
    terms.check_undated,
    typography.check_typography,
    formulas.check_formulas,
    freshness.check_freshness,
    examples.check_blocks,
    examples.check_statements,
)
# Arguments that differ between versions without making another finding of it.
_LOOSE = frozenset({"signature", "notice"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What entries are held against."""

    world: World
    glossary: Glossary
    taxonomy: Taxonomy
    usage: Mapping[str, int]
    supported: tuple[str, ...]
    full_entries: frozenset[str] = frozenset()
    allowed: Sequence[Allowed] = ()
    option_faults: OptionFaults = no_option_faults


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """The outcome of one run."""

    findings: tuple[Finding, ...]
    entries: int
    checked: tuple[str, ...]

    def count(self, kind: Severity) -> int:
        """How many findings of one severity."""
        return sum(severity(finding) is kind for finding in self.findings)

    @property
    def unverifiable_entries(self) -> int:
        """Entries of which something could not be verified; they are never called right."""
        return len({f.name for f in self.findings if severity(f) is Severity.UNVERIFIABLE})


@dataclass(frozen=True, slots=True, kw_only=True)
class Examined:
    """What one file gave, before the files are looked at together."""

    path: str
    name: str  # empty: the file has no name that could be read
    at: tuple[int, int]  # where the name stands
    findings: tuple[Finding, ...]


def check(results: Iterable[ReadResult], settings: Settings, *, complete: bool = True) -> Report:
    """Check entries; ``complete`` says that they are all entries of the project."""
    return conclude([examine(result, settings) for result in results], settings, complete=complete)


def examine(result: ReadResult, settings: Settings) -> Examined:
    """All findings about one file."""
    entry = result.annotation
    name = entry.name if entry else ""
    found = [replace(finding, name=name) for finding in result.findings]
    if entry is not None:
        found.extend(check_entry(result, settings))
    at = entry.key_positions.get("name", (1, 1)) if entry else (1, 1)
    return Examined(path=result.path, name=name, at=at, findings=tuple(found))


def conclude(examined: Iterable[Examined], settings: Settings, *, complete: bool) -> Report:
    """Put the files together: names used twice, accepted differences, order."""
    found: list[Finding] = []
    paths: dict[str, str] = {}
    entries = 0
    for one in examined:
        entries += 1
        found.extend(one.findings)
        first = paths.setdefault(one.name, one.path) if one.name else one.path
        if first != one.path:
            place = Place(path=one.path, line=one.at[0], column=one.at[1])
            found.append(Finding(code="NM04", place=place, name=one.name, arguments={"other": first}))
    kept = apply(found, settings.allowed, settings.world.checked, complete=complete)
    kept.sort(key=lambda f: (f.place.path, f.place.line, f.place.column, f.code, sorted(f.arguments.items())))
    return Report(findings=tuple(kept), entries=entries, checked=settings.world.checked)


def check_entry(result: ReadResult, settings: Settings) -> list[Finding]:
    """All findings of the rules about one entry, versions joined."""
    assert result.annotation is not None
    context = Context(
        result=result,
        entry=result.annotation,
        world=settings.world,
        glossary=settings.glossary,
        taxonomy=settings.taxonomy,
        usage=settings.usage,
        full_entries=settings.full_entries,
        supported=settings.supported,
        option_faults=settings.option_faults,
    )
    return join(finding for rule in RULES for finding in rule(context))


def join(findings: Iterable[Finding]) -> list[Finding]:
    """One finding for the same fault in several versions; the newest version's signature is shown."""
    joined: dict[object, Finding] = {}
    for finding in findings:
        fixed = tuple(sorted(item for item in finding.arguments.items() if item[0] not in _LOOSE))
        identity = (finding.code, finding.place, finding.name, fixed)
        earlier = joined.get(identity)
        if earlier is not None and earlier.versions:
            finding = replace(finding, versions=tuple(dict.fromkeys(earlier.versions + finding.versions)))
        joined[identity] = finding
    return list(joined.values())
