"""Readings of Chinese words, made at build time and put together again from two small tables."""

import pytest

from findersite import default_index
from torchzh.finder.phonetic import _letters
from torchzh.finder.pinyin import make_readings
from torchzh.finder.search import search

pytest.importorskip("pypinyin", reason="生成站点的环境里才有")
W = {
    "equal": 9,
    "prefix": 8,
    "inside": 7,
    "initials": 6,
    "initials_prefix": 5,
    "mixed": 4,
    "extra": 0,
    "extra_most": 0,
}


def test_a_word_is_read_as_a_word_and_not_by_its_characters():
    readings = make_readings(["重复", "权重", "重要", "长短期记忆", "长度"])
    assert readings.syllables("重复") == ("chong", "fu")
    assert readings.syllables("权重") == ("quan", "zhong")
    assert readings.syllables("长短期记忆")[0] == "chang"


def test_characters_that_no_entry_uses_are_known_too():
    assert make_readings([]).syllables("商机") == ("shang", "ji")


@pytest.mark.parametrize(
    ("typed", "score"),
    [
        ("jiaochashang", 9),
        ("jiaocha", 8),
        ("chashang", 7),
        ("jcs", 6),
        ("jiaochas", 8),
        ("jcsh", 4),
        ("aocha", 0),
        ("sjc", 0),
    ],
)
def test_letters_match_whole_syllables_initials_and_beginnings(typed, score):
    assert _letters(typed, ("jiao", "cha", "shang"), W) == score


def test_pinyin_finds_what_the_characters_find():
    assert search(default_index(), "pinjie", 1)[0].name == search(default_index(), "拼接", 1)[0].name
