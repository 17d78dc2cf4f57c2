"""Public reports against projects near ours, each as a small input with the behaviour we want."""

import pytest

from checkworld import api, brief, changed, form, judge, one, rows, settings, snapshot
from torchzh.models import Deprecation, DeprecationMechanism, Kind, Source

V = ("2.13",)


# O-a05: the lazy sibling has another default; each is held against its own signature only.
@pytest.mark.parametrize(
    ("name", "live", "stated", "found"),
    [
        ("torch.nn.LazyInstanceNorm2d", "True", "False", [("DF01", "affine", V)]),
        ("torch.nn.InstanceNorm2d", "False", "False", []),
    ],
)
def test_a_stated_default_is_held_against_the_live_one(name, live, stated, found):
    norm = api(name, f"affine={live}", kind=Kind.CLASS, source=Source.RUNTIME)
    assert one(norm, brief(name, {"affine": f"是否可学习，默认 `{stated}`。"})) == found


def test_a_wrong_default_shows_both_values():
    norm = api("torch.nn.Norm", "affine=True", kind=Kind.CLASS)
    (finding,) = judge(
        brief("torch.nn.Norm", {"affine": "默认 `False`。"}), settings({"2.13": snapshot("2.13", norm)})
    )
    assert (finding.arguments["stated"], finding.arguments["real"]) == ("False", "True")


# O-a06: removed stubs.
def test_a_tombstone_must_be_called_removed_from_its_first_version_on():
    cholesky = api("torch.cholesky", "input")
    dead = changed(cholesky, tombstone="This function was removed; use torch.linalg.cholesky")
    world = settings({"2.2": snapshot("2.2", cholesky), "2.13": snapshot("2.13", dead)})
    text = brief("torch.cholesky", {"input": "输入。"})
    assert [(f.code, f.versions) for f in judge(text, world)] == [("DP03", ("2.13",))]
    said = brief(
        "torch.cholesky", {"input": "输入。"}, summary="分解，2.13 已移除，改用 torch.linalg.cholesky"
    )
    assert judge(said, world) == []


# O-a07: a parameter that this torch does not have yet.
def test_a_parameter_of_a_newer_torch_is_wrong_only_while_no_known_torch_has_it():
    old, new = api("torch.bmm", "input, mat2"), api("torch.bmm", "input, mat2, out_dtype=None")
    text = brief("torch.bmm", {"input": "甲。", "mat2": "乙。", "out_dtype": "结果的类型。"})
    alone = settings({"2.2": snapshot("2.2", old)})
    assert rows(judge(text, alone)) == [("PM02", "out_dtype", ())]
    both = {"2.2": snapshot("2.2", old), "2.13": snapshot("2.13", new)}
    assert judge(text, settings(both)) == []
    assert judge(text, settings(both, checked=("2.2",))) == []


def test_a_stated_version_without_a_snapshot_is_not_verifiable():
    old = api("torch.bmm", "input, mat2")
    text = brief("torch.bmm", {"input": "甲。", "mat2": "乙。", "out_dtype": "2.6 起可指定结果的类型。"})
    assert rows(judge(text, settings({"2.2": snapshot("2.2", old)}))) == [("PM13", "out_dtype", ())]


# O-a08, O-b09, O-c09: alias spellings, other names, catch-all arguments.
@pytest.mark.parametrize(
    ("written", "code", "nearest"),
    [("axis", "PM03", None), ("axes", "PM02", ""), ("dims", "PM02", "dim"), ("Dim", "PM02", "dim")],
)
def test_an_alias_spelling_is_not_an_unknown_parameter(written, code, nearest):
    argmax = api("torch.argmax", "input, dim=None, keepdim=False")
    text = brief("torch.argmax", {"input": "甲。", written: "乙。", "keepdim": "丙。"})
    findings = judge(text, settings({"2.13": snapshot("2.13", argmax)}))
    assert [f.code for f in findings] == ["PM01", code]
    assert findings[1].arguments.get("nearest") == nearest


