"""``torchzh new NAME``: the skeleton of an entry, in the right place, with every parameter."""

from __future__ import annotations

import argparse
import sys

from torchzh.models import ApiObject, Snapshot
from torchzh.naming import annotation_path
from torchzh.project import find_project
from torchzh.similar import nearest_dotted
from torchzh.snapshot import read_snapshot
from torchzh.versions import load_versions

HEAD = """\
---
name: {name}
summary:
category:
tags: []
level:
aliases: []
see: {{}}
reviewed: "{minor}"
---

## 功能描述
"""
TAIL = """
## 返回值

## 代码示例

## 常见误区

###

- 现象：
- 原因：
- 解决：
"""


def register(parser: argparse.ArgumentParser) -> None:
    """Options of the subcommand."""
    parser.add_argument("name", help="限定名，例如 torch.cat")


def run(options: argparse.Namespace) -> int:
    """Write the skeleton; refuse to overwrite."""
    project = find_project()
    minor = load_versions(project.versions_file).default.minor
    snapshot = read_snapshot(project.snapshot_file(minor))
    obj = snapshot.canonical(options.name)
    if obj is None:
        close = nearest_dotted(options.name, snapshot.objects)
        print(
            f"torch {minor} 没有 {options.name}" + (f"，是不是 {close}？" if close else ""), file=sys.stderr
        )
        return 1
    path = project.root / annotation_path(obj.name, obj.module)
    if path.exists():
        print(f"{project.relative(path)} 已经存在", file=sys.stderr)
        return 1
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(skeleton(obj, snapshot), encoding="utf-8")
    print(f"写出 {project.relative(path)}；填好后运行 torchzh check {project.relative(path)}")
    return 0


def skeleton(obj: ApiObject, snapshot: Snapshot) -> str:
    """Front matter and headings with one ``###`` per parameter."""
    text = HEAD.format(name=obj.name, minor=snapshot.header.minor)
    parameters = [parameter for parameter in obj.parameters() if not parameter.is_private]
    if parameters:
        headings = "".join(f"\n### `{parameter.label}`\n" for parameter in parameters)
        text += f"\n## 参数精讲\n{headings}"
    return text + TAIL
