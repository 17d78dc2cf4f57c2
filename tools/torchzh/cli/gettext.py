"""``torchzh gettext``: brings the catalogues in ``locale/`` up to date."""

from __future__ import annotations

import argparse
import shutil
import sys

from torchzh.export.catalogues import OVERRIDES, add_labels, copy_pages, progress, update
from torchzh.export.sphinxrun import DOMAIN, run_sphinx
from torchzh.export.volume import VolumeError
from torchzh.project import find_project


def register(parser: argparse.ArgumentParser) -> None:
    """No options: there is one way to do it."""
    parser.set_defaults()


def run(options: argparse.Namespace) -> int:
    """Template from pages and labels, then the catalogue of each language."""
    del options
    project = find_project()
    work = project.root / "build" / "gettext"
    shutil.rmtree(work, ignore_errors=True)
    pages = copy_pages(project, work / "source")
    try:
        status = run_sphinx(project, work / "source", work / "out", "gettext", overrides=OVERRIDES)
    except VolumeError as error:
        print(f"torchzh: {error}", file=sys.stderr)
        return 1
    if status:
        return status
    count = add_labels(work / "out" / f"{DOMAIN}.pot", project)
    update(project, work / "out")
    print(f"{len(pages)} 个手写页面与站点标签，共 {count} 条")
    for language, done, fuzzy, total in progress(project):
        print(f"locale/{language}：已译 {done}，待复核 {fuzzy}，共 {total}")
    return 0
