"""The whole public surface, rendered once: what must hold on every page.

Uses the snapshot of the default torch, so no torch is needed; only the test
that reads torch's own ``forward`` imports it.
"""

from __future__ import annotations

import inspect
import re
from collections import Counter
from pathlib import Path

import pytest
from docutils import nodes
from docutils.core import publish_doctree

from torchzh.annotation import read_all
from torchzh.models import Kind
from torchzh.project import find_project
from torchzh.render.output import collect
from torchzh.render.pages import Place
from torchzh.render.progress import measure
from torchzh.render.site import Site, by_name, make_site
from torchzh.render.twins import FUNCTIONAL
from torchzh.snapshot import read_snapshot
from torchzh.taxonomy import load_taxonomy
from torchzh.versions import load_versions

REFERENCE = re.compile(r":py:obj:`(?:[^`<]*<)?(?P<name>[\w.]+)>?`")
PAGE = re.compile(r":doc:`[^`<]*</(?P<doc>[^`>]+)>`")
DESCRIBED = re.compile(
    r"^ *\.\. py:(?:function|class|method|property|attribute|data|module):: (?P<name>[\w.]+)", re.M
)
ALIASES = re.compile(r"^\.\. torchzh-alias:: \S+\n   :type: \w+\n\n(?P<names>(?:   \S+\n)+)", re.M)
ANCHOR = re.compile(r"^\.\. torchzh-anchor:: (?P<names>.+)$", re.M)
# Same operation, reached on another way: ReLU6 is a Hardtanh(0, 6), SyncBatchNorm synchronises first.
OTHER_WAY = frozenset({"torch.nn.ReLU6", "torch.nn.SyncBatchNorm"})


@pytest.fixture(scope="module")
def site() -> Site:
    project = find_project(Path(__file__).parent)
    minor = load_versions(project.versions_file).default.minor
    annotations = by_name(read_all(project))
    return make_site(
        read_snapshot(project.snapshot_file(minor)), annotations, load_taxonomy(project.taxonomy_file)
    )


@pytest.fixture(scope="module")
def files(site: Site) -> dict[str, str]:
    return collect(site, measure(site, []))


def test_every_title_is_the_qualified_name(site: Site, files: dict[str, str]) -> None:
    expected = {f"{site.plan.docnames[name]}.rst": name for name in site.plan.pages()}
    expected |= {f"mod/{name}.rst": name for name in site.plan.contents}
    titles = "\n\n".join("\n".join(files[path].split("\n")[:2]) for path in expected)
    document = publish_doctree(titles, settings_overrides={"report_level": 2, "halt_level": 2})
    shown = [node.astext() for node in document.findall(nodes.title)]
    assert shown == list(expected.values())


def test_every_public_name_is_described_on_a_page_that_exists(site: Site, files: dict[str, str]) -> None:
    assert set(site.plan.docnames) == set(site.snapshot.objects)
    assert {f"{docname}.rst" for docname in site.plan.docnames.values()} <= set(files)


def test_pages_are_unique_where_case_does_not_count(files: dict[str, str]) -> None:
    doubled = [name for name, count in Counter(map(str.lower, files)).items() if count > 1]
    assert doubled == []


def test_the_number_of_pages_is_what_the_site_is_built_for(site: Site) -> None:
    assert 2500 <= len(site.plan.pages()) <= 3500


def test_every_reference_leads_to_a_documented_name(site: Site, files: dict[str, str]) -> None:
    dead = {
        (path, match["name"])
        for path, text in files.items()
        for match in REFERENCE.finditer(text)
        if match["name"] not in site.plan.docnames
    }
    assert dead == set()


def test_every_page_link_leads_to_a_page(files: dict[str, str]) -> None:
    dead = {
        (path, match["doc"])
        for path, text in files.items()
        for match in PAGE.finditer(text)
        if f"{match['doc']}.rst" not in files
    }
    assert dead == set()


def test_every_object_is_described_exactly_once(site: Site, files: dict[str, str]) -> None:
    described = Counter(match["name"] for text in files.values() for match in DESCRIBED.finditer(text))
    fields = Counter(
        line.strip()
        for text in files.values()
        for match in ALIASES.finditer(text)
        for line in match["names"].splitlines()
        if line.strip() in site.snapshot.objects and not site.snapshot.objects[line.strip()].alias_of
    )
    canonical = {name for name, obj in site.snapshot.objects.items() if not obj.alias_of}
    assert {name for name, count in (described + fields).items() if count > 1} == set()
    assert set(described | fields) == canonical


def test_anchors_are_unique_on_their_page(files: dict[str, str]) -> None:
    for path, text in files.items():
        names = [name for match in ANCHOR.finditer(text) for name in match["names"].split()]
        assert len(names) == len(set(names)), path


def test_twins_lead_both_ways_and_to_pages(site: Site) -> None:
    pairs = {(name, twin.name) for name, twins in site.twins.items() for twin in twins}
    assert pairs == {(second, first) for first, second in pairs}
    for first, second in (
        ("torch.nn.Conv2d", "torch.nn.functional.conv2d"),
        ("torch.nn.functional.softmax", "torch.Tensor.softmax"),
        ("torch.add", "torch.Tensor.add_"),
        ("torch.nn.CrossEntropyLoss", "torch.nn.functional.cross_entropy"),
    ):
        assert (first, second) in pairs
    assert all(site.plan.places[site.canonical(name)] is Place.PAGE for name, _ in pairs)


@pytest.mark.torch
def test_modules_call_the_function_that_is_called_their_twin(site: Site) -> None:
    torch = pytest.importorskip("torch")
    wrong = []
    for name, found in site.twins.items():
        obj = site.snapshot.objects[name]
        functions = [twin.name.rpartition(".")[2] for twin in found if twin.name.startswith(FUNCTIONAL + ".")]
        if obj.kind is not Kind.CLASS or name in OTHER_WAY:
            continue
        plain = [function for function in functions if not function.endswith("_")]
        classes = getattr(torch.nn, name.rpartition(".")[2]).__mro__
        source = "".join(
            inspect.getsource(item) for item in classes if item.__module__.startswith("torch.nn.")
        )
        if not any(re.search(rf"(F|torch|_VF)\.{function}\(", source) for function in plain):
            wrong.append((name, plain))
    assert wrong == []
