"""The pages 按标签, 按字母 and 按别名: every entry is where a reader would look for it."""

import re

import pytest

from findersite import default_site
from torchzh.render.indexpages import LIBRARIES, NAMES, TAGS, WORDS, index_pages, tag_docname

LINK = re.compile(r":doc:`(?:[^`<]|\\<)+ </([^>]+)>`")


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    return {docname: "\n".join(lines) for docname, lines in index_pages(default_site())}


def links(text: str) -> list[str]:
    return LINK.findall(text)


def test_every_entry_is_on_the_page_of_each_of_its_tags(pages):
    site = default_site()
    missing = [
        (name, tag)
        for name, entry in site.annotations.items()
        for tag in entry.tags
        if site.plan.docnames[name] not in links(pages[tag_docname(tag)])
    ]
    assert missing == []


def test_a_tag_without_entries_has_no_page(pages):
    site = default_site()
    used = {tag for entry in site.annotations.values() for tag in entry.tags}
    listed = {docname.removeprefix("tree/tag-") for docname in pages if docname.startswith("tree/tag-")}
    assert listed == used


def test_every_page_stands_under_one_letter_once(pages):
    site = default_site()
    listed = [
        link for docname, text in pages.items() if docname.startswith(f"{NAMES}-") for link in links(text)
    ]
    inside = sorted(link for link in listed if link.startswith("api/"))
    assert inside == sorted(site.plan.docnames[name] for name in site.plan.pages())


def test_a_name_stands_under_the_first_letter_of_its_last_part(pages):
    assert "api/torch.nn.functional.conv2d" in links(pages[f"{NAMES}-c"])
    assert "api/torch.nn.Conv2d" in links(pages[f"{NAMES}-c"])
    assert "api/torch.nn.Conv2d" not in links(pages[f"{NAMES}-n"])


def test_trailing_underscores_are_not_lost(pages):
    assert r"**abs\_**" in pages[f"{NAMES}-a"]


def test_every_alias_stands_on_one_page_with_its_entry(pages):
    site = default_site()
    text = {docname: page for docname, page in pages.items() if docname.startswith(f"{WORDS}-")}
    for key, _, beginnings in LIBRARIES:
        rows = [line for line in text.get(f"{WORDS}-{key}", "").splitlines() if line.startswith("- ")]
        assert all(line.removeprefix("- ").strip("`").lower().startswith(beginnings) for line in rows), key
    everything = "\n".join(text.values())
    for name, entry in site.annotations.items():
        assert not entry.aliases or site.plan.docnames[name] in everything


def test_the_three_doors_lead_to_all_pages_below_them(pages):
    for door in (TAGS, NAMES, WORDS):
        below = {docname for docname in pages if docname.startswith((door + "-", door.rstrip("s") + "-"))}
        assert below == {link for link in links(pages[door]) if link.startswith("tree/")}
