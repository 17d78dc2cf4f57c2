"""What a volume (PDF, ePub) holds: the full entries of one torch, in the order of 按工作流.

The pages are those of the site, made by the same functions from a committed
snapshot; only the frame is different: parts are the branches, chapters their
groups. References to what is not in the volume stay plain code.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from torchzh.annotation.models import Annotation, Grade
from torchzh.figures import Figure
from torchzh.models import Snapshot
from torchzh.render import rst
from torchzh.render.apipage import api_page
from torchzh.render.grades import grade
from torchzh.render.rst import Lines
from torchzh.render.site import Site, make_site
from torchzh.render.treepages import grouped
from torchzh.taxonomy import Taxonomy

ABOUT = (
    "本书收录《PyTorch Python API 详解大全》里全部详注条目。"
    "签名、默认值、类型与弃用标记取自 torch {release} 本身，"
    "注解逐条手写，示例逐条运行过。条目共 {count} 篇，按工作流编排：先有张量，再搭网络，然后优化、喂数据、"
    "放到设备上求梯度，最后是函数式接口与工具。"
)
LICENCE = "注解采用 CC BY 4.0 许可。PyTorch 是其权利人的商标；本书不是官方文档。"


class VolumeError(RuntimeError):
    """The volume cannot be made; the message is in Chinese."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Volume:
    """Files of a Sphinx source folder, and how many entries they hold."""

    files: Mapping[str, str]
    entries: tuple[str, ...]


def full_entries(snapshot: Snapshot, annotations: Mapping[str, Annotation]) -> dict[str, Annotation]:
    """The annotations that are full entries of this torch."""
    found = {}
    for name, annotation in annotations.items():
        obj = snapshot.canonical(name)
        if obj is not None and grade(obj, annotation) is Grade.FULL:
            found[name] = annotation
    return found


def make_volume(
    snapshot: Snapshot,
    annotations: Mapping[str, Annotation],
    taxonomy: Taxonomy,
    figures: Mapping[str, Figure] | None = None,
) -> Volume:
    """All files of the volume."""
    return volume_of(make_site(snapshot, full_entries(snapshot, annotations), taxonomy, figures=figures))


def volume_of(site: Site) -> Volume:
    """The volume of a site that holds full entries only."""
    files: dict[str, str] = {}
    entries: list[str] = []
    parts: list[str] = []
    for branch in site.taxonomy.branches:
        groups = {group: names for group, names in grouped(branch, site).items() if names}
        if not groups:
            continue
        # A page for each group, so that a book read from front to back follows its contents.
        chapters = {f"part/{branch.slug}-{number}": group for number, group in enumerate(groups, 1)}
        parts.append(f"part/{branch.slug}")
        files[f"{parts[-1]}.rst"] = _text(_tree(branch.title, list(chapters), depth=2))
        for page, group in chapters.items():
            names = groups[group]
            files[f"{page}.rst"] = _text(_tree(group, [site.plan.docnames[name] for name in names], depth=1))
            entries += names
    for name in entries:
        files[f"{site.plan.docnames[name]}.rst"] = _text(api_page(site.snapshot.objects[name], site))
    files["index.rst"] = _text(_index(parts, site, len(entries)))
    return Volume(files=files, entries=tuple(entries))


def _index(parts: list[str], site: Site, count: int) -> Lines:
    about = ABOUT.format(release=site.snapshot.header.torch, count=count)
    return [
        *rst.heading("PyTorch Python API 详解大全", 1),
        *rst.paragraph(rst.text(about)),
        *rst.paragraph(rst.text(LICENCE)),
        *_toctree(parts, depth=2),
    ]


def _tree(title: str, pages: list[str], *, depth: int) -> Lines:
    return [*rst.heading(rst.text(title), 1), *_toctree(pages, depth=depth)]


def _toctree(pages: list[str], *, depth: int) -> Lines:
    return rst.directive("toctree", "", [f"/{page}" for page in pages], {"maxdepth": str(depth)})


def _text(lines: Lines) -> str:
    return "\n".join(lines).rstrip("\n") + "\n"
