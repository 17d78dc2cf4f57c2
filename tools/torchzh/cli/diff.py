"""``torchzh diff 2.2 2.13 [NAME]``: what changed after one version, up to another."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable

from torchzh.history import Change, Confidence
from torchzh.history.store import load_history
from torchzh.history.wording import describe
from torchzh.project import find_project


def register(parser: argparse.ArgumentParser) -> None:
    """Options of the subcommand."""
    parser.add_argument("old", help="旧版本，例如 2.2")
    parser.add_argument("new", help="新版本，例如 2.13")
    parser.add_argument("name", nargs="?", default="", help="只看这个名字及其成员")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="输出格式")
    parser.add_argument("--certain", action="store_true", help="不列出未证实的变化")


def run(options: argparse.Namespace) -> int:
    """Print the changes between two versions."""
    history = load_history(find_project())
    for version in (options.old, options.new):
        if version not in history.minors:
            print(f"没有 {version} 的快照；已有：{'、'.join(history.minors)}", file=sys.stderr)
            return 2
    if history.minors.index(options.old) >= history.minors.index(options.new):
        print("旧版本要写在前面", file=sys.stderr)
        return 2
    changes = [
        change
        for change in history.changes(options.old, options.new)
        if _wanted(change, options.name) and not (options.certain and change.confidence is Confidence.LOW)
    ]
    if options.format == "json":
        print(json.dumps([_row(change) for change in changes], ensure_ascii=False, indent=1))
    else:
        for line in diff_lines(changes):
            print(line)
        print(f"共 {len(changes)} 处变化，涉及 {len({change.name for change in changes})} 个名字")
    return 0


def _wanted(change: Change, name: str) -> bool:
    return not name or change.name == name or change.name.startswith(name + ".")


def diff_lines(changes: Iterable[Change]) -> Iterable[str]:
    """Changes grouped by name."""
    previous = ""
    for change in changes:
        if change.name != previous:
            yield change.name
            previous = change.name
        yield f"  {change.version:>5}  {describe(change)}"


def _row(change: Change) -> dict[str, str]:
    return {
        "name": change.name,
        "kind": change.kind.value,
        "version": change.version,
        "parameter": change.parameter,
        "old": change.old,
        "new": change.new,
        "confidence": change.confidence.value,
    }
