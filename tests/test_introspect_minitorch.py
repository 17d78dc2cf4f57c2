"""The whole walk on the fake library: every hard case of torch in a second, without torch."""

from __future__ import annotations

import functools
from pathlib import Path

import pytest

from torchzh.introspect import IntrospectionError, Taken, take_snapshot
from torchzh.models import ApiObject, DeprecationMechanism, Form, Kind, Source
from torchzh.snapshot import dumps, resolve

FOLDER = Path(__file__).parent / "minitorch"


@functools.cache
def mini(version: str) -> Taken:
    return take_snapshot("minitorch", search_path=FOLDER / version)


def entry(name: str, version: str = "v1") -> ApiObject:
    return mini(version).snapshot.objects[f"minitorch.{name}"]


def text(form: Form) -> str:
    """A form as one would write it."""
    parts, star = [], False
    for item in form.parameters:
        if item.kind.value == "keyword-only" and not star:
            parts.append("*")
            star = True
        star = star or item.kind.value == "var-positional"
        default = f"={item.default.text}" if item.default.text else ""
        parts.append(item.label + default + (", /" if item.kind.value == "positional-only" else ""))
    return f"({', '.join(parts)})"


@pytest.mark.parametrize(
    ("name", "rule"),
    [
        ("cat", "all"),
        ("conv", "hasall_C_documented"),
        ("float32", "const"),
        ("set_default", "looks_public"),
        ("functional.relu", "noall_looks_public"),
        ("functional.conv", "noall_C"),
        ("functional.MODES", "noall_const"),
        ("optim", "module"),
        ("ops", "dynamic"),
        ("Array.view", "member"),
        ("Array.requires_grad", "annotation"),
        ("backends.level", "module_attribute"),
        ("build_flags", "shim"),
    ],
)
def test_each_public_name_carries_the_rule_that_admitted_it(name, rule):
    assert entry(name).rule == rule


@pytest.mark.parametrize(
    "name",
    [
        "math",  # a module imported as a helper
        "Any",
        "List",
        "Optional",  # leaked from typing
        "candidate",  # None, of nobody
        "_hidden",
        "_C",
        "_private.no_grad",
        "functional.Optional",
        "functional.boolean_dispatch",  # lives in a private module elsewhere
        "ops.anything",
        "Array._private",
        "optim.SGD.zero_grad",  # inherited from a public base, listed there
    ],
)
def test_what_is_not_public_has_no_entry(name):
    assert f"minitorch.{name}" not in mini("v1").snapshot.objects


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("cat", Kind.FUNCTION),
        ("Array", Kind.CLASS),
        ("Array.add", Kind.METHOD),
        ("Array.view", Kind.METHOD),
        ("Array.size", Kind.METHOD),  # of a private base
        ("Array.from_list", Kind.CLASSMETHOD),
        ("Array.promote", Kind.STATICMETHOD),
        ("Array.shape", Kind.PROPERTY),
        ("Array.poisoned", Kind.PROPERTY),
        ("Array.layouts", Kind.ATTRIBUTE),
        ("Array.requires_grad", Kind.ATTRIBUTE),
        ("float32", Kind.CONSTANT),
        ("functional", Kind.MODULE),
        ("gradcheck", Kind.FUNCTION),
        ("missing_one", Kind.MISSING),
        ("optim.SGD.State", Kind.CLASS),
        ("optim.SGD.State.reset", Kind.METHOD),
        ("backends.allow_fast", Kind.ATTRIBUTE),
        ("legacy.WithLazy.mean", Kind.PROPERTY),  # a descriptor of the library's own making
    ],
)
def test_each_object_has_its_kind(name, kind):
    assert entry(name).kind is kind


