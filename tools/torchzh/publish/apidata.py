"""api.json: names, forms, history and the words of entries, for other programs.

One file per version with a JSON Schema beside it. Texts of entries stay Markdown;
whoever wants a whole entry reads its Markdown twin (``twinpages.py``).
"""

from __future__ import annotations

import json
from importlib import resources
from typing import Any

from torchzh.annotation.models import Annotation
from torchzh.history.export import to_ranges
from torchzh.history.models import History
from torchzh.models import ApiObject, DefaultState, Form, Parameter
from torchzh.render.grades import grade
from torchzh.render.site import Site

FORMAT = 1
Row = dict[str, Any]


def schema_text() -> str:
    """JSON Schema of api.json."""
    return resources.files(__package__).joinpath("api.schema.json").read_text(encoding="utf-8")


def api_text(site: Site, history: History) -> str:
    """The text of api.json: one name a line."""
    header = site.snapshot.header
    head = {"format": FORMAT, "torch": header.torch, "build": header.build, "minors": list(history.minors)}
    lines = api_lines(site, history)
    return _compact(head)[:-1] + ',"names":{\n' + ",\n".join(lines) + "\n}}\n"


def api_lines(site: Site, history: History) -> list[str]:
    """Every public name of the version; aliases lead to their canonical name.

    Names without an entry depend on the torch alone, so their lines are remembered.
    """

    def line(obj: ApiObject) -> str:
        return f"{json.dumps(obj.name)}:{_compact(_row(obj, site, history))}"

    objects = site.snapshot.objects.values()
    bare = [obj for obj in objects if obj.name not in site.annotations]
    kept = site.bodies.lines(str(sorted(site.annotations)), "api.json", lambda: [line(obj) for obj in bare])
    lines = dict(zip((obj.name for obj in bare), kept, strict=True))
    return [lines[obj.name] if obj.name in lines else line(obj) for obj in objects]


def _row(obj: ApiObject, site: Site, history: History) -> Row:
    if obj.alias_of:
        return {"alias_of": obj.alias_of}
    return _filled(_facts(obj, site) | _life(obj.name, history) | _entry(site.annotations.get(obj.name)))


def _facts(obj: ApiObject, site: Site) -> Row:
    return {
        "kind": obj.kind.value,
        "module": obj.module,
        "page": site.plan.docnames[obj.name] + ".html",
        "forms": [_form(form) for form in obj.forms],
        "signature_unknown": obj.is_callable and not obj.signature_known,
        "deprecated": obj.deprecation.message or "已弃用"
        if obj.deprecation and obj.deprecation.certain
        else "",
        "removed": obj.tombstone,
        "value": obj.value,
        "type": obj.annotation,
        "bases": list(obj.bases),
        "same_operation": {twin.name: twin.relation for twin in site.twins.get(obj.name, ())},
        "grade": grade(obj, site.annotations.get(obj.name)).value,
    }


def _form(form: Form) -> Row:
    row = {
        "parameters": [_parameter(parameter) for parameter in form.parameters],
        "returns": form.returns,
        "source": form.source.value,
    }
    return _filled(row)


def _parameter(parameter: Parameter) -> Row:
    row: Row = {"name": parameter.name, "kind": parameter.kind.value, "type": parameter.annotation}
    match parameter.default.state:
        case DefaultState.VALUE:
            row["default"] = parameter.default.text
        case DefaultState.OPAQUE:
            row["default_shown"] = parameter.default.text
        case DefaultState.REQUIRED:
            row["required"] = not parameter.is_variadic
    return _filled(row)


def _life(name: str, history: History) -> Row:
    timeline = history.get(name)
    if timeline is None:
        return {}
    return {"present": to_ranges(timeline.present, history.minors), "since": history.since_label(name)}


def _entry(annotation: Annotation | None) -> Row:
    if annotation is None:
        return {}
    return {
        "summary": annotation.summary,
        "category": annotation.category,
        "tags": list(annotation.tags),
        "words": list(annotation.aliases),
        "see": dict(annotation.see),
        "reviewed": annotation.reviewed,
        "quick": dict(annotation.quick),
        "parameter_notes": {name: note.body for note in annotation.parameters for name in note.names},
        "pitfalls": [pitfall.title for pitfall in annotation.pitfalls],
    }


def _filled(row: Row) -> Row:
    return {key: value for key, value in row.items() if value not in ("", [], {}, False, None)}


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
