"""Rules about the shape of an entry: sections, category, tags, summary, grade.

The reader says what it could not understand; here is what is understood and
still not as the house wants it.
"""

from __future__ import annotations

from collections.abc import Iterator

from torchzh.check.context import Context
from torchzh.check.signatures import public_parameters
from torchzh.findings import Edit, Finding
from torchzh.similar import nearest

REQUIRED = ("功能描述", "返回值", "代码示例", "常见误区")
FIRST_RANKS = 500  # names used more than these may stay brief


def check_sections(context: Context) -> Iterator[Finding]:
    """A full entry has every required section; an often used API needs a full entry."""
    entry = context.entry
    titles = {section.title for section in entry.sections}
    if titles - {"参数精讲"}:
        required = list(REQUIRED)
        if any(public_parameters(view.object) for view in context.views):
            required.insert(1, "参数精讲")
        for title in required:
            if title not in titles:
                yield context.finding("FM35", (1, 1), title=title)
    else:
        rank = context.usage.get(entry.name, 0)
        if 0 < rank <= FIRST_RANKS:
            yield context.finding("FM51", context.at_key("name"), reason=f"使用量第 {rank} 的 API")
        elif entry.name in context.full_entries:
            yield context.finding("FM51", context.at_key("name"), reason="规划时点名的 API")


def check_category_and_tags(context: Context) -> Iterator[Finding]:
    """Both come from taxonomy.toml."""
    entry, taxonomy = context.entry, context.taxonomy
    if entry.category and entry.category not in taxonomy.categories:
        near = nearest(entry.category, taxonomy.categories, 0.4)
        yield context.finding("FM47", context.at_key("category"), category=entry.category, nearest=near)
    for index, tag in enumerate(entry.tags):
        if tag not in taxonomy.tag_names:
            at = context.at_key(f"tags.{index}", "tags")
            yield context.finding("FM48", at, tag=tag, nearest=nearest(tag, taxonomy.tag_names, 0.4))
    if "tags" in entry.key_positions and 0 < len(entry.tags) < 2:
        yield context.finding("FM49", context.at_key("tags"), count=str(len(entry.tags)))


def check_summary(context: Context) -> Iterator[Finding]:
    """One sentence, one line, no full stop."""
    summary = context.entry.summary
    at = context.at_key("summary")
    if summary.endswith(("。", ".", "！", "；")):
        line = context.result.lines[at[0] - 1]
        stop = line.rstrip().rstrip("'\"")
        edit = Edit(line=at[0], column=len(stop), old=summary[-1], new="") if stop.endswith(summary) else None
        yield context.finding("FM50", at, (), edit, what=f"以「{summary[-1]}」结尾")
    if "\n" in summary:
        yield context.finding("FM50", at, what="不止一行")
    elif "。" in summary[:-1]:
        yield context.finding("FM50", at, what="不止一句")
