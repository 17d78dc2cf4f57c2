"""Catalogues for translators: ``locale/<language>/LC_MESSAGES/torchzh.po``.

One catalogue for all pages, so that a heading is translated once. It holds the
hand-written pages and the site's own labels; entries are translated as whole
files, not sentence by sentence. A second run changes nothing: the width is
fixed, and no date or line number of a page goes in.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po
from sphinx_intl import basic  # type: ignore[import-untyped]

from torchzh.export.labels import labels_of_folder, labels_of_taxonomy, unique
from torchzh.export.sphinxrun import DOMAIN
from torchzh.project import OWNED, Project
from torchzh.taxonomy import load_taxonomy

LANGUAGES = ("en", "zh_TW")
WIDTH = 76
# Pages for contributors and maintainers stay Chinese; generated pages are made of labels and entries.
NOT_TRANSLATED = frozenset({*OWNED, "_templates", "_static", "maintain", "codes", "contribute.md"})
STUB = "_generated/progress.md"  # figures that change with every entry
OVERRIDES: dict[str, Any] = {
    "gettext_compact": DOMAIN,
    "gettext_location": False,
    "suppress_warnings": ["toc.not_readable", "toc.not_included", "myst.xref_missing", "ref.doc"],
}


def copy_pages(project: Project, target: Path) -> list[Path]:
    """The hand-written pages, in a folder of their own; returns what was copied."""
    shutil.rmtree(target, ignore_errors=True)
    copied = []
    for path in sorted(project.source.rglob("*.md")):
        relative = path.relative_to(project.source)
        if relative.parts[0] not in NOT_TRANSLATED:
            (target / relative).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target / relative)
            copied.append(relative)
    (target / STUB).parent.mkdir(parents=True, exist_ok=True)
    (target / STUB).write_text("", encoding="utf-8")
    return copied


def add_labels(template: Path, project: Project) -> int:
    """Add the site's labels to the template Sphinx wrote; returns how many phrases it holds."""
    with template.open("rb") as stream:
        catalogue = read_po(stream)
    labels = [*labels_of_taxonomy(load_taxonomy(project.taxonomy_file))]
    labels += labels_of_folder(Path(__file__).parents[1] / "render")
    for text, places in unique(labels).items():
        comments = sorted({place.file for place in places})
        catalogue.add(text, auto_comments=[f"标签：{'、'.join(comments)}"])
    with template.open("wb") as stream:
        write_po(stream, catalogue, width=WIDTH)
    return len(catalogue)


def update(project: Project, templates: Path) -> dict[str, int]:
    """Bring ``locale/`` up to date; counts of created, updated and unchanged files."""
    counts: dict[str, int] = basic.update(
        str(project.root / "locale"), str(templates), LANGUAGES, line_width=WIDTH, jobs=1
    )
    return counts


def progress(project: Project) -> Iterable[tuple[str, int, int, int]]:
    """(language, translated, to be looked at again, all) per catalogue."""
    for language in LANGUAGES:
        path = project.root / "locale" / language / "LC_MESSAGES" / f"{DOMAIN}.po"
        with path.open("rb") as stream:
            catalogue: Catalog = read_po(stream)
        messages = [message for message in catalogue if message.id]
        fuzzy = sum(message.fuzzy for message in messages)
        done = sum(bool(message.string) and not message.fuzzy for message in messages)
        yield language, done, fuzzy, len(messages)
