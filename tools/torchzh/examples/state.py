"""Notices and undoes what a block leaves behind in the process.

One example that changes the print options makes every later one look wrong, in
an order nobody can guess. So the global state is read before and after each
block; a difference is that block's failure, and it is put back at once. The
random state is no leak: every file starts from a fixed seed.
"""

from __future__ import annotations

import os
import sys
import tempfile
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch


@dataclass(frozen=True, slots=True)
class Probe:
    """One piece of global state: how to read it and how to put it back."""

    label: str
    read: Callable[[], Any]
    restore: Callable[[Any], object] | None = None  # None: can only be reported


ABSENT = object()  # this torch does not have it
SET_BY_TORCH = (
    "CUDA_MODULE_LOADING",
    "TORCHINDUCTOR_",
    "TRITON_",
)  # set when torch imports its own submodules


@dataclass(frozen=True, slots=True, kw_only=True)
class Leak:
    """One difference a block left behind."""

    label: str
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.label}：{self.before} → {self.after}"


def capture() -> Mapping[str, Any]:
    """All state this torch has, by label."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return {probe.label: _read(probe) for probe in PROBES}


def restore(before: Mapping[str, Any]) -> list[Leak]:
    """Put everything back to ``before`` and tell what was different."""
    leaks: list[Leak] = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for probe in PROBES:
            old, new = before[probe.label], _read(probe)
            if old is ABSENT or old == new:
                continue
            leaks.append(Leak(label=probe.label, before=_show(old, new), after=_show(new, old)))
            if probe.restore is not None:
                _attempt(probe.restore, old)
    return leaks


def _read(probe: Probe) -> Any:
    try:
        return probe.read()
    except Exception:  # an older or newer torch lacks it, or refuses to tell
        return ABSENT


def _attempt(action: Callable[[Any], object], value: Any) -> None:
    try:
        action(value)
    except Exception:  # reported as a leak all the same
        pass


def _show(value: Any, other: Any) -> str:
    if isinstance(value, dict) and isinstance(other, dict):
        value = {key: item for key, item in value.items() if key not in other or other[key] != item}
    if isinstance(value, list) and isinstance(other, list):
        value = [item for item in value if item not in other] or value
    text = repr(value) if value is not ABSENT else "无"
    return text if len(text) <= 80 else text[:77] + "..."


def _print_options() -> dict[str, Any]:
    options = torch._tensor_str.PRINT_OPTS
    names = ("precision", "threshold", "edgeitems", "linewidth", "sci_mode")
    return {name: getattr(options, name) for name in names}


def _set_print_options(values: Mapping[str, Any]) -> None:
    for name, value in values.items():
        setattr(torch._tensor_str.PRINT_OPTS, name, value)


def _deterministic() -> tuple[bool, bool]:
    enabled = torch.are_deterministic_algorithms_enabled()
    return enabled, torch.is_deterministic_algorithms_warn_only_enabled()


def _anomaly() -> tuple[bool, bool]:
    return torch.is_anomaly_enabled(), torch.is_anomaly_check_nan_enabled()


def _autocast() -> tuple[Any, ...]:
    if hasattr(torch, "get_autocast_dtype"):  # 2.4 and newer take the device
        devices = ("cpu", "cuda")
        flags = [(torch.is_autocast_enabled(name), torch.get_autocast_dtype(name)) for name in devices]
    else:
        flags = [
            (torch.is_autocast_cpu_enabled(), torch.get_autocast_cpu_dtype()),
            (torch.is_autocast_enabled(), torch.get_autocast_gpu_dtype()),
        ]
    return (*flags, torch.is_autocast_cache_enabled())


def _global_hooks() -> dict[str, int]:
    module = torch.nn.modules.module
    return {name: len(hooks) for name, hooks in vars(module).items() if _is_hook_table(name, hooks)}


def _is_hook_table(name: str, value: object) -> bool:
    return name.startswith("_global_") and name.endswith("hooks") and hasattr(value, "__len__")


def _clear_hooks(_before: Mapping[str, int]) -> None:
    for name, hooks in vars(torch.nn.modules.module).items():
        if _is_hook_table(name, hooks):
            hooks.clear()


def _set_device(device: torch.device) -> None:
    if hasattr(torch, "set_default_device"):
        torch.set_default_device(None if device.type == "cpu" else device)
    else:
        dtype = torch.get_default_dtype()
        torch.set_default_tensor_type(torch.FloatTensor if device.type == "cpu" else torch.cuda.FloatTensor)
        torch.set_default_dtype(dtype)


def _set_deterministic(value: tuple[bool, bool]) -> None:
    torch.use_deterministic_algorithms(value[0], warn_only=value[1])


def _set_anomaly(value: tuple[bool, bool]) -> None:
    torch.autograd.set_detect_anomaly(value[0], check_nan=value[1])


def _environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if not name.startswith(SET_BY_TORCH)}


def _set_environment(value: Mapping[str, str]) -> None:
    for name in _environment().keys() - value.keys():
        del os.environ[name]
    os.environ.update(value)


def _safe_globals() -> list[Any]:
    # torch adds classes of its own when its submodules are imported
    return [item for item in torch.serialization.get_safe_globals() if not _is_torch(item)]


def _is_torch(item: Any) -> bool:
    return str(getattr(item, "__module__", "")).partition(".")[0] == "torch"


def _set_safe_globals(value: list[Any]) -> None:
    torch_own = [item for item in torch.serialization.get_safe_globals() if _is_torch(item)]
    torch.serialization.clear_safe_globals()
    torch.serialization.add_safe_globals(torch_own + value)


def _flag(holder: Any, name: str) -> tuple[Callable[[], Any], Callable[[Any], object]]:
    return lambda: getattr(holder, name), lambda value: setattr(holder, name, value)


def _not_the_author(entry: str) -> bool:
    """What imports add by themselves: torch 2.6 a temporary folder for dynamo, setuptools its own copies."""
    return entry.startswith(tempfile.gettempdir()) or Path(entry).parts[-2:] == ("setuptools", "_vendor")


def _search_path() -> list[str]:
    return [entry for entry in sys.path if not _not_the_author(entry)]


def _set_search_path(value: list[str]) -> None:
    sys.path[:] = [*value, *filter(_not_the_author, sys.path)]


PROBES: tuple[Probe, ...] = (
    # The default device first: the other probes must not see a tensor made elsewhere.
    Probe("默认设备", lambda: torch.empty(0).device, _set_device),
    Probe("默认 dtype", torch.get_default_dtype, torch.set_default_dtype),
    Probe("打印选项", _print_options, _set_print_options),
    Probe("梯度开关", torch.is_grad_enabled, torch.set_grad_enabled),
    Probe("推理模式", torch.is_inference_mode_enabled),
    Probe("线程数", torch.get_num_threads, torch.set_num_threads),
    Probe("算子间线程数", torch.get_num_interop_threads),
    Probe("确定性算法", _deterministic, _set_deterministic),
    Probe("异常检测", _anomaly, _set_anomaly),
    Probe("autocast", _autocast),
    Probe("总是警告", torch.is_warn_always_enabled, torch.set_warn_always),
    Probe("float32 矩阵乘精度", torch.get_float32_matmul_precision, torch.set_float32_matmul_precision),
    Probe("cudnn.benchmark", *_flag(torch.backends.cudnn, "benchmark")),
    Probe("cudnn.deterministic", *_flag(torch.backends.cudnn, "deterministic")),
    Probe("cudnn.enabled", *_flag(torch.backends.cudnn, "enabled")),
    Probe("mkldnn.enabled", *_flag(torch.backends.mkldnn, "enabled")),
    Probe("全局模块钩子", _global_hooks, _clear_hooks),
    Probe("加载白名单", _safe_globals, _set_safe_globals),
    Probe("进程组", lambda: torch.distributed.is_available() and torch.distributed.is_initialized()),
    Probe("环境变量", _environment, _set_environment),
    Probe("当前目录", Path.cwd, os.chdir),
    Probe("当前目录里的文件", lambda: sorted(path.name for path in Path.cwd().iterdir())),
    Probe("sys.path", _search_path, _set_search_path),
)
