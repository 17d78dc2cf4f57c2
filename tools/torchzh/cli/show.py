"""``torchzh show``: one entry in the terminal, from its Markdown file and the snapshot."""

from __future__ import annotations

import argparse
import json
import pydoc
import sys
from collections.abc import Iterator
from typing import Any

from torchzh.finder.cache import kept_index, snapshot_site
from torchzh.finder.query import parse_query
from torchzh.finder.search import search
from torchzh.finder.store import load_weights
from torchzh.history.store import load_history
from torchzh.history.wording import describe
from torchzh.models import ApiObject
from torchzh.project import Project, find_project
from torchzh.render.grades import grade
from torchzh.render.signature import signatures
from torchzh.render.site import Site
from torchzh.snapshot import SnapshotError, resolve
from torchzh.versions import load_versions, spans

CERTAIN = 830  # a hit that was asked for by name


def register(parser: argparse.ArgumentParser) -> None:
    """Options of the subcommand."""
    parser.add_argument("name", help="限定名或它的写法，例如 torch.cat、F.conv2d、nn.Linear")
    parser.add_argument("--torch", help="哪个版本的快照；默认 versions.toml 里的默认版本")
    parser.add_argument("--json", action="store_true", help="输出 JSON")


def run(options: argparse.Namespace) -> int:
    """Print the entry, through a pager on a terminal."""
    project = find_project()
    minor = options.torch or load_versions(project.versions_file).default.minor
    try:
        site = snapshot_site(project, minor)
    except (SnapshotError, FileNotFoundError) as error:
        print(f"torchzh: {error}", file=sys.stderr)
        return 2
    symbol = parse_query(options.name, load_weights()).symbol
    obj = resolve(site.snapshot, symbol or options.name) or _nearest(project, minor, options.name, site)
    if obj is None:
        print(f"torch {minor} 没有 {options.name}；试试 torchzh search {options.name}", file=sys.stderr)
        return 1
    if options.json:
        print(json.dumps(entry_data(obj, site, project), ensure_ascii=False, indent=2))
    elif sys.stdout.isatty():
        pydoc.pager("\n".join(entry_lines(obj, site, project)))
    else:
        print("\n".join(entry_lines(obj, site, project)))
    return 0


def _nearest(project: Project, minor: str, typed: str, site: Site) -> ApiObject | None:
    """The hit of the search box, when it was asked for by name."""
    hits = search(kept_index(project, minor), typed, 1)
    return site.snapshot.objects[hits[0].name] if hits and hits[0].score >= CERTAIN else None


def entry_data(obj: ApiObject, site: Site, project: Project) -> dict[str, Any]:
    """The entry for other programs."""
    annotation = site.annotations.get(obj.name)
    return {
        "name": obj.name,
        "torch": site.minor,
        "kind": obj.kind.value,
        "grade": grade(obj, annotation).value,
        "signatures": signatures(obj, site.types, typed=False),
        "aliases": list(site.plan.aliases.get(obj.name, ())),
        "deprecated": obj.deprecation.message if obj.deprecation else "",
        "history": list(_history(obj, project)),
        "summary": annotation.summary if annotation else "",
        "words": list(annotation.aliases) if annotation else [],
        "tags": list(annotation.tags) if annotation else [],
        "see": dict(annotation.see) if annotation else {},
        "file": annotation.path if annotation else "",
    }


def entry_lines(obj: ApiObject, site: Site, project: Project) -> Iterator[str]:
    """The entry for people: facts first, then the text as its author wrote it."""
    annotation = site.annotations.get(obj.name)
    yield f"{obj.name}  [{grade(obj, annotation).value}]  torch {site.minor}"
    if annotation is not None:
        yield annotation.summary
    if obj.deprecation is not None:
        yield f"已弃用：{obj.deprecation.message}" if obj.deprecation.certain else "部分用法已弃用"
    yield ""
    yield from (f"    {line}" for line in signatures(obj, site.types, typed=False))
    yield from ("", *_history(obj, project))
    twins = site.twins.get(obj.name, ())
    if twins:
        yield "同一操作：" + "、".join(f"{twin.name}（{twin.relation}）" for twin in twins)
    if annotation is None:
        yield f"还没有中文注解。写一个：torchzh new {obj.name}"
        return
    text = (project.root / annotation.path).read_text(encoding="utf-8")
    yield text.split("\n---\n", 1)[-1].rstrip("\n")
    if annotation.see:
        yield from ("", "## 另见", "", *(f"- {name}：{reason}" for name, reason in annotation.see.items()))


def _history(obj: ApiObject, project: Project) -> Iterator[str]:
    history = load_history(project, {obj.name})
    timeline = history.get(obj.name)
    if timeline is not None:
        yield f"见于 {spans(timeline.present, history.minors)}（首见：{history.since_label(obj.name)}）"
        yield from (f"  {change.version:>5}  {describe(change)}" for change in timeline.changes)
