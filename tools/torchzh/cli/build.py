"""``torchzh build``: installed torch and entries in, site out.

The main job in one command: read the torch (or a committed snapshot), check the
entries and stop on errors, generate the pages that changed, run Sphinx with
warnings as errors, and say what was built and where to open it.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import sys
import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from torchzh.cli import addresses, recheck
from torchzh.figures.kept import kept_figures, read_figures
from torchzh.figures.models import FigureError
from torchzh.figures.store import Drawn
from torchzh.finder.store import FILE, site_script
from torchzh.history.models import History
from torchzh.history.store import load_history, snapshot_files
from torchzh.introspect import IntrospectionError
from torchzh.introspect.live import locate, read_live
from torchzh.models import Snapshot
from torchzh.project import OWNED, Project, find_project
from torchzh.publish.addresses import generated_docnames, handwritten
from torchzh.publish.machinefiles import machine_files
from torchzh.render.bodies import code_and_names, load_bodies, store_bodies
from torchzh.render.compat import page_histories
from torchzh.render.entries import annotations_of, read_entries
from torchzh.render.files import write_files
from torchzh.render.output import SITE_FILES, collect
from torchzh.render.progress import load_usage, measure
from torchzh.render.site import Site, make_site
from torchzh.render.stamps import stamps
from torchzh.snapshot import SnapshotError, read_snapshot
from torchzh.taxonomy import load_taxonomy
from torchzh.versions import load_versions

PARALLEL_FROM = 300  # changed files; below that starting workers costs more than it gains


def register(parser: argparse.ArgumentParser) -> None:
    """Options of the subcommand."""
    parser.add_argument("--output", type=Path, help="站点写到哪里；默认 build/html")
    parser.add_argument("--torch", default="live", help="live（已安装的 torch）或已有快照的版本，如 2.13")
    parser.add_argument("--no-check", action="store_true", help="不先核对注解")
    parser.add_argument("--lean", action="store_true", help="不放官方英文说明")
    parser.add_argument("--source-only", action="store_true", help="只生成 source/ 里的页面，不运行 Sphinx")
    parser.add_argument(
        "--source", type=Path, help="生成的页面写到哪里；默认 source/（多版本站点每个版本一份）"
    )
    parser.add_argument("--define", action="append", default=[], metavar="名=值", help="转交 Sphinx 的设置")
    parser.add_argument("--builder", default="html", help="Sphinx 的构建器，如 html、linkcheck")
    parser.add_argument("--jobs", type=int, help="Sphinx 的进程数；默认按需要选")


def run(options: argparse.Namespace) -> int:
    """All steps in order; the first that fails ends the build."""
    gc.set_threshold(100_000, 50, 50)  # millions of small records live until the end
    project = find_project()
    clock = _Clock()
    try:
        snapshot, docstrings, file = _facts(project, options.torch)
        drawn = _figures(project, options.torch)
    except (IntrospectionError, SnapshotError, FigureError) as error:
        print(f"torchzh: {error}", file=sys.stderr)
        return 3
    header = snapshot.header
    clock.tell(f"torch {header.torch}（{header.build}）：{len(snapshot.objects)} 个公开名字")
    if not options.no_check and _check(project, options.torch, file) != 0:
        print("注解没有通过核对，先改好上面列出的问题；只想预览可加 --no-check", file=sys.stderr)
        return 1
    history = load_history(project)
    site = _site(project, snapshot, {} if options.lean else docstrings, history, drawn)
    kept = project.cache / "bodies" / f"{header.minor}.pickle"
    site = replace(site, bodies=load_bodies(kept, _base(project, file, site)))
    progress = measure(site, load_usage())
    source = options.source or project.source
    files = collect(site, progress, _files_told, history)
    files[f"{SITE_FILES}/{FILE}"] = site_script(site)
    files |= dict(machine_files(project, site, history))
    if addresses.report(project, header.minor, generated_docnames(files) | handwritten(source, OWNED)):
        return 1
    written = write_files(source, files, OWNED)
    store_bodies(kept, site.bodies)
    clock.tell(
        f"页面：详注 {progress.full}、简注 {progress.brief}、自动 {progress.automatic}，"
        f"模块 {len(site.plan.contents)}；"
        f"改写 {written.changed}，未变 {written.unchanged}，删除 {written.removed}"
    )
    clock.tell(_pictures(site, drawn))
    if options.source_only:
        return 0
    output = options.output or project.root / "build" / options.builder
    jobs = options.jobs or (os.cpu_count() or 1 if written.changed > PARALLEL_FROM else 1)
    defines = [f"-D{item}" for item in options.define]
    doctrees = project.cache / "doctrees" / header.minor
    status = _sphinx(project, source, doctrees, output, [f"-b{options.builder}", f"-j{jobs}", *defines])
    if status == 0:
        clock.tell(f"完成。用浏览器打开 {project.relative(output / 'index.html')}")
    return status


class _Clock:
    """Says what is done and how long it took."""

    def __init__(self) -> None:
        self.started = time.monotonic()

    def tell(self, message: str) -> None:
        """One line of progress."""
        print(f"[{time.monotonic() - self.started:6.1f} 秒] {message}", flush=True)


def _facts(project: Project, torch: str) -> tuple[Snapshot, Mapping[str, str], Path]:
    """Snapshot, docstrings (of another version only where its own run kept them), snapshot file."""
    if torch == "live":
        live = locate(project)
        if not live.exists:
            print("正在读取已安装的 torch（另起进程，需要几十秒）……", flush=True)
            live = read_live(project)
        return live.snapshot(), live.docstrings(), live.snapshot_file
    kept = project.captured_docstrings(torch)
    texts = json.loads(kept.read_text(encoding="utf-8")) if kept else {}
    file = project.snapshot_file(torch)
    return read_snapshot(file), texts, file


def _figures(project: Project, torch: str) -> Drawn | None:
    """Pictures of the installed torch, or those that a run with the named version left here."""
    drawn = read_figures(project) if torch == "live" else kept_figures(project, torch)
    for name, reason in (drawn.failed if drawn else {}).items():
        print(f"{name} 的图没有画成：{reason}", file=sys.stderr)
    return drawn


def _pictures(site: Site, drawn: Drawn | None) -> str:
    """How many entries have one, or why none has."""
    if drawn is None:
        return f"图：没有 torch {site.minor} 画的图；在装有它的 Python 里运行 torchzh figures 之后再生成"
    shown = sum(name in site.annotations for name in site.figures)
    return (
        f"图：{shown} 个条目有图（另有 {len(site.figures) - shown} 张等条目写好），失败 {len(drawn.failed)}"
    )


def _check(project: Project, torch: str, snapshot: Path) -> int:
    """The same as ``torchzh check``, so that both say the same; entries that passed before are skipped."""
    from torchzh.cli import main

    now = recheck.state(project, torch, snapshot)
    paths = now.changed_since(recheck.load(project))
    if paths == []:
        print("注解与上次通过核对时相同", flush=True)
        return 0
    status = main(["check", "--torch", torch, *(str(project.root / path) for path in paths or ())])
    if status == 0:
        recheck.save(project, now)
    return status


def _site(
    project: Project, snapshot: Snapshot, docstrings: Mapping[str, str], history: History, drawn: Drawn | None
) -> Site:
    entries = read_entries(project)
    site = make_site(
        snapshot,
        annotations_of(entries),
        load_taxonomy(project.taxonomy_file),
        docstrings=docstrings,
        verified=stamps(project, entries, load_versions(project.versions_file).minors),
        figures=drawn.figures if drawn else {},
    )
    if len(history.minors) < 2:
        return site
    return replace(site, history=page_histories(history, site.plan.pages()))


def _base(project: Project, snapshot: Path, site: Site) -> str:
    """What every generated line depends on: torch, history, names, code, and whether English is shown."""
    files = [snapshot, *snapshot_files(project)]
    stamps = [(path.name, path.stat().st_mtime_ns) for path in files]
    return f"{stamps} {bool(site.docstrings)} {code_and_names(site.plan.docnames)}"


def _files_told(count: int) -> None:
    print(f"         已生成 {count} 个文件", flush=True)


def _sphinx(project: Project, source: Path, doctrees: Path, output: Path, options: list[str]) -> int:
    from sphinx.cmd.build import build_main

    arguments = ["-W", "--keep-going", "-c", str(project.root), "-d", str(doctrees)]
    return int(build_main([*options, *arguments, str(source), str(output)]))
