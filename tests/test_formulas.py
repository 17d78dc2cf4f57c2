"""Formulas become MathML without a network, or are refused by name."""

from __future__ import annotations

import pytest

from torchzh.formulas import MathError, normalise, to_mathml


@pytest.mark.parametrize(
    ("source", "known"),
    [
        (r"a, \dots, b", r"a, \ldots, b"),
        (r"\dotsc \dotb", r"\ldots \dotb"),
        (r"\textstyle\sum_i x", r"\sum_i x"),
        (r"\big( x \Bigr)", "( x )"),
        (r"\bigcup_i", r"\bigcup_i"),
        (r"\texttt{x}", r"\mathtt{x}"),
        (r"a \mathbin{@} b", "a {@} b"),
        (r"\tfrac{1}{2} + \dfrac{a}{b}", r"\frac{1}{2} + \frac{a}{b}"),
        (r"{\rm margin}", r"\mathrm{margin}"),
        (r"\bf{x}", r"\mathbf {x}"),
        (r"50\% of", r"50\% of"),
        ("a % note\n+ b", "a \n+ b"),
        (r"\begin{align*} x \end{align*}", r"\begin{aligned} x \end{aligned}"),
        (r"\begin{array}{ll} x \end{array}", r"\begin{matrix} x \end{matrix}"),
    ],
)
def test_spellings_that_docutils_lacks_become_ones_it_knows(source: str, known: str) -> None:
    assert normalise(source) == known


@pytest.mark.parametrize(
    "source",
    [
        r"H_{out} = \left\lfloor \frac{H + 2p - d(k - 1) - 1}{s} + 1 \right\rfloor",
        r"\begin{array}{ll} r_t = \sigma(x) \\ z_t = \tanh(y) \end{array}",
        r"\text{batch1}_i \mathbin{@} \text{batch2}_i",
    ],
)
def test_usual_formulas_are_drawn(source: str) -> None:
    assert to_mathml(source, block=True).startswith("<math")


def test_several_lines_are_aligned() -> None:
    assert "<mtable" in to_mathml(r"a &= b \\ c &= d", block=True)


@pytest.mark.parametrize(
    "source", [r"\nonsense{x}", r"\begin{tikzpicture}x\end{tikzpicture}", "}", r"\frac{a}{"]
)
def test_what_cannot_be_drawn_is_refused(source: str) -> None:
    with pytest.raises(MathError):
        to_mathml(source, block=False)


def test_only_operators_take_their_index_below() -> None:
    """``movablelimits`` is for operators; on a word it makes the ePub invalid."""
    for word in (r"\text{min}_i", r"\mathrm{max}_i"):
        assert "movablelimits" not in to_mathml(word, block=True)
        assert "<msub>" in to_mathml(word, block=True)
    assert '<mo movablelimits="true">min</mo>' in to_mathml(r"\min_i x", block=True)
