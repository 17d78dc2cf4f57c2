"""A site of three versions with a handful of names, made by the real command from real snapshots.

Small enough to be built within a test: it shows how versions hang together, not
how many pages there are.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

from torchzh.project import Project
from torchzh.publish.inputs import handwritten_sources
from torchzh.snapshot import read_snapshot, write_snapshot
from torchzh.versions import load_versions

ROOT = Path(__file__).resolve().parent.parent
MINORS = ("1.13", "2.6", "2.15")
NAMES = (
    *("torch", "torch.Tensor", "torch.nn", "torch.optim", "torch.optim.lr_scheduler"),
    *("torch.cat", "torch.stack", "torch.zeros", "torch.load"),
    "torch.compile",  # since 2.0
    "torch.cholesky",  # raises since 2.15
    *("torch.Tensor.view", "torch.Tensor.itemsize"),  # the second since 2.1
    "torch.Tensor.align_to",  # gone in 2.13
    *("torch.nn.Linear", "torch.nn.Module", "torch.optim.lr_scheduler.StepLR"),
)
# A guide links names that some versions lack.
GUIDE = """# 指南

[cat](../api/torch.cat)，[编译](../api/torch.compile)，[对齐](../api/torch.Tensor.align_to)。
"""
ENTRIES = ("torch/cat.md", "torch.nn/Linear.md")
LEFT_OUT = ("maintain", "codes", "compare", "errata")
FILES = (
    *("conf.py", "docutils.conf", "taxonomy.toml", "glossary.toml"),
    *("CONTRIBUTING.md", "CHANGELOG.md"),
)


def copy_project(folder: Path) -> Project:
    """A project with the configuration of this one, and little to say."""
    ours = Project(ROOT)
    for name in FILES:
        shutil.copy(ROOT / name, folder / name)
    shutil.copytree(ROOT / "locale", folder / "locale")
    for path in handwritten_sources(ours):
        if not {"guide", *LEFT_OUT} & set(path.parts):
            target = folder / path.relative_to(ROOT)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, target)
    guide = folder / "source" / "guide"
    guide.mkdir()
    (guide / "index.md").write_text(GUIDE, encoding="utf-8")
    index = folder / "source" / "index.md"
    text = index.read_text(encoding="utf-8")
    kept = [line for line in text.splitlines() if not re.search(f"(?:{'|'.join(LEFT_OUT)})/", line)]
    index.write_text("\n".join(kept) + "\n", encoding="utf-8")
    for name in ENTRIES:
        (folder / "annotations" / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / "annotations" / name, folder / "annotations" / name)
    project = Project(folder)
    project.snapshots.mkdir()
    rows = []
    for version in load_versions(ROOT / "versions.toml").all:
        if version.minor in MINORS:
            pins = f'minor = "{version.minor}"\npin = "{version.pin}"\n'
            rest = f'numpy = "{version.numpy}"\nsetuptools = "{version.setuptools}"\nstatus = "published"\n'
            rows.append(f"[[torch]]\n{pins}{rest}" + "default = true\n" * (version.minor == MINORS[-1]))
            snapshot = read_snapshot(ours.snapshot_file(version.minor), NAMES)
            objects = {name: obj for name, obj in snapshot.objects.items() if name in NAMES}
            write_snapshot(replace(snapshot, objects=objects), project.snapshot_file(version.minor))
    project.versions_file.write_text("\n".join(rows), encoding="utf-8")
    return project


def build(project: Project, *arguments: str) -> tuple[int, str]:
    """Run ``torchzh site`` on it."""
    environment = {
        **os.environ,
        "TORCHZH_ROOT": str(project.root),
        "PYTHONPATH": os.pathsep.join((str(ROOT / "tools"), os.environ.get("PYTHONPATH", ""))),
    }
    command = [sys.executable, "-m", "torchzh", "site", "--no-check", *arguments]
    command += ["--output", str(project.root / "site")]
    done = subprocess.run(
        command, cwd=project.root, env=environment, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout + done.stderr
