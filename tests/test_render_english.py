"""torch's own text: prepared so that it stands alone, parsed so that it cannot hurt."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from torchzh.render.english import english_block, prepare
from torchzh.render.references import Names

NAMES = Names(
    frozenset({"torch.cat", "torch.Tensor", "torch.Tensor.view", "torch.nn.Linear", "torch.nn.Linear.bias"})
)


@pytest.mark.parametrize(
    ("docstring", "prepared"),
    [
        ("cat(tensors) -> Tensor\n\nJoins.", "Joins."),
        ("f(x)\nf(x, y) -> (Tensor, Tensor)\n\nTwo forms.", "Two forms."),
        ("Joins (not a signature).", "Joins (not a signature)."),
        ("See :func:`torch.cat`.", "See :py:obj:`torch.cat`."),
        ("See :func:`~torch.cat`.", "See :py:obj:`cat <torch.cat>`."),
        ("See :func:`torch.cat()`.", "See :py:obj:`torch.cat() <torch.cat>`."),
        ("See :class:`Tensor`.", "See :py:obj:`Tensor <torch.Tensor>`."),
        ("See :meth:`view <torch.Tensor.view>`.", "See :py:obj:`view <torch.Tensor.view>`."),
        ("See :attr:`dim`.", "See ``dim``."),
        ("See :func:`torch.nowhere`.", "See ``torch.nowhere``."),
        ("See :func:`!torch.cat`.", "See ``torch.cat``."),
        ("See :py:class:`torch.Tensor`.", "See :py:obj:`torch.Tensor`."),
        ("See :ref:`the notes <autograd>`.", "See the notes."),
        ("See :doc:`other_page`.", "See other\\_page."),
        (":math:`x_i` stays", ":math:`x_i` stays"),
        (".. _label-of-mine:\n\nText.", "Text."),
        (".. _site: https://example.org\n\nText.", ".. _site: https://example.org\n\nText."),
        ("`Book`_\n\n.. _Book:\n   https://example.org", "`Book`_\n\n.. _Book:\n   https://example.org"),
        (
            "T\n\n=====  =====\n:attr:`a` two\n=====  =====\n\nU :attr:`a`",
            "T\n\n=====  =====\n``a``     two\n=====  =====\n\nU ``a``",
        ),
        (".. image:: a.png\n   :alt: x\n\nText.", "Text."),
        (".. raw:: html\n\n   <script>\n\nText.", "Text."),
        (".. include:: ../../conf.py\n\nText.", "Text."),
        ("T\n\n.. math::\n    :label: eq\n\n    x\n\nU", "T\n\n.. math::\n\n    x\n\nU"),
        ("T\n\n.. testcode::\n\n    x\n\nU", "T\n\n.. code-block:: python\n\n    x\n\nU"),
        (
            ".. function:: max(input, dim) -> Tensor\n   :noindex:\n\nText.",
            "::\n\n    max(input, dim) -> Tensor\n\n\nText.",
        ),
        (
            ".. method:: to(x) -> Tensor\n   :noindex:\n\n   Moves.\n\n   Args:\n       x (int): it\n\nText.",
            "::\n\n    to(x) -> Tensor\n\n\nMoves.\n\nArgs:\n    x (int): it\n\nText.",
        ),
        ("", ""),
    ],
)
def test_a_docstring_keeps_its_words_and_loses_what_cannot_stand_alone(docstring: str, prepared: str) -> None:
    assert prepare(docstring, "torch.owner", NAMES) == prepared


def test_names_are_looked_up_from_the_owner_outwards() -> None:
    assert prepare(":meth:`bias`", "torch.nn.Linear", NAMES) == ":py:obj:`bias <torch.nn.Linear.bias>`"
    assert prepare(":meth:`bias`", "torch.nn", NAMES) == "``bias``"


def test_nothing_is_shown_for_an_empty_docstring() -> None:
    assert english_block("  \n", "torch.f", NAMES, opened=True) == []


PAGES = {
    "good": """Joins things. [1]_

Args:
    dim (int): the dimension, see :py:obj:`torch.cat`
    *rest: others

Keyword args:
    out (Tensor, optional): the output