def test_numpy_spellings_are_no_aliases_of_python_functions():
    found = api("torch.f", "input, dim=None", source=Source.RUNTIME)
    assert [row[0] for row in one(found, brief("torch.f", {"input": "甲。", "axis": "乙。"}))] == [
        "PM01",
        "PM02",
    ]


def test_another_name_is_reported_and_so_is_the_parameter_without_text():
    found = api("torch.histogramdd", "input, bins, range=None")
    text = brief("torch.histogramdd", {"x": "输入。", "bins": "分箱。", "range": "范围。"})
    assert one(found, text) == [("PM01", "input", V), ("PM03", "x", ())]


@pytest.mark.parametrize("signature", ["input, kernel_size, stride=None", "input, kernel_size, **kwargs"])
def test_catch_all_arguments_do_not_make_every_name_valid(signature):
    found = api("torch.nn.functional.max_pool2d", signature, source=Source.RUNTIME)
    notes = {"input": "甲。", "kernel_sizes": "乙。"}
    codes = [row for row in one(found, brief(found.name, notes)) if row[0] == "PM02"]
    assert codes == [("PM02", "kernel_sizes", ())]


# O-a09: deprecated.
def test_a_deprecated_object_must_be_called_deprecated():
    message = Deprecation(mechanism=DeprecationMechanism.MARKER, message="use torch.amp.autocast")
    autocast = api("torch.cuda.amp.autocast", "enabled=True", kind=Kind.CLASS, deprecation=message)
    silent = brief(autocast.name, {"enabled": "是否打开。"})
    assert one(autocast, silent) == [("DP01", "", V)]
    said = brief(autocast.name, {"enabled": "是否打开。"}, summary="已弃用，改用 torch.autocast")
    assert one(autocast, said) == []
    branch = changed(autocast, deprecation=Deprecation(mechanism=DeprecationMechanism.CONDITIONAL))
    assert one(branch, silent) == []


# O-b02: the method form.
@pytest.mark.parametrize(
    ("extra", "found"), [("input", [("FO02", "input", ())]), ("self", [("FO02", "self", ())])]
)
def test_a_method_has_no_parameter_for_what_stands_before_the_dot(extra, found):
    add = api("torch.Tensor.add", "other, *, alpha=1", kind=Kind.METHOD, module="torch")
    notes = {extra: "自身。", "other": "另一个。", "alpha": "倍数。"}
    assert one(add, brief(add.name, notes)) == found
    assert one(add, brief(add.name, {"other": "另一个。", "alpha": "倍数。"})) == []


# O-b01 and O-b04: translated names.
@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("torch.f", "火炬脚本、亚当优化器与脸书", ["火炬脚本", "亚当优化器", "脸书"]),
        ("torch.f", "TorchScript、Adam 与 Facebook", []),
        ("torch.unsqueeze", "解压", ["解压"]),
        ("torch.f", "解压", []),
    ],
)
def test_names_are_not_translated(name, text, found):
    findings = judge(brief(name, {}, summary=text), settings({"2.13": snapshot("2.13", api(name, ""))}))
    assert sorted(f.arguments["found"] for f in findings if f.code.startswith("TM0")) == sorted(found)


# O-a04: undated words.
@pytest.mark.parametrize(
    ("text", "flagged"),
    [
        ("新增的推理模式", True),
        ("最新的推理模式", True),
        ("2.0 新增的推理模式", False),
        ("新增一个维度", False),
        ("取最大的一个", False),
    ],
)
def test_new_needs_a_version(text, flagged):
    findings = judge(
        brief("torch.f", {}, summary=text), settings({"2.13": snapshot("2.13", api("torch.f", ""))})
    )
    assert [f.code for f in findings] == (["TM03"] if flagged else [])


