"""``torchzh epub``: the full entries as an ePub that epubcheck accepts."""

from __future__ import annotations

import argparse
import sys
import time

from torchzh.cli.pdf import LANGUAGE_HELP, TORCH_HELP, facts
from torchzh.export.epub import OVERRIDES, EpubcheckMissingError, check
from torchzh.export.facts import prepare
from torchzh.export.sphinxrun import LEFT_OUT_PAGES, run_sphinx, settings_of
from torchzh.export.volume import VolumeError
from torchzh.project import find_project


def register(parser: argparse.ArgumentParser) -> None:
    """Options of the subcommand."""
    parser.add_argument("--torch", default="", help=TORCH_HELP)
    parser.add_argument("--language", default="", help=LANGUAGE_HELP)
    parser.add_argument("--no-check", action="store_true", help="不运行 epubcheck")


def run(options: argparse.Namespace) -> int:
    """Volume, ePub, epubcheck."""
    project, started = find_project(), time.monotonic()
    overrides = {**OVERRIDES, "suppress_warnings": [LEFT_OUT_PAGES]}
    try:
        prepared = prepare(project, facts(project, options.torch), "epub")
        status = run_sphinx(
            project,
            prepared.source,
            prepared.output,
            "epub",
            header=prepared.header,
            overrides=overrides,
            language=options.language,
            extensions=["torchzh.export.epub_builder"],
        )
        if status:
            return status
        book = prepared.output / f"{settings_of(project)['epub_basename']}.epub"
        seconds, count = time.monotonic() - started, len(prepared.volume.entries)
        size = book.stat().st_size / 2**20
        print(f"{project.relative(book)}：{count} 篇，{size:.1f} MB，用时 {seconds:.0f} 秒")
        if options.no_check:
            return 0
        verdict = check(book)
    except (VolumeError, EpubcheckMissingError) as error:
        print(f"torchzh: {error}", file=sys.stderr)
        return 2
    for message in verdict.messages[:20]:
        print(message)
    print(f"epubcheck：{verdict.errors} 个错误，{verdict.warnings} 个警告")
    return 0 if verdict.good else 1
