"""``torchzh history NAME``: since when, until when, what changed."""

from __future__ import annotations

import argparse
import json
import sys

from torchzh.history import History
from torchzh.history.export import dumps
from torchzh.history.store import load_history
from torchzh.history.wording import describe
from torchzh.project import find_project
from torchzh.similar import nearest_dotted
from torchzh.versions import spans


def register(parser: argparse.ArgumentParser) -> None:
    """Options of the subcommand."""
    parser.add_argument("name", nargs="?", help="限定名，例如 torch.load；省略时输出全部（JSON）")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="输出格式")


def run(options: argparse.Namespace) -> int:
    """Print the history of one name, or history.json."""
    project = find_project()
    if options.name is None:
        sys.stdout.write(dumps(load_history(project)))
        return 0
    history = load_history(project, {options.name})
    if history.get(options.name) is None:
        close = nearest_dotted(options.name, load_history(project).timelines)
        print(
            f"没有任何版本见过 {options.name}" + (f"；最接近的是 {close}" if close else ""), file=sys.stderr
        )
        return 1
    if options.format == "json":
        narrowed = History(history.minors, {options.name: history.timelines[options.name]})
        print(json.dumps(json.loads(dumps(narrowed)), ensure_ascii=False, indent=2))
    else:
        print("\n".join(history_lines(history, options.name)))
    return 0


def history_lines(history: History, name: str) -> list[str]:
    """What the text form prints."""
    timeline = history.timelines[name]
    lines = [name, f"  见于 {spans(timeline.present, history.minors)}（首见：{history.since_label(name)}）"]
    for change in timeline.changes:
        lines.append(f"  {change.version:>5}  {describe(change)}")
    if not timeline.changes:
        lines.append("  各版本之间没有变化")
    return lines