# O-b08: defaults in prose.
@pytest.mark.parametrize(
    ("text", "flagged"),
    [
        ("沿哪一维排序，默认值为 0", True),
        ("沿哪一维排序，默认为 0。", True),
        ("沿哪一维排序，默认值是 `0`。", True),
        ("沿哪一维排序，缺省 `0`。", True),
        ("沿哪一维排序（默认 `0`）。", True),
        ("`0`（默认）表示第一维。", True),
        ("沿哪一维排序，默认 `dim=0`。", True),
        ("沿哪一维排序，默认 `-1`。", False),
        ("沿哪一维排序，默认值为 -1。", False),
        ("沿哪一维排序，默认沿最后一维。", False),
        ("默认情况下排最后一维，`0` 排第一维。", False),
        ("默认 3 维以内都行。", False),
        ("`torch.sum` 默认 `None`。", False),
        ("2.2 默认 `0`，2.6 起默认 `-1`。", True),
        ("2.1 及以前默认 `0`，之后默认 `-1`。", False),
    ],
)
def test_a_default_stated_in_prose_is_compared(text, flagged):
    argsort = api("torch.argsort", "input, dim=-1, descending=False")
    notes = {"input": "输入。", "dim": text, "descending": "是否降序。"}
    surfaces = {
        minor: snapshot(minor, argsort, api("torch.sum", "input")) for minor in ("2.2", "2.6", "2.13")
    }
    findings = judge(brief(argsort.name, notes), settings(surfaces))
    assert [(f.code, f.arguments["parameter"]) for f in findings] == ([("DF01", "dim")] if flagged else [])


def test_a_default_belongs_to_the_parameter_named_before_it():
    found = api("torch.f", "a=1, b=2")
    good = {"a、b": "`a` 默认 `1`，`b` 默认 `2`。"}
    bad = {"a、b": "`a` 默认 `2`，`b` 默认 `2`。"}
    assert one(found, brief("torch.f", good)) == []
    assert one(found, brief("torch.f", bad)) == [("DF01", "a", V)]


@pytest.mark.parametrize(("stated", "flagged"), [("1", False), ("3", True)])
def test_a_default_of_a_shared_heading_must_fit_one_of_its_parameters(stated, flagged):
    codes = [
        row[0] for row in one(api("torch.f", "a=1, b=2"), brief("torch.f", {"a、b": f"默认 `{stated}`。"}))
    ]
    assert codes == (["DF01"] if flagged else [])


def test_a_default_that_differs_between_versions_is_reported_for_its_versions():
    surfaces = {
        "2.2": snapshot("2.2", api("torch.load", "f, weights_only=False")),
        "2.6": snapshot("2.6", api("torch.load", "f, weights_only=None")),
        "2.13": snapshot("2.13", api("torch.load", "f, weights_only=None")),
    }
    plain = brief("torch.load", {"f": "文件。", "weights_only": "默认 `None`。"})
    dated = brief("torch.load", {"f": "文件。", "weights_only": "2.6 起默认 `None`，2.2 默认 `False`。"})
    assert rows(judge(plain, settings(surfaces))) == [("DF01", "weights_only", ("2.2",))]
    assert rows(judge(dated, settings(surfaces))) == []


# O-e03 … O-e08.
def test_another_name_of_a_positional_only_parameter_is_a_note():
    size = api("torch.Size", "items=(), /", kind=Kind.CLASS)
    assert one(size, brief("torch.Size", {"iterable": "元素。"})) == [("PM05", "iterable", ())]
    two = api("torch.Size", "items=(), other=(), /", kind=Kind.CLASS)
    assert one(two, brief("torch.Size", {"iterable": "元素。"})) == [
        ("PM01", "other", V),
        ("PM05", "iterable", ()),
    ]


def test_private_parameters_need_no_text_and_get_a_note_when_they_have_one():
    save = api("torch.save", "obj, f, _use_new_zipfile_serialization=True")
    assert one(save, brief("torch.save", {"obj": "甲。", "f": "乙。"})) == []
    noted = {"obj": "甲。", "f": "乙。", "_use_new_zipfile_serialization": "内部用。"}
    assert one(save, brief("torch.save", noted)) == [("PM07", "_use_new_zipfile_serialization", ())]


@pytest.mark.parametrize(
    ("text", "found"), [("默认未给出。", []), ("默认 `OBJECT`。", []), ("默认 `0`。", [("DF04", "x", V)])]
)
def test_a_sentinel_default_is_no_wrong_type(text, found):
    assert one(api("torch.f", "x=OBJECT"), brief("torch.f", {"x": text})) == found


