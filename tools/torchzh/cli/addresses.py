"""``torchzh addresses``: every address ever published still answers."""

from __future__ import annotations

import argparse
import sys

from torchzh.history.store import load_history
from torchzh.project import OWNED, Project, find_project
from torchzh.publish.addresses import (
    ADDRESSES,
    REDIRECTS,
    Kept,
    addresses_text,
    generated_docnames,
    handwritten,
    lost,
    parse_addresses,
    parse_redirects,
)
from torchzh.render.entries import annotations_of, read_entries
from torchzh.render.output import collect
from torchzh.render.progress import load_usage, measure
from torchzh.render.site import make_site
from torchzh.snapshot import read_snapshot
from torchzh.taxonomy import load_taxonomy
from torchzh.versions import load_versions


def register(parser: argparse.ArgumentParser) -> None:
    """Options of the subcommand."""
    parser.add_argument("--keep", action="store_true", help="把新的地址写进清单")


def run(options: argparse.Namespace) -> int:
    """Compare the pages of the default version with the list."""
    project = find_project()
    minor = load_versions(project.versions_file).default.minor
    docnames = _docnames(project, minor)
    if options.keep:
        kept = read_kept(project)
        same = kept.docnames if kept.minor in ("", minor) else ()
        text = addresses_text(minor, [*same, *docnames])
        (project.root / ADDRESSES).write_text(text, encoding="utf-8")
        print(f"{ADDRESSES}：{len(parse_addresses(text).docnames)} 个地址")
    return report(project, minor, docnames)


def report(project: Project, minor: str, docnames: set[str]) -> int:
    """Say which addresses are lost; the list speaks of one version only."""
    kept = read_kept(project)
    if kept.minor != minor:
        return 0
    missing = lost(kept, docnames, read_redirects(project))
    for name in missing:
        print(f"已发布的地址没有了：{name}（在 {REDIRECTS} 里写它去了哪里）", file=sys.stderr)
    return int(bool(missing))


def read_kept(project: Project) -> Kept:
    """The list of the checkout."""
    path = project.root / ADDRESSES
    return parse_addresses(path.read_text(encoding="utf-8")) if path.is_file() else Kept()


def read_redirects(project: Project) -> dict[str, str]:
    """The redirects of the checkout."""
    path = project.root / REDIRECTS
    return parse_redirects(path.read_text(encoding="utf-8")) if path.is_file() else {}


def _docnames(project: Project, minor: str) -> set[str]:
    site = make_site(
        read_snapshot(project.snapshot_file(minor)),
        annotations_of(read_entries(project)),
        load_taxonomy(project.taxonomy_file),
    )
    files = collect(site, measure(site, load_usage()), history=load_history(project))
    return generated_docnames(files) | handwritten(project.source, OWNED)
