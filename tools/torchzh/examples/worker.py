"""The process that runs examples: imports torch once, then forks once per file.

It reads one JSON job a line from standard input and answers with JSON events on
what was standard output: hello, started, block, outcome, ended. A forked child
gives every file a torch as fresh as after its import, and a crash or a hang
costs that file alone. Where there is no fork (Windows) the file runs in this
process, and the pool starts a new one after a crash.
"""

from __future__ import annotations

import contextlib
import faulthandler
import importlib
import json
import os
import platform
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import IO, Any

from torchzh.examples.models import ExampleBlock, Machine, Outcome, Status
from torchzh.examples.names import cpu_bound_lines, names_of, source_of
from torchzh.examples.options import describe_versions, holds

CAN_FORK = hasattr(os, "fork")
LOG_TAIL = 2000


def main() -> None:
    """Serve jobs until standard input ends."""
    channel = os.fdopen(os.dup(1), "w", encoding="utf-8", buffering=1)
    os.dup2(2, 1)  # whatever torch or an example prints below Python cannot spoil the channel
    import torch

    for name in filter(None, os.environ.get("TORCHZH_EXAMPLES_PRELOAD", "").split(",")):
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    machine = Machine(torch=str(torch.__version__), python=platform.python_version(), gpu=_gpu())
    _send(channel, "hello", torch=machine.torch, python=machine.python, gpu=machine.gpu)
    for line in sys.stdin:
        _serve(json.loads(line), machine, channel)


def _send(channel: IO[str], event: str, **values: Any) -> None:
    channel.write(json.dumps({"event": event, **values}, ensure_ascii=False) + "\n")
    channel.flush()


def _gpu() -> str:
    """Name of the first GPU, asked in a child: a process that touched CUDA must not fork."""
    if os.environ.get("CUDA_VISIBLE_DEVICES") == "" or not CAN_FORK:
        return "" if os.environ.get("CUDA_VISIBLE_DEVICES") == "" else _gpu_name()
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.write(writing, _gpu_name().encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as stream:
        name = stream.read()
    os.waitpid(pid, 0)
    return name


def _gpu_name() -> str:
    import torch

    try:
        return str(torch.cuda.get_device_name(0)) if torch.cuda.is_available() else ""
    except Exception:  # a driver that does not fit counts as no GPU
        return ""


def _serve(job: Mapping[str, Any], machine: Machine, channel: IO[str]) -> None:
    if not CAN_FORK:
        _send(channel, "started", pid=os.getpid())
        with _workplace():
            _run(job, machine, channel)
        _send(channel, "ended", signal=0, log="")
        return
    log = Path(tempfile.mkstemp(prefix="torchzh-", suffix=".log")[1])
    pid = os.fork()
    if pid == 0:
        _child(job, machine, channel, log)
    _send(channel, "started", pid=pid)
    status = os.waitpid(pid, 0)[1]
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)  # whatever the example started itself
    channel.write("\n")  # a killed child may have left half a line
    tail = log.read_text(encoding="utf-8", errors="replace")[-LOG_TAIL:]
    log.unlink()
    died = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
    _send(channel, "ended", signal=died, exit=os.waitstatus_to_exitcode(status), log=tail)


def _child(job: Mapping[str, Any], machine: Machine, channel: IO[str], log: Path) -> None:
    os.setsid()
    signal.alarm(int(job["limit"]) + 30)  # should the pool be gone
    descriptor = os.open(log, os.O_WRONLY | os.O_APPEND)
    for number in (1, 2):
        os.dup2(descriptor, number)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    faulthandler.enable(sys.stderr)
    code = 1
    try:
        with _workplace():
            _run(job, machine, channel)
        code = 0
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        sys.stderr.flush()
        os._exit(code)


@contextlib.contextmanager
def _workplace() -> Iterator[None]:
    """An empty current folder, also for temporary files, that is gone afterwards."""
    home, temporary = Path.cwd(), tempfile.tempdir
    place = Path(tempfile.mkdtemp(prefix="torchzh-"))
    (place / "here").mkdir()
    (place / "tmp").mkdir()
    os.chdir(place / "here")
    tempfile.tempdir = str(place / "tmp")
    try:
        yield
    finally:
        os.chdir(home)
        tempfile.tempdir = temporary
        shutil.rmtree(place, ignore_errors=True)


def _run(job: Mapping[str, Any], machine: Machine, channel: IO[str]) -> None:
    from torchzh.examples import compare
    from torchzh.examples.execute import Session

    blocks = [ExampleBlock.from_json(item) for item in job["blocks"]]
    mode = job["mode"]
    if mode == "reseed":
        from torchzh.examples.seeds import shift_seeds

        shift_seeds()
    bound: frozenset[int] = frozenset()
    if mode == "device":
        from torchzh.examples.device import use_gpu_by_default

        use_gpu_by_default()
        bound = cpu_bound_lines(blocks)
    session = Session(
        label=job["label"], matches=compare.matches_on_device if mode == "device" else compare.matches
    )
    for block in blocks:
        _send(channel, "block", line=block.line)
        skipped = skip(block, machine, mode=mode, slow=job["slow"])
        if session.poisoned and not skipped:
            message = "没有运行：前面的块使 GPU 出错，这个进程不能再用它（只属于 CPU 的块请写 device=cpu）"
            skipped = Outcome(line=block.line, status=Status.FOLLOWS, message=message)
        outcome = skipped or session.run(block)
        if outcome.status in (Status.FAILED, Status.FOLLOWS) and block.line in bound:
            message = f"代码自己指明了设备或用到了 CPU 上的对象，不在 GPU 上核对\n{outcome.message}"
            outcome = Outcome(line=block.line, status=Status.UNCHECKED_DEVICE, message=message)
        if block.faults:
            session.broken.update(dict.fromkeys(names_of(source_of(block.text)).binds, block.line))
        _send(channel, "outcome", outcome=outcome.to_json())


def skip(block: ExampleBlock, machine: Machine, *, mode: str, slow: bool) -> Outcome | None:
    """The outcome of a block that is not to run here, or None."""
    options = block.options
    missing = [name for name in options.needs if not _installed(name)]
    reasons = (
        (bool(block.faults), Status.FAILED, "\n".join(block.faults)),
        (bool(options.skip), Status.SKIPPED_REASON, options.skip),
        (not holds(options, machine.minor), Status.SKIPPED_VERSION, f"只适用于 {describe_versions(options)}"),
        (options.device == "cuda" and not machine.gpu, Status.SKIPPED_DEVICE, "需要 GPU"),
        (options.device == "cpu" and mode == "device", Status.UNCHECKED_DEVICE, "作者限定在 CPU 上核对"),
        (bool(missing), Status.SKIPPED_PACKAGE, f"缺少 {'、'.join(missing)}"),
        (options.slow and not slow, Status.SKIPPED_SLOW, "按要求略去慢的示例"),
    )
    for applies, status, message in reasons:
        if applies:
            return Outcome(line=block.line, status=status, message=message)
    return None


def _installed(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except ModuleNotFoundError:  # a.b without a
        return False


if __name__ == "__main__":
    main()
