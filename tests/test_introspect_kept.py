"""The kept lists against the live torch: none of them may rot unnoticed."""

from __future__ import annotations

import importlib
import warnings
from collections.abc import Callable
from typing import Any

import pytest

from livetorch import MINOR, live
from torchzh.introspect.kept import load_kept, matches
from torchzh.models import DeprecationMechanism
from torchzh.versions import key

KEPT = load_kept("torch")


def calls(torch: Any) -> dict[str, Callable[[], Any]]:
    """One call of each function of the kept list that, on the right versions, warns."""
    square, column = torch.eye(3), torch.ones(3, 1)
    rows = torch.zeros(3, 3, dtype=torch.int64)
    factored = torch.linalg.lu_factor(square)
    return {
        "torch.Tensor.T": lambda: torch.ones(2, 2, 2).T,
        "torch.Tensor.cholesky": lambda: square.cholesky(),
        "torch.Tensor.cross": lambda: torch.ones(3, 3).cross(torch.ones(3, 3)),
        "torch.Tensor.lu_solve": lambda: column.lu_solve(*factored),
        "torch.Tensor.qr": lambda: square.qr(),
        "torch.Tensor.scatter": lambda: square.scatter(0, rows, square, reduce="add"),
        "torch.Tensor.scatter_": lambda: square.clone().scatter_(0, rows, square, reduce="add"),
        "torch.Tensor.triangular_solve": lambda: column.triangular_solve(square),
        "torch.add": lambda: torch.add(square, 1, square),
        "torch.addmm": lambda: torch.addmm(1, square, 1, square, square),
        "torch.chain_matmul": lambda: torch.chain_matmul(square, square),
        "torch.cholesky": lambda: torch.cholesky(square),
        "torch.cross": lambda: torch.cross(torch.ones(3, 3), torch.ones(3, 3)),
        "torch.frobenius_norm": lambda: torch.frobenius_norm(square, dim=(0, 1)),
        "torch.get_autocast_cpu_dtype": lambda: torch.get_autocast_cpu_dtype(),
        "torch.get_autocast_gpu_dtype": lambda: torch.get_autocast_gpu_dtype(),
        "torch.get_autocast_ipu_dtype": lambda: torch.get_autocast_ipu_dtype(),
        "torch.get_autocast_xla_dtype": lambda: torch.get_autocast_xla_dtype(),
        "torch.is_autocast_cpu_enabled": lambda: torch.is_autocast_cpu_enabled(),
        "torch.is_autocast_ipu_enabled": lambda: torch.is_autocast_ipu_enabled(),
        "torch.is_autocast_xla_enabled": lambda: torch.is_autocast_xla_enabled(),
        "torch.lu": lambda: torch.lu(square),
        "torch.lu_solve": lambda: torch.lu_solve(column, *factored),
        "torch.meshgrid": lambda: torch.meshgrid(torch.ones(2), torch.ones(2)),
        "torch.nuclear_norm": lambda: torch.nuclear_norm(square),
        "torch.qr": lambda: torch.qr(square),
        "torch.quantize_per_channel": lambda: torch.quantize_per_channel(
            square, torch.ones(3), torch.zeros(3), 0, torch.qint8
        ),
        "torch.quantize_per_tensor": lambda: torch.quantize_per_tensor(square, 1.0, 0, torch.qint8),
        "torch.quantize_per_tensor_dynamic": lambda: torch.quantize_per_tensor_dynamic(
            square, torch.qint8, False
        ),
        "torch.range": lambda: torch.range(0, 3),
        "torch.scatter": lambda: torch.scatter(square, 0, rows, square, reduce="add"),
        "torch.set_autocast_cpu_dtype": lambda: torch.set_autocast_cpu_dtype(torch.bfloat16),
        "torch.set_autocast_cpu_enabled": lambda: torch.set_autocast_cpu_enabled(False),
        "torch.set_autocast_gpu_dtype": lambda: torch.set_autocast_gpu_dtype(torch.float16),
        "torch.set_autocast_xla_enabled": lambda: torch.set_autocast_xla_enabled(False),
        "torch.set_default_tensor_type": lambda: torch.set_default_tensor_type(torch.FloatTensor),
        "torch.triangular_solve": lambda: torch.triangular_solve(column, square),
        "torch.where": lambda: torch.where(torch.ones(3, 3, dtype=torch.uint8), square, square),
    }


def test_each_line_of_the_call_only_list_has_a_call_and_names_are_sorted():
    names = [item.name for item in KEPT.call_only]
    assert names == sorted(names)
    assert all(item.message.strip() and key(item.since) for item in KEPT.call_only)


def test_patterns_cover_members_too():
    assert matches("torch.version.cuda", ("torch.version.*",))
    assert matches("torch.distributed.ProcessGroupNCCL.Options", ("torch.distributed.ProcessGroupNCCL",))
    assert not matches("torch.versions", ("torch.version.*", "torch.version"))


@pytest.mark.torch
@pytest.mark.parametrize("item", KEPT.call_only, ids=lambda item: item.name)
def test_a_call_only_deprecation_warns_from_its_version_on_and_not_before(item):
    torch = importlib.import_module("torch")
    entry = live().snapshot.objects.get(item.name)
    if entry is None or entry.tombstone:
        pytest.skip("not in this torch, or removed")
    torch.set_warn_always(True)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        calls(torch)[item.name]()
    texts = [str(warning.message) for warning in caught]
    warned = any(word in text for text in texts for word in ("deprecated", "will be required", "removed"))
    assert warned == (key(item.since) <= MINOR), texts


@pytest.mark.torch
def test_kept_deprecations_reach_the_snapshot_only_from_their_version_on():
    for item in KEPT.call_only:
        entry = live().snapshot.objects.get(item.name)
        if entry is None or entry.tombstone:
            continue
        mechanisms = (DeprecationMechanism.KEPT, DeprecationMechanism.CONDITIONAL)
        found = entry.deprecation is not None and entry.deprecation.mechanism in mechanisms
        stronger = entry.deprecation is not None and not found
        assert stronger or found == (key(item.since) <= MINOR), item.name


@pytest.mark.torch
def test_documented_names_exist_and_no_rule_finds_them_by_itself():
    objects = live().snapshot.objects
    preferred_only = {"torch.futures.Future"}
    later_removed = {"torch.cholesky", "torch.qr"}
    missing = [name for name in KEPT.documented if name not in objects]
    if MINOR == (2, 13):
        assert missing == []
    rules = {name: objects[name].rule for name in KEPT.documented if name in objects}
    needless = {name for name, rule in rules.items() if rule not in ("documented", "shim")}
    if MINOR == (2, 13):
        assert needless - preferred_only - later_removed == set()


@pytest.mark.torch
def test_only_cuda_builds_have_the_names_marked_so():
    header = live().snapshot.header
    marked = {item.name for item in live().snapshot.objects.values() if item.cuda_only}
    matching = {name for name in live().snapshot.objects if matches(name, KEPT.cuda_only)}
    assert marked == (matching if header.build.startswith("cu") else set())
    if header.build == "cpu":
        assert matching == set()
