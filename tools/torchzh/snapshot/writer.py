"""Writes snapshots: JSON Lines, the header first, then one object a line by name.

Every line begins with its name (the header with its format number), the other
keys follow in alphabetical order, and what is empty is left out. So two runs
give the same bytes, a reader can pick lines without parsing them, and
``git diff`` shows one changed line per changed object.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from torchzh.models import (
    ApiObject,
    DefaultState,
    Deprecation,
    Form,
    Parameter,
    ParameterKind,
    Snapshot,
    SnapshotHeader,
    Source,
)

FORMAT = 1  # raise it whenever the meaning of a line changes; the reader refuses other numbers

Line = dict[str, object]


def dumps(snapshot: Snapshot) -> str:
    """The text of a snapshot file."""
    return "".join(f"{line}\n" for line in _lines(snapshot))


def write_snapshot(snapshot: Snapshot, path: Path) -> None:
    """Write ``path`` as a whole; a reader never sees half a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(path.name + ".partial")
    partial.write_bytes(dumps(snapshot).encode("utf-8"))
    partial.replace(path)


def _lines(snapshot: Snapshot) -> Iterator[str]:
    yield _compact("format", _header(snapshot.header))
    for name in sorted(snapshot.objects):
        yield _compact("name", _object(snapshot.objects[name]))


def _compact(first: str, line: Line) -> str:
    """One line: the key that identifies it, then the others sorted, nothing empty."""
    ordered = {first: line[first]}
    ordered.update((key, line[key]) for key in sorted(line) if key != first and _says_something(line[key]))
    return json.dumps(ordered, ensure_ascii=False, separators=(",", ":"))


def _says_something(value: object) -> bool:
    return value is not None and value is not False and value != "" and value != [] and value != {}


def _filled(line: Line) -> Line:
    return {key: line[key] for key in sorted(line) if _says_something(line[key])}


def _sorted(mapping: Mapping[str, object]) -> Line:
    return {key: mapping[key] for key in sorted(mapping)}


def _header(header: SnapshotHeader) -> Line:
    return {
        "format": header.format,
        "torch": header.torch,
        "build": header.build,
        "python": header.python,
        "numpy": header.numpy,
        "torchzh": header.torchzh,
        "counts": _sorted(header.counts),
        "failures": _sorted(header.failures),
        "hidden": sorted(header.hidden),
    }


def _object(item: ApiObject) -> Line:
    return {
        "name": item.name,
        "kind": item.kind.value,
        "module": item.module,
        "rule": item.rule,
        "alias_of": item.alias_of,
        "forms": [_form(form) for form in item.forms],
        "parser": list(item.parser),
        "deprecation": _deprecation(item.deprecation),
        "tombstone": item.tombstone,
        "shim": item.shim,
        "context_manager": item.context_manager,
        "cuda_only": item.cuda_only,
        "also_module": item.also_module,
        "same_as": item.same_as,
        "doc_fingerprint": item.doc_fingerprint,
        "location": f"{item.location.file}:{item.location.line}" if item.location else "",
        "bases": list(item.bases),
        "fields": list(item.fields),
        "value": item.value,
        "annotation": item.annotation,
    }


def _form(form: Form) -> Line:
    """A form; ``source`` is written unless it is the runtime's own."""
    return _filled(
        {
            "parameters": [_parameter(parameter) for parameter in form.parameters],
            "returns": form.returns,
            "source": "" if form.source is Source.RUNTIME else form.source.value,
            "opaque": form.opaque,
        }
    )


def _parameter(parameter: Parameter) -> Line:
    """A parameter; the commonest kind is left out, ``default`` is a value, ``opaque`` only readable."""
    state, text = parameter.default.state, parameter.default.text
    line: Line = {"name": parameter.name}
    if parameter.kind is not ParameterKind.POSITIONAL_OR_KEYWORD:
        line["kind"] = parameter.kind.value
    if state is DefaultState.VALUE:
        line["default"] = text
    elif state is DefaultState.OPAQUE:
        line["opaque"] = text
    if parameter.annotation:
        line["annotation"] = parameter.annotation
    return line


def _deprecation(deprecation: Deprecation | None) -> Line | None:
    if deprecation is None:
        return None
    return _filled(
        {
            "mechanism": deprecation.mechanism.value,
            "message": deprecation.message,
            "since": deprecation.since,
            "removal": deprecation.removal,
        }
    )
