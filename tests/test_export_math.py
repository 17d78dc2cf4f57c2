"""Formulas from LaTeX to Typst: what is understood comes out whole, what is not is refused."""

import re
from pathlib import Path

import pytest

from torchzh.export.typst_math import FormulaError, to_typst
from torchzh.export.typst_symbols import SYMBOLS

ROOT = Path(__file__).resolve().parent.parent
FENCE = re.compile(r"^(`{3,}).*?^\1", re.S | re.M)
CODE = re.compile(r"`[^`\n]*`")
FORMULA = re.compile(r"\$\$(?P<block>.+?)\$\$|(?<![\\$])\$(?P<inline>[^$\n]+)\$(?!\$)", re.S)


@pytest.mark.parametrize(
    ("latex", "typst"),
    [
        ("x", "x"),
        ("x_i^2", "attach(x, b: i, t: 2)"),
        ("x^2_i", "attach(x, b: i, t: 2)"),
        ("x'", "attach(x, t: ′)"),
        ("C_{out}", "attach(C, b: o u t)"),
        ("10^{-5}", "attach(10, t: - 5)"),
        (r"\frac{a+1}{b}", "frac(a + 1, b)"),
        (r"\sqrt{x}\sqrt[3]{x}", "sqrt(x) root(3, x)"),
        (r"\alpha\cdot\beta", "α ⋅ β"),
        (r"f(x, y)", r"f \( x \, y \)"),
        (r"a/b", r"a \/ b"),
        (r"\{1, 2\}", r"\{ 1 \, 2 \}"),
        (r"\left\lfloor \frac{a}{2} \right\rfloor", "lr(⌊ frac(a, 2) ⌋)"),
        (r"\left. x \right|_0", r"attach(lr( x \|), b: 0)"),
        (r"\|x\|_1", "‖ x attach(‖, b: 1)"),
        (r"\text{有偏置时 a b}", '"有偏置时 a b"'),
        (r"\text{a\_b}", '"a_b"'),
        (r"\mathrm{out}", '"out"'),
        (r"\mathrm{d}x", "upright(d) x"),
        (r"\mathcal{N}(0, 1)", r"cal(N) \( 0 \, 1 \)"),
        (r"\operatorname{softmax}(x)", r'op("softmax", limits: #false) \( x \)'),
        (r"\operatorname{arg\,max}", 'op("arg max", limits: #false)'),
        (r"\operatorname*{argmax}_i", 'attach(op("argmax", limits: #true), b: i)'),
        (r"\max_i x", "attach(max, b: i) x"),
        (r"\sum\limits_{i=1}^{N} x_i", "attach(∑, b: i = 1, t: N) attach(x, b: i)"),
        (r"a\,b\quad c", "a thin b quad c"),
        (r"a &= b \\ &= c", r"a & = b \  & = c"),
        (r"\begin{aligned} a &= b \\ c &= d \end{aligned}", r"a & = b \ c & = d"),
        (r"\begin{cases} x & x > 0 \\ 0 & \text{否则} \end{cases}", r'cases(x & x \> 0, 0 & "否则")'),
        (r"\begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix}", 'mat(delim: "[", 1, 2; 3, 4)'),
        (r"\hat{x}\bar y", "hat(x) macron(y)"),
        (r"\underbrace{a+b}_{c}", "attach(underbrace(a + b), b: c)"),
    ],
)  # fmt: skip
def test_a_formula_of_the_subset_becomes_calls_and_escaped_characters(latex, typst):
    assert to_typst(latex) == typst


@pytest.mark.parametrize(
    ("latex", "message"),
    [
        (r"\unknown{x}", r"不认识的命令 \\unknown"),
        (r"\begin{tikz} x \end{tikz}", "不认识的环境 tikz"),
        (r"\begin{cases} x \end{aligned}", "不配对"),
        (r"\frac{a}", "断了"),
        (r"{x", "断了"),
        (r"x}", "多了一个 }"),
        (r"x_a_b", "两个下标"),
        (r"x^a^b", "两个上标"),
        (r"\left( x", "断了"),
        (r"\left\alph x \right)", "不能作括号"),
        (r"\text{a $b$}", r"文字里不能有 \$"),
        (r"\text x", "花括号里的文字"),
    ],
)
def test_what_is_not_understood_is_refused_by_name(latex, message):
    with pytest.raises(FormulaError, match=message):
        to_typst(latex)


def test_every_symbol_is_one_character():
    assert {name: sign for name, sign in SYMBOLS.items() if len(sign) != 1} == {}


def formulas() -> list[tuple[str, str]]:
    """(file, formula) of all hand-written pages."""
    found = []
    for path in sorted([*(ROOT / "annotations").rglob("*.md"), *(ROOT / "source").glob("*/*.md")]):
        text = CODE.sub("", FENCE.sub("", path.read_text(encoding="utf-8")))
        found += [(path.name, match["block"] or match["inline"]) for match in FORMULA.finditer(text)]
    return found


def test_every_formula_of_our_pages_is_understood():
    refused = []
    for name, formula in formulas():
        try:
            to_typst(formula)
        except FormulaError as error:
            refused.append(f"{name}：{formula}（{error}）")
    assert refused == []


@pytest.mark.site
def test_every_formula_of_our_pages_compiles(tmp_path):
    typst = pytest.importorskip("typst")
    if "Noto Serif CJK SC" not in typst.Fonts().families():
        pytest.skip("fonts-noto-cjk is not installed")
    head = '#set document(date: datetime(year: 2026, month: 1, day: 1), title: "t")\n'
    head += '#show math.equation: set text(font: ("New Computer Modern Math", "Noto Serif CJK SC"))\n'
    file = tmp_path / "all.typ"
    file.write_text(head + "\n".join(f"$ {to_typst(text)} $" for _, text in formulas()), encoding="utf-8")
    _, warnings = typst.compile_with_warnings(file, output=tmp_path / "all.pdf", pdf_standards="a-2b")
    assert [warning.message for warning in warnings] == []
