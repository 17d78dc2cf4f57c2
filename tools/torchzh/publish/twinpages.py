"""Markdown twins of the entries, and llms.txt, which lists them.

A twin is what a program wants that cannot read the site: facts of this version first,
then the text as its author wrote it. It lies beside the page, with ``.md`` for
``.html``. Entries only: an automatic page says nothing that api.json does not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from torchzh.annotation.models import Annotation
from torchzh.history.models import History
from torchzh.models import ApiObject
from torchzh.render.grades import grade
from torchzh.render.signature import signatures
from torchzh.render.site import Site
from torchzh.render.treepages import grouped
from torchzh.versions import spans

TITLE = "PyTorch Python API 详解大全"


def twin_pages(site: Site, history: History, bodies: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Path below the version and text; ``bodies`` is the Markdown of each entry."""
    for name, annotation in sorted(site.annotations.items()):
        obj = site.snapshot.objects[name]
        lines = [*_head(obj, annotation, site, history), bodies[name].strip("\n")]
        if annotation.see:
            lines += [
                "",
                "## 另见",
                "",
                *(f"- `{other}`：{reason}" for other, reason in annotation.see.items()),
            ]
        yield f"{site.plan.docnames[name]}.md", "\n".join(lines) + "\n"


def _head(obj: ApiObject, annotation: Annotation, site: Site, history: History) -> Iterator[str]:
    yield from (f"# {obj.name}", "", annotation.summary, "", "```python")
    yield from signatures(obj, site.types)
    yield from ("```", "", f"- 程度：{grade(obj, annotation).value}，torch {site.minor}")
    timeline = history.get(obj.name)
    if timeline is not None:
        yield f"- 见于 torch {spans(timeline.present, history.minors)}"
    if obj.deprecation is not None and obj.deprecation.certain:
        yield f"- 已弃用：{' '.join(obj.deprecation.message.split())}"
    twins = site.twins.get(obj.name, ())
    if twins:
        yield "- 同一操作：" + "、".join(f"`{twin.name}`（{twin.relation}）" for twin in twins)
    if annotation.aliases:
        yield "- 又叫：" + "、".join(annotation.aliases)
    yield ""


def llms_text(site: Site) -> str:
    """llms.txt: what the site is, the entries by branch, the data files."""
    lines = [
        f"# {TITLE}",
        "",
        f"> torch {site.minor} 公开 API 的中文参考。"
        "签名、默认值、弃用与版本历史由真实的 torch 读出，注解手写，示例运行过。",
        "",
        "全部公开名字的签名与历史在 [api.json](api.json)，它的结构见 [api.schema.json](api.schema.json)。",
        "文字 CC BY 4.0。",
    ]
    for branch in site.taxonomy.branches:
        names = [name for group in grouped(branch, site).values() for name in group]
        if names:
            lines += ["", f"## {branch.title}", ""]
            lines += [
                f"- [{name}]({site.plan.docnames[name]}.md)：{site.annotations[name].summary}"
                for name in names
            ]
    return "\n".join(lines) + "\n"
