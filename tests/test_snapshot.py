"""Snapshot files: exact in both directions, and refused when they are not what they must be."""

from __future__ import annotations

import pytest

from torchzh.models import (
    ApiObject,
    Default,
    DefaultState,
    Deprecation,
    DeprecationMechanism,
    Form,
    Kind,
    Parameter,
    ParameterKind,
    Snapshot,
    SnapshotHeader,
    Source,
    SourceLocation,
)
from torchzh.snapshot import FORMAT, SnapshotError, dumps, loads, read_snapshot, write_snapshot

HEADER = SnapshotHeader(
    format=FORMAT,
    torch="2.13.0",
    build="cpu",
    python="3.11",
    numpy="2.3.4",
    torchzh="0.1",
    counts={"names": 3, "canonical": 2},
    failures={"demo.extra": "没有安装的包"},
)
FULL = ApiObject(
    name="demo.cat",
    kind=Kind.FUNCTION,
    module="demo",
    rule="all",
    forms=(
        Form(
            parameters=(
                Parameter(name="tensors", annotation="Sequence[Tensor]"),
                Parameter(name="dim", default=Default(state=DefaultState.VALUE, text="0")),
                Parameter(name="fn", default=Default(state=DefaultState.OPAQUE, text="<object>")),
                Parameter(name="text", default=Default(state=DefaultState.VALUE, text="''")),
                Parameter(name="rest", kind=ParameterKind.VAR_KEYWORD),
            ),
            returns="Tensor",
            source=Source.STUB,
            opaque=True,
        ),
        Form(),
    ),
    deprecation=Deprecation(
        mechanism=DeprecationMechanism.WARNING, message="改用 stack", since="2.1", removal="2.9"
    ),
    tombstone="gone",
    shim=True,
    context_manager=True,
    cuda_only=True,
    also_module=True,
    same_as="demo.join",
    doc_fingerprint="0123456789abcdef",
    location=SourceLocation(file="demo/functional.py", line=12),
    bases=("demo.Base",),
    fields=("values", "indices"),
    value="demo.float32",
    annotation="int",
)
ALIAS = ApiObject(name="demo.concat", kind=Kind.FUNCTION, module="demo", rule="all", alias_of="demo.cat")
EMPTY = ApiObject(name="demo.Thing", kind=Kind.CLASS, module="demo", rule="all")
SNAPSHOT = Snapshot(header=HEADER, objects={item.name: item for item in (EMPTY, FULL, ALIAS)})


def test_a_snapshot_read_back_is_equal_to_the_one_written():
    assert loads(dumps(SNAPSHOT)) == SNAPSHOT


def test_a_text_written_again_has_the_same_bytes():
    assert dumps(loads(dumps(SNAPSHOT))) == dumps(SNAPSHOT)


def test_the_order_of_the_mapping_does_not_reach_the_file():
    backwards = Snapshot(header=HEADER, objects=dict(reversed(SNAPSHOT.objects.items())))
    assert dumps(backwards) == dumps(SNAPSHOT)


def test_what_is_empty_is_left_out_and_chinese_is_written_as_such():
    lines = dumps(SNAPSHOT).splitlines()
    assert lines[0].startswith('{"format":1,"build":"cpu",')
    assert lines[1] == '{"name":"demo.Thing","kind":"class","module":"demo","rule":"all"}'
    assert '"message":"改用 stack"' in lines[2]
    assert lines[3] == (
        '{"name":"demo.concat","alias_of":"demo.cat","kind":"function","module":"demo","rule":"all"}'
    )


def test_a_default_that_is_an_empty_text_is_not_lost():
    form = loads(dumps(SNAPSHOT)).objects["demo.cat"].forms[0]
    assert form.parameters[3].default == Default(state=DefaultState.VALUE, text="''")


def test_some_names_are_read_with_what_they_are_aliases_of(tmp_path):
    path = tmp_path / "deep" / "demo.jsonl"
    write_snapshot(SNAPSHOT, path)
    assert list(read_snapshot(path, ["demo.concat", "demo.nothing"]).objects) == ["demo.cat", "demo.concat"]
    assert [item.name for item in path.parent.iterdir()] == ["demo.jsonl"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda text: text.replace('"format":1', '"format":99'), "快照格式是 99"),
        (lambda text: text.replace('"build":"cpu"', '"builds":"cpu"'), "第 1 行的字段不对"),
        (lambda text: text.replace('"rule":"all"}', '"rule":"all","colour":"red"}', 1), "第 2 行的字段不对"),
        (lambda text: text.replace('"kind":"class"', '"kind":"klass"'), "第 2 行的字段不对"),
        (lambda text: text.replace('"demo.Thing"', '"demo.zzz"'), "没有按名字排序"),
        (lambda text: text.replace('{"name":"demo.cat"', '{"nom":"demo.cat"'), "第 3 行不以 name 开头"),
        (lambda text: text[:-3] + "\n", "第 4 行不是 JSON"),
        (lambda text: "", "第 1 行不是 JSON"),
    ],
)
def test_a_file_that_is_not_what_it_must_be_is_refused_with_the_line(change, message):
    with pytest.raises(SnapshotError, match=message):
        loads(change(dumps(SNAPSHOT)))


def test_a_file_that_is_not_text_is_refused_by_its_name(tmp_path):
    path = tmp_path / "demo.jsonl"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(SnapshotError, match=r"demo\.jsonl"):
        read_snapshot(path)
