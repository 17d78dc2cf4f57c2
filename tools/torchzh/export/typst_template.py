"""How a volume looks: fonts, headings, code, boxes, title page, outline.

The fonts are named, so that Typst never picks one by chance; a font that is
not installed is a warning of Typst's, and a warning fails the build.
"""

from __future__ import annotations

from datetime import date

from torchzh.export.typst_text import text_literal

SERIF, SANS, MONO = "Noto Serif CJK SC", "Noto Sans CJK SC", "Noto Sans Mono CJK SC"
# Bundled with Typst: formulas, and the few signs that the CJK fonts lack.
MATH, SIGNS = "New Computer Modern Math", "DejaVu Sans Mono"
FONTS = (SERIF, SANS, MONO)

TEMPLATE = r"""
#let serif = (SERIF, SIGNS)
#let sans = (SANS, SIGNS)
#let mono = (MONO, SIGNS)
#let ink = rgb("#1a1c20")
#let quiet = rgb("#5a6270")
#let rule = rgb("#d5d9e0")
#let alarming = ("warn", "warning", "deprecated", "removed", "danger", "caution", "error")

#set document(title: TITLE, author: AUTHOR, date: DATE)
#set text(font: serif, size: 10pt, lang: "zh", region: "cn", fill: ink, fallback: false)
#set par(justify: true, leading: 0.75em, spacing: 1em)
#set page(
  paper: "a4",
  margin: (x: 22mm, top: 24mm, bottom: 22mm),
  header: context {
    let pages = query(heading.where(level: 3)).filter(it => it.location().page() <= here().page())
    if pages.len() > 0 { set text(font: sans, size: 8pt, fill: quiet); pages.last().body; h(1fr); TITLE }
  },
  footer: context align(center, text(font: sans, size: 8pt, fill: quiet, counter(page).display())),
)
#show math.equation: set text(font: (MATH, SERIF))
#show math.equation.where(block: true): set block(breakable: false)
#show raw: set text(font: mono, size: 8.5pt)
#show raw.where(block: false): set text(size: 9pt)
#show raw.where(block: true): it => block(
  width: 100%, fill: rgb("#f5f6f8"), inset: (x: 8pt, y: 7pt), radius: 3pt, breakable: true,
  { set par(justify: false, leading: 0.55em); it },
)
#show heading: set text(font: sans, weight: "bold")
#show heading: set block(above: 1.6em, below: 0.8em, sticky: true)
#show heading.where(level: 1): it => { set text(size: 20pt); it; v(0.5em) }
#show heading.where(level: 2): set text(size: 15pt)
#show heading.where(level: 3): it => {
  set text(size: 14pt)
  let line = (bottom: 0.8pt + rule)
  block(width: 100%, below: 0.9em, stroke: line, inset: (bottom: 5pt), sticky: true, it.body)
}
#show heading.where(level: 4): set text(size: 12pt)
#show heading.where(level: 5): set text(size: 10.5pt)
#show link: set text(fill: rgb("#1f5fbf"))
#set table(stroke: 0.5pt + rule, inset: 5pt, align: left)
#show table: set text(size: 9pt)
#show table: set par(justify: false, spacing: 0.5em)
#set list(indent: 0.3em, spacing: 0.8em)
#set enum(indent: 0.3em, spacing: 0.8em)

#let summary(body) = block(above: 0.8em, below: 1em, text(size: 11pt, font: sans, body))
#let facts(body) = block(
  above: 0.5em, below: 0.8em, sticky: true, text(size: 8.5pt, font: sans, fill: quiet, body),
)
#let badge(style, body) = {
  let dark = if style == "good" { rgb("#1c7c3c") } else if style in alarming { rgb("#b3261e") } else { quiet }
  let word = text(font: sans, size: 7.5pt, fill: dark, body)
  box(stroke: 0.5pt + dark, radius: 2pt, inset: (x: 3pt), outset: (y: 2pt), word)
  h(3pt)
}
#let signature(code) = block(
  width: 100%, stroke: (left: 2.5pt + rgb("#ee4c2c")), inset: (left: 8pt, y: 4pt), breakable: true,
  { set par(justify: false, leading: 0.55em); show raw.where(block: true): set block(fill: none, inset: 0pt)
    raw(code, lang: "python") },
)
#let admonition(style, title, body) = {
  let dark = if style in alarming { rgb("#b3261e") } else { rgb("#1f5fbf") }
  block(
    width: 100%, stroke: (left: 2.5pt + dark), fill: rgb("#f7f8fa"), inset: 8pt, radius: 2pt, breakable: true,
    { text(font: sans, weight: "bold", fill: dark, title); parbreak(); body },
  )
}
#let titled(title, body) = { block(sticky: true, text(font: sans, weight: "bold", title)); body }
#let quoted(body) = block(inset: (left: 1.2em), stroke: (left: 1pt + rule), body)

#{
  set page(header: none, footer: none)
  v(28%)
  align(center, text(font: sans, size: 26pt, weight: "bold", TITLE))
  v(1em)
  align(center, text(font: sans, size: 13pt, fill: quiet, SUBTITLE))
  pagebreak()
}
#{
  show outline.entry.where(level: 1): it => { v(0.5em, weak: true); text(font: sans, weight: "bold", it) }
  set par(leading: 0.5em)
  outline(title: [目录], depth: 3, indent: 1.2em)
  pagebreak()
}
"""


def preamble(*, title: str, subtitle: str, author: str, day: date) -> str:
    """The beginning of a volume's source; an archival PDF must carry a date."""
    values = {
        "SERIF": SERIF,
        "SANS": SANS,
        "MONO": MONO,
        "MATH": MATH,
        "SIGNS": SIGNS,
        "SUBTITLE": subtitle,
        "TITLE": title,
        "AUTHOR": author,
    }
    lines = [f"#let {name} = {text_literal(value)}" for name, value in values.items()]
    lines.append(f"#let DATE = datetime(year: {day.year}, month: {day.month}, day: {day.day})")
    return "\n".join(lines) + TEMPLATE
