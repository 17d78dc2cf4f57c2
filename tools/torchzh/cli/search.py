"""``torchzh search``: the search box of the site in the terminal, same data, same ranking."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

from torchzh.finder.cache import has_pinyin, kept_index
from torchzh.finder.columns import GRADES, STATES
from torchzh.finder.index import Index
from torchzh.finder.search import Hit, search
from torchzh.project import find_project
from torchzh.snapshot import SnapshotError
from torchzh.versions import load_versions


def register(parser: argparse.ArgumentParser) -> None:
    """Options of the subcommand."""
    parser.add_argument("words", nargs="+", help="名字的一段、中文、拼音、别家的名字、#标签、报错")
    parser.add_argument("--torch", help="哪个版本的快照；默认 versions.toml 里的默认版本")
    parser.add_argument("--limit", type=int, default=8, metavar="N", help="最多几条；默认 8")
    parser.add_argument("--json", action="store_true", help="输出 JSON")


def run(options: argparse.Namespace) -> int:
    """Print the hits; status 1 when there are none."""
    project = find_project()
    minor = options.torch or load_versions(project.versions_file).default.minor
    try:
        index = kept_index(project, minor)
    except (SnapshotError, FileNotFoundError) as error:
        print(f"torchzh: {error}", file=sys.stderr)
        return 2
    if not has_pinyin():
        print("没有安装 pypinyin，不能按拼音查", file=sys.stderr)
    hits = search(index, " ".join(options.words), options.limit)
    if options.json:
        print(json.dumps([hit_data(hit, index) for hit in hits], ensure_ascii=False, indent=2))
    elif hits:
        print("\n".join(line for hit in hits for line in hit_lines(hit, index)))
    else:
        print("没有找到。换一个说法，或只写名字里记得的一段", file=sys.stderr)
    return 0 if hits else 1


def hit_data(hit: Hit, index: Index) -> dict[str, Any]:
    """One hit for other programs."""
    number = hit.record
    return {
        "name": hit.name,
        "grade": GRADES[index.data["grades"][number]],
        "state": STATES[index.data["states"][number]],
        "signature": index.get("signatures", number) or "",
        "summary": index.get("summaries", number) or "",
        "words": (index.get("words", number) or "").split("|"),
        "found_by": hit.why,
        "same_operation": list(hit.more),
        "score": round(hit.score, 1),
    }


def hit_lines(hit: Hit, index: Index) -> list[str]:
    """One hit for people: name and badges, then what it is, then why it was found."""
    data = hit_data(hit, index)
    badges = " ".join(f"[{text}]" for text in (data["grade"], data["state"]) if text)
    lines = [f"{hit.name}{data['signature']}  {badges}"]
    said = data["summary"] or "、".join(word for word in data["words"][:3] if word)
    if said:
        lines.append(f"    {said}")
    notes = [hit.why] if hit.why else []
    notes += [f"同一操作：{'、'.join(hit.more[:4])}"] if hit.more else []
    return lines + [f"    {note}" for note in notes]
