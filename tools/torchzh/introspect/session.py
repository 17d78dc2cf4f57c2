"""Runs the worker and reads what it wrote.

The caller never imports the package. The worker gets a temporary folder as
TMPDIR, caches and current folder, sees no accelerator (so that a machine with
one gives the same snapshot), and what it prints is kept only to explain a
failure.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

import torchzh
from torchzh.models import Snapshot
from torchzh.snapshot import read_snapshot

TIMEOUT = 900  # seconds; an import of torch alone took up to 40 on a busy machine


class IntrospectionError(RuntimeError):
    """The worker failed; the message says with what, in Chinese."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """What one run of the worker gave."""

    snapshot: Snapshot
    docstrings: Mapping[str, str]  # canonical name → docstring, the package's own text


def take_snapshot(
    package: str = "torch",
    *,
    search_path: Path | None = None,
    python: str = sys.executable,
    known_names: Collection[str] = (),
) -> Taken:
    """Walk the ``package`` that ``python`` can import, in a process of its own.

    ``known_names``: names of other versions; those that are reachable without being
    public are told in the header.
    """
    with tempfile.TemporaryDirectory(prefix="torchzh-") as folder:
        home = Path(folder)
        results = home / "snapshot.jsonl", home / "docstrings.json"
        known = home / "known.txt"
        known.write_text("\n".join(sorted(known_names)), encoding="utf-8")
        command = [python, "-m", "torchzh.introspect.worker", package, *map(str, results), str(known)]
        if search_path is not None:
            command.append(str(search_path.resolve()))
        work = home / "work"
        work.mkdir()
        try:
            done = subprocess.run(
                command,
                cwd=work,
                env=_environment(work),
                capture_output=True,
                encoding="utf-8",
                errors="replace",
                timeout=TIMEOUT,
                check=False,
            )
        except subprocess.TimeoutExpired as error:
            raise IntrospectionError(f"读取 {package} 超过 {TIMEOUT} 秒，已放弃") from error
        if done.returncode != 0 or not all(path.is_file() for path in results):
            raise IntrospectionError(_explanation(package, done))
        docstrings = json.loads(results[1].read_text(encoding="utf-8"))
        return Taken(snapshot=read_snapshot(results[0]), docstrings=docstrings)


def _environment(work: Path) -> dict[str, str]:
    tools = str(Path(torchzh.__file__).resolve().parent.parent)
    inherited = os.environ.get("PYTHONPATH", "")
    caches = ("TMPDIR", "TEMP", "TMP", "TORCHINDUCTOR_CACHE_DIR", "TRITON_CACHE_DIR", "XDG_CACHE_HOME")
    return {
        **os.environ,
        **dict.fromkeys(caches, str(work)),
        "PYTHONPATH": os.pathsep.join(filter(None, (tools, inherited))),
        "CUDA_VISIBLE_DEVICES": "",
        "PYTHONUTF8": "1",
    }


def _explanation(package: str, done: subprocess.CompletedProcess[str]) -> str:
    lines = [line for line in done.stderr.splitlines() if line.strip()][-12:]
    if any("ModuleNotFoundError" in line and f"'{package}'" in line for line in lines[-1:]):
        return f"这个 Python 里没有安装 {package}"
    reason = f"退出码 {done.returncode}" if done.returncode >= 0 else f"被信号 {-done.returncode} 终止"
    return "\n".join([f"读取 {package} 失败（{reason}）", *lines])
