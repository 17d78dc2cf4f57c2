"""How much of a page is written by people: 详注, 简注 or 自动.

A full entry has every section that content.md requires. Anything less that
has an entry is brief; the figure on the start page is made of these.
"""

from __future__ import annotations

from torchzh.annotation.models import Annotation, Grade
from torchzh.models import ApiObject

REQUIRED = ("功能描述", "返回值", "代码示例", "常见误区")


def grade(obj: ApiObject, annotation: Annotation | None) -> Grade:
    """The grade of one object."""
    if annotation is None:
        return Grade.AUTOMATIC
    complete = all(_filled(annotation, title) for title in REQUIRED)
    documented = {name for note in annotation.parameters for name in note.names}
    wanted = {p.name for p in obj.parameters() if not p.is_private and not p.is_variadic}
    return Grade.FULL if complete and wanted <= documented else Grade.BRIEF


def _filled(annotation: Annotation, title: str) -> bool:
    if title == "常见误区":
        return bool(annotation.pitfalls)
    section = annotation.section(title)
    return section is not None and bool(section.body.strip())
