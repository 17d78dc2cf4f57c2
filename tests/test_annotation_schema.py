"""The JSON Schema for editors and the reader are of one mind about front matter."""

import json
import os

import jsonschema
import pytest
import yaml

from torchzh.annotation import parse_annotation
from torchzh.annotation.schema import KEYS, SCHEMA_FILE, json_schema

if os.environ.get("TORCHZH_REGENERATE"):
    SCHEMA_FILE.write_text(json.dumps(json_schema(), ensure_ascii=False, indent=2) + "\n", encoding="utf-8")

GOOD = {
    "name": "torch.cat",
    "summary": "首尾相接",
    "category": "张量/连接与切分",
    "tags": ["高频使用", "形状操作"],
    "level": "入门",
    "reviewed": "2.13",
}
ROWS = [
    ({}, True),
    ({"aliases": ["拼接"], "see": {"torch.stack": "新建维度"}, "covers": ["torch.a"]}, True),
    ({"quick": {"shape": "(N,) → (N,)", "memory": "视图"}}, True),
    ({"name": "torch..cat"}, False),
    ({"name": "火炬.cat"}, False),
    ({"level": "初级"}, False),
    ({"reviewed": "2"}, False),
    ({"reviewed": "2.10"}, True),
    ({"tags": "高频使用"}, False),
    ({"tags": ["甲", "甲"]}, False),
    ({"see": ["torch.stack"]}, False),
    ({"see": {"torch stack": "空格"}}, False),
    ({"quick": {"speed": "快"}}, False),
    ({"covers": ["1torch"]}, False),
    ({"status": "machine"}, False),
    ({"summary": ""}, False),
]


def schema() -> dict:
    return json.loads(SCHEMA_FILE.read_text(encoding="utf-8"))


def test_the_committed_schema_is_what_the_table_of_keys_makes():
    assert schema() == json_schema()


def test_the_schema_is_a_valid_schema():
    jsonschema.Draft202012Validator.check_schema(schema())


@pytest.mark.parametrize(("change", "good"), ROWS, ids=[str(row[0]) for row in ROWS])
def test_reader_and_schema_accept_the_same_front_matter(change, good):
    values = GOOD | change
    head = yaml.safe_dump(values, allow_unicode=True, sort_keys=False, default_style='"')
    faults = parse_annotation(f"---\n{head}---\n".encode(), "annotations/torch/cat.md").findings
    valid = jsonschema.Draft202012Validator(schema()).is_valid(values)
    assert (valid, not faults) == (good, good)


@pytest.mark.parametrize("missing", [name for name, key in KEYS.items() if key.required])
def test_reader_and_schema_require_the_same_keys(missing):
    values = {name: value for name, value in GOOD.items() if name != missing}
    head = yaml.safe_dump(values, allow_unicode=True, default_style='"')
    faults = parse_annotation(f"---\n{head}---\n".encode(), "annotations/torch/cat.md").findings
    assert [(f.code, f.arguments["key"]) for f in faults] == [("FM15", missing)]
    assert not jsonschema.Draft202012Validator(schema()).is_valid(values)
