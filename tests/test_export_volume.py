"""The Typst source and the PDF of a small volume; what a page cannot show stops the build."""

import shutil
import subprocess
from pathlib import Path

import pytest

pytest.importorskip("sphinx")
pytest.importorskip("furo")

from torchzh.export.pdf import PdfError, compile_pdf, missing_fonts
from torchzh.export.sphinxrun import run_sphinx
from torchzh.export.typst_builder import build_day
from torchzh.export.volume import VolumeError
from torchzh.project import Project

pytestmark = pytest.mark.site
ROOT = Path(__file__).resolve().parent.parent

INDEX = """\
书名
====

前言里的"引号"与 #井号、@、$ 和 \\\\。

.. toctree::

   part
"""
PART = """\
部分
====

.. toctree::

   group
"""
GROUP = """\
组
==

.. toctree::

   api/torch.addmm_
   api/torch.cat
"""
ADDMM = """\
torch.addmm\\_
=============

.. py:function:: torch.addmm_(input: Tensor, mat1: Tensor, mat2: Tensor, *, beta: Number = 1, \
                 alpha: Number = 1) -> Tensor

.. rst-class:: tz-summary

见 :py:obj:`torch.cat` 与 :py:obj:`torch.absent`，:torchzh-badge:`good\\|详注`。

参数
----

.. torchzh-anchor:: parameters

- 甲 ``a[0]`` **粗**
- 乙

  1. 一
  2. 二

.. list-table::
   :header-rows: 1

   * - 形状
     - 说明
   * - :math:`(N, C_{in})`
     - 写 ``#x``

.. math::

   \\frac{a}{b}

.. code-block:: pycon

   >>> print("中文 \\n")
   中文

.. admonition:: 已弃用
   :class: tz-deprecated

   改用别的。

.. torchzh-fold:: 各版本

   折叠里的字。
"""
CAT = """\
torch.cat
=========

.. py:function:: torch.cat(tensors, dim=0)

回到 `参数 <torch.addmm_.html>`__ 与 https://pytorch.org/ 。
"""
PAGES = {
    "index.rst": INDEX,
    "part.rst": PART,
    "group.rst": GROUP,
    "api/torch.addmm_.rst": ADDMM,
    "api/torch.cat.rst": CAT,
}


def build(folder: Path, pages: dict[str, str], **options) -> int:
    source = folder / "source"
    for name, text in pages.items():
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        (source / name).write_text(text, encoding="utf-8")
    return run_sphinx(
        Project(ROOT),
        source,
        folder / "out",
        "typst",
        extensions=["torchzh.export.typst_builder"],
        **options,
    )


@pytest.fixture(scope="module")
def volume(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("volume")
    assert build(folder, PAGES) == 0
    return folder / "out" / "volume.typ"


@pytest.fixture(scope="module")
def text(volume) -> str:
    return volume.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "piece",
    [
        '#heading(level: 1)[#"部分"]#label("part")',
        '#heading(level: 2)[#"组"]#label("group")',
        '#heading(level: 3)[#"torch.addmm_"]#label("api/torch.addmm_")',
        '#heading(level: 4)[#"参数"]#label("api/torch.addmm_#parameters")',
        '#"前言里的\\"引号\\"与 #井号、@、$ 和 \\\\。"',
        '#link(label("api/torch.cat#torch.cat"))[#raw("torch.cat")]',
        '#" 与 "#raw("torch.absent")',
        '#badge("good", "详注")',
        '#list([#"甲 "#raw("a[0]")#" "#strong[#"粗"]',
        '#enum(start: 1, [#"一"',
        'table.header([#strong[#"形状"]], [#strong[#"说明"]])',
        "$\\( N \\, attach(C, b: i n) \\)$",
        "$ frac(a, b) $",
        '#raw(">>> print(\\"中文 \\\\n\\")\\n中文", block: true, lang: "python")',
        '#admonition("deprecated", [#"已弃用"], [#"改用别的。"',
        '#titled([#"各版本"], [#"折叠里的字。"',
        '#link("https://pytorch.org/")[#"https://pytorch.org/"]',
        "#pagebreak(weak: true)\n#heading(level: 3)[#\"torch.cat\"]",
    ],
)  # fmt: skip
def test_each_kind_of_node_has_its_typst(text, piece):
    assert piece in text