@pytest.mark.parametrize(
    ("name", "forms", "source"),
    [
        ("cat", ["(tensors, dim=0, *, out=None)"], Source.STUB),
        ("max", ["(input, *, out=None)", "(input, dim, keepdim=False)", "(input, other)"], Source.STUB),
        ("zeros", ["(size, *, dtype=None)", "(*size, dtype=None)"], Source.STUB),
        ("stack", ["(tensors, dim=...)"], Source.STUB),
        ("Array.add", ["(other, *, alpha=1)"], Source.STUB),
        ("Device", ["(device)", "(type, index)"], Source.STUB),
        ("functional.pool", ["(input, kernel, stride=None, return_indices=False)"], Source.RUNTIME),
        ("Array.view", ["(*shape)"], Source.RUNTIME),
        ("Array.from_list", ["(data, dtype=None)"], Source.RUNTIME),
        ("Array.promote", ["(a, b)"], Source.RUNTIME),
        ("optim.SGD", ["(params, lr=0.001, *, momentum=0, foreach=None)"], Source.RUNTIME),
        ("optim.SGD.step", ["(closure)"], Source.RUNTIME),  # through functools.wraps
        ("no_grad", ["()"], Source.RUNTIME),
        ("optim.base.Handing", ["(size, bias=True, *, device=None, curve='tanh')"], Source.RUNTIME),
        ("optim.base.Declared", ["(*parts)", "(whole)"], Source.RUNTIME),
    ],
)
def test_forms_are_read_from_the_best_source(name, forms, source):
    found = entry(name).forms
    assert [text(form) for form in found] == forms
    assert {form.source for form in found} == {source}


def test_an_unknown_signature_is_no_form_and_no_parameter_is_one_empty_form():
    assert entry("unknown").forms == ()
    assert entry("backends.is_available").forms == (Form(returns=""),)


def test_an_enum_has_fields_and_no_constructor():
    assert (entry("Mode").fields, entry("Mode").forms) == (("FAST", "SAFE"), ())
    assert entry("functional.Reduction").fields == ("MEAN", "SUM")
    assert entry("Mode.FAST").value == "minitorch.Mode.FAST"


@pytest.mark.parametrize(
    ("name", "default", "state"),
    [
        ("reduction", "minitorch.functional.Reduction.MEAN", "value"),
        ("activation", "minitorch.functional.relu", "value"),
        ("seen", "frozenset({'a', 'b'})", "value"),
        ("marker", "object()", "opaque"),
        ("x", "", "required"),
    ],
)
def test_defaults_have_one_spelling_without_addresses(name, default, state):
    parameter = next(item for item in entry("functional.loss").parameters() if item.name == name)
    assert (parameter.default.text, parameter.default.state.value) == (default, state)


def test_a_module_as_default_is_its_name_and_numbers_stay_readable():
    assert "pickle_module=math" in text(entry("load").forms[0])
    assert text(entry("functional.limits").forms[0]).startswith(
        "(lo=float('-inf'), hi=float('nan'), eps=1e-05"
    )


@pytest.mark.parametrize(
    ("name", "target"),
    [
        ("float", "float32"),
        ("optim.sgd.SGD", "optim.SGD"),
        ("optim.base.Optimizer", "optim.Optimizer"),
        ("gradcheck.gradcheck", "gradcheck"),
    ],
)
def test_another_name_of_an_object_is_an_alias_without_content(name, target):
    assert entry(name).alias_of == f"minitorch.{target}"
    assert entry(name).forms == ()


def test_c_functions_are_never_identical_so_they_stay_apart():
    assert entry("functional.conv").alias_of == ""


def test_an_object_wins_over_the_module_of_its_name_and_the_module_is_still_walked():
    assert entry("gradcheck").also_module
    assert not entry("norm").also_module
    assert entry("gradcheck.slow").kind is Kind.FUNCTION


@pytest.mark.parametrize(
    ("name", "mechanism", "since", "removal"),
    [
        ("legacy.by_marker", DeprecationMechanism.MARKER, "0.8", "1.5"),
        ("legacy.ByInit", DeprecationMechanism.MARKER, "", ""),
        ("legacy.ByMarker", DeprecationMechanism.MARKER, "", ""),
        ("legacy.WithProperty.speed", DeprecationMechanism.MARKER, "", ""),
        ("legacy.by_directive", DeprecationMechanism.DIRECTIVE, "0.9", ""),
        ("legacy.by_call", DeprecationMechanism.WARNING, "", ""),
        ("legacy.by_decorator", DeprecationMechanism.WARNING, "0.7", ""),
        ("legacy.by_version", DeprecationMechanism.WARNING, "", ""),
        ("legacy.by_branch", DeprecationMechanism.CONDITIONAL, "", ""),
        ("legacy.misuse", DeprecationMechanism.CONDITIONAL, "", ""),
        ("legacy.by_nested_directive", DeprecationMechanism.CONDITIONAL, "0.9", ""),
        ("build_flags", DeprecationMechanism.WARNING, "", ""),
    ],
)
def test_each_way_to_deprecate_is_recognised(name, mechanism, since, removal):
    found = entry(name).deprecation
    assert (found.mechanism, found.since, found.removal) == (mechanism, since, removal)


