"""The rules every module of ours keeps: stages in one direction, small modules, one list of versions."""

import ast
import configparser
import tomllib
from pathlib import Path

import pytest

from torchzh.versions import VersionsError, key, load_versions, spans

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "tools" / "torchzh"
MODULES = sorted(PACKAGE.rglob("*.py"))

# A stage may import itself, what stands before it, and leaves. Leaves import leaves only.
EARLIER = {
    "snapshot": set(),
    "introspect": {"snapshot"},
    "history": {"snapshot"},
    "annotation": set(),
    "check": {"snapshot", "history", "annotation"},
    "examples": {"annotation"},
    "figures": set(),
    "render": {"snapshot", "history", "annotation", "check", "examples", "figures"},
    "finder": {"render", "history", "snapshot", "annotation"},
    "sphinxext": {"publish", "render", "history", "snapshot", "annotation", "figures"},
    "publish": {"render", "history", "snapshot", "annotation", "figures"},
    "export": {"render", "history", "snapshot", "annotation", "sphinxext", "figures"},
}
ONLY_THESE_IMPORT_TORCH = {"introspect", "examples", "figures"}


def imported(path: Path) -> set[str]:
    """Dotted names a module imports, wherever the statement stands."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return names


def stage_of(path: Path) -> str:
    """Name of the stage folder, or the empty string for leaves."""
    parts = path.relative_to(PACKAGE).parts
    return parts[0] if len(parts) > 1 else ""


def ours(names: set[str]) -> set[str]:
    """Stages of ours among imported names."""
    return {name.split(".")[1] for name in names if name.startswith("torchzh.")}


def ids(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


@pytest.mark.parametrize("path", [p for p in MODULES if stage_of(p) in EARLIER], ids=ids)
def test_stages_import_only_earlier_stages(path):
    stage = stage_of(path)
    stages = {name for name in ours(imported(path)) if name in EARLIER}
    assert stages - EARLIER[stage] - {stage} == set()


@pytest.mark.parametrize("path", [p for p in MODULES if not stage_of(p) and p.name != "__main__.py"], ids=ids)
def test_leaves_import_no_stage(path):
    assert {name for name in ours(imported(path)) if name in EARLIER or name == "cli"} == set()


@pytest.mark.parametrize("path", MODULES, ids=ids)
def test_only_introspection_examples_and_figures_import_torch(path):
    if stage_of(path) not in ONLY_THESE_IMPORT_TORCH:
        assert {name for name in imported(path) if name.split(".")[0] == "torch"} == set()


@pytest.mark.parametrize("path", [p for p in MODULES if stage_of(p) == "examples"], ids=ids)
def test_the_example_runner_needs_nothing_a_bare_gpu_box_lacks(path):
    foreign = {name.split(".")[0] for name in imported(path)}
    assert foreign & {"sphinx", "docutils", "furo", "myst_parser", "jsonschema"} == set()


@pytest.mark.parametrize("path", MODULES, ids=ids)
def test_modules_are_small_and_say_why_they_exist(path):
    text = path.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 500
    assert ast.get_docstring(ast.parse(text))


def tox_configuration() -> configparser.ConfigParser:
    parser = configparser.ConfigParser(interpolation=None)
    parser.read(ROOT / "tox.ini", encoding="utf-8")
    return parser


def matrix_environments(parser: configparser.ConfigParser) -> list[str]:
    (section,) = [name for name in parser.sections() if name.startswith("testenv:torch{")]
    return ["torch" + item for item in section.split("{")[1].rstrip("}").split(",")]


def test_tox_has_one_environment_per_version():
    expected = [version.factor for version in load_versions(ROOT / "versions.toml").all]
    parser = tox_configuration()
    assert matrix_environments(parser) == expected
    label = parser["tox"]["labels"].split("=")[1]
    assert [item.strip() for item in label.split(",")] == expected


def factors_of(condition: str) -> list[str]:
    """``torch{113,20}`` → both factors."""
    if "{" not in condition:
        return [condition.strip()]
    return ["torch" + item for item in condition.split("{")[1].rstrip("} ").split(",")]


def test_tox_installs_what_versions_toml_pins():
    parser = tox_configuration()
    (section,) = [name for name in parser.sections() if name.startswith("testenv:torch{")]
    found: dict[str, set[str]] = {}
    for line in parser[section]["deps"].strip().splitlines():
        condition, requirement = line.strip().split(": ")
        for factor in factors_of(condition):
            found.setdefault(factor, set()).add(requirement)
    expected = {
        version.factor: {f"torch=={version.pin}", version.numpy, version.setuptools}
        for version in load_versions(ROOT / "versions.toml").all
    }
    assert found == expected


def test_the_default_environments_install_the_default_torch():
    pin = f"torch=={load_versions(ROOT / 'versions.toml').default.pin}"
    parser = tox_configuration()
    for name in ("tests", "html", "gpu"):
        assert parser[f"testenv:{name}"]["deps"].strip() == pin


def test_every_tox_environment_is_described():
    parser = tox_configuration()
    sections = [name for name in parser.sections() if name.startswith("testenv:")]
    assert [name for name in sections if not parser[name].get("description")] == []


def test_the_workflow_matrix_is_that_of_versions_toml():
    text = (ROOT / ".github" / "workflows" / "matrix.yml").read_text(encoding="utf-8")
    line = next(line for line in text.splitlines() if line.strip().startswith("torch: ["))
    listed = [item.strip() for item in line.split("[")[1].rstrip("] ").split(",")]
    assert listed == [version.factor for version in load_versions(ROOT / "versions.toml").all]


def test_versions_sort_as_numbers():
    assert sorted(["2.10", "2.9", "2.1", "1.13"], key=key) == ["1.13", "2.1", "2.9", "2.10"]


@pytest.mark.parametrize(
    ("present", "text"),
    [
        ([], ""),
        (["2.2"], "2.2"),
        (["2.2", "2.3", "2.4"], "2.2–2.4"),
        (["2.2", "2.4"], "2.2、2.4"),
        (["2.1", "2.2", "2.4"], "2.1–2.2、2.4"),
    ],
)
def test_spans_join_neighbours_only(present, text):
    assert spans(present, ["2.1", "2.2", "2.3", "2.4"]) == text


@pytest.mark.parametrize(
    "rows",
    [
        [("2.2", "2.2.2", False)],
        [("2.2", "2.2.2", True), ("2.1", "2.1.2", False)],
        [("2.2", "2.3.0", True)],
        [("2.2", "2.2.2", True), ("2.3", "2.3.0", True)],
    ],
)
def test_a_wrong_versions_file_is_refused(tmp_path, rows):
    lines = [
        f'[[torch]]\nminor = "{m}"\npin = "{p}"\nnumpy = "n"\nsetuptools = "s"\nstatus = "published"\n'
        f"default = {str(d).lower()}\n"
        for m, p, d in rows
    ]
    path = tmp_path / "versions.toml"
    path.write_text("".join(lines), encoding="utf-8")
    with pytest.raises(VersionsError):
        load_versions(path)


def test_tags_and_branches_are_unique():
    data = tomllib.loads((ROOT / "taxonomy.toml").read_text(encoding="utf-8"))
    tags = [row["name"] for row in data["tag"]]
    slugs = [row["slug"] for row in data["branch"]]
    groups = [(row["key"], group) for row in data["branch"] for group in row["groups"]]
    for values in (tags, slugs, groups):
        assert len(values) == len(set(values))