Example::

    >>> 1

Heading
-------

.. note:: a `site`_, `text <https://example.org>`__ and `this`__

__ https://example.org/this

.. _site: https://example.org/x

.. [1] A footnote.
.. [Knuth] A book, cited as [Knuth]_.
""",
    "same": "Again [1]_, [Knuth]_.\n\n.. [1] Other note.\n.. [Knuth] Other book.\n\nHeading\n-------\n\nx",
    "bad": "An *open star, `open tick and |open bar\n\n  - wrong\n indent",
    "unknown": ".. nonsense:: x\n\nText :nonsense:`y`.",
    "lexer": ".. code-block:: no-such-language\n\n    x <<< y",
    "missing": "See `nowhere`_ and :py:obj:`torch.nowhere`.",
}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str, dict[str, str]]:
    """All pages built together with warnings as errors: output folder, status text, faults."""
    application = pytest.importorskip("sphinx.application")
    from torchzh.sphinxext.english import collected

    source = tmp_path_factory.mktemp("english")
    (source / "conf.py").write_text(
        "extensions = ['torchzh.sphinxext.english', 'torchzh.sphinxext.markup']\nlanguage = 'zh_CN'\n"
        "html_theme = 'basic'\n",
        encoding="utf-8",
    )
    (source / "index.rst").write_text(
        "起\n==\n\n.. toctree::\n\n" + "".join(f"   {name}\n" for name in PAGES), encoding="utf-8"
    )
    for name, text in PAGES.items():
        body = "".join(f"   {line}\n" if line else "\n" for line in text.split("\n"))
        head = (
            f"{name}\n========\n\n.. py:function:: torch.{name}(x)\n\n.. torchzh-english:: torch.{name}\n\n"
        )
        (source / f"{name}.rst").write_text(head + body, encoding="utf-8")
    status = io.StringIO()
    app = application.Sphinx(
        source,
        source,
        source / "out",
        source / "doctrees",
        "html",
        status=status,
        warning=io.StringIO(),
        warningiserror=True,
        exception_on_warning=True,
    )
    app.build()
    return source / "out", status.getvalue(), dict(collected(app.env))


def html(built: tuple[Path, str, dict[str, str]], name: str) -> str:
    text = (built[0] / f"{name}.html").read_text(encoding="utf-8")
    return text[text.index('<details class="torchzh-english"') : text.index("</details>")]


def test_good_text_becomes_a_fold_with_its_licence_and_in_its_language(built) -> None:  # type: ignore[no-untyped-def]
    text = html(built, "good")
    assert "BSD-3-Clause" in text
    assert '<div lang="en">' in text
    assert '<p class="rubric">Heading</p>' in text
    assert "<strong>dim</strong>" in text
    assert "<strong>out</strong>" in text
    assert 'href="https://example.org/x"' in text
    assert "[1] A footnote." in text
    assert "kwtype" not in text


def test_nothing_in_the_fold_has_an_address(built) -> None:  # type: ignore[no-untyped-def]
    for name in PAGES:
        body = html(built, name).partition("<summary>")[2]
        assert " id=" not in body
        assert 'href="#' not in body


@pytest.mark.parametrize("name", ["bad", "unknown", "missing"])
def test_text_that_does_not_parse_is_shown_raw_and_counted(built, name: str) -> None:  # type: ignore[no-untyped-def]
    text = html(built, name)
    assert "torchzh-raw" in text
    assert built[2][name]


@pytest.mark.parametrize("name", ["good", "same", "lexer"])
def test_text_that_parses_is_not_counted_as_faulty(built, name: str) -> None:  # type: ignore[no-untyped-def]
    assert "torchzh-raw" not in html(built, name)
    assert built[2][name] == ""


def test_the_figure_is_printed_at_the_end(built) -> None:  # type: ignore[no-untyped-def]
    assert "官方英文说明：6 页，其中 3 页的原文标记有误，按原样显示" in built[1]


def test_a_stored_page_holds_the_page_and_not_the_whole_environment(built) -> None:  # type: ignore[no-untyped-def]
    stored = built[0].parent / "doctrees" / "good.doctree"
    assert stored.stat().st_size < 12_000
