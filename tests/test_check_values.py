"""Defaults and version conditions are read as people write them."""

import pytest

from torchzh.check.conditions import conditions, names_version
from torchzh.check.values import agrees, is_value, keyword
from torchzh.models import REQUIRED, Default, DefaultState


def value(text: str) -> Default:
    return Default(state=DefaultState.VALUE, text=text)


def opaque(text: str) -> Default:
    return Default(state=DefaultState.OPAQUE, text=text)


@pytest.mark.parametrize(
    ("stated", "default", "verdict"),
    [
        ("1e-5", value("1e-05"), True),
        ("1.0e-5", value("1e-05"), True),
        ("0.00001", value("1e-05"), True),
        ("1e-6", value("1e-05"), False),
        ("True", value("1"), False),
        ("1", value("True"), False),
        ("True", value("True"), True),
        ("0", value("0.0"), True),
        ("010", value("10"), False),
        ("float('nan')", value("nan"), True),
        ("nan", value("float('nan')"), True),
        ("inf", value("float('inf')"), True),
        ("-inf", value("float('inf')"), False),
        ("(0.9, 0.999)", value("(0.9, 0.999)"), True),
        ("[0.9, 0.999]", value("(0.9, 0.999)"), True),
        ("(0.9, 0.99)", value("(0.9, 0.999)"), False),
        ("'mean'", value("'mean'"), True),
        ('"mean"', value("'mean'"), True),
        ("mean", value("'mean'"), True),
        ("sum", value("'mean'"), False),
        ("mean", value("None"), None),
        ("None", value("False"), False),
        ("None", value("None"), True),
        ("None", REQUIRED, False),
        ("torch.float32", value("torch.float32"), True),
        ("torch.strided", value("strided"), None),
        ("torch.float16", value("torch.float32"), False),
        ("torch.float32", value("None"), None),
        ("pickle", opaque("pickle"), True),
        ("0", opaque("<object>"), None),
        ("torch.tensor([1, 2])", value("tensor([1,2])"), True),
        ("tensor([1, 3])", value("tensor([1, 2])"), False),
    ],
)
def test_a_stated_default_agrees_by_value_and_not_by_spelling(stated, default, verdict):
    assert agrees(stated, default) is verdict


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("0", True),
        ("-1", True),
        ("'a'", True),
        ("None", True),
        ("torch.float32", True),
        ("dim", False),
        ("a b", False),
    ],
)
def test_only_literals_and_dotted_names_are_values(text, is_one):
    assert is_value(text) is is_one


@pytest.mark.parametrize(
    ("text", "found"),
    [("dim=0", ("dim", "0")), ("0", ("", "0")), ("a == b", ("", "a == b")), ("p='a=b'", ("p", "'a=b'"))],
)
def test_a_keyword_is_taken_apart(text, found):
    assert keyword(text) == found


MINORS = ("1.13", "2.0", "2.4", "2.6", "2.13")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("2.4 起默认", [("2.4", "2.6", "2.13")]),
        ("2.4 版之后", [("2.4", "2.6", "2.13")]),
        ("2.4.1 起", [("2.4", "2.6", "2.13")]),
        ("2.4 之前", [("1.13", "2.0")]),
        ("2.4 及以前", [("1.13", "2.0", "2.4")]),
        ("从 2.0 到 2.6", [("2.0", "2.4", "2.6")]),
        ("1.13–2.0", [("1.13", "2.0")]),
        ("2.6 里", [("2.6",)]),
        ("2.0 起有，2.6 起没有", [("2.0", "2.4", "2.6", "2.13"), ("2.6", "2.13")]),
        ("学习率 0.1 起", []),
        ("3.14 之前", []),
        ("12.13 起", []),
    ],
)
def test_a_version_condition_names_the_versions_it_means(text, found):
    assert [tuple(m for m in MINORS if m in c.minors) for c in conditions(text, MINORS)] == found


@pytest.mark.parametrize(
    ("text", "names"), [("2.4 起", True), ("1.13 里", True), ("概率 0.5", False), ("2024", False)]
)
def test_a_decimal_number_is_not_always_a_version(text, names):
    assert names_version(text) is names
