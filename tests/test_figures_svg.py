"""The writer of pictures, without torch: rounding, escaping, colours, the file, the page."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from torchzh.figures import Figure
from torchzh.figures.grid import cells, shape_text, strip
from torchzh.figures.kept import kept_figures
from torchzh.figures.models import FigureError
from torchzh.figures.plot import Axes, bars, curve, frame, plain, stairs
from torchzh.figures.store import Drawn, dumps, loads
from torchzh.figures.svg import COLOURS, SIZE, WIDTH, document, light, number, path, text, width_of
from torchzh.project import Project

ROOT = Path(__file__).resolve().parent.parent
SVG = "{http://www.w3.org/2000/svg}"
FIGURE = Figure(
    caption="怎么读。", alt="一张图。", svg=document(10, "一张图。", [path("M0 0h1", stroke="a")])
)


@pytest.mark.parametrize(
    ("value", "written"),
    [(1.0, "1"), (1.25, "1.2"), (-0.04, "0"), (10.0, "10"), (-3.14, "-3.1"), (0.05, "0.1")],
)
def test_numbers_have_at_most_one_decimal_and_no_negative_zero(value: float, written: str) -> None:
    assert number(value) == written


def test_text_is_escaped_in_content_and_in_the_alternative_text() -> None:
    svg = document(20, 'a < b & "c"', [text(170, 10, "x < y & z")])
    root = ElementTree.fromstring(svg)
    assert root.attrib["aria-label"] == 'a < b & "c"'
    assert root.findtext(f"{SVG}text") == "x < y & z"


@pytest.mark.parametrize(
    ("x", "content", "at", "size"),
    [
        (5, "左边放不下", "middle", 12),
        (300, "右边放不下的字", "start", 12),
        (20, "end", "end", 12),
        (170, "小", "middle", 11),
    ],
)
def test_text_that_leaves_the_picture_or_is_too_small_is_refused(
    x: float, content: str, at: str, size: float
) -> None:
    if at == "end":
        assert text(x + 10, 10, content, at=at)  # the neighbour that fits
        x -= 10
    with pytest.raises(FigureError, match="放不下"):
        text(x, 10, content, at=at, size=size)


def test_a_chinese_character_is_as_wide_as_high() -> None:
    assert width_of("中文") == 2 * SIZE
    assert width_of("ab") < 2 * SIZE


def test_a_picture_has_a_view_box_a_role_and_a_ground() -> None:
    root = ElementTree.fromstring(FIGURE.svg)
    assert root.attrib["viewBox"] == f"0 0 {number(WIDTH)} 10"
    assert root.attrib["role"] == "img"
    assert root[0].attrib["d"] == "M0 0h340v10h-340z"


def test_colours_are_properties_with_a_light_fallback_and_books_get_the_fallback() -> None:
    assert f'stroke="var(--tz-fig-a,{COLOURS["a"]})"' in FIGURE.svg
    assert "var(" not in light(FIGURE.svg)
    assert f'stroke="{COLOURS["a"]}"' in light(FIGURE.svg)
    ElementTree.fromstring(light(FIGURE.svg))


def test_every_colour_has_a_dark_value_in_both_dark_rules_of_the_style_sheet() -> None:
    style = (ROOT / "source/_static/torchzh.css").read_text(encoding="utf-8")
    declared = re.findall(r"--tz-fig-([a-z-]+): #[0-9a-f]{6}", style)
    assert sorted(declared) == sorted([*COLOURS, *COLOURS])


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_text_can_be_read_on_every_ground(theme: str) -> None:
    style = (ROOT / "source/_static/torchzh.css").read_text(encoding="utf-8")
    dark = dict(re.findall(r"--tz-fig-([a-z-]+): (#[0-9a-f]{6})", style))
    colours = COLOURS if theme == "light" else dark
    for ground in ("bg", "void", "a-soft", "b-soft", "c-soft", "d-soft"):
        assert contrast(colours["ink"], colours[ground]) >= 4.5
    for name in ("mute", "a", "b", "c", "d"):
        assert contrast(colours[name], colours["bg"]) >= 4.5


def test_numbers_land_where_the_axes_say() -> None:
    axes = Axes(x=(0, 10), y=(-1, 1), left=40, top=10, width=200, height=100)
    assert (axes.px(0), axes.px(5), axes.px(10)) == (40, 140, 240)
    assert (axes.py(-1), axes.py(0), axes.py(1)) == (110, 60, 10)
    assert 'd="M40 60L140 10"' in curve(axes, [0, 5], [0, 1], "a")


def test_a_curve_is_interrupted_where_it_leaves_the_frame() -> None:
    axes = Axes(x=(0, 4), y=(0, 1), left=0, top=0, width=40, height=10)
    assert 'd="M0 10L10 0M30 0L40 10"' in curve(axes, [0, 1, 2, 3, 4], [0, 1, 5, 1, 0], "a")


def test_stairs_keep_a_value_until_the_next_step() -> None:
    axes = Axes(x=(0, 2), y=(0, 1), left=0, top=0, width=20, height=10)
    assert 'd="M0 0L10 0L10 5L20 5"' in stairs(axes, [1, 0.5], "a")


def test_bars_stand_on_the_lower_edge() -> None:
    axes = Axes(x=(0, 2), y=(0, 1), left=0, top=0, width=20, height=10)
    assert "M0 5h10v5h-10zM10 0h10v10h-10z" in bars(axes, [0, 1, 2], [0.5, 1])


def test_ticks_carry_their_numbers_with_a_real_minus() -> None:
    assert plain(-0.5) == "−0.5"
    assert "−2</text>" in frame(Axes(x=(-2, 2), y=(0, 1)), [-2, 2], [0, 1])


def test_cells_of_one_colour_are_one_path_and_keep_their_words() -> None:
    drawn = cells(0, 0, [["10", "20"], ["30", "40"]], [["a-soft", "b-soft"], ["a-soft", "a-soft"]])
    assert drawn.count("<path") == 2
    assert re.findall(r">(\d+)</text>", drawn) == ["10", "20", "30", "40"]


def test_a_strip_of_memory_has_addresses() -> None:
    assert re.findall(r">(\d+)</text>", strip(0, 0, ["7", "8"], ["a-soft", "a-soft"])) == ["7", "8", "0", "1"]
    assert shape_text([6]) == "(6,)"


def test_the_file_gives_back_what_was_written_and_names_share_pictures() -> None:
    drawn = Drawn(torch="2.13.0", figures={"torch.a": FIGURE, "torch.b": FIGURE}, failed={"torch.c": "why"})
    assert loads(dumps(drawn)) == drawn
    assert dumps(drawn).count("<svg") == 1
    with pytest.raises(FigureError, match="格式"):
        loads(dumps(drawn).replace('"format": 1', '"format": 0'))


def test_a_build_from_a_snapshot_reads_what_a_run_of_that_version_left(tmp_path: Path) -> None:
    project = Project(tmp_path)
    assert kept_figures(project, "2.6") is None
    (project.cache / "figures").mkdir(parents=True)
    drawn = Drawn(torch="2.6.0", figures={"torch.a": FIGURE})
    (project.cache / "figures" / "torch-2.6-abc.json").write_text(dumps(drawn), encoding="utf-8")
    assert kept_figures(project, "2.6") == drawn
    assert kept_figures(project, "2.60") is None
    (project.cache / "figures" / "torch-2.6-abc.json").write_text("broken", encoding="utf-8")
    assert kept_figures(project, "2.6") is None


def test_reading_pictures_does_not_import_torch() -> None:
    names = (
        "figures",
        "figures.kept",
        "figures.store",
        "figures.svg",
        "figures.plot",
        "figures.grid",
        "cli.build",
    )
    code = (
        "import sys\n"
        + "".join(f"import torchzh.{name}\n" for name in names)
        + "sys.exit('torch' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT / "tools", check=False).returncode == 0


PAGE = """题
==

