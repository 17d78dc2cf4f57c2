"""The first thing seen when an object is gone or going: removal and deprecation.

The message is torch's own and stays English; names in it become references.
What only one branch of a function warns about is said more quietly.
"""

from __future__ import annotations

import re

from torchzh.models import ApiObject
from torchzh.render import rst
from torchzh.render.rst import Lines
from torchzh.render.site import Site

# Code between backticks, or a dotted name in running text.
CODE = re.compile(r"`+(?P<code>[^`]+)`+|(?P<name>[A-Za-z_]\w*(?:\.\w+)+)(?:\(\))?")
LEADING_NAME = re.compile(r"[A-Za-z_][\w.]*\w")


def notices(obj: ApiObject, site: Site) -> Lines:
    """Admonitions for the top of the page."""
    if obj.tombstone:
        return _box("已移除", "removed", "这个名字还能取到，但一调用就抛出异常。", obj.tombstone, obj, site)
    deprecation = obj.deprecation
    if deprecation is None:
        return []
    if not deprecation.certain:
        return _box(
            "部分用法已弃用",
            "partly-deprecated",
            "某些参数或用法会发出警告。",
            deprecation.message,
            obj,
            site,
        )
    dates = "".join(
        [
            f"自 {deprecation.since} 起弃用。" if deprecation.since else "",
            f"计划在 {deprecation.removal} 移除。" if deprecation.removal else "",
        ]
    )
    return _box("已弃用", "deprecated", dates, deprecation.message, obj, site)


def _box(title: str, style: str, lead: str, message: str, obj: ApiObject, site: Site) -> Lines:
    content = rst.paragraph(rst.text(lead)) if lead else []
    if message:
        content += rst.paragraph(rst.join(["torch 的原话：", linked(message, obj.name, site)]))
    body = content or rst.paragraph("torch 把它标为弃用，没有说明原因。")
    return rst.directive("admonition", title, body, {"class": f"tz-{style}"})


def linked(message: str, page: str, site: Site) -> str:
    """A message in which code is code, and documented names are references."""
    pieces: list[str] = []
    end = 0
    for match in CODE.finditer(message):
        shown = " ".join((match["code"] or match["name"]).split())
        name = LEADING_NAME.match(shown)
        target = site.names.resolve(name[0]) if name else ""
        if target and target != page:
            mark = rst.reference(target, shown)
        elif match["code"]:
            mark = rst.literal(shown)
        else:
            continue
        pieces += [rst.escape(message[end : match.start()]), mark]
        end = match.end()
    return rst.join([*pieces, rst.escape(message[end:])])
