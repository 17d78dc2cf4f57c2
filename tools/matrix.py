"""Runs the tox environment of every torch version, one after the other, on little disk.

Each environment is removed when it is done, and a finished version is not run
again until its inputs change, so an interrupted run can be resumed. Whatever
pip is told by the user's own settings (an index of CPU builds, a folder of
wheels) holds here too. Usage: ``make matrix`` or ``make matrix VERSIONS="2.2 2.13"``.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools"))

from torchzh.versions import TorchVersion, load_versions  # noqa: E402

STATE = ROOT / ".cache" / "matrix.json"
NEED_GB = 8
CAPPED = "The user requested (constraint) torch"


def inputs_digest(version: TorchVersion) -> str:
    """Changes when the tools, the annotations or the pin change."""
    digest = hashlib.sha256(repr(version).encode())
    for folder, pattern in (("tools/torchzh", "**/*.py"), ("annotations", "**/*.md"), ("source", "**/*.md")):
        for path in sorted((ROOT / folder).glob(pattern)):
            digest.update(path.read_bytes())
    return digest.hexdigest()


def run_one(version: TorchVersion) -> int:
    """Run one environment with its output shown; explain a cap in the user's pip settings."""
    tox = [sys.executable, "-m", "tox", "run", "-e", version.factor]
    process = subprocess.Popen(
        tox, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8"
    )
    assert process.stdout is not None
    capped = False
    for line in process.stdout:
        print(line, end="", flush=True)
        capped = capped or CAPPED in line
    if capped:
        print(f"matrix：pip 的设置限制了 torch 版本，装不上 {version.pin}；见 pip config list 的 constraint")
    shutil.rmtree(ROOT / ".tox" / version.factor, ignore_errors=True)
    return process.wait()


def main(wanted: list[str]) -> int:
    """Run all versions, or the given minor versions."""
    versions = load_versions(ROOT / "versions.toml")
    unknown = [minor for minor in wanted if versions.get(minor) is None]
    if unknown:
        print(f"matrix：versions.toml 里没有 {'、'.join(unknown)}")
        return 2
    chosen = [version for version in versions.all if not wanted or version.minor in wanted]
    state = json.loads(STATE.read_text(encoding="utf-8")) if STATE.is_file() else {}
    failed = []
    for index, version in enumerate(chosen, 1):
        digest = inputs_digest(version)
        if state.get(version.minor) == digest:
            print(f"[{index}/{len(chosen)}] torch {version.pin}：输入没有变化，跳过")
            continue
        free = shutil.disk_usage(ROOT).free / 2**30
        if free < NEED_GB:
            print(f"matrix：磁盘只剩 {free:.0f} GB，一个 CUDA 版 torch 需要约 {NEED_GB} GB")
            return 1
        print(f"[{index}/{len(chosen)}] torch {version.pin}", flush=True)
        started = time.monotonic()
        status = run_one(version)
        minutes = (time.monotonic() - started) / 60
        outcome = "失败" if status else "通过"
        print(f"[{index}/{len(chosen)}] torch {version.pin}：{outcome}，{minutes:.1f} 分钟")
        if status:
            failed.append(version.minor)
            continue
        state[version.minor] = digest
        STATE.parent.mkdir(parents=True, exist_ok=True)
        STATE.write_text(json.dumps(state, indent=1), encoding="utf-8")
    print(
        f"完成 {len(chosen) - len(failed)}/{len(chosen)}" + (f"；失败：{'、'.join(failed)}" if failed else "")
    )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
