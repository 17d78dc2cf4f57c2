"""Reads snapshots, all of one or only the lines of some names.

The reader refuses what it does not know: another format number, a line out of
order, an unknown key or word. A snapshot is evidence; guessing at it would
spoil every check that rests on it. Messages are for maintainers, in Chinese.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Any

from torchzh.models import (
    REQUIRED,
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
from torchzh.snapshot.writer import FORMAT


class SnapshotError(ValueError):
    """The file is no snapshot that this version of torchzh can read."""


def read_snapshot(path: Path, names: Collection[str] | None = None) -> Snapshot:
    """Read a file; with ``names`` only those objects and what they are aliases of."""
    try:
        return loads(path.read_text(encoding="utf-8"), names)
    except (OSError, UnicodeDecodeError) as error:
        raise SnapshotError(f"{path.name}：读不了这个快照（{error}）") from error
    except SnapshotError as error:
        raise SnapshotError(f"{path.name}：{error}") from error


def loads(text: str, names: Collection[str] | None = None) -> Snapshot:
    """The snapshot in ``text``; with ``names`` only those objects and their alias targets."""
    lines = text.split("\n")
    header = _header(_parse(lines[0], 1))
    index = _index(lines)
    wanted = index if names is None else {name: index[name] for name in names if name in index}
    objects = _objects(lines, wanted)
    if names is not None:
        targets = {item.alias_of for item in objects.values()} - {""}
        objects |= _objects(lines, {name: index[name] for name in targets if name in index})
    return Snapshot(header=header, objects={name: objects[name] for name in sorted(objects)})


def read_names(path: Path) -> frozenset[str]:
    """All names of a snapshot file, without parsing its lines."""
    return frozenset(_index(path.read_text(encoding="utf-8").split("\n")))


def _index(lines: list[str]) -> dict[str, int]:
    """Name → line number (0-based), read off the beginning of each line."""
    index: dict[str, int] = {}
    previous = ""
    for number, line in enumerate(lines):
        if number == 0 or not line:
            continue
        name = line[9 : line.find('"', 9)]
        if not line.startswith('{"name":"') or name <= previous:
            raise SnapshotError(f"第 {number + 1} 行不以 name 开头，或没有按名字排序")
        index[name] = number
        previous = name
    return index


def _objects(lines: list[str], wanted: Mapping[str, int]) -> dict[str, ApiObject]:
    return {name: _object(_parse(lines[number], number + 1), number + 1) for name, number in wanted.items()}


def _parse(line: str, number: int) -> dict[str, Any]:
    try:
        value = json.loads(line)
    except ValueError as error:
        raise SnapshotError(f"第 {number} 行不是 JSON") from error
    if not isinstance(value, dict):
        raise SnapshotError(f"第 {number} 行不是对象")
    return value


def _header(line: dict[str, Any]) -> SnapshotHeader:
    if line.get("format") != FORMAT:
        raise SnapshotError(
            f"快照格式是 {line.get('format')}，这里只认识 {FORMAT}；请用这个版本的 torchzh 重新生成"
        )
    try:
        return SnapshotHeader(**{**line, "hidden": tuple(line.get("hidden", ()))})
    except TypeError as error:
        raise SnapshotError(f"第 1 行的字段不对（{error}）") from error


def _object(line: dict[str, Any], number: int) -> ApiObject:
    try:
        return ApiObject(
            **{
                **line,
                "kind": Kind(line["kind"]),
                "forms": tuple(_form(form) for form in line.get("forms", ())),
                "deprecation": _deprecation(line.get("deprecation")),
                "location": _location(line.get("location", "")),
                "parser": tuple(line.get("parser", ())),
                "bases": tuple(line.get("bases", ())),
                "fields": tuple(line.get("fields", ())),
            }
        )
    except (KeyError, TypeError, ValueError) as error:
        raise SnapshotError(f"第 {number} 行的字段不对（{error}）") from error


def _form(line: dict[str, Any]) -> Form:
    parameters = tuple(_parameter(**parameter) for parameter in line.get("parameters", ()))
    source = Source(line.get("source", Source.RUNTIME))
    return Form(**{**line, "parameters": parameters, "source": source})


def _parameter(
    name: str,
    kind: str = ParameterKind.POSITIONAL_OR_KEYWORD,
    default: str | None = None,
    opaque: str | None = None,
    annotation: str = "",
) -> Parameter:
    stated = REQUIRED
    if default is not None:
        stated = Default(state=DefaultState.VALUE, text=default)
    elif opaque is not None:
        stated = Default(state=DefaultState.OPAQUE, text=opaque)
    return Parameter(name=name, kind=ParameterKind(kind), default=stated, annotation=annotation)


def _deprecation(line: dict[str, Any] | None) -> Deprecation | None:
    if line is None:
        return None
    return Deprecation(**{**line, "mechanism": DeprecationMechanism(line["mechanism"])})


def _location(text: str) -> SourceLocation | None:
    if not text:
        return None
    file, _, number = text.rpartition(":")
    return SourceLocation(file=file, line=int(number))


def header_of(lines: Iterable[str]) -> SnapshotHeader:
    """The header alone, from an open file or its lines."""
    return _header(_parse(next(iter(lines)), 1))
