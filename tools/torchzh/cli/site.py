"""``torchzh site``: every published version as one site, from the committed snapshots.

Versions are independent jobs in processes of their own, two at a time. A version
whose inputs did not change is skipped. What lies at the root (versions.js, the
start page, stable) is written last, when all versions are known.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from torchzh.history.export import dumps, schema_text
from torchzh.history.models import History
from torchzh.history.store import load_history
from torchzh.project import Project, find_project
from torchzh.publish.inputs import handwritten_sources, version_digest
from torchzh.publish.rootpages import absent_page, absent_script, missing_page, sitemap, start_page
from torchzh.publish.sharing import link_folder, share_files, unshare
from torchzh.publish.versionscript import PublishedVersion, VersionScriptError, versions_script
from torchzh.versions import key, load_versions


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """One version to build."""

    minor: str
    pin: str
    stage: Path
    output: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """How a job ended."""

    minor: str
    status: int
    seconds: float
    skipped: bool = False


def register(parser: argparse.ArgumentParser) -> None:
    """Options of the subcommand."""
    parser.add_argument("versions", nargs="*", help="只生成这些版本；省略时为 versions.toml 里全部 published")
    parser.add_argument("--output", type=Path, help="站点写到哪里；默认 build/site")
    parser.add_argument("--base-url", default="", help="发布地址；给出时写 canonical 与 sitemap")
    parser.add_argument("--jobs", type=int, default=min(2, os.cpu_count() or 1), help="同时生成几个版本")
    parser.add_argument("--no-check", action="store_true", help="不先对全部快照核对注解")
    parser.add_argument("--force", action="store_true", help="输入没有变化也重新生成")


def run(options: argparse.Namespace) -> int:
    """Build what changed, then the root."""
    from torchzh.cli import main

    project = find_project()
    output = options.output or project.root / "build" / "site"
    published = [row for row in load_versions(project.versions_file).all if row.status == "published"]
    wanted = [row for row in published if not options.versions or row.minor in options.versions]
    missing = [row.minor for row in wanted if not project.snapshot_file(row.minor).is_file()]
    if missing or not wanted:
        print(f"没有这些版本的快照：{'、'.join(missing or options.versions)}", file=sys.stderr)
        return 2
    if not options.no_check and main(["check", "--torch", "all", "--short"]) != 0:
        print("注解没有通过核对，先改好上面列出的问题；只想预览可加 --no-check", file=sys.stderr)
        return 1
    history = load_history(project)
    stable = max((row.minor for row in wanted), key=key)
    jobs = [
        Job(
            minor=row.minor,
            pin=row.pin,
            stage=project.cache / "site" / row.minor,
            output=output / row.minor,
        )
        for row in sorted(wanted, key=lambda row: key(row.minor), reverse=True)
    ]
    first, *others = jobs  # stable first: the others ask which pages it has
    outcomes = [_build(project, first, jobs, options)]
    with ThreadPoolExecutor(options.jobs) as pool:
        outcomes += pool.map(lambda job: _build(project, job, jobs, options), others)
    failed = [outcome.minor for outcome in outcomes if outcome.status]
    if failed:
        print(f"失败：{'、'.join(failed)}", file=sys.stderr)
        return 1
    try:
        _write_root(output, jobs, stable, history, options.base_url)
    except VersionScriptError as error:
        print(f"versions.js：{error}", file=sys.stderr)
        return 1
    _report(output, outcomes)
    return 0


def _build(project: Project, job: Job, jobs: list[Job], options: argparse.Namespace) -> Outcome:
    minors = " ".join(item.minor for item in jobs)
    digest = f"{version_digest(project, job.minor)} {options.base_url} {minors}"
    stamp = job.stage / "inputs"
    same = stamp.is_file() and stamp.read_text(encoding="utf-8") == digest
    if same and not options.force and (job.output / "index.html").is_file():
        print(f"torch {job.minor}：输入没有变化，跳过", flush=True)
        return Outcome(minor=job.minor, status=0, seconds=0.0, skipped=True)
    print(f"torch {job.minor}：开始", flush=True)
    started = time.monotonic()
    _stage_sources(project, job)
    unshare(job.output)
    log = job.stage / "log.txt"
    with log.open("w", encoding="utf-8") as stream:
        status = subprocess.run(
            _command(job, jobs, options.base_url),
            cwd=project.root,
            stdout=stream,
            stderr=subprocess.STDOUT,
            check=False,
        ).returncode
    seconds = time.monotonic() - started
    if status:
        tail = log.read_text(encoding="utf-8").splitlines()[-15:]
        print(f"torch {job.minor}：失败，{project.relative(log)} 的末尾：\n" + "\n".join(tail), flush=True)
    else:
        _write_page_list(job)
        stamp.write_text(digest, encoding="utf-8")
        print(f"torch {job.minor}：完成，{seconds:.0f} 秒", flush=True)
    return Outcome(minor=job.minor, status=status, seconds=seconds)


def _stage_sources(project: Project, job: Job) -> None:
    """A source tree of its own: hand-written files copied, generated ones come from the build."""
    source = job.stage / "source"
    for path in handwritten_sources(project):
        target = source / path.relative_to(project.source)
        target.parent.mkdir(parents=True, exist_ok=True)
        if not target.is_file() or target.read_bytes() != path.read_bytes():
            shutil.copyfile(path, target)
    shutil.copyfile(project.root / "CONTRIBUTING.md", job.stage / "CONTRIBUTING.md")


def _command(job: Job, jobs: list[Job], base_url: str) -> list[str]:
    stable = jobs[0]
    defines = [
        f"version={job.minor}",
        f"release={job.pin}",
        f"torchzh_site_versions={' '.join(item.minor for item in jobs)}",
    ]
    if base_url:
        defines.append(f"html_baseurl={base_url.rstrip('/')}/stable/")
        if job is not stable:
            defines.append(f"torchzh_stable_pages={stable.stage / 'pages.txt'}")
    command = [sys.executable, "-m", "torchzh", "build", "--no-check", "--torch", job.minor, "--jobs", "1"]
    command += ["--source", str(job.stage / "source"), "--output", str(job.output)]
    return command + [f"--define={item}" for item in defines]


def _write_page_list(job: Job) -> None:
    pages = sorted(path.relative_to(job.output).as_posix()[:-5] for path in job.output.rglob("*.html"))
    (job.stage / "pages.txt").write_text("\n".join(pages) + "\n", encoding="utf-8")


def _pages(job: Job) -> frozenset[str]:
    return frozenset((job.stage / "pages.txt").read_text(encoding="utf-8").split())


def _write_root(output: Path, jobs: list[Job], stable: str, history: History, base_url: str) -> None:
    published = [PublishedVersion(minor=job.minor, path=job.minor, pages=_pages(job)) for job in jobs]
    files = {
        "versions.js": versions_script(published, stable, history),
        "index.html": start_page(stable, [job.minor for job in jobs]),
        "absent.html": absent_page(),
        "absent.js": absent_script(),
        "404.html": missing_page([job.minor for job in jobs], base_url),
        "history.json": dumps(history),
        "history.schema.json": schema_text(),
    }
    if base_url:
        files["sitemap.xml"] = sitemap(base_url, _pages(jobs[0]))
    for name, text in files.items():
        (output / name).write_text(text, encoding="utf-8")
    link_folder(output / stable, output / "stable")


def _report(output: Path, outcomes: list[Outcome]) -> None:
    """Seconds and megabytes per version, and the total."""
    shared = share_files(output / outcome.minor for outcome in outcomes)
    for outcome in outcomes:
        size = sum(path.stat().st_size for path in (output / outcome.minor).rglob("*") if path.is_file())
        state = "跳过" if outcome.skipped else f"{outcome.seconds:6.0f} 秒"
        print(f"  torch {outcome.minor:>5}  {state}  {size / 1e6:7.1f} MB")
    print(
        f"共 {len(outcomes)} 个版本，{shared.files} 个文件，{shared.bytes / 1e6:.0f} MB；"
        f"相同的文件只存一份，占磁盘 {shared.stored / 1e6:.0f} MB（stable 与最新版共用文件）"
    )
    print(f"打开 {output / 'index.html'}")
    (output / "figures.json").write_text(
        json.dumps({item.minor: round(item.seconds, 1) for item in outcomes}), encoding="utf-8"
    )
