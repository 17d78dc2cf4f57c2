"""From a site to the text of its data file, and back from that text to an index."""

from __future__ import annotations

import json
import tomllib
from importlib import resources
from typing import Any

from torchzh.finder.index import Index, make_index
from torchzh.finder.lexicon import load_lexicon
from torchzh.finder.pinyin import Readings, make_readings
from torchzh.finder.records import make_records
from torchzh.finder.script import FORMAT, VARIABLE, data_script, encode, reading_texts
from torchzh.render.progress import load_usage
from torchzh.render.site import Site

FILE = "_static/finder/data.js"  # below the root of the version


class FinderDataError(ValueError):
    """The text is no data file of this version of the tools."""


def load_weights() -> dict[str, Any]:
    """The tables of ranking.toml."""
    return tomllib.loads((resources.files(__package__) / "ranking.toml").read_text(encoding="utf-8"))


def site_script(site: Site, *, readings: bool = True) -> str:
    """The data file of one version; without ``readings`` nothing is found by pinyin."""
    lexicon = load_lexicon()
    records = make_records(site, load_usage(), lexicon)
    made = _readings(reading_texts(records), site) if readings else Readings()
    return data_script(encode(records, lexicon, site.taxonomy.tag_names, load_weights(), site.minor, made))


def _readings(texts: list[str], site: Site) -> Readings:
    """Readings of all texts, remembered from one build to the next."""

    def make() -> list[str]:
        made = make_readings(texts)
        return [json.dumps([dict(made.characters), {word: list(s) for word, s in made.words.items()}])]

    (kept,) = site.bodies.lines("\n".join(sorted(set(texts))), "readings", make)
    characters, words = json.loads(kept)
    return Readings(characters, {word: tuple(syllables) for word, syllables in words.items()})


def read_script(text: str) -> dict[str, Any]:
    """The columns of a data file."""
    head = f"window.{VARIABLE}="
    if not text.startswith(head):
        raise FinderDataError("不是查找用的数据文件")
    data: dict[str, Any] = json.loads(text[len(head) :].rstrip().removesuffix(";"))
    if data.get("format") != FORMAT:
        raise FinderDataError(f"数据文件的格式是 {data.get('format')}，这里只认识 {FORMAT}")
    return data


def index_of(text: str) -> Index:
    """The index of a data file."""
    return make_index(read_script(text))
