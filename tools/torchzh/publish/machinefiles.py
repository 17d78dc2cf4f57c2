"""The files for programs that lie at the root of one version, as generated files."""

from __future__ import annotations

from collections.abc import Iterator

from torchzh.history.models import History
from torchzh.project import Project
from torchzh.publish.apidata import api_text, schema_text
from torchzh.publish.twinpages import llms_text, twin_pages
from torchzh.render.output import SITE_FILES
from torchzh.render.site import Site

END = "\n---\n"  # of the front matter


def machine_files(project: Project, site: Site, history: History) -> Iterator[tuple[str, str]]:
    """Path below source/ and text."""
    bodies = {
        name: (project.root / annotation.path).read_text(encoding="utf-8").partition(END)[2]
        for name, annotation in site.annotations.items()
    }
    yield f"{SITE_FILES}/api.json", api_text(site, history)
    yield f"{SITE_FILES}/api.schema.json", schema_text()
    yield f"{SITE_FILES}/llms.txt", llms_text(site)
    for path, text in twin_pages(site, history, bodies):
        yield f"{SITE_FILES}/{path}", text
