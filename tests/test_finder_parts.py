"""The parts of the search box: queries, messages, slips, pieces, and the data file."""

import re

import pytest

from findersite import default_index, default_script, default_site
from torchzh.annotation.models import Annotation, CodeBlock, Pitfall
from torchzh.finder.columns import tokens_of
from torchzh.finder.index import squeeze
from torchzh.finder.lexicon import load_lexicon, parse_table, pieces_of
from torchzh.finder.messages import OWN, message_words, messages_of
from torchzh.finder.names import begins_pieces
from torchzh.finder.query import parse_query, without_stops
from torchzh.finder.script import data_script
from torchzh.finder.search import search
from torchzh.finder.store import FinderDataError, load_weights, read_script
from torchzh.finder.typos import distance, slips_allowed

WEIGHTS = load_weights()


@pytest.mark.parametrize(
    ("typed", "symbol"),
    [
        ("F.conv2d", "torch.nn.functional.conv2d"),
        ("nn.Conv2d(3, 16, 3)", "torch.nn.Conv2d"),
        ("x.view(2, -1)", "x.view"),
        ("torch.cat([a, b]", "torch.cat"),
        ("import torch.nn", "torch.nn"),
        ("Error(s) in loading state_dict", ""),
        ("拼接", ""),
        ("layer norm", ""),
        ("module 'torch' has no attribute 'concat'", "torch.concat"),
        ("ｔｏｒｃｈ．ｃａｔ", "torch.cat"),
    ],
)
def test_a_query_is_read_as_a_symbol_only_where_it_is_one(typed, symbol):
    assert parse_query(typed, WEIGHTS).symbol == symbol


def test_tags_are_taken_out_of_the_text():
    query = parse_query("#易错点 拼接  #卷积", WEIGHTS)
    assert (query.tags, query.text) == (("易错点", "卷积"), "拼接")


def test_words_of_a_question_are_left_out():
    assert without_stops("怎么把张量转成 numpy", WEIGHTS["words"]["stop"]) == "张量转成 numpy"


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (
            "Sizes of tensors must match except in dimension 1. Expected size 2 but got size 3",
            "Sizes of tensors must match except in dimension 0. Expected size 77 but got size 9",
        ),
        ("shape '[3, 4]' is invalid for input of size 3", "shape '[32, 784]' is invalid for input of size 5"),
        (
            'Missing key(s) in state_dict: "a.weight"',
            'Missing key(s) in state_dict: "conv1.weight", "fc.bias"',
        ),
        (
            "expected input[8, 32, 32, 3] to have 3 channels",
            "expected input[16, 1, 224, 224] to have 3 channels",
        ),
    ],
)
def test_messages_with_other_numbers_and_names_are_the_same(left, right):
    assert message_words(left) == message_words(right)


def test_messages_with_other_words_differ():
    assert message_words("index out of range in self") != message_words("index out of range in other")


def entry(name: str, code: str, symptom: str = "") -> Annotation:
    pitfalls = (
        (Pitfall(title="误区", line=1, body=f"- 现象：{symptom}\n- 原因：…", body_line=2),) if symptom else ()
    )
    block = CodeBlock(language="pycon", options="", line=1, text=code, section="代码示例")
    return Annotation(name=name, path="x.md", summary="…", blocks=(block,), pitfalls=pitfalls)


RAISES = """>>> torch.cat([a, b])
Traceback (most recent call last):
    ...
RuntimeError: Sizes of tensors must match except in dimension 0
"""


def test_an_entry_whose_own_call_raised_a_message_owns_it():
    (count,) = messages_of(entry("torch.cat", RAISES)).values()
    assert count == OWN + 1
    (count,) = messages_of(entry("torch.zeros", RAISES)).values()
    assert count == 1


def test_the_call_that_counts_is_the_outermost_of_the_statement():
    code = RAISES.replace("torch.cat([a, b])", "torch.cat([torch.zeros(2)]).backward()")
    assert set(messages_of(entry("torch.Tensor.backward", code)).values()) == {OWN + 1}
    assert set(messages_of(entry("torch.zeros", code)).values()) == {1}


def test_a_message_over_several_lines_is_one():
    code = (
        ">>> f()\nTraceback (most recent call last):\n    ...\n"
        "RuntimeError: Error(s) in loading state_dict for Net:\n...Missing key(s) in state_dict\n"
    )
    (text,) = messages_of(entry("torch.f", code))
    assert text == "Error(s) in loading state_dict for Net: Missing key(s) in state_dict"


