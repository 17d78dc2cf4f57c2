"""``torchzh figures``: the pictures of the installed torch, listed or drawn to look at."""

from __future__ import annotations

import argparse
import sys
from html import escape
from pathlib import Path

from torchzh.figures import Figure
from torchzh.figures.kept import read_figures
from torchzh.figures.models import FigureError
from torchzh.figures.store import Drawn
from torchzh.project import find_project

PAGE = """<!doctype html>
<html lang="zh-CN"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{title}</title><link rel="stylesheet" href="torchzh.css">
<style>body {{ font-family: system-ui, sans-serif; margin: 1em; color: #1f2937; background: #fff }}
body[data-theme="dark"] {{ color: #cfd0d0; background: #131416 }}</style>
<body>{body}
<script>if (location.hash === "#dark") document.body.dataset.theme = "dark"</script>
"""


def register(parser: argparse.ArgumentParser) -> None:
    """Options of the subcommand."""
    parser.add_argument("names", nargs="*", metavar="名字", help="只要这些限定名的图；省略时为全部")
    parser.add_argument("--output", type=Path, help="把 SVG 和一个汇总页写到这个文件夹；省略时只列出")


def run(options: argparse.Namespace) -> int:
    """List, or write."""
    project = find_project()
    try:
        drawn = read_figures(project)
    except FigureError as error:
        print(f"torchzh: {error}", file=sys.stderr)
        return 3
    unknown = [name for name in options.names if name not in drawn.figures]
    if unknown:
        print(f"没有图：{'、'.join(unknown)}", file=sys.stderr)
        return 2
    wanted = {name: drawn.figures[name] for name in options.names or drawn.figures}
    if options.output is None:
        for name, figure in wanted.items():
            print(f"{name}  {len(figure.svg.encode()) / 1000:.1f} KB  {figure.alt}")
    else:
        _write(options.output, wanted, project.source / "_static" / "torchzh.css")
        print(f"写了 {len(wanted)} 张图，打开 {options.output / 'index.html'}（深色：在地址后加 #dark）")
    return _report(drawn)


def _write(folder: Path, wanted: dict[str, Figure], style: Path) -> None:
    """One file each, and a page that shows every different picture once."""
    folder.mkdir(parents=True, exist_ok=True)
    shown: dict[Figure, list[str]] = {}
    for name, figure in wanted.items():
        (folder / f"{name}.svg").write_text(figure.svg + "\n", encoding="utf-8")
        shown.setdefault(figure, []).append(name)
    body = "".join(
        f'<h2>{escape("、".join(names))}</h2><figure class="tz-figure">{figure.svg}'
        f"<figcaption>{escape(figure.caption)}</figcaption></figure>\n"
        for figure, names in shown.items()
    )
    (folder / "index.html").write_text(PAGE.format(title="torchzh 的图", body=body), encoding="utf-8")
    (folder / "torchzh.css").write_bytes(style.read_bytes())


def _report(drawn: Drawn) -> int:
    pictures = len(set(drawn.figures.values()))
    print(
        f"torch {drawn.torch}：{len(drawn.figures)} 个名字有图，"
        f"不同的图 {pictures} 张，失败 {len(drawn.failed)}"
    )
    for name, reason in drawn.failed.items():
        print(f"  {name}：{reason}", file=sys.stderr)
    return 1 if drawn.failed else 0