@pytest.mark.parametrize(
    "name", ["legacy.by_init", "legacy.by_new_name", "legacy.not_deprecated", "legacy.Heir", "norm", "Array"]
)
def test_what_is_not_deprecated_is_not_called_so(name):
    assert entry(name).deprecation is None


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("legacy.by_decorator", "deprecated since 0.7, use new instead"),
        ("legacy.by_directive", "Use :func:`new` instead."),
        ("legacy.by_call", "by_call is deprecated, use new"),
    ],
)
def test_the_message_of_a_deprecation_is_one_line_with_its_variables_filled_in(name, message):
    assert entry(name).deprecation.message == message


def test_a_removed_function_that_still_has_a_name_is_a_tombstone():
    assert entry("symeig").tombstone.endswith("is now removed. Use `eigh`.")
    assert (entry("eig").tombstone, entry("eig", "v2").tombstone != "") == ("", True)


def test_names_served_by_getattr_are_shims_with_their_warning():
    assert entry("has_gpu").shim
    assert entry("has_gpu").deprecation.message.startswith("'has_gpu' is deprecated")
    assert "minitorch.has_gpu" not in mini("v2").snapshot.objects


def test_context_managers_are_marked():
    assert entry("no_grad").context_manager
    assert not entry("norm").context_manager


def test_annotations_without_value_are_instance_attributes_with_their_type():
    assert (entry("Array.requires_grad").annotation, entry("Array.requires_grad").value) == ("bool", "")
    assert entry("optim.SGD.State.count").value == "0"


def test_a_module_that_wants_a_missing_package_is_listed_with_it():
    header = mini("v1").snapshot.header
    assert dict(header.failures) == {"minitorch.data": "a_package_that_is_nowhere"}
    assert (header.torch, header.minor, header.build) == ("1.0.3", "1.0", "cpu")


def test_source_lines_are_relative_to_the_folder_of_the_package():
    location = entry("optim.SGD").location
    lines = (FOLDER / "v1" / location.file).read_text(encoding="utf-8").splitlines()
    assert (location.file, lines[location.line - 1]) == ("minitorch/optim/sgd.py", "class SGD(Optimizer):")
    assert entry("functional.pool").location.file == "minitorch/functional.py"
    assert entry("cat").location is None


def test_members_of_aliases_and_inherited_members_are_resolved():
    snapshot = mini("v1").snapshot
    assert resolve(snapshot, "minitorch.optim.sgd.SGD.step").name == "minitorch.optim.SGD.step"
    assert resolve(snapshot, "minitorch.optim.SGD.zero_grad").name == "minitorch.optim.Optimizer.zero_grad"
    assert resolve(snapshot, "minitorch.optim.SGD.nothing") is None
    assert resolve(snapshot, "nothing") is None


def test_docstrings_are_kept_apart_from_the_snapshot():
    assert mini("v1").docstrings["minitorch.norm"].startswith("Length of a vector.")
    assert "Length of a vector" not in dumps(mini("v1").snapshot)
    assert entry("norm").doc_fingerprint != entry("norm", "v2").doc_fingerprint
    assert entry("seed").doc_fingerprint == entry("seed", "v2").doc_fingerprint


def test_the_two_versions_differ_where_the_readme_says():
    one, two = (mini(version).snapshot.objects for version in ("v1", "v2"))
    assert {name for name in one if name not in two} == {
        "minitorch.stack",
        "minitorch.Array.resize",
        "minitorch.has_gpu",
    }
    assert {name for name in two if name not in one} == {"minitorch.full", "minitorch.Array.flip"}
    changed = {name for name in one if name in two and one[name].forms != two[name].forms}
    names = {"zeros", "cat", "max", "norm", "seed", "load", "optim.SGD.step", "functional.relu"}
    assert changed == {f"minitorch.{name}" for name in names}
    assert entry("optim.SGD", "v2").deprecation.since == "1.1"


def test_two_walks_give_the_same_bytes():
    again = take_snapshot("minitorch", search_path=FOLDER / "v1")
    assert dumps(again.snapshot) == dumps(mini("v1").snapshot)


def test_a_package_that_is_not_there_is_said_in_chinese():
    with pytest.raises(IntrospectionError, match="没有安装 a_package_that_is_nowhere"):
        take_snapshot("a_package_that_is_nowhere")
