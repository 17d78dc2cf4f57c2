"""When printed output counts as what the page says, and which hint is given when it does not."""

import pytest

from torchzh.examples import compare
from torchzh.examples.models import ExampleBlock
from torchzh.examples.names import cpu_bound_lines, names_of

LONG = "tensor([   0,    1,    2,  ..., 1997, 1998, 1999])\n"


@pytest.mark.parametrize(
    ("want", "got", "equal"),
    [
        ("tensor([1, 2])\n", "tensor([1, 2])\n", True),
        ("tensor([1, 2])\n", "tensor([1, 3])\n", False),
        ("tensor([1,  2])\n", "tensor([1, 2])\n", False),
        ("<object at 0x...>\n", "<object at 0x7f00>\n", True),
        (LONG, LONG, True),
        # torch's own dots are text, so they do not stand for the elements between
        ("tensor([0, ..., 3])\n", "tensor([0, 1, 2, 3])\n", False),
        ("tensor([[0],\n        ...,\n        [9]])\n", "tensor([[0],\n        [1],\n        [9]])\n", False),
        ("tensor([[0],\n        ...,\n        [9]])\n", "tensor([[0],\n        ...,\n        [9]])\n", True),
        ("a       b\n", "a\tb\n", True),
        ("1\n<BLANKLINE>\n2\n", "1\n\n2\n", True),
        ("", "1\n", False),
    ],
)
def test_output_is_compared_as_doctest_does_except_for_torchs_own_dots(want, got, equal):
    assert compare.matches(want, got) is equal


@pytest.mark.parametrize(
    ("want", "flagged"),
    [
        ("...\n", True),
        ("tensor([...])\n", True),
        ("(tensor(...), tensor([...]))\n", True),
        ("Parameter containing:\ntensor([...])\n", True),
        ("OrderedDict(...)\n", True),
        ("tensor(..., grad_fn=<AddBackward0>)\n", False),
        ("<torch.utils.data...>\n", False),
        ("tensor([0, ..., 3])\n", False),
        ("tensor([1])\n", False),
        ("\n", False),
    ],
)
def test_a_pattern_that_is_nothing_but_wildcard_is_flagged(want, flagged):
    assert compare.only_wildcard(want) is flagged


@pytest.mark.parametrize(
    ("want", "got", "hint"),
    [
        (
            "tensor([[ 1.0000, -1.0000]])\n",
            "tensor([[ 1., -1.]])\n",
            "数值相同，只是打印格式不同：照本机的输出改写即可",
        ),
        ("tensor([1,2])\n", "tensor([1, 2])\n", "数值相同，只是打印格式不同：照本机的输出改写即可"),
        ("0.3333\n", "0.3334\n", "只有末位数字不同：换一个能精确表示的数，或比较形状、区间、torch.allclose"),
        ("a\n", "a\n\nb\n", "输出里有空行：在期望输出里写成 <BLANKLINE>"),
        ("", "1\n", "这条语句有输出，页面上却没有写"),
        ("1\n", "", "这条语句没有输出"),
        ("1\n", "3\n", ""),
    ],
)
def test_the_hint_names_the_kind_of_difference(want, got, hint):
    assert compare.hint(want, got) == hint


@pytest.mark.parametrize(
    ("want", "got", "equal"),
    [
        ("tensor([1, 2])\n", "tensor([1, 2], device='cuda:0')\n", True),
        ("tensor([1, 2])\n", "tensor([1, 3], device='cuda:0')\n", False),
        ("tensor([1.0001])\n", "tensor([1.0002], device='cuda:0')\n", True),
        ("tensor([1.0001])\n", "tensor([1.0101], device='cuda:0')\n", False),
        (
            "tensor([1.0], dtype=torch.float16)\n",
            "tensor([1.01], device='cuda:0',\n       dtype=torch.float16)\n",
            True,
        ),
        ("tensor([1, 2])\n", "tensor([1., 2.], device='cuda:0')\n", False),
        (
            "tensor(1., grad_fn=<MulBackward0>)\n",
            "tensor(1., device='cuda:0', grad_fn=<MulBackward0>)\n",
            True,
        ),
        ("tensor(1., grad_fn=<...>)\n", "tensor(1., device='cuda:0', grad_fn=<MulBackward0>)\n", True),
        ("tensor(1., grad_fn=<A>)\n", "tensor(1., device='cuda:0', grad_fn=<B>)\n", False),
    ],
)
def test_on_another_device_only_the_suffix_and_the_last_digits_may_differ(want, got, equal):
    assert compare.matches_on_device(want, got) is equal


def test_names_are_found_at_any_depth():
    names = names_of("import torch.nn as nn\ndef f(a):\n    y = x + a\nclass C: pass\nfor i in r: t[0] = i\n")
    assert names.binds == {"nn", "f", "y", "C", "i"}
    assert names.reads == {"x", "a", "r", "t", "i"}
    assert names_of("x = ").binds == frozenset()


def test_a_block_that_uses_what_a_device_block_made_is_bound_to_that_device():
    texts = (
        ">>> a = torch.ones(2)\n",
        ">>> n = a.numpy()\n",
        ">>> n + 1\n",
        ">>> n = 1\n",
        ">>> n + a.sum()\n",
    )
    blocks = [ExampleBlock(line=line, text=text) for line, text in enumerate(texts, start=1)]
    assert cpu_bound_lines(blocks) == {2, 3}
