"""Three more ways in: by tag, by letter, by what others call it.

All of them are lists of links made from the same records as the trees. They
lie in ``tree/``; a tag's page carries the tag's own name.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from torchzh.render import rst
from torchzh.render.members import linked_lines
from torchzh.render.references import title_of
from torchzh.render.rst import Lines
from torchzh.render.site import Site

TAGS, NAMES, WORDS = "tree/tags", "tree/names", "tree/words"
OTHER = "other"  # page of the names that begin with no letter
LATIN = "latin"
PART = 350  # words on a page
# Page, heading, beginnings of the words that belong there.
LIBRARIES = (
    ("numpy", "NumPy 与 SciPy", ("np.", "numpy.", "ndarray.", "numpy ", "scipy.")),
    ("tensorflow", "TensorFlow 与 Keras", ("tf.", "keras.", "keras ", "tfp.", "tfa.")),
    ("jax", "JAX", ("jax.",)),
)


def index_pages(site: Site) -> Iterator[tuple[str, Lines]]:
    """Docname and lines of every page of this kind."""
    tags = _by_tag(site)
    yield TAGS, _tags_page(tags, site)
    for tag, names in tags.items():
        yield tag_docname(tag), _tag_page(tag, names, site)
    letters = _by_letter(site)
    yield NAMES, _names_page(letters)
    for letter, names in letters.items():
        yield f"{NAMES}-{letter}", _letter_page(letter, names, site)
    yield from _word_pages(site)


def tag_docname(tag: str) -> str:
    """Where the entries with a tag are listed."""
    return f"tree/tag-{tag}"


def _by_tag(site: Site) -> dict[str, list[str]]:
    """Tags in use, in the order of the taxonomy."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for name in sorted(site.annotations, key=_alphabet):
        for tag in site.annotations[name].tags:
            found[tag].append(name)
    return {tag: found[tag] for tag in site.taxonomy.tag_names if tag in found}


def _tags_page(tags: dict[str, list[str]], site: Site) -> Lines:
    about = dict(site.taxonomy.tags)
    rows = [
        rst.paragraph(
            rst.join([rst.page_link(tag_docname(tag), f"#{tag}"), f" {len(names)}：", rst.text(about[tag])])
        )
        for tag, names in tags.items()
    ]
    lead = "条目按标签排。在快速查找里打 #标签 也可以，几个标签能连着用。"
    return _page("按标签", lead, rst.items(rows), map(tag_docname, tags))


def _tag_page(tag: str, names: list[str], site: Site) -> Lines:
    lines = rst.heading(rst.text(f"#{tag}"), 1)
    lines += rst.paragraph(rst.text(dict(site.taxonomy.tags)[tag] + "。"))
    for branch in site.taxonomy.branches:
        inside = [name for name in names if site.annotations[name].category.startswith(f"{branch.key}/")]
        if inside:
            lines += rst.heading(rst.text(branch.title), 2) + linked_lines(inside, site, title_of)
    return lines + rst.paragraph(rst.page_link(TAGS, "全部标签"))


def _by_letter(site: Site) -> dict[str, list[str]]:
    """Pages by the first letter of the last part of their name."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for name in sorted(site.plan.pages(), key=_alphabet):
        first = name.rpartition(".")[2].lstrip("_")[:1].lower()
        found[first if "a" <= first <= "z" else OTHER].append(name)
    return dict(sorted(found.items(), key=lambda row: (row[0] == OTHER, row[0])))


def _names_page(letters: dict[str, list[str]]) -> Lines:
    rows = [
        rst.paragraph(rst.join([rst.page_link(f"{NAMES}-{letter}", _letter(letter)), f" {len(names)}"]))
        for letter, names in letters.items()
    ]
    lead = "有自己页面的名字按最后一段的首字母排，不分大小写。"
    return _page("按字母", lead, rst.items(rows), (f"{NAMES}-{letter}" for letter in letters))


def _letter_page(letter: str, names: list[str], site: Site) -> Lines:
    """One line for each last part, with all its homes."""
    lines = rst.heading(rst.text(_letter(letter)), 1)
    homes: defaultdict[str, list[str]] = defaultdict(list)
    for name in names:
        homes[name.rpartition(".")[2]].append(name)
    rows = []
    for last, found in homes.items():
        marks = [piece for name in found for piece in (" ", rst.page_link(site.plan.docnames[name], name))]
        rows.append(rst.paragraph(rst.join([rst.strong(last), *marks])))
    return lines + rst.items(rows) + rst.paragraph(rst.page_link(NAMES, "全部字母"))


def _word_pages(site: Site) -> Iterator[tuple[str, Lines]]:
    """What people call the entries: a page for each library, and Chinese words by branch."""
    found: defaultdict[str, defaultdict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for name in sorted(site.annotations, key=_alphabet):
        place = site.taxonomy.place(site.annotations[name].category)
        for word in site.annotations[name].aliases:
            key = _library(word) or (place[0].slug if place else OTHER)
            found[key][word].append(name)
    titles = {key: title for key, title, _ in LIBRARIES} | {LATIN: "其他英文说法"}
    titles |= {branch.slug: f"中文说法：{branch.title}" for branch in site.taxonomy.branches}
    parts = [
        (f"{WORDS}-{key}" + (f"-{number}" if number > 1 else ""), titles[key], number, words)
        for key in titles
        if key in found
        for number, words in enumerate(_parts(sorted(found[key], key=str.lower)), 1)
    ]
    rows = [
        rst.paragraph(rst.join([rst.page_link(docname, _numbered(title, number)), f" {len(words)}"]))
        for docname, title, number, words in parts
    ]
    lead = "别的库里的名字、中文说法，对应到哪个条目。只列条目里写了的。"
    yield WORDS, _page("按别名", lead, rst.items(rows), (docname for docname, *_ in parts))
    for docname, title, number, words in parts:
        key = docname.removeprefix(f"{WORDS}-").removesuffix(f"-{number}")
        lines = rst.heading(rst.text(_numbered(title, number)), 1)
        lines += rst.items(_word_row(word, found[key][word], site) for word in words)
        yield docname, lines + rst.paragraph(rst.page_link(WORDS, "全部别名"))


def _parts(words: list[str]) -> list[list[str]]:
    """Words page by page, so that no page grows without end."""
    return [words[start : start + PART] for start in range(0, len(words), PART)]


def _numbered(title: str, number: int) -> str:
    return f"{title}，第 {number} 部分" if number > 1 else title


def _word_row(word: str, names: list[str], site: Site) -> Lines:
    shown = rst.literal(word) if _library(word) else rst.text(word)
    links = [piece for n in names for piece in ("、", rst.page_link(site.plan.docnames[n], title_of(n)))][1:]
    return rst.paragraph(rst.join([shown, " → ", *links]))


def _library(word: str) -> str:
    """Key of the library a word belongs to; empty for a Chinese word."""
    for key, _, beginnings in LIBRARIES:
        if word.lower().startswith(beginnings):
            return key
    return "" if any("\u4e00" <= character <= "\u9fff" for character in word) else LATIN


def _page(title: str, lead: str, lines: Lines, below: Iterable[str]) -> Lines:
    pages = [f"/{docname}" for docname in below]
    tree = rst.directive("toctree", "", pages, {"hidden": ""}) if pages else []
    return [*rst.heading(rst.text(title), 1), *rst.paragraph(rst.text(lead)), *lines, *tree]


def _letter(letter: str) -> str:
    return "其他" if letter == OTHER else letter.upper()


def _alphabet(name: str) -> tuple[str, str]:
    return name.rpartition(".")[2].lower(), name
