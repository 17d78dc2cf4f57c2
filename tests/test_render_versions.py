"""The version parts of a page: badges, table, timeline, and the pages about versions."""

from test_history import form, obj, snapshot
from torchzh.history import History, build_history
from torchzh.models import Deprecation, DeprecationMechanism
from torchzh.render.changes import change_pages
from torchzh.render.compat import page_histories, page_history

MARK = Deprecation(mechanism=DeprecationMechanism.MARKER, message="use g_ instead")


def history() -> History:
    return build_history(
        [
            snapshot("2.1", obj("t.f", form("a")), obj("t.same", form("a")), obj("t.old", deprecation=MARK)),
            snapshot(
                "2.2", obj("t.f", form("a", "b=0")), obj("t.same", form("a")), obj("t.old", deprecation=MARK)
            ),
            snapshot(
                "2.3",
                obj("t.f", form("a", "b=1"), deprecation=MARK),
                obj("t.same", form("a")),
                obj("t.late", form("x")),
                obj("t.i.f"),
            ),
        ]
    )


def test_badges_say_since_deprecated_and_gone():
    pages = page_histories(history(), ["t.f", "t.old", "t.late", "t.same", "t.unknown"])
    assert {name: page.badges for name, page in pages.items()} == {
        "t.f": (("since", "2.1 或更早"), ("deprecated", "2.3 起弃用")),
        "t.old": (("since", "2.1 或更早"), ("deprecated", "2.1 或更早起弃用"), ("removed", "2.3 起没有")),
        "t.late": (("since", "自 2.3 起"),),
        "t.same": (("since", "2.1 或更早"),),
    }


def test_parameter_badges_say_what_happened_to_the_parameter():
    known = history()
    page = page_history(known.timelines["t.f"], known)
    assert page.parameter_badges == {"b": (("since", "2.2 新增"), ("changed", "2.3 默认值变更"))}


def cells(lines: list[str]) -> list[list[str]]:
    """Cells of the first list-table in some lines."""
    rows: list[list[str]] = []
    for line in lines:
        text = line.strip()
        if text.startswith("* - "):
            rows.append([text[4:]])
        elif text.startswith("- ") and rows and line.startswith("     "):
            rows[-1].append(text[2:])
    return rows


def test_the_table_has_a_row_for_the_api_and_each_changed_parameter():
    known = history()
    assert cells(page_history(known.timelines["t.f"], known).lines) == [
        ["torch", "2.1", "2.2", "2.3"],
        ["``f``", "有", "变更", "弃用"],
        ["``b``", "无", "有", "变更"],
    ]
    assert cells(page_history(known.timelines["t.late"], known).lines)[1] == ["``late``", "无", "无", "有"]


def test_an_api_that_never_changed_gets_one_sentence():
    known = history()
    assert page_history(known.timelines["t.same"], known).lines == ["torch 2.1–2.3 都有，签名没有变化。", ""]


def pages() -> dict[str, str]:
    made = change_pages(
        history(),
        {"t.late": 5, "t.f": 1},
        lambda name: not name.startswith("t.i."),
        lambda name: "" if name == "t.old" else f"../api/{name}.html",
    )
    return {docname: "\n".join(lines) for docname, lines in made.items()}


def test_there_is_one_page_per_step_and_they_are_listed_newest_first():
    made = pages()
    assert sorted(made) == ["changes/2.1-2.2", "changes/2.2-2.3", "changes/deprecated", "changes/index"]
    index = made["changes/index"]
    assert index.index("/changes/2.2-2.3") < index.index("/changes/2.1-2.2")


def test_a_step_page_lists_user_facing_changes_by_use_and_folds_the_internal_ones():
    page = pages()["changes/2.2-2.3"]
    assert "面向用户的变化 4 处（未证实 0 处），内部命名空间 1 处" in page
    assert '<li><a href="../api/t.late.html">t.late</a>\n' in page
    assert "torchzh-fold:: 内部命名空间" in page
    assert page.index("t.late") < page.index("torchzh-fold") < page.index("i.f  新增")
    assert "参数 <code>b</code> 的默认值由 <code>0</code> 变为 <code>1</code>" in page


def test_the_list_of_deprecated_names_tells_since_when_and_what_torch_says():
    page = pages()["changes/deprecated"]
    alive, gone = page.split("已移除或失效（1）")
    assert '<a href="../api/t.f.html">t.f</a>：2.3 起弃用' in alive
    assert "<b>t.old</b>：2.1 或更早起弃用，2.3 起没有" in gone
    assert '<i lang="en">use g_ instead</i>' in gone
    assert "t.same" not in page