@pytest.mark.parametrize(
    ("notes", "found"),
    [
        ({"x": "甲。", "`lr`、`momentum`（传给 `torch.optim.SGD`）": "乙。", "**kw": "其余。"}, []),
        ({"x": "甲。", "`**kw`（传给 `torch.optim.SGD`）": "其余。", "lr": "乙。"}, []),
        ({"x": "甲。", "`**kw`（传给 `torch.optim.SGD`）": "其余。", "lrr": "乙。"}, [("PM08", "lrr", ())]),
        ({"x": "甲。", "**kw": "其余。", "lr": "乙。"}, [("PM02", "lr", ())]),
        ({"x": "甲。", "**kw": "其余。"}, []),
        ({"x": "甲。"}, [("PM01", "kw", V)]),
        ({"x": "甲。", "kw": "其余。"}, [("PM11", "", ())]),
    ],
)
def test_what_is_passed_on_is_checked_at_its_target(notes, found):
    sgd = api("torch.optim.SGD", "params, lr=0.001, momentum=0", kind=Kind.CLASS)
    world = settings({"2.13": snapshot("2.13", api("torch.f", "x, **kw"), sgd)})
    assert rows(judge(brief("torch.f", notes), world)) == found


def test_forms_are_checked_one_by_one():
    found = api("torch.f", "a", "a, b, /")
    assert one(found, brief("torch.f", {"a": "甲。", "b": "乙。"})) == []
    assert one(found, brief("torch.f", {"b": "乙。", "a": "甲。"})) == [("PM04", "a", V)]


def test_the_order_of_either_form_is_right():
    found = api("torch.f", "a, b", "b, a")
    assert one(found, brief("torch.f", {"b": "乙。", "a": "甲。"})) == []


def test_an_unknown_signature_is_counted_and_never_called_right():
    found = api("torch.f")
    assert one(found, brief("torch.f", {"a": "甲。"})) == [("PM10", "", V)]
    assert one(api("torch.f", ""), brief("torch.f", {})) == []


@pytest.mark.parametrize(("written", "code"), [("input_size", "PM06"), ("inputs", "PM02")])
def test_where_names_are_not_authoritative_only_a_near_miss_is_an_error(written, code):
    opaque = changed(api("torch.f"), forms=(form("input, *args, **kwargs", opaque=True),))
    codes = [row[0] for row in one(opaque, brief("torch.f", {"input": "甲。", written: "乙。"}))]
    assert codes == [code]


def test_an_alias_that_moved_to_another_object_is_reported():
    alias = api("torch.range2", alias_of="torch.arange")
    world = settings({"2.13": snapshot("2.13", alias, api("torch.arange", "end"))})
    text = brief("torch.range2", {"end": "终点。"})
    assert [(f.code, f.arguments.get("canonical")) for f in judge(text, world) if f.code == "NM02"] == [
        ("NM02", "torch.arange")
    ]


def test_an_object_known_only_in_another_version_is_no_unknown_name():
    world = settings(
        {"2.2": snapshot("2.2", api("torch.g", "")), "2.13": snapshot("2.13", api("torch.f", ""))}, ("2.2",)
    )
    assert judge(brief("torch.f", {}), world) == []


def test_a_cuda_only_object_missing_from_a_cpu_snapshot_is_not_removed():
    graph = api("torch.cuda.graph", "", cuda_only=True)
    surfaces = {"2.2": snapshot("2.2", graph), "2.13": snapshot("2.13", api("torch.f", ""))}
    assert judge(brief("torch.cuda.graph", {}, reviewed="2.2"), settings(surfaces)) == []


@pytest.mark.parametrize(("options", "flagged"), [("torch>=2.14", False), ("torch>=2.2", True), ("", True)])
def test_an_example_for_versions_without_a_snapshot_is_not_judged(options, flagged):
    block = f"\n```pycon {options}\n>>> import torch\n>>> torch.brand_new(1)\n```\n"
    text = brief("torch.f", {"a": f"甲。\n{block}"})
    world = settings({"2.13": snapshot("2.13", api("torch.f", "a"), api("torch", kind=Kind.MODULE))})
    assert [f.code for f in judge(text, world)] == (["EX06"] if flagged else [])
