"""The walk of the real torch: figures, known names, every nasty case that was measured."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from livetorch import MINOR, entry, forms, live
from torchzh.models import CALLABLE_KINDS, DeprecationMechanism, Kind, Source
from torchzh.snapshot import dumps, resolve

pytestmark = pytest.mark.torch
REQUIRED = Path(__file__).parent / "data" / "required_names.txt"


def on(name: str) -> bool:
    return name in live().snapshot.objects


def test_figures_of_the_public_surface_hold():
    objects = live().snapshot.objects.values()
    canonical = [item for item in objects if not item.alias_of]
    callables = [item for item in canonical if item.kind in CALLABLE_KINDS and not item.fields]
    unknown = [item for item in callables if not item.forms]
    if MINOR >= (2, 13):
        assert len(objects) >= 13_500
        assert len(canonical) >= 11_800
        assert len(unknown) / len(callables) <= 0.03
    assert len(unknown) / len(callables) <= 0.035


def test_names_of_the_seed_and_usage_lists_are_all_found():
    if MINOR != (2, 13):
        pytest.skip("the list is of the names that exist in 2.13")
    lines = REQUIRED.read_text(encoding="utf-8").splitlines()
    names = [line for line in lines if line and not line.startswith("#")]
    assert len(names) > 1600
    assert [name for name in names if resolve(live().snapshot, name) is None] == []


def test_the_whole_snapshot_holds_no_address_no_path_and_no_docstring():
    text = dumps(live().snapshot)
    assert re.findall(r"0x[0-9a-fA-F]{6,}", text) == []
    homes = {str(Path.home()), sys.prefix, sys.base_prefix, os.getcwd()}  # noqa: PTH109
    assert [place for place in homes if len(place) > 1 and place in text] == []
    assert re.findall(r'"(?:/(?:tmp|home|root|usr|opt|var|work)/[^"]*)"', text) == []
    docstrings = live().docstrings
    for name in ("torch.cat", "torch.nn.Linear", "torch.Tensor.view", "torch.load"):
        longest = max(docstrings[name].splitlines(), key=len).strip()
        assert longest not in text


def test_no_name_has_a_component_with_an_underscore_and_names_are_sorted():
    names = list(live().snapshot.objects)
    assert [name for name in names if any(part.startswith("_") for part in name.split("."))] == []
    assert names == sorted(names)


def test_every_alias_leads_to_a_canonical_entry():
    objects = live().snapshot.objects
    aliases = {item.name: item.alias_of for item in objects.values() if item.alias_of}
    assert [name for name, target in aliases.items() if target not in objects] == []
    assert [name for name, target in aliases.items() if objects[target].alias_of] == []


def test_docstrings_belong_to_entries_and_entries_know_theirs():
    objects = live().snapshot.objects
    assert [name for name in live().docstrings if not objects[name].doc_fingerprint] == []
    documented = {item.name for item in objects.values() if item.doc_fingerprint}
    assert documented - live().docstrings.keys() == set()


# One test for each nasty case.


def test_functions_with_several_overloads_keep_them_all():
    expected = [
        "(input, *, out=None)",
        "(input, other, *, out=None)",
        "(input, dim, keepdim=False, *, out=None)",
    ]
    if MINOR < (2, 13):
        expected.append(expected[-1])  # dimensions by name
    if MINOR < (2, 0):
        expected[0] = "(input)"
    assert forms("torch.max") == expected
    assert "(dtype)" in forms("torch.Tensor.view")
    assert len(forms("torch.arange")) >= 3
    assert {form.source for form in entry("torch.sum").forms} == {Source.STUB}


def test_c_functions_that_mean_the_same_stay_apart_and_say_so():
    assert entry("torch.concat").alias_of == ""
    assert entry("torch.concat").same_as == "torch.cat"
    assert entry("torch.cat").same_as == ""


def test_dynamic_namespaces_are_listed_and_never_walked():
    assert (entry("torch.ops").rule, entry("torch.classes").rule) == ("dynamic", "dynamic")
    inside = [name for name in live().snapshot.objects if name.startswith(("torch.ops.", "torch.classes."))]
    assert inside == []


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("torch.nn.functional.max_pool2d", "(input, kernel_size, stride=None, padding=0, dilation=1, "),
        ("torch.nn.functional.adaptive_max_pool1d", "(input, output_size, return_indices=False)"),
        ("torch.nn.functional.fractional_max_pool2d", "(input, kernel_size, output_size=None, "),
        ("torch.unique", "(input, sorted=True, return_inverse=False, return_counts=False, dim=None)"),
        ("torch.unique_consecutive", "(input, return_inverse=False, return_counts=False, dim=None)"),
        ("torch.lu", "(A, pivot=True, get_infos=False, out=None)"),
    ],
)
def test_two_way_dispatchers_show_the_parameters_of_their_branches(name, expected):
    assert len(forms(name)) == 1
    assert forms(name)[0].startswith(expected)
    assert not entry(name).forms[0].opaque


def test_constructors_that_take_anything_show_what_their_source_declares():
    if MINOR >= (2, 2):
        assert forms("torch.nn.LSTM")[0].startswith("(input_size, hidden_size, num_layers=1, bias=True")
        assert forms("torch.nn.Sequential") == ["(*args)", "(arg)"]
    assert [form.opaque for form in entry("torch.autograd.Function").forms] in ([True], [])


def test_optimizers_have_their_short_name_and_wrapped_methods_their_own_parameters():
    assert entry("torch.optim.adam.Adam").alias_of == "torch.optim.Adam"
    assert forms("torch.optim.Adam")[0].startswith("(params, lr=0.001, betas=(0.9, 0.999), eps=1e-08")
    assert forms("torch.optim.Adam.step")[0].startswith("(closure=None")
    assert entry("torch.optim.Adam.step").location.file == "torch/optim/adam.py"


def test_gradient_switches_are_classes_and_context_managers():
    for name in ("torch.no_grad", "torch.enable_grad", "torch.inference_mode", "torch.set_grad_enabled"):
        assert (entry(name).kind, entry(name).context_manager) == (Kind.CLASS, True)
    assert forms("torch.inference_mode") == ["(mode=True)"]
    assert entry("torch.random.fork_rng").context_manager


def test_constructors_that_no_source_describes_are_unknown_and_not_empty():
    for name in ("torch.Tensor", "torch.FloatTensor"):
        assert (entry(name).kind, entry(name).forms) == (Kind.CLASS, ())
    assert forms("torch.device") == ["(device)", "(type, index)"]


def test_named_tuples_and_enums_of_c_have_fields_instead_of_a_signature():
    assert (entry("torch.return_types.max").fields, entry("torch.return_types.max").forms) == (
        ("values", "indices"),
        (),
    )
    assert entry("torch.dtype").forms == ()
    assert "SUM" in entry("torch.distributed.ReduceOp.RedOpType").fields
    if MINOR >= (2, 2):
        assert entry("torch.distributed.ReduceOp.SUM").value.endswith("RedOpType.SUM")


@pytest.mark.parametrize(
    ("name", "parameter", "default"),
    [
        ("torch.nn.Transformer", "activation", "torch.nn.functional.relu"),
        ("torch.save", "pickle_module", "pickle"),
        ("torch.utils.data.random_split", "generator", "torch.default_generator"),
        ("torch.nn.functional.interpolate", "mode", "'nearest'"),
        ("torch.optim.Adam", "eps", "1e-08"),
    ],
)
def test_defaults_that_are_objects_are_written_by_their_public_name(name, parameter, default):
    found = next(item for item in entry(name).parameters() if item.name == parameter)
    assert found.default.text == default


def test_values_of_machine_or_build_are_left_out():
    for name in ("torch.version.cuda", "torch.version.git_version", "torch.backends.cudnn.benchmark_limit"):
        assert (entry(name).value, entry(name).annotation) == ("", "")


def test_properties_of_objects_that_stand_in_for_modules_are_found():
    for name in ("allow_tf32", "benchmark", "deterministic", "enabled"):
        assert entry(f"torch.backends.cudnn.{name}").kind is Kind.ATTRIBUTE
    assert entry("torch.backends.cudnn.is_available").kind is Kind.FUNCTION
    assert entry("torch.backends.mkldnn.is_available").kind is Kind.FUNCTION
    assert entry("torch.backends.cuda.matmul.allow_tf32").rule == "documented"


def test_attributes_that_start_the_accelerator_do_not_stop_the_walk():
    assert on("torch.backends.cuda.cufft_plan_cache")
    assert on("torch.cuda.current_device")


@pytest.mark.parametrize(
    "name", ["Any", "List", "Optional", "TYPE_CHECKING", "os", "sys", "math", "platform"]
)
def test_names_that_torch_leaks_have_no_entry(name):
    assert not on(f"torch.{name}")
    assert not on(f"torch.nn.functional.{name}")


def test_lazy_modules_are_found_on_disk():
    assert entry("torch.onnx").kind is Kind.MODULE
    assert entry("torch.onnx.export").kind is Kind.FUNCTION


@pytest.mark.parametrize(
    ("name", "mechanism"),
    [
        ("torch.cuda.amp.autocast", DeprecationMechanism.MARKER),
        ("torch.cuda.amp.GradScaler", DeprecationMechanism.MARKER),
        ("torch.range", DeprecationMechanism.KEPT),
        ("torch.meshgrid", DeprecationMechanism.CONDITIONAL),
    ],
)
def test_deprecations_are_found_on_the_class_on_init_and_in_the_kept_list(name, mechanism):
    if MINOR < (2, 4) and mechanism is DeprecationMechanism.MARKER:
        pytest.skip("the marker came with 2.4")
    assert entry(name).deprecation.mechanism is mechanism


def test_a_mark_meant_for_another_name_and_a_warning_about_wrong_use_are_no_deprecation():
    if on("torch.accelerator.current_device_index"):
        assert entry("torch.accelerator.current_device_index").deprecation is None
    found = entry("torch.autograd.Function").deprecation
    assert found is None or found.mechanism is DeprecationMechanism.CONDITIONAL


def test_descriptors_of_torch_itself_are_properties():
    assert entry("torch.distributions.Categorical.logits").kind is Kind.PROPERTY
    assert entry("torch.ByteStorage.dtype").kind is Kind.PROPERTY


def test_removed_functions_are_tombstones_and_keep_their_signature():
    names = ["torch.eig", "torch.lstsq", "torch.solve", "torch.matrix_rank"]
    if MINOR >= (2, 2):
        names += ["torch.symeig"]
    if MINOR >= (2, 15):
        names += ["torch.cholesky", "torch.qr", "torch.Tensor.cholesky"]
    for name in names:
        assert "removed" in entry(name).tombstone
        assert entry(name).forms
    assert entry("torch.linalg.eig").tombstone == ""


def test_names_that_only_getattr_serves_are_shims():
    if MINOR < (2, 1):
        pytest.skip("they were ordinary names")
    assert entry("torch.has_cuda").shim
    assert "deprecated" in entry("torch.has_cuda").deprecation.message
    assert not entry("torch.cat").shim


def test_members_known_only_by_their_annotation_are_instance_attributes():
    training = entry("torch.nn.Module.training")
    assert (training.kind, training.annotation, training.rule) == (Kind.ATTRIBUTE, "bool", "annotation")
    assert entry("torch.nn.Linear.in_features").annotation == "int"
    assert not on("torch.nn.Module.no_such_thing")


def test_a_public_attribute_without_any_text_is_an_entry_like_others():
    assert entry("torch.Tensor.layout").kind is Kind.PROPERTY
    assert "torch.layout" in entry("torch.Tensor.layout").annotation


def test_public_paths_name_objects_whose_home_is_private():
    assert entry("torch.nn.functional.linear").alias_of == ""
    assert forms("torch.nn.functional.linear") == ["(input, weight, bias=None)"]
    assert (
        forms("torch.linalg.norm")[0] == "(input, ord=None, dim=None, keepdim=False, *, dtype=None, out=None)"
    )
    if MINOR >= (2, 13):
        assert forms("torch.nn.functional.logsigmoid") == ["(input)"]
    assert entry("torch.nn.LazyConv2d.cls_to_become").value == "torch.nn.Conv2d"
    assert [name for name in live().snapshot.objects if name.startswith("torch._C")] == []


def test_functions_shared_with_the_package_are_named_where_they_are_documented():
    assert entry("torch.conv2d").alias_of == "torch.nn.functional.conv2d"
    assert entry("torch.float").alias_of == "torch.float32"
    assert entry("torch.nn.modules.linear.Linear").alias_of == "torch.nn.Linear"


def test_tensor_has_the_members_of_its_private_base_and_its_subclasses_do_not_repeat_them():
    members = [name for name in live().snapshot.objects if name.startswith("torch.Tensor.")]
    assert len(members) > 590
    assert not on("torch.nn.Parameter.add")
    assert not on("torch.FloatTensor.add")
    assert resolve(live().snapshot, "torch.nn.Parameter.add").name == "torch.Tensor.add"


def test_objects_with_the_name_of_a_module_keep_both():
    assert entry("torch.autograd.gradcheck").kind is Kind.FUNCTION
    assert entry("torch.autograd.gradcheck").also_module
    assert on("torch.autograd.gradcheck.GradcheckError")


def test_private_parameters_stay_in_the_form_so_that_a_reader_can_hide_them():
    names = entry("torch.save").forms[0].names
    assert "_use_new_zipfile_serialization" in names


def test_the_copy_family_that_upstream_never_documents_is_there():
    assert on("torch.expand_copy")
    assert len([name for name in live().snapshot.objects if re.fullmatch(r"torch\.\w+_copy", name)]) >= 20


def test_annotations_have_public_names_in_one_spelling():
    loaded = {item.name: item.annotation for item in entry("torch.nn.Linear").parameters()}
    assert loaded["in_features"] == "int"
    catted = {item.name: item.annotation for item in entry("torch.cat").parameters()}
    assert "Optional[" not in catted["out"]
    text = dumps(live().snapshot)
    assert len(re.findall(r'"annotation":"Optional\[', text)) == 0


def test_what_could_not_be_imported_is_in_the_header_with_the_missing_package():
    failures = live().snapshot.header.failures
    assert all(reason and "\n" not in reason for reason in failures.values())
    if "torch.utils.tensorboard" in failures:
        assert failures["torch.utils.tensorboard"] == "tensorboard"
    assert forms("torch.utils.tensorboard.SummaryWriter")[0].startswith("(log_dir=None, comment='', ")


def test_three_walks_from_different_surroundings_give_the_same_bytes(tmp_path):
    wanted = dumps(live().snapshot)
    for seed, columns, language in (("1", "40", "C"), ("4711", "300", "zh_CN.UTF-8")):
        folder = tmp_path / seed
        folder.mkdir()
        files = [str(folder / name) for name in ("snapshot.jsonl", "docstrings.json", "known.txt")]
        Path(files[2]).touch()
        environment = {
            **os.environ,
            "PYTHONHASHSEED": seed,
            "COLUMNS": columns,
            "LANG": language,
            "LC_ALL": language,
            "TMPDIR": str(folder),
            "TZ": "Asia/Shanghai",
            "PYTHONPATH": str(Path(__file__).parent.parent / "tools"),
        }
        command = [sys.executable, "-m", "torchzh.introspect.worker", "torch", *files]
        subprocess.run(command, cwd=folder, env=environment, check=True, capture_output=True)
        assert Path(files[0]).read_text(encoding="utf-8") == wanted
        assert json.loads(Path(files[1]).read_text(encoding="utf-8")) == dict(live().docstrings)


def test_the_walk_works_without_a_home_and_leaves_nothing_behind(tmp_path):
    """The home cannot be written and does not exist; the current folder stays empty."""
    code = (
        "import sys; from torchzh.introspect import take_snapshot; from torchzh.snapshot import dumps; "
        "sys.stdout.buffer.write(dumps(take_snapshot('torch').snapshot).encode())"
    )
    environment = {
        **os.environ,
        "HOME": str(tmp_path / "nowhere"),
        "PYTHONPATH": str(Path(__file__).parent.parent / "tools"),
        "CUDA_VISIBLE_DEVICES": "",
    }
    empty = tmp_path / "empty"
    empty.mkdir()
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=empty, env=environment, check=True, capture_output=True
    )
    assert done.stdout.decode("utf-8") == dumps(live().snapshot)
    assert list(empty.iterdir()) == []
    assert not (tmp_path / "nowhere").exists()
