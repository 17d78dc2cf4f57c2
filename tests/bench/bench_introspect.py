"""Prints how long a walk takes compared with importing torch, and what merging sources gains.

    python tests/bench/bench_introspect.py [--oracle]

The ratio is of CPU seconds, so that a busy machine does not count; the walk
includes its imports, the comparison is one process that imports torch and all
public submodules. ``--oracle`` also judges stub, schema and the merged forms by
the texts of the C parser's TypeErrors.
"""

# ruff: noqa: T201 (a bench prints)
from __future__ import annotations

import functools
import inspect
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT / "tools"), str(ROOT / "tests")]

IMPORTS = """
from torchzh.introspect.discover import discover
found = discover("torch", frozenset({"torch.ops", "torch.classes"}))
"""


def cpu_seconds(arguments: list[str]) -> float:
    """CPU time of one process of the same Python."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            "PYTHONPATH": str(ROOT / "tools"),
            "TMPDIR": folder,
            "HOME": folder,
            "OMP_NUM_THREADS": "1",
        }
        subprocess.run(
            [sys.executable, *arguments], check=True, capture_output=True, cwd=folder, env=environment
        )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def time_ratio() -> None:
    """One line: imports, walk, ratio."""
    cpu_seconds(["-c", IMPORTS])  # warm the disk cache
    imports = cpu_seconds(["-c", IMPORTS])
    with tempfile.TemporaryDirectory() as folder:
        known = Path(folder) / "known.txt"
        known.touch()
        files = [f"{folder}/snapshot.jsonl", f"{folder}/docstrings.json", str(known)]
        walk = cpu_seconds(["-m", "torchzh.introspect.worker", "torch", *files])
    print(f"导入 torch 与全部公开子模块 {imports:.1f} 秒，读取全部 {walk:.1f} 秒（均为 CPU 时间）")
    print(f"比值 {walk / imports:.2f}（上限 3）")


def oracle_figures() -> None:
    """Shares of right forms for each source alone and for the merged ones."""
    import torch

    import test_introspect_oracle as oracle
    from livetorch import live
    from torchzh.introspect.merge import merge
    from torchzh.introspect.signatures import Signatures
    from torchzh.introspect.stubs import Stubs

    signatures = Signatures(
        "torch",
        Stubs(Path(torch.__file__).parent.parent),
        lambda value: "",
        torch._C._jit_get_schemas_for_operator,
    )

    def sources(name: str):
        short = name.rpartition(".")[2]
        if name.startswith("torch.Tensor."):
            raw = inspect.getattr_static(torch.Tensor, short)
            found = signatures._method_stubs(torch.Tensor, raw, short)
            return next((forms for forms in found if forms), ()), signatures._schema(short, method=True), True
        function = functools.reduce(getattr, name.split(".")[1:], torch)
        schema = signatures._schema(function.__name__, method=False)
        return signatures._function_stub(name, function), schema, False

    def judge(label: str, pick) -> None:
        overloaded = complete = single = right = 0
        for name, verdict in oracle.verdicts().items():
            forms = pick(name, *sources(name))
            if verdict.forms:
                overloaded += 1
                complete += set(verdict.forms) <= {oracle.shape(form) for form in forms}
            elif verdict.required is not None:
                single += 1
                right += any(oracle.required(form) == verdict.required for form in forms)
        print(
            f"{label}：多重载函数的形式齐全 {complete}/{overloaded}（{complete / overloaded:.1%}），"
            f"单一形式的必填参数正确 {right}/{single}（{right / single:.1%}）"
        )

    objects = live().snapshot.objects
    judge("只用存根", lambda name, stub, schema, method: stub)
    judge("只用算子表", lambda name, stub, schema, method: schema)
    judge("二者择一", lambda name, stub, schema, method: stub or schema)
    judge("合并", lambda name, stub, schema, method: merge(stub, schema, method=method))
    judge("快照", lambda name, stub, schema, method: objects[name].forms)


if __name__ == "__main__":
    time_ratio()
    if "--oracle" in sys.argv:
        oracle_figures()
