"""``torchzh pdf``: the full entries as one Chinese PDF."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from torchzh.export.facts import prepare
from torchzh.export.pdf import PdfError, compile_pdf
from torchzh.export.sphinxrun import LEFT_OUT_PAGES, run_sphinx
from torchzh.export.volume import VolumeError
from torchzh.introspect import IntrospectionError
from torchzh.introspect.live import read_live
from torchzh.models import Snapshot
from torchzh.project import Project, find_project
from torchzh.snapshot import SnapshotError, read_snapshot
from torchzh.versions import load_versions

LIVE = "live"

LANGUAGE_HELP = "标题等站点标签用哪种语言：en 或 zh_TW；条目仍是简体中文"
TORCH_HELP = f"快照的版本，如 2.13；{LIVE} 表示已安装的 torch；默认取 versions.toml"


def register(parser: argparse.ArgumentParser) -> None:
    """Options of the subcommand."""
    parser.add_argument("--torch", default="", help=TORCH_HELP)
    parser.add_argument("--language", default="", help=LANGUAGE_HELP)
    parser.add_argument("--output", type=Path, help="写到哪个文件；默认 build/pdf/torchzh-<版本>.pdf")


def run(options: argparse.Namespace) -> int:
    """Volume, Typst, PDF."""
    project, started = find_project(), time.monotonic()
    try:
        prepared = prepare(project, facts(project, options.torch), "pdf")
        status = run_sphinx(
            project,
            prepared.source,
            prepared.output,
            "typst",
            header=prepared.header,
            extensions=["torchzh.export.typst_builder"],
            language=options.language,
            overrides={"suppress_warnings": [LEFT_OUT_PAGES]},
        )
        if status:
            return status
        target = options.output or project.root / "build" / "pdf" / f"torchzh-{prepared.header.minor}.pdf"
        pdf = compile_pdf(prepared.output / "volume.typ", target)
    except VolumeError as error:
        print(f"torchzh: {error}", file=sys.stderr)
        return 2
    except PdfError as error:
        print(f"torchzh: {error}", file=sys.stderr)
        return 1
    seconds, count = time.monotonic() - started, len(prepared.volume.entries)
    print(f"{project.relative(pdf.path)}：{count} 篇，{pdf.megabytes:.1f} MB，用时 {seconds:.0f} 秒")
    return 0


def facts(project: Project, torch: str) -> Snapshot:
    """The committed snapshot of a minor version (default: the project's), or the installed torch."""
    minor = torch or load_versions(project.versions_file).default.minor
    if torch != LIVE and not project.snapshot_file(minor).is_file():
        raise VolumeError(f"没有 torch {minor} 的快照；已安装 torch 时可用 --torch {LIVE}")
    try:
        return read_live(project).snapshot() if torch == LIVE else read_snapshot(project.snapshot_file(minor))
    except (SnapshotError, IntrospectionError) as error:
        raise VolumeError(str(error)) from error
