"""From records to pages: which pages there are, and what stands on them."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from torchzh.annotation.models import Annotation, Grade, ParameterNote, Pitfall, Section
from torchzh.figures import Figure
from torchzh.models import (
    ApiObject,
    Default,
    DefaultState,
    Deprecation,
    DeprecationMechanism,
    Form,
    Kind,
    Parameter,
    ParameterKind,
    Snapshot,
    SnapshotHeader,
    SourceLocation,
)
from torchzh.render.apipage import api_page
from torchzh.render.bodies import Bodies
from torchzh.render.files import write_files
from torchzh.render.grades import grade
from torchzh.render.links import official_page
from torchzh.render.members import mentioned
from torchzh.render.modulepage import module_page
from torchzh.render.nav import nav_data
from torchzh.render.notices import linked
from torchzh.render.output import collect
from torchzh.render.pages import Place, is_user_facing
from torchzh.render.progress import Use, load_usage, measure
from torchzh.render.signature import form_text, parameter_facts, signatures
from torchzh.render.site import PageHistory, Site, make_site
from torchzh.render.twins import functional_name
from torchzh.render.types import Types
from torchzh.taxonomy import Branch, Taxonomy

TAXONOMY = Taxonomy(
    branches=(
        Branch(key="张量", title="张量基石", slug="tensor", groups=("创建", "连接与切分")),
        Branch(key="优化", title="优化策略", slug="optim", groups=("优化器",)),
    ),
    tags=(("易错点", "名字或行为容易让人误会"),),
)
TYPES = Types(
    {"torch.Tensor": "torch.Tensor", "torch.nn.Module": "torch.nn.Module", "torch.dtype": "torch.dtype"}
)


def value(text: str) -> Default:
    return Default(state=DefaultState.VALUE, text=text)


def thing(name: str, kind: Kind = Kind.FUNCTION, *parameters: str, **more: object) -> ApiObject:
    """An object whose module is everything before the first capital or the last dot."""
    module = more.pop("module", name.rpartition(".")[0])
    forms = (Form(parameters=tuple(Parameter(name=item) for item in parameters)),) if parameters else ()
    return ApiObject(name=name, kind=kind, module=str(module), rule="all", forms=forms, **more)  # type: ignore[arg-type]


OBJECTS = [
    thing("torch", Kind.MODULE, module="torch"),
    thing("torch.nn", Kind.MODULE, module="torch.nn"),
    thing("torch.nn.functional", Kind.MODULE, module="torch.nn.functional"),
    thing("torch.fx", Kind.MODULE, module="torch.fx"),
    thing("torch.empty_below", Kind.MODULE, module="torch.empty_below"),
    thing("torch.cat", Kind.FUNCTION, "tensors", "dim", location=SourceLocation(file="torch/x.py", line=7)),
    thing("torch.concat", Kind.FUNCTION, alias_of="torch.cat"),
    thing("torch.concatenate", Kind.FUNCTION, "tensors", same_as="torch.cat"),
    thing("torch.relu", Kind.FUNCTION, "input"),
    thing("torch.relu_", Kind.FUNCTION, "input"),
    thing("torch.float32", Kind.CONSTANT, value="torch.float32"),
    thing("torch.Tensor", Kind.CLASS, module="torch"),
    thing("torch.Tensor.relu", Kind.METHOD, module="torch"),
    thing("torch.Tensor.relu_", Kind.METHOD, module="torch"),
    thing("torch.Tensor.data", Kind.PROPERTY, module="torch", annotation="Tensor"),
    thing("torch.nn.ReLU", Kind.CLASS, "inplace"),
    thing("torch.nn.ReLU.forward", Kind.METHOD, "input", module="torch.nn"),
    thing("torch.nn.functional.relu", Kind.FUNCTION, "input", "inplace"),
    thing("torch.normal", Kind.FUNCTION, "mean", "std"),
    thing("torch.Tensor.normal_", Kind.METHOD, "mean", "std", module="torch"),
    thing("torch.fx.Graph", Kind.CLASS, "owner"),
    thing("torch.fx.Graph.lint", Kind.METHOD, module="torch.fx"),
    thing(
        "torch.old",
        deprecation=Deprecation(
            mechanism=DeprecationMechanism.MARKER, message="use torch.cat instead", since="2.4"
        ),
    ),
    thing("torch.gone", tombstone="torch.gone was removed"),
]
CAT = Annotation(
    name="torch.cat",
    path="annotations/torch/cat.md",
    summary="沿一个已有维度把多个张量首尾相接",
    category="张量/连接与切分",
    tags=("易错点",),
    level="入门",
    see={"torch.relu": "要截断负数时用", "torch.nowhere": "旧版本才有"},
    quick={"shape": "N 个 → 1 个"},
    sections=(
        Section(title="功能描述", line=1, body="把 `torch.relu` 的结果拼起来，不是 `torch.cat`。"),
        Section(title="返回值", line=2, body="新张量。"),
        Section(title="代码示例", line=3, body="```pycon\n>>> 1\n1\n```"),
        Section(title="常见误区", line=4, body=""),
    ),
    parameters=(
        ParameterNote(
            names=("tensors", "dim"), labels=("tensors", "dim"), line=5, body="都讲。", body_line=6
        ),
        ParameterNote(names=("axis_",), labels=("axis_",), line=7, body="别的版本才有。", body_line=8),
    ),
    pitfalls=(Pitfall(title="用错了 `dim`", line=9, body="- 现象：报错", body_line=10),),
)


def site(annotations: dict[str, Annotation] | None = None, **more: object) -> Site:
    header = SnapshotHeader(format=1, torch="2.13.0", build="cpu", python="3.11", numpy="2", torchzh="0")
    snapshot = Snapshot(
        header=header, objects={obj.name: obj for obj in sorted(OBJECTS, key=lambda obj: obj.name)}
    )
    entries = {"torch.cat": CAT} if annotations is None else annotations
    return make_site(snapshot, entries, TAXONOMY, **more)  # type: ignore[arg-type]


def page(name: str, **more: object) -> str:
    whole = site(**more)  # type: ignore[arg-type]
    return "\n".join(api_page(whole.snapshot.objects[name], whole))


@pytest.mark.parametrize(
    ("name", "place", "docname"),
    [
        ("torch.cat", Place.PAGE, "api/torch.cat"),
        ("torch.Tensor.data", Place.PAGE, "api/torch.Tensor.data"),
        ("torch.nn.ReLU.forward", Place.MEMBER, "api/torch.nn.ReLU"),
        ("torch.float32", Place.LISTED, "mod/torch"),
        ("torch.fx.Graph", Place.LISTED, "mod/torch.fx"),
        ("torch.fx.Graph.lint", Place.MEMBER, "mod/torch.fx"),
        ("torch.nn", Place.MODULE, "mod/torch.nn"),
        ("torch.empty_below", Place.MODULE, "mod/torch"),
    ],
)
def test_every_name_is_described_in_one_place(name: str, place: Place, docname: str) -> None:
    plan = site().plan
    assert (plan.places[name], plan.docnames[name]) == (place, docname)


def test_an_alias_is_documented_where_its_object_is() -> None:
    assert site().plan.docnames["torch.concat"] == "api/torch.cat"


def test_an_entry_makes_a_page_of_anything() -> None:
    entry = Annotation(name="torch.fx.Graph", path="annotations/torch.fx/Graph.md", summary="图")
    plan = site({"torch.fx.Graph": entry}).plan
    assert plan.places["torch.fx.Graph"] is Place.PAGE
    assert plan.docnames["torch.fx.Graph.lint"] == "api/torch.fx.Graph"


@pytest.mark.parametrize(
    ("module", "user_facing"),
    [
        ("torch", True),
        ("torch.nn.utils.rnn", True),
        ("torch.nn.quantized.dynamic", False),
        ("torch.fx", False),
        ("torch.distributed", True),
        ("torch.distributed.fsdp", False),
        ("torchvision", False),
    ],
)
def test_namespaces_are_sorted_by_one_rule(module: str, user_facing: bool) -> None:
    assert is_user_facing(module) is user_facing


def test_twins_lead_there_and_back() -> None:
    found = site().twins
    pairs = {(name, twin.name) for name, twins in found.items() for twin in twins}
    assert pairs == {(b, a) for a, b in pairs}
    assert {twin.name for twin in found["torch.nn.ReLU"]} == {
        "torch.nn.functional.relu",
        "torch.relu",
        "torch.relu_",
        "torch.Tensor.relu",
        "torch.Tensor.relu_",
    }


def test_a_synonym_with_an_object_of_its_own_is_told_on_both_pages() -> None:
    found = site().twins
    assert [twin.name for twin in found["torch.concatenate"]] == ["torch.cat"]
    assert [twin.name for twin in found["torch.cat"]] == ["torch.concatenate"]
    assert "同一操作的另一个名字：\\ :py:obj:`torch.cat`" in page("torch.concatenate")


def test_filling_with_random_numbers_is_no_twin_of_drawing_them() -> None:
    assert "torch.Tensor.normal_" not in {twin.name for twin in site().twins.get("torch.normal", ())}


@pytest.mark.parametrize(
    ("module", "function"),
    [
        ("Conv2d", "conv2d"),
        ("LazyConv2d", "conv2d"),
        ("CrossEntropyLoss", "cross_entropy"),
        ("BatchNorm2d", "batch_norm"),
        ("Dropout2d", "dropout2d"),
        ("MSELoss", "mse_loss"),
        ("LogSoftmax", "log_softmax"),
        ("BCELoss", "binary_cross_entropy"),
        ("Sequential", ""),
        ("Linear", "linear"),
    ],
)
def test_a_module_finds_its_function(module: str, function: str) -> None:
    known = (
        "conv2d cross_entropy batch_norm dropout dropout2d mse_loss log_softmax binary_cross_entropy linear"
    )
    assert functional_name(module, frozenset(known.split())) == function


@pytest.mark.parametrize(
    ("annotation", "linked"),
    [
        ("Tensor", "~torch.Tensor"),
        ("Optional[Tensor]", "~torch.Tensor | None"),
        ("Union[None, int, _int, 'Tensor']", "int | ~torch.Tensor | None"),
        ("typing.Sequence[_int]", "Sequence[int]"),
        ("Literal['mean', 'Tensor']", "Literal['mean', 'Tensor']"),
        ("_dtype | None", "~torch.dtype | None"),
        ("Callable[[Tensor], Any]", "Callable[[~torch.Tensor], Any]"),
        ("Unknown.Thing", "Unknown.Thing"),
        ("<factory>", "<factory>"),
        ("not python", "not python"),
        ("", ""),
    ],
)
def test_types_get_one_spelling_and_links(annotation: str, linked: str) -> None:
    assert TYPES.link(annotation) == linked


def test_a_form_keeps_its_markers_and_hides_private_parameters() -> None:
    form = Form(
        parameters=(
            Parameter(name="a", kind=ParameterKind.POSITIONAL_ONLY),
            Parameter(name="b", default=value("0"), annotation="int"),
            Parameter(name="c", kind=ParameterKind.KEYWORD_ONLY, default=value("None")),
            Parameter(name="_stacklevel", kind=ParameterKind.KEYWORD_ONLY, default=value("3")),
            Parameter(
                name="d",
                kind=ParameterKind.KEYWORD_ONLY,
                default=Default(state=DefaultState.OPAQUE, text="<object>"),
            ),
            Parameter(name="kwargs", kind=ParameterKind.VAR_KEYWORD),
        ),
        returns="Tensor",
    )
    assert (
        form_text(form, TYPES, "torch") == "(a, /, b: int = 0, *, c=None, d=..., **kwargs) -> ~torch.Tensor"
    )


def test_an_unknown_signature_is_not_shown_as_an_empty_one() -> None:
    assert signatures(thing("torch.f"), TYPES) == ["torch.f(...)"]
    empty = ApiObject(name="torch.f", kind=Kind.FUNCTION, module="torch", rule="all", forms=(Form(),))
    assert signatures(empty, TYPES) == ["torch.f()"]


def test_the_quiet_line_of_a_parameter_says_what_all_forms_say() -> None:
    obj = ApiObject(
        name="torch.f",
        kind=Kind.FUNCTION,
        module="torch",
        rule="all",
        forms=(
            Form(
                parameters=(
                    Parameter(name="dim", annotation="int"),
                    Parameter(name="out", default=value("None")),
                )
            ),
            Form(parameters=(Parameter(name="dim", annotation="int", default=value("0")),)),
        ),
    )
    facts = parameter_facts(obj, TYPES)
    assert facts["dim"].line() == "``int`` · 默认 ``0``\\ ，部分形式必填"
    assert facts["out"].line() == "默认 ``None`` · 第 1 种形式"


def test_a_form_that_only_hands_everything_on_is_not_numbered() -> None:
    handing_on = Form(parameters=(Parameter(name="args", kind=ParameterKind.VAR_POSITIONAL),), opaque=True)
    obj = ApiObject(
        name="torch.f",
        kind=Kind.FUNCTION,
        module="torch",
        rule="all",
        forms=(Form(parameters=(Parameter(name="dim"),)), handing_on),
    )
    facts = parameter_facts(obj, TYPES)
    assert facts["dim"].line() == "必填"
    assert facts["args"].line() == "可以不给，也可以给任意个"


def test_a_full_entry_has_every_part_in_the_order_of_the_page() -> None:
    text = page("torch.cat")
    parts = [
        "torch.cat\n=========",
        "``import torch``",
        "沿一个已有维度把多个张量首尾相接",
        "详注",
        ".. py:function:: torch.cat(tensors, dim)",
        ".. torchzh-alias:: torch.cat",
        "形状",
        ".. torchzh-anchor:: description",
        ".. torchzh-anchor:: parameters",
        ".. torchzh-anchor:: param-tensors param-dim",
        ".. torchzh-anchor:: returns",
        ".. torchzh-anchor:: examples",
        ".. torchzh-anchor:: pitfalls",
        ".. torchzh-anchor:: pitfall-1",
        ".. torchzh-anchor:: related",
    ]
    positions = [text.find(part) for part in parts]
    assert -1 not in positions
    assert positions == sorted(positions)
    assert "尚无中文注解" not in text


def test_a_page_never_links_to_itself_and_names_its_neighbours_in_full() -> None:
    text = page("torch.cat")
    assert ":py:obj:`torch.relu`" in text
    assert ":py:obj:`torch.cat`" not in text
    assert "``torch.nowhere``" in text


def test_a_parameter_this_torch_lacks_is_left_out() -> None:
    assert "别的版本才有" not in page("torch.cat")


def test_the_reason_to_choose_is_shown_on_both_ends() -> None:
    assert "要截断负数时用" in page("torch.cat")
    assert "提到本页的条目：\\ :py:obj:`torch.cat`" in page("torch.relu")


def test_an_automatic_page_says_once_how_to_begin() -> None:
    text = page("torch.relu", docstrings={"torch.relu": "relu(input) -> Tensor\n\nIn :func:`torch.cat`."})
    assert text.count("尚无中文注解") == 1
    assert "torchzh new torch.relu" in text
    assert ".. torchzh-english:: torch.relu\n   :open:\n\n   In :py:obj:`torch.cat`." in text


def test_deprecation_and_removal_come_first() -> None:
    for name, title in (("torch.old", "已弃用"), ("torch.gone", "已移除")):
        text = page(name)
        assert text.index(f".. admonition:: {title}") < text.index(".. py:function::")
    assert "自 2.4 起弃用" in page("torch.old")
    assert ":py:obj:`torch.cat`" in page("torch.old")


def test_code_in_a_message_is_code_and_a_name_in_it_leads_there() -> None:
    whole = site()
    message = "`torch.old(x)` is gone. Use `torch.cat('a', b)` or torch.relu, not foo.bar."
    assert linked(message, "torch.old", whole) == (
        "``torch.old(x)`` is gone. Use :py:obj:`torch.cat('a', b) <torch.cat>` or :py:obj:`torch.relu`"
        "\\ , not foo.bar."
    )


def picture(svg: str = "<svg/>") -> Figure:
    return Figure(caption="看 `dim` 与 a_。", alt="图。", svg=svg)


def test_a_picture_stands_after_the_examples_and_before_the_pitfalls() -> None:
    text = page("torch.cat", figures={"torch.cat": picture()})
    assert ".. torchzh-figure::\n   :caption: 看 \\`dim\\` 与 a\\_。\n\n   <svg/>\n" in text
    anchors = [
        line.rpartition(" ")[2] for line in text.splitlines() if line.startswith(".. torchzh-anchor::")
    ]
    assert anchors[anchors.index("examples") + 1] == "figure"
    assert anchors[anchors.index("figure") + 1] == "pitfalls"
    assert "torchzh-figure" not in page("torch.cat")
    assert "torchzh-figure" not in page("torch.relu", figures={"torch.relu": picture()})  # no entry yet


def test_a_picture_of_an_alias_is_that_of_its_object() -> None:
    other = picture("<svg></svg>")
    assert site(figures={"torch.concat": other}).figures == {"torch.cat": other}
    assert site(figures={"torch.concat": other, "torch.cat": picture()}).figures == {"torch.cat": picture()}
    assert site(figures={"torch.nowhere": other}).figures == {}


def test_a_changed_picture_is_drawn_again() -> None:
    memo = Bodies()

    def rendered(svg: str) -> str:
        whole = replace(site(figures={"torch.cat": picture(svg)}), bodies=memo)
        return collect(whole, measure(whole, []))["api/torch.cat.rst"]

    assert "<svg>1</svg>" in rendered("<svg>1</svg>")
    assert "<svg>2</svg>" in rendered("<svg>2</svg>")


def test_history_fills_its_seam() -> None:
    history = {
        "torch.cat": PageHistory(
            badges=(("since", "自 1.13"),),
            parameter_badges={"dim": (("new", "2.4 新增"),)},
            lines=["有一行。", ""],
        )
    }
    text = page("torch.cat", history=history)
    assert "自 1.13" in text
    assert "2.4 新增" in text
    assert ".. torchzh-anchor:: versions\n\n有一行。" in text
    assert "versions" not in page("torch.cat")


def test_a_module_page_registers_lists_and_describes() -> None:
    text = "\n".join(module_page("torch", site()))
    assert ".. py:module:: torch.empty_below" in text
    assert ":doc:`cat </api/torch.cat>`\\ ：\\ 沿一个已有维度把多个张量首尾相接" in text
    assert ".. py:data:: torch.float32" in text
    assert "   /api/torch.relu" in text
    fx = "\n".join(module_page("torch.fx", site()))
    assert ".. py:class:: torch.fx.Graph(owner)" in fx
    assert ".. py:method:: torch.fx.Graph.lint(...)" in fx


def test_a_long_module_page_mentions_instead_of_drawing() -> None:
    whole = site()
    text = "\n".join(mentioned(whole.snapshot.objects["torch.fx.Graph"], whole))
    assert ".. py:class:: torch.fx.Graph\n   :no-index-entry:\n   :no-typesetting:" in text
    assert ".. py:method:: torch.fx.Graph.lint\n   :no-index-entry:\n   :no-typesetting:" in text
    assert "``torch.fx.Graph(owner)``" in text
    assert "成员：\\ ``lint(...)``" in text


def test_each_page_is_in_exactly_one_toctree() -> None:
    whole = site()
    files = collect(whole, measure(whole, []))
    entries = [
        line.strip().lstrip("/")
        for text in files.values()
        for block in text.split(".. toctree::")[1:]
        for line in block.splitlines()
        if line.startswith("   /")
    ]
    start = (Path(__file__).resolve().parents[1] / "source" / "index.md").read_text(encoding="utf-8")
    entries += [line for line in start.splitlines() if f"{line}.rst" in files]
    pages = [name.removesuffix(".rst") for name in files if name.endswith(".rst")]
    assert sorted(entries) == sorted(pages)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({}, Grade.FULL),
        ({"pitfalls": ()}, Grade.BRIEF),
        ({"parameters": ()}, Grade.BRIEF),
        ({"sections": CAT.sections[1:]}, Grade.BRIEF),
    ],
)
def test_an_entry_is_full_only_when_nothing_is_missing(change: dict[str, object], expected: Grade) -> None:
    fields = {name: getattr(CAT, name) for name in CAT.__dataclass_fields__} | change
    obj = next(obj for obj in OBJECTS if obj.name == "torch.cat")
    assert grade(obj, Annotation(**fields)) is expected
    assert grade(obj, None) is Grade.AUTOMATIC


def test_progress_weighs_only_names_this_torch_has() -> None:
    usage = [
        Use(name="torch.concat", packages=3, uses=30, upper_bound=False),
        Use(name="torch.relu", packages=2, uses=10, upper_bound=False),
        Use(name="torch.absent", packages=9, uses=999, upper_bound=False),
        Use(name="torch.Tensor.relu", packages=2, uses=10, upper_bound=True),
    ]
    progress = measure(site(), usage)
    assert (progress.full, progress.brief, progress.exact_share, progress.method_share) == (1, 0, 0.75, 0.0)
    assert progress.first_500 == 1


def test_the_usage_file_is_sorted_by_packages_and_names_are_unique() -> None:
    usage = load_usage()
    assert len(usage) > 1500
    assert [use.packages for use in usage] == sorted((use.packages for use in usage), reverse=True)
    assert len({use.name for use in usage}) == len(usage)


def test_navigation_knows_every_page_once() -> None:
    data = nav_data(site())
    assert set(data["pages"]) == {site().plan.docnames[name] for name in site().plan.pages()} | {
        f"mod/{name}" for name in site().plan.contents
    }
    assert data["branches"][0]["groups"] == [{"title": "连接与切分", "pages": ["api/torch.cat"]}]
    assert data["modules"]["torch.Tensor"] == [
        "api/torch.Tensor.data",
        "api/torch.Tensor.normal_",
        "api/torch.Tensor.relu",
        "api/torch.Tensor.relu_",
    ]
    assert data["pages"]["api/torch.cat"]["grade"] == "详注"
    json.dumps(data)


@pytest.mark.parametrize(
    ("name", "module", "kind", "address"),
    [
        ("torch.cat", "torch", Kind.FUNCTION, "generated/torch.cat.html"),
        ("torch.special.erf", "torch.special", Kind.FUNCTION, "special.html#torch.special.erf"),
        ("torch.fx.Graph", "torch.fx", Kind.CLASS, "fx.html#torch.fx.Graph"),
        (
            "torch.utils.data.sampler.X",
            "torch.utils.data.sampler",
            Kind.CLASS,
            "data.html#torch.utils.data.sampler.X",
        ),
        ("torch.nowhere.f", "torch.nowhere", Kind.FUNCTION, ""),
        ("torch.pi", "torch", Kind.CONSTANT, ""),
    ],
)
def test_official_pages_are_linked_where_their_place_is_known(
    name: str, module: str, kind: Kind, address: str
) -> None:
    found = official_page(thing(name, kind, module=module), None, "2.13")
    assert found == (f"https://docs.pytorch.org/docs/2.13/{address}" if address else "")


def test_files_are_written_only_when_changed_and_strangers_go(tmp_path: Path) -> None:
    first = write_files(tmp_path, {"api/a.rst": "甲\n", "index.rst": "x"}, ["api"])
    stamp = (tmp_path / "api/a.rst").stat().st_mtime_ns
    (tmp_path / "api/old.rst").write_text("old", encoding="utf-8")
    (tmp_path / "kept.rst").write_text("kept", encoding="utf-8")
    second = write_files(tmp_path, {"api/a.rst": "甲\n", "index.rst": "y"}, ["api"])
    assert (first.changed, second.changed, second.unchanged, second.removed) == (2, 1, 1, 1)
    assert (tmp_path / "api/a.rst").stat().st_mtime_ns == stamp
    assert (tmp_path / "kept.rst").exists()


def test_what_is_remembered_of_a_build_never_outlives_its_reasons() -> None:
    memo = Bodies()

    def rendered(entries: dict[str, Annotation]) -> dict[str, str]:
        whole = site(entries)
        fresh = collect(whole, measure(whole, []))
        remembered = replace(whole, bodies=memo)
        assert collect(remembered, measure(whole, [])) == fresh
        return fresh

    without, with_entry = rendered({}), rendered({"torch.cat": CAT})
    assert "提到本页的条目" not in without["api/torch.relu.rst"]
    assert "提到本页的条目" in with_entry["api/torch.relu.rst"]
    assert without["mod/torch.rst"] != with_entry["mod/torch.rst"]
    assert (
        rendered({"torch.cat": replace(CAT, summary="换一句")})["mod/torch.rst"]
        != with_entry["mod/torch.rst"]
    )
    assert rendered({}) == without
