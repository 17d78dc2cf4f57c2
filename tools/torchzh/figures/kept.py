"""The pictures of the installed torch, drawn once and kept until torch or the code changes.

Drawing takes an import of torch and a few seconds; a build that changes one
entry must not pay for it. Like the walk in ``introspect.live`` the result lies in
the ignored cache under a key of what it depends on. Nothing here imports torch.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import tempfile
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

import torchzh
from torchzh.figures.models import FigureError
from torchzh.figures.store import Drawn, read
from torchzh.project import Project

TIMEOUT = 600  # seconds


def locate(project: Project) -> Path:
    """Where the pictures of the installed torch lie, whether or not they were drawn."""
    spec = find_spec("torch")
    if spec is None or spec.origin is None:
        raise FigureError("这个 Python 里没有安装 torch，画不了图")
    try:
        release = version("torch")
    except PackageNotFoundError:
        release = "unknown"
    package = Path(spec.origin).parent
    installed = (package / "version.py").stat().st_mtime_ns if (package / "version.py").is_file() else 0
    digest = hashlib.sha256(f"{release}\0{installed}".encode())
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    minor = ".".join(release.split(".")[:2])
    return folder(project) / f"torch-{minor}-{digest.hexdigest()[:12]}.json"


def folder(project: Project) -> Path:
    """All kept pictures."""
    return project.cache / "figures"


def read_figures(project: Project) -> Drawn:
    """The pictures of the installed torch, drawn now when they are missing."""
    path = locate(project)
    if not path.is_file():
        path.parent.mkdir(parents=True, exist_ok=True)
        _draw(path)
        for stale in path.parent.glob(f"{path.name.rpartition('-')[0]}-*.json"):
            if stale != path:
                stale.unlink()
    return read(path)


def kept_file(project: Project, minor: str) -> Path | None:
    """What the last run with that version left; None where there was none."""
    files = folder(project).glob(f"torch-{minor}-*.json")
    return max(files, key=lambda path: path.stat().st_mtime, default=None)


def kept_figures(project: Project, minor: str) -> Drawn | None:
    """The pictures a build from a snapshot can have; a file it cannot read counts as none."""
    path = kept_file(project, minor)
    try:
        return None if path is None else read(path)
    except (OSError, ValueError, KeyError, TypeError, FigureError):
        return None


def _draw(path: Path) -> None:
    """Run the worker in a folder of its own, without an accelerator."""
    tools = str(Path(torchzh.__file__).resolve().parent.parent)
    inherited = os.environ.get("PYTHONPATH", "")
    with tempfile.TemporaryDirectory(prefix="torchzh-") as work:
        result = Path(work) / "figures.json"
        environment = {
            **os.environ,
            **dict.fromkeys(("TMPDIR", "TEMP", "TMP"), work),
            "PYTHONPATH": os.pathsep.join(filter(None, (tools, inherited))),
            "CUDA_VISIBLE_DEVICES": "",
            "PYTHONUTF8": "1",
        }
        command = [sys.executable, "-m", "torchzh.figures.worker", str(result)]
        try:
            done = subprocess.run(
                command,
                cwd=work,
                env=environment,
                capture_output=True,
                encoding="utf-8",
                errors="replace",
                timeout=TIMEOUT,
                check=False,
            )
        except subprocess.TimeoutExpired as error:
            raise FigureError(f"画图超过 {TIMEOUT} 秒，已放弃") from error
        if done.returncode != 0 or not result.is_file():
            lines = [line for line in done.stderr.splitlines() if line.strip()][-12:]
            raise FigureError("\n".join([f"画图失败（退出码 {done.returncode}）", *lines]))
        partial = path.with_suffix(".part")
        partial.write_bytes(result.read_bytes())
        partial.replace(path)
