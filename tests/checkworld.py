"""Small worlds for tests of the checker: signatures as Python text, entries as a few lines."""

from __future__ import annotations

import ast
import dataclasses
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from torchzh.annotation import parse_annotation
from torchzh.check.driver import Settings, check
from torchzh.check.glossary import Glossary, load_glossary
from torchzh.check.world import SnapshotSurface, build_world
from torchzh.findings import Finding
from torchzh.models import (
    ApiObject,
    Default,
    DefaultState,
    Form,
    Kind,
    Parameter,
    ParameterKind,
    Snapshot,
    SnapshotHeader,
    Source,
)
from torchzh.naming import annotation_path
from torchzh.taxonomy import Taxonomy, load_taxonomy

ROOT = Path(__file__).resolve().parent.parent
MINORS = ("2.2", "2.6", "2.13")
_KINDS = {
    "posonlyargs": ParameterKind.POSITIONAL_ONLY,
    "args": ParameterKind.POSITIONAL_OR_KEYWORD,
    "kwonlyargs": ParameterKind.KEYWORD_ONLY,
}


@cache
def glossary() -> Glossary:
    return load_glossary(ROOT / "glossary.toml")


@cache
def taxonomy() -> Taxonomy:
    return load_taxonomy(ROOT / "taxonomy.toml")


def form(signature: str, *, source: Source = Source.STUB, opaque: bool = False) -> Form:
    """``(a, /, b=0, *args, c=None, **kw)`` as a form; a default ``OBJECT`` is opaque."""
    arguments = ast.parse(f"lambda {signature.strip('()')}: 0", mode="eval").body.args
    missing = len(arguments.posonlyargs) + len(arguments.args) - len(arguments.defaults)
    defaults = [*[None] * missing, *arguments.defaults, *arguments.kw_defaults]
    found: list[Parameter] = []
    for group in ("posonlyargs", "args"):
        for argument in getattr(arguments, group):
            found.append(_parameter(argument.arg, _KINDS[group], defaults[len(found)]))
    if arguments.vararg:
        found.append(Parameter(name=arguments.vararg.arg, kind=ParameterKind.VAR_POSITIONAL))
    for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        found.append(_parameter(argument.arg, ParameterKind.KEYWORD_ONLY, default))
    if arguments.kwarg:
        found.append(Parameter(name=arguments.kwarg.arg, kind=ParameterKind.VAR_KEYWORD))
    return Form(parameters=tuple(found), source=source, opaque=opaque)


def _parameter(name: str, kind: ParameterKind, default: ast.expr | None) -> Parameter:
    if default is None:
        return Parameter(name=name, kind=kind)
    text = ast.unparse(default)
    state = DefaultState.OPAQUE if text == "OBJECT" else DefaultState.VALUE
    return Parameter(name=name, kind=kind, default=Default(state=state, text=text))


def api(
    name: str, *signatures: str, kind: Kind = Kind.FUNCTION, source: Source = Source.STUB, **more
) -> ApiObject:
    """A public object with these forms."""
    forms = tuple(form(signature, source=source) for signature in signatures)
    module = more.pop("module", name.rpartition(".")[0])
    return ApiObject(name=name, kind=kind, module=module, rule="all", forms=forms, **more)


def snapshot(minor: str, *objects: ApiObject) -> Snapshot:
    header = SnapshotHeader(format=1, torch=f"{minor}.0", build="-", python="-", numpy="-", torchzh="-")
    return Snapshot(
        header=header, objects={found.name: found for found in sorted(objects, key=lambda o: o.name)}
    )


def settings(
    surfaces: Mapping[str, Snapshot], checked: tuple[str, ...] = (), supported: tuple[str, ...] = MINORS
) -> Settings:
    world = build_world({m: SnapshotSurface(s) for m, s in surfaces.items()}, checked or tuple(surfaces))
    return Settings(
        world=world,
        glossary=glossary(),
        taxonomy=taxonomy(),
        usage={},
        supported=supported,
    )


def brief(
    name: str, parameters: Mapping[str, str], *, summary: str = "一句话", reviewed: str = "2.13"
) -> str:
    """A brief entry: a summary and one text per parameter heading."""
    notes = "".join(f"\n### {_marked(label)}\n\n{text}\n" for label, text in parameters.items())
    body = f"\n## 参数精讲\n{notes}" if parameters else ""
    return (
        f"---\nname: {name}\nsummary: {summary}\ncategory: 张量/创建\ntags: [易错点, 数学运算]\n"
        f'level: 入门\nreviewed: "{reviewed}"\n---\n{body}'
    )


def _marked(label: str) -> str:
    return label if "`" in label else "、".join(f"`{part}`" for part in label.split("、"))


def judge(text: str, given: Settings, path: str = "") -> list[Finding]:
    """All findings about one entry."""
    name = text.split("name: ", 1)[1].split("\n", 1)[0]
    found = given.world.latest(name)
    where = path or (annotation_path(name, found.module) if found else "annotations/torch/x.md")
    return list(check([parse_annotation(text.encode("utf-8"), where)], given).findings)


def rows(findings: list[Finding]) -> list[tuple[str, str, tuple[str, ...]]]:
    """Code, what it is about, and versions: what tests compare."""
    about = ("parameter", "target", "found", "canonical")
    return [
        (f.code, next((f.arguments[key] for key in about if key in f.arguments), ""), f.versions)
        for f in findings
    ]


def one(found: ApiObject, text: str, minor: str = "2.13") -> list[tuple[str, str, tuple[str, ...]]]:
    """Findings about one entry when there is one torch with one object."""
    return rows(judge(text, settings({minor: snapshot(minor, found)})))


def changed(found: ApiObject, **changes: object) -> ApiObject:
    return dataclasses.replace(found, **changes)