def test_messages_in_a_symptom_count_and_code_does_not():
    found = messages_of(entry("torch.f", "", "`index out of range in self`；用了 `x[0]`"))
    assert list(found) == ["index out of range in self"]


@pytest.mark.parametrize(
    ("left", "right", "slips"),
    [
        ("unsqeeze", "unsqueeze", 1),
        ("reshpae", "reshape", 1),
        ("cat", "cat", 0),
        ("a", "abcd", 3),
        ("liner", "linear", 1),
    ],
)
def test_slips_are_counted_with_swaps_as_one(left, right, slips):
    assert distance(left, right, 2) == min(slips, 3)
    assert distance(right, left, 2) == min(slips, 3)


def test_short_names_tolerate_no_slip():
    assert [slips_allowed(len(word)) for word in ("cat", "relu", "linear", "squeeze")] == [0, 1, 1, 2]


def test_names_fall_into_pieces():
    assert pieces_of("AdaptiveAvgPool2d") == ["adaptive", "avg", "pool", "2d"]
    assert pieces_of("CTCLoss") == ["ctc", "loss"]
    assert pieces_of("scaled_dot_product") == ["scaled", "dot", "product"]


def test_beginnings_of_pieces_match_in_order_only():
    pieces = ("adaptive", "avg", "pool", "2d")
    assert begins_pieces("adaptpool", pieces)
    assert begins_pieces("adavgpo", pieces)
    assert not begins_pieces("pooladapt", pieces)
    assert not begins_pieces("aap", pieces)


def test_tokens_are_pairs_of_characters_and_latin_words():
    assert list(tokens_of("批归一化 BatchNorm2d")) == ["批归", "归一", "一化", "batchnorm2d"]
    assert list(tokens_of("熵")) == ["熵"]
    assert squeeze("Layer_Norm 2.d") == "layernorm2d"


def test_every_name_of_the_lexicon_is_public_in_this_version():
    objects = default_site().snapshot.objects
    assert [name for name in load_lexicon().entries if name not in objects] == []


def test_the_lexicon_has_no_name_and_no_word_twice():
    for file in ("lexicon.tsv", "pieces.tsv"):
        import torchzh.finder.lexicon as module

        text = (module.resources.files("torchzh.finder") / file).read_text(encoding="utf-8")
        keys = [line.split("\t")[0] for line in text.splitlines() if not line.startswith("#")]
        assert len(keys) == len(set(keys)), [key for key in keys if keys.count(key) > 1]
        for key, words in parse_table(text).items():
            assert all(words.split("|")), key
            assert len(words.split("|")) == len(set(words.split("|"))), key


def test_the_data_file_reads_back_as_it_was_written():
    data = read_script(default_script())
    assert data_script(data) == default_script()


def test_a_file_of_another_format_is_refused():
    for text in ("var x=1;", 'window.torchzhFinder={"format":0};'):
        with pytest.raises(FinderDataError):
            read_script(text)


def test_every_weight_of_the_tables_is_used_in_python_and_in_the_browser():
    import findersite

    tools = "".join(
        p.read_text(encoding="utf-8") for p in (findersite.ROOT / "tools/torchzh/finder").glob("*.py")
    )
    static = "".join(
        p.read_text(encoding="utf-8") for p in (findersite.ROOT / "source/_static/finder").glob("*.js")
    )
    for table in ("name", "word", "text", "pinyin", "message", "family"):
        for key in WEIGHTS[table]:
            assert f'"{key}"' in tools, f"{table}.{key}"
            assert re.search(rf"\.{key}\b", static), f"{table}.{key}"


def test_twins_without_an_entry_are_a_remark_and_no_row():
    hits = search(default_index(), "交叉熵损失", 12)
    families = [default_index().get("families", hit.record) for hit in hits]
    assert all(families.count(family) <= WEIGHTS["family"]["rows"] for family in families if family)


def test_each_name_is_a_hit_once():
    for query in ("conv2d", "relu", "拼接", "#卷积"):
        names = [hit.name for hit in search(default_index(), query, 12)]
        assert len(names) == len(set(names))


def test_every_page_is_found_by_its_full_name_first():
    index = default_index()
    pages = [name for name, place in zip(index.names, index.data["places"], strict=True) if place == "p"]
    for name in pages[:: len(pages) // 40]:
        assert search(index, name, 1)[0].name == name


def test_nothing_typed_finds_nothing_and_nonsense_finds_nothing():
    for typed in ("", "   ", "zzqqxxyy", "()"):
        assert search(default_index(), typed) == []
