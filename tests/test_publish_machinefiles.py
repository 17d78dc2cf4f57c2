"""api.json, its schema, llms.txt and the Markdown twins."""

import json
import re
from functools import lru_cache

import jsonschema
import pytest

from findersite import ROOT, default_site
from torchzh.history.store import load_history
from torchzh.project import find_project
from torchzh.publish.machinefiles import machine_files
from torchzh.render.output import SITE_FILES


@lru_cache(maxsize=1)
def files() -> dict[str, str]:
    project = find_project(ROOT)
    made = machine_files(project, default_site(), load_history(project))
    return {path.removeprefix(f"{SITE_FILES}/"): text for path, text in made}


@pytest.fixture(scope="module")
def data() -> dict:
    return json.loads(files()["api.json"])


def test_api_json_keeps_to_its_schema(data):
    jsonschema.Draft202012Validator(json.loads(files()["api.schema.json"])).validate(data)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda data: data.pop("torch"), "'torch' is a required property"),
        (lambda data: data["names"]["torch.cat"].update(kind="thing"), "not valid under any"),
        (lambda data: data["names"]["torch.cat"].update(extra=1), "not valid under any"),
        (lambda data: data["names"]["torch.cat"].update(page="cat.html"), "not valid under any"),
    ],
)
def test_the_schema_refuses_what_is_wrong(data, change, message):
    broken = data | {"names": {"torch.cat": dict(data["names"]["torch.cat"])}}
    change(broken)
    validator = jsonschema.Draft202012Validator(json.loads(files()["api.schema.json"]))
    errors = [error.message for error in validator.iter_errors(broken)]
    assert any(message in error for error in errors), errors


def test_api_json_has_every_public_name_and_no_other(data):
    assert set(data["names"]) == set(default_site().snapshot.objects)


def test_a_row_has_forms_history_and_the_words_of_the_entry(data):
    row = data["names"]["torch.cat"]
    assert [parameter["name"] for parameter in row["forms"][0]["parameters"]] == ["tensors", "dim", "out"]
    assert row["forms"][0]["parameters"][1]["default"] == "0"
    assert row["forms"][0]["parameters"][0]["required"] is True
    assert row["since"] == "1.13 或更早"
    assert row["grade"] == "详注"
    assert "拼接" in row["words"]
    assert "dim" in row["parameter_notes"]


def test_an_alias_leads_to_a_name_that_is_none(data):
    names = data["names"]
    aliases = {name: row["alias_of"] for name, row in names.items() if "alias_of" in row}
    assert len(aliases) > 1000
    assert [name for name, target in aliases.items() if "alias_of" in names[target]] == []


def test_every_entry_has_a_twin_that_llms_txt_lists():
    twins = {path for path in files() if path.startswith("api/")}
    site = default_site()
    assert twins == {f"{site.plan.docnames[name]}.md" for name in site.annotations}
    assert set(re.findall(r"\]\((api/[^)]+)\)", files()["llms.txt"])) == twins


def test_a_twin_begins_with_facts_and_has_no_front_matter():
    text = files()["api/torch.cat.md"]
    places = [
        text.index(part) for part in ("# torch.cat", "```python\ntorch.cat(", "- 见于 torch", "## 功能描述")
    ]
    assert places == sorted(places)
    assert "category:" not in text
    assert "\n---\n" not in text.split("## 功能描述")[0]