图
--

.. torchzh-anchor:: figure

.. torchzh-figure::
   :caption: 看 x\\_ 与 \\*y。

   {svg}
"""


@pytest.mark.site
@pytest.mark.parametrize("builder", ["html", "epub", "typst"])
def test_a_picture_reaches_page_ebook_and_print(tmp_path: Path, builder: str) -> None:
    pytest.importorskip("furo")
    from torchzh.export.epub import OVERRIDES
    from torchzh.export.sphinxrun import run_sphinx

    (tmp_path / "index.rst").write_text(PAGE.format(svg=FIGURE.svg), encoding="utf-8")
    extensions = {"typst": ["torchzh.export.typst_builder"], "epub": ["torchzh.export.epub_builder"]}
    overrides = OVERRIDES if builder == "epub" else {"html_css_files": [], "html_js_files": []}
    out = tmp_path / "out"
    more = extensions.get(builder, [])
    assert run_sphinx(Project(ROOT), tmp_path, out, builder, extensions=more, overrides=overrides) == 0
    if builder == "typst":
        source = (out / "volume.typ").read_text(encoding="utf-8")
        assert "#image(bytes(" in source
        assert 'alt: "一张图。"' in source
        return
    page = (out / ("index.html" if builder == "html" else "index.xhtml")).read_text(encoding="utf-8")
    expected = FIGURE.svg if builder == "html" else light(FIGURE.svg)
    assert f'<figure class="tz-figure">{expected}<figcaption>看 x_ 与 *y。</figcaption></figure>' in page
    if builder == "epub":
        assert "<script" not in page
        assert 'properties="svg"' in (out / "content.opf").read_text(encoding="utf-8")