def test_a_long_signature_fills_its_lines(text):
    first = "    input: Tensor, mat1: Tensor, mat2: Tensor, *, beta: Number = 1,"
    lines = ["torch.addmm_(", first, "    alpha: Number = 1,", ") -> Tensor"]
    assert f'#signature("{"".join(f"{line}%" for line in lines)[:-1]}")'.replace("%", "\\n") in text


def test_the_first_entry_of_a_group_stays_with_its_heading(text):
    assert '#pagebreak(weak: true)\n#heading(level: 3)[#"torch.addmm_"]' not in text


@pytest.mark.skipif(bool(missing_fonts()), reason="fonts-noto-cjk is not installed")
def test_the_pdf_has_text_bookmarks_and_named_fonts_only(volume, tmp_path):
    pdf = compile_pdf(volume, tmp_path / "volume.pdf")
    assert pdf.path.read_bytes().startswith(b"%PDF-")
    if shutil.which("pdftotext") is None:
        pytest.skip("poppler-utils is not installed")
    shown = subprocess.run(
        ["pdftotext", str(pdf.path), "-"], capture_output=True, text=True, check=True
    ).stdout
    for piece in ("torch.addmm_", "已弃用", "折叠里的字", '前言里的"引号"与 #井号、@、$ 和 \\。'):
        assert "".join(piece.split()) in "".join(shown.split())
    fonts = subprocess.run(["pdffonts", str(pdf.path)], capture_output=True, text=True, check=True).stdout
    families = {line.split()[0].partition("+")[2].partition("-")[0] for line in fonts.splitlines()[2:]}
    assert families <= {"NotoSerifCJKsc", "NotoSansCJKsc", "NotoSansMonoCJKsc", "NewCMMath"}


@pytest.mark.skipif(bool(missing_fonts()), reason="fonts-noto-cjk is not installed")
@pytest.mark.parametrize(
    ("body", "message"),
    [('#"\\u{e123}"', "could not be displayed"), ('#text(font: "No Such Font")[a]', "unknown font family")],
)
def test_a_missing_glyph_or_font_fails(volume, tmp_path, body, message):
    broken = tmp_path / "broken.typ"
    broken.write_text(volume.read_text(encoding="utf-8") + body, encoding="utf-8")
    with pytest.raises(PdfError, match=message):
        compile_pdf(broken, tmp_path / "broken.pdf")
    assert not (tmp_path / "broken.pdf").exists()


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (".. math::\n\n   \\undefinedcommand{x}\n", "公式无法转换：.*不认识的命令"),
        (".. image:: a.png\n", "不会排版 image"),
    ],
)
def test_what_a_page_cannot_show_stops_the_build_and_is_named(tmp_path, body, message):
    (tmp_path / "source").mkdir()
    (tmp_path / "source" / "a.png").write_bytes(b"")
    with pytest.raises(VolumeError, match=message):
        build(tmp_path, {"index.rst": f"书名\n====\n\n{body}"})


def test_labels_come_from_the_catalogue_of_the_language(tmp_path):
    pages = {"index.rst": "书名\n====\n\n参数精讲\n--------\n\n条目的正文。\n"}
    assert build(tmp_path, pages, language="en") == 0
    text = (tmp_path / "out" / "volume.typ").read_text(encoding="utf-8")
    assert '#heading(level: 1)[#"Parameters"]' in text
    assert '#"条目的正文。"' in text


def test_a_reproducible_build_names_its_day(monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    assert build_day().isoformat() == "1970-01-02"
