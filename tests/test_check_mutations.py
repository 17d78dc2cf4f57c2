"""Every way torch could change under a real entry is caught, with the right code at the right parameter."""

import os
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from checkworld import ROOT, glossary, taxonomy
from mutations import Mutant, mutants
from torchzh.annotation import ReadResult, parse_annotation
from torchzh.check import defaults, deprecation, freshness, names, parameters
from torchzh.check.context import Context
from torchzh.check.driver import join
from torchzh.check.world import SnapshotSurface, build_world
from torchzh.findings import Finding
from torchzh.models import ApiObject, Snapshot, SnapshotHeader
from torchzh.snapshot import read_snapshot, write_snapshot

EXTRACT = ROOT / "tests" / "data" / "torch-2.13-extract.jsonl"
# Rules about signatures; links and words need more of torch than an extract.
RULES = (
    names.check_name,
    names.check_path,
    parameters.check_parameters,
    parameters.check_order,
    defaults.check_defaults,
    deprecation.check_deprecation,
    deprecation.check_claims,
    deprecation.check_deprecated_parameters,
    freshness.check_freshness,
)
ENTRIES = (
    "torch.cat",
    "torch.gather",
    "torch.load",
    "torch.matmul",
    "torch.max",
    "torch.save",
    "torch.squeeze",
    "torch.stack",
    "torch.sum",
    "torch.tensor",
    "torch.unsqueeze",
    "torch.arange",
    "torch.Tensor.backward",
    "torch.Tensor.view",
    "torch.nn.BatchNorm2d",
    "torch.nn.Conv2d",
    "torch.nn.CrossEntropyLoss",
    "torch.nn.Linear",
    "torch.nn.functional.conv2d",
    "torch.nn.functional.dropout",
    "torch.nn.functional.softmax",
    "torch.optim.AdamW",
    "torch.optim.SGD",
    "torch.utils.data.DataLoader",
)


def make_extract(source: Path) -> None:
    """Write the objects of the entries out of a full snapshot (TORCHZH_REGENERATE=path of the snapshot)."""
    full = read_snapshot(source, ENTRIES)
    header = SnapshotHeader(
        format=full.header.format, torch=full.header.torch, build="cpu", python="3.11", numpy="2", torchzh="-"
    )
    write_snapshot(Snapshot(header=header, objects=full.objects), EXTRACT)


if os.environ.get("TORCHZH_REGENERATE", "").endswith(".jsonl"):
    make_extract(Path(os.environ["TORCHZH_REGENERATE"]))


@cache
def extract() -> Snapshot:
    return read_snapshot(EXTRACT)


@cache
def entry(name: str) -> ReadResult:
    (path,) = [p for p in (ROOT / "annotations").rglob("*.md") if p.parent.name + "." + p.stem == name]
    result = parse_annotation(path.read_bytes(), path.relative_to(ROOT).as_posix())
    # Read against the extract, whatever newer torch it was read against since.
    return replace(result, annotation=replace(result.annotation, reviewed="2.13"))


def judge(name: str, surfaces: dict[str, Snapshot], checked: str) -> list[Finding]:
    result = entry(name)
    context = Context(
        result=result,
        entry=result.annotation,
        world=build_world({m: SnapshotSurface(s) for m, s in surfaces.items()}, (checked,)),
        glossary=glossary(),
        taxonomy=taxonomy(),
        supported=tuple(surfaces),
    )
    return join(finding for rule in RULES for finding in rule(context))


def world_of(name: str, found: ApiObject | None, minor: str) -> Snapshot:
    """The extract with one object changed, as another version."""
    objects = {key: value for key, value in extract().objects.items() if key != name}
    if found is not None:
        objects[found.name] = found
    header = SnapshotHeader(format=1, torch=f"{minor}.0", build="cpu", python="-", numpy="-", torchzh="-")
    return Snapshot(header=header, objects=objects)


def caught(findings: list[Finding], codes: frozenset[str], at: frozenset[str]) -> bool:
    """True when one finding has a right code and names one of the right parameters."""
    about = [f.arguments.get("parameter", "").lstrip("*") for f in findings if f.code in codes]
    return bool(about) and (not at or any(parameter in at for parameter in about))


def all_mutants(name: str) -> list[Mutant]:
    return list(mutants(entry(name).annotation, extract().objects[name]))


@pytest.mark.parametrize("name", ENTRIES)
def test_the_real_entry_has_no_finding_about_the_real_signature(name):
    assert judge(name, {"2.13": extract()}, "2.13") == []


@pytest.mark.parametrize("name", ENTRIES)
def test_the_same_torch_under_a_newer_number_gives_no_finding(name):
    newer = world_of(name, extract().objects[name], "2.14")
    assert judge(name, {"2.13": extract(), "2.14": newer}, "2.14") == []


@pytest.mark.parametrize("name", ENTRIES)
def test_every_mutant_beside_the_real_torch_is_caught_at_its_parameter(name):
    missed = []
    for mutant in all_mutants(name):
        if mutant.newer:
            newer = world_of(name, mutant.object, "2.14")
            findings = judge(name, {"2.13": extract(), "2.14": newer}, "2.14")
            if not caught(findings, mutant.newer, mutant.at):
                missed.append((mutant.id, [f.code for f in findings]))
    assert missed == []


@pytest.mark.parametrize("name", ENTRIES)
def test_every_mutant_that_is_the_only_known_torch_is_caught_at_its_parameter(name):
    missed = []
    for mutant in all_mutants(name):
        if mutant.alone:
            findings = judge(name, {"2.13": world_of(name, mutant.object, "2.13")}, "2.13")
            if not caught(findings, mutant.alone, mutant.at):
                missed.append((mutant.id, [f.code for f in findings]))
    assert missed == []


def test_there_are_enough_mutants_of_enough_kinds(record_property):
    every = [mutant for name in ENTRIES for mutant in all_mutants(name)]
    kinds = Counter(mutant.kind for mutant in every)
    record_property("mutants", len(every))
    assert len(every) >= 500
    assert len(kinds) >= 12
