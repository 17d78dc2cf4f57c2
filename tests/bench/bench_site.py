"""Builds the site at several sizes and prints what issue 2 demands: time per page, page weight.

Run by hand: ``python tests/bench/bench_site.py --pages 500,3000``. Each size is a
copy of the project in a temporary folder with every k-th API page of the installed
torch (or of a committed snapshot), built by one process, so that CPU seconds count.
``--weigh DIR`` only weighs the pages of a site that was built before.
"""

# ruff: noqa: T201 - a bench prints its figures

from __future__ import annotations

import argparse
import dataclasses
import json
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

from torchzh.annotation import read_all
from torchzh.introspect.live import read_live
from torchzh.models import Kind, Snapshot
from torchzh.project import OWNED, Project, find_project
from torchzh.render.files import write_files
from torchzh.render.output import collect
from torchzh.render.pages import make_plan
from torchzh.render.progress import load_usage, measure
from torchzh.render.site import by_name, make_site
from torchzh.snapshot import read_snapshot
from torchzh.taxonomy import load_taxonomy

MEDIAN_BUDGET, MAXIMUM_BUDGET = 40 * 1024, 150 * 1024
INDEX = "起点\n====\n\n.. toctree::\n   :hidden:\n\n   tree/index\n   tree/modules\n"


def thinned(snapshot: Snapshot, annotated: frozenset[str], count: int) -> Snapshot:
    """The snapshot with ``count`` pages spread over all of them, and nothing that is only listed."""
    names = make_plan(snapshot, annotated).pages()
    step = max(len(names) / count, 1.0)
    kept = {names[int(index * step)] for index in range(min(count, len(names)))}
    kept |= {name.rpartition(".")[0] for name in kept} | {snapshot.objects[name].module for name in kept}
    objects = {
        name: obj
        for name, obj in snapshot.objects.items()
        if name in kept or obj.alias_of in kept or (obj.kind is Kind.MODULE and name == "torch")
    }
    return dataclasses.replace(snapshot, objects=objects)


def prepare(project: Project, folder: Path, snapshot: Snapshot, docstrings: Mapping[str, str]) -> int:
    """Write a project of its own into ``folder``; the number of its pages."""
    for name in ("conf.py", "docutils.conf", "versions.toml", "taxonomy.toml"):
        shutil.copy(project.root / name, folder / name)
    for name in ("_static", "_templates"):
        shutil.copytree(project.source / name, folder / "source" / name)
    (folder / "source" / "index.rst").write_text(INDEX, encoding="utf-8")
    annotations = by_name(read_all(project))
    site = make_site(snapshot, annotations, load_taxonomy(project.taxonomy_file), docstrings=docstrings)
    files = collect(site, measure(site, load_usage()))
    write_files(folder / "source", files, OWNED)
    return sum(name.endswith(".rst") for name in files)


def build(folder: Path, *options: str) -> tuple[float, float]:
    """CPU and wall seconds of one Sphinx run."""
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    command = [sys.executable, "-m", "sphinx", "-q", "-b", "html", "-c", str(folder), *options]
    command += ["-d", str(folder / "doctrees"), str(folder / "source"), str(folder / "html")]
    subprocess.run(command, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return cpu, time.monotonic() - started


def weigh(html: Path) -> None:
    """Median, maximum and the pages over budget."""
    sizes = {path.relative_to(html).as_posix(): path.stat().st_size for path in html.glob("**/*.html")}
    api = [size for name, size in sizes.items() if name.startswith("api/")]
    for title, group in (("API pages", api), ("all pages", list(sizes.values()))):
        if group:
            print(
                f"{title}: {len(group)}, median {statistics.median(group) / 1024:.1f} KB "
                f"(budget {MEDIAN_BUDGET // 1024}), max {max(group) / 1024:.1f} KB, "
                f"sum {sum(group) / 2**20:.1f} MB"
            )
    heavy = sorted((size, name) for name, size in sizes.items() if size > MAXIMUM_BUDGET)
    print(f"over {MAXIMUM_BUDGET // 1024} KB: {len(heavy)}")
    for size, name in reversed(heavy):
        print(f"  {size / 1024:7.1f} KB  {name}")


def main() -> None:
    """Measure every size that was asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", default="500,3000", help="sizes, or: all")
    parser.add_argument("--torch", default="live")
    parser.add_argument(
        "--english", action="store_true", help="with the English fold; without it pages are lean"
    )
    parser.add_argument("--weigh", type=Path)
    parser.add_argument("--keep", type=Path, help="build here and keep it")
    options = parser.parse_args()
    if options.weigh:
        weigh(options.weigh)
        return
    project = find_project()
    if options.torch == "live":
        live = read_live(project)
        snapshot, docstrings = live.snapshot(), live.docstrings() if options.english else {}
    else:
        snapshot = read_snapshot(project.snapshot_file(options.torch))
        kept = project.cache / "docstrings" / f"torch-{options.torch}.json"
        docstrings = json.loads(kept.read_text(encoding="utf-8")) if options.english else {}
    annotated = frozenset(by_name(read_all(project)))
    for count in options.pages.split(","):
        with tempfile.TemporaryDirectory() as name:
            folder = options.keep or Path(name)
            folder.mkdir(parents=True, exist_ok=True)
            chosen = snapshot if count == "all" else thinned(snapshot, annotated, int(count))
            pages = prepare(project, folder, chosen, docstrings)
            cpu, wall = build(folder)
            kind = "with English" if options.english else "lean"
            print(
                f"{pages} pages, {kind}: {cpu:.1f} CPU s, {cpu / pages:.3f} a page, {wall:.1f} s of wall time"
            )
            weigh(folder / "html")


if __name__ == "__main__":
    main()
