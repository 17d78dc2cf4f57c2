"""``torchzh check``: holds entries against snapshots or the installed torch and says what is wrong."""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from pathlib import Path

from torchzh.annotation import CodeBlock
from torchzh.check import report
from torchzh.check.allowlist import AllowlistError
from torchzh.check.catalogue import codes
from torchzh.check.driver import Report, Settings, conclude
from torchzh.check.glossary import GlossaryError
from torchzh.check.loading import ChoiceError, load_settings
from torchzh.check.parallel import examine_all
from torchzh.check.repair import apply_edits
from torchzh.examples.options import parse_options
from torchzh.findings import Edit, Severity
from torchzh.introspect import IntrospectionError
from torchzh.introspect.live import read_live
from torchzh.project import Project, find_project
from torchzh.snapshot import SnapshotError

FIX_ROUNDS = 3  # a remedy may uncover another: a name put back needs blanks around it


def register(parser: argparse.ArgumentParser) -> None:
    """Options of the command."""
    parser.add_argument("paths", nargs="*", metavar="PATH", help="条目或文件夹，默认全部条目")
    parser.add_argument(
        "--torch",
        default="auto",
        metavar="live|all|cache|2.2,2.13",
        help="对照哪些 torch：已安装的、全部快照、快照加上本机读过的、或列出的快照；"
        "默认有快照就用全部快照，否则用本机读过的，再没有就读已安装的",
    )
    parser.add_argument("--format", choices=("text", "json", "github"), default="text", help="输出格式")
    parser.add_argument("--short", action="store_true", help="每个问题只写一行")
    parser.add_argument("--fix", action="store_true", help="改掉能机械改正的问题，再核对一遍")
    parser.add_argument("--explain", metavar="代码", help="说明一个问题代码，例如 PM02")


def run(options: argparse.Namespace) -> int:
    """0 nothing wrong, 1 errors found, 2 wrong usage, 3 a fault of our own files."""
    if options.explain:
        return _explain(options.explain)
    project = find_project()
    try:
        paths, complete = _paths(options.paths, project)
        settings = load_settings(project, options.torch, lambda: _live(project), _option_faults)
    except (ChoiceError, IntrospectionError) as error:
        print(f"torchzh check: {error}", file=sys.stderr)
        return 2
    except (AllowlistError, GlossaryError, SnapshotError) as error:
        print(f"torchzh check: {error}", file=sys.stderr)
        return 3
    outcome = _check(paths, project, settings, complete=complete)
    for _ in range(FIX_ROUNDS if options.fix else 0):
        if not _fix(outcome, project):
            break
        outcome = _check(paths, project, settings, complete=complete)
    _print(outcome, options, settings.supported)
    return 1 if outcome.count(Severity.ERROR) else 0


def _paths(given: list[str], project: Project) -> tuple[list[Path], bool]:
    """Files to check, and whether they are all."""
    if not given:
        return sorted(project.annotations.rglob("*.md")), True
    files: list[Path] = []
    for item in given:
        path = Path(item)
        if path.is_dir():
            files.extend(sorted(path.rglob("*.md")))
        elif path.is_file():
            files.append(path)
        else:
            raise ChoiceError(f"没有文件 {item}")
    return files, False


def _check(paths: list[Path], project: Project, settings: Settings, *, complete: bool) -> Report:
    return conclude(examine_all(paths, project, settings), settings, complete=complete)


def _fix(outcome: Report, project: Project) -> int:
    """Apply the mechanical remedies; the number of edits."""
    edits: defaultdict[str, list[Edit]] = defaultdict(list)
    for finding in outcome.findings:
        if finding.edit is not None:
            edits[finding.place.path].append(finding.edit)
    total = 0
    for name, wanted in edits.items():
        path = project.root / name
        text, done = apply_edits(path.read_text(encoding="utf-8"), wanted)
        if done:
            path.write_text(text, encoding="utf-8", newline="\n")
            print(f"改了 {done} 处：{name}", file=sys.stderr)
        total += done
    return total


def _live(project: Project) -> Path:
    """The installed torch as a snapshot file, read when it changed."""
    print("读取已安装的 torch……", file=sys.stderr)
    return read_live(project).snapshot_file


def _option_faults(block: CodeBlock) -> tuple[str, ...]:
    return parse_options(block)[1]


def _explain(code: str) -> int:
    found = codes().get(code.upper())
    if found is None:
        print(f"torchzh check: 没有代码 {code}；有的是：{' '.join(codes())}", file=sys.stderr)
        return 2
    print(f"{found.code} {found.title}（{report.SEVERITIES[found.severity]}）")
    print(f"为什么：{found.why}")
    return 0


def _print(outcome: Report, options: argparse.Namespace, known: tuple[str, ...]) -> None:
    if options.format == "json":
        print(report.json_text(outcome))
    elif options.format == "github":
        for line in report.github(outcome, known):
            print(line)
        print(report.summary(outcome, known), file=sys.stderr)
    else:
        for line in report.text(outcome, known, short=options.short):
            print(line)
