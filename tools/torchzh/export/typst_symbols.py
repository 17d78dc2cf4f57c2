"""LaTeX commands that are one symbol, one function name, one accent or one blank.

Symbols are written as the character itself, so that nothing depends on the
names a release of Typst gives them.
"""

from __future__ import annotations

_GREEK = (
    "alpha α beta β gamma γ delta δ epsilon ϵ varepsilon ε zeta ζ eta η theta θ vartheta ϑ iota ι kappa κ "
    "lambda λ mu μ nu ν xi ξ pi π rho ρ sigma σ tau τ upsilon υ phi ϕ varphi φ chi χ psi ψ omega ω "
    "Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Upsilon Υ Phi Φ Psi Ψ Omega Ω"
)
_SIGNS = (
    "cdot ⋅ times × div ÷ pm ± mp ∓ ast ∗ star ⋆ circ ∘ bullet • oplus ⊕ ominus ⊖ otimes ⊗ odot ⊙ "
    "le ≤ leq ≤ ge ≥ geq ≥ ne ≠ neq ≠ ll ≪ gg ≫ approx ≈ sim ∼ simeq ≃ cong ≅ equiv ≡ propto ∝ "
    "in ∈ ni ∋ notin ∉ subset ⊂ subseteq ⊆ supset ⊃ supseteq ⊇ cup ∪ cap ∩ setminus ∖ emptyset ∅ "
    "to → rightarrow → leftarrow ← gets ← leftrightarrow ↔ Rightarrow ⇒ Leftarrow ⇐ Leftrightarrow ⇔ "
    "implies ⟹ iff ⟺ mapsto ↦ uparrow ↑ downarrow ↓ longrightarrow ⟶ "
    "forall ∀ exists ∃ neg ¬ lnot ¬ land ∧ wedge ∧ lor ∨ vee ∨ "
    "partial ∂ nabla ∇ infty ∞ ell ℓ hbar ℏ Re ℜ Im ℑ prime ′ "
    "sum ∑ prod ∏ int ∫ iint ∬ oint ∮ bigcup ⋃ bigcap ⋂ bigoplus ⨁ bigotimes ⨂ "
    "ldots … dots … cdots ⋯ vdots ⋮ ddots ⋱ dotsc … dotsb ⋯ "
    "top ⊤ bot ⊥ perp ⟂ mid ∣ parallel ∥ angle ∠ lfloor ⌊ rfloor ⌋ lceil ⌈ rceil ⌉ langle ⟨ rangle ⟩ "
    "lvert | rvert | lVert ‖ rVert ‖ Vert ‖ vert | triangleq ≜ coloneqq ≔ intercal ⊺ colon :"
)
_FUNCTIONS = (
    "arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf ker lg lim ln log max min "
    "Pr sec sin sinh sup tan tanh"
)
_LOOKS = "displaystyle textstyle limits middle bigl bigr Bigl Bigr biggl biggr Biggl Biggr big Big bigg Bigg"


def _table(text: str) -> dict[str, str]:
    words = text.split()
    return dict(zip(words[::2], words[1::2], strict=True))


SYMBOLS: dict[str, str] = {**_table(_GREEK), **_table(_SIGNS)}
# Upright names Typst knows itself.
FUNCTIONS = frozenset(_FUNCTIONS.split())
ACCENTS = {
    "hat": "hat",
    "widehat": "hat",
    "tilde": "tilde",
    "widetilde": "tilde",
    "bar": "macron",
    "vec": "arrow",
    "dot": "dot",
    "ddot": "dot.double",
    "overline": "overline",
    "underline": "underline",
    "overbrace": "overbrace",
    "underbrace": "underbrace",
}
STYLES = {
    "mathcal": "cal({})",
    "mathbb": "bb({})",
    "mathfrak": "frak({})",
    "mathsf": "sans({})",
    "mathtt": "mono({})",
    "mathit": "italic({})",
    "mathbf": "upright(bold({}))",
    "boldsymbol": "bold({})",
    "bm": "bold({})",
    "mathrm": "upright({})",
    "mathop": "{}",
    "mathbin": "{}",
    "mathrel": "{}",
}
TEXTS = frozenset({"text", "textrm", "textnormal", "mbox", "textit", "textbf", "texttt"})
BLANKS = {
    "\\,": "thin",
    "\\:": "med",
    "\\>": "med",
    "\\;": "thick",
    "\\ ": "space",
    "~": "space.nobreak",
    "\\!": "#h(-1em/6)",
    "\\quad": "quad",
    "\\qquad": "wide",
    "\\enspace": "#h(0.5em)",
}
# Change the look of what follows, never its meaning; Typst decides that by itself.
LOOKS = frozenset(_LOOKS.split())
EMPTY_DELIMITER = "."
MATRICES = {"matrix": "", "pmatrix": "(", "bmatrix": "[", "Bmatrix": "{", "vmatrix": "|", "Vmatrix": "‖"}
ALIGNED = frozenset(
    {"aligned", "align", "align*", "split", "gathered", "gather", "gather*", "equation", "equation*"}
)
