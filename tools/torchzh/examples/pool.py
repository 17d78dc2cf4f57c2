"""The side that asks: sends a file to the worker, waits, survives whatever happens.

A file that runs out of time or crashes yields outcomes all the same: the block
that was running has failed, the blocks after it follow from that. The worker is
started when first needed and again after it was lost.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from torchzh.examples.models import ExampleBlock, Machine, Outcome, Status

START_LIMIT = 300.0  # importing a CUDA build from a cold disk takes minutes
SLOW_FACTOR = 5
OWN_FRAME = "/torchzh/examples/execute.py"


class WorkerError(RuntimeError):
    """The worker cannot run at all; the message is for people, in Chinese."""


@dataclass(slots=True)
class Pool:
    """One worker process and the talk with it."""

    device: str = "cpu"
    limit: float = 120.0  # seconds per file
    slow: bool = True
    preload: Sequence[str] = ()
    machine: Machine | None = None
    _process: subprocess.Popen[str] | None = None
    _events: queue.Queue[Mapping[str, Any] | None] = field(default_factory=queue.Queue)
    _errors: IO[bytes] | None = None

    def start(self) -> Machine:
        """Start the worker if there is none, and say what it found."""
        if self._process is not None and self._process.poll() is None and self.machine is not None:
            return self.machine
        self.close()
        environment = {**os.environ, "TORCHZH_EXAMPLES_PRELOAD": ",".join(self.preload)}
        ours = str(Path(__file__).resolve().parents[2])  # pytest may know it from its settings only
        environment.pop("PYTHONWARNDEFAULTENCODING", None)  # a check of our own code, which torch fails
        environment["PYTHONPATH"] = os.pathsep.join(filter(None, (ours, os.environ.get("PYTHONPATH"))))
        if self.device == "cpu":
            environment["CUDA_VISIBLE_DEVICES"] = ""
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - lives as long as the worker
        self._events = queue.Queue()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "torchzh.examples.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            text=True,
            encoding="utf-8",
            env=environment,
            start_new_session=True,
        )
        threading.Thread(target=_listen, args=(self._process.stdout, self._events), daemon=True).start()
        hello = self._next(time.monotonic() + START_LIMIT)
        if hello is None:
            raise WorkerError(f"示例进程没有启动起来：\n{self._error_text()}")
        self.machine = Machine(torch=hello["torch"], python=hello["python"], gpu=hello["gpu"])
        return self.machine

    def run(self, label: str, blocks: Sequence[ExampleBlock], mode: str = "plain") -> list[Outcome]:
        """One outcome per block, whatever happens."""
        self.start()
        assert self._process is not None
        assert self._process.stdin is not None
        limit = self.limit * (SLOW_FACTOR if self.slow and any(block.options.slow for block in blocks) else 1)
        if not blocks:
            return []
        job: dict[str, Any] = {"label": label, "mode": mode, "slow": self.slow, "limit": limit}
        job["blocks"] = [block.to_json() for block in blocks]
        self._process.stdin.write(json.dumps(job, ensure_ascii=False) + "\n")
        self._process.stdin.flush()
        return self._collect(label, blocks, limit)

    def close(self) -> None:
        """End the worker and everything it started."""
        if self._process is not None:
            _kill_group(self._process.pid)
            self._process.wait()
            for stream in (self._process.stdin, self._process.stdout):
                if stream is not None:
                    with contextlib.suppress(OSError):
                        stream.close()
        if self._errors is not None:
            self._errors.close()
        self._process = self._errors = self.machine = None

    def _collect(self, label: str, blocks: Sequence[ExampleBlock], limit: float) -> list[Outcome]:
        deadline = time.monotonic() + limit
        outcomes: dict[int, Outcome] = {}
        running, pid, late = 0, 0, False
        while True:
            event = self._next(deadline)
            if (
                event is None
                and self._process is not None
                and self._process.poll() is None
                and pid
                and not late
            ):
                late, deadline = True, time.monotonic() + 30
                _kill_group(pid)
                continue
            if event is None or event["event"] == "ended":
                break
            if event["event"] == "started":
                pid = event["pid"]
            elif event["event"] == "block":
                running = event["line"]
            elif event["event"] == "outcome":
                outcome = Outcome.from_json(event["outcome"])
                outcomes[outcome.line] = outcome
        if event is None:
            self.close()
        running = running or blocks[0].line
        cause = f"这个文件超过了 {limit:.0f} 秒的时限，已被终止" if late else _death(event)
        return [outcomes.get(block.line) or _lost(label, block, running, cause) for block in blocks]

    def _next(self, deadline: float) -> Mapping[str, Any] | None:
        """The next event; None when time is up or the worker is gone."""
        try:
            return self._events.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            return None

    def _error_text(self) -> str:
        if self._process is None or self._errors is None:
            return ""
        try:
            self._process.wait(timeout=2)
        except subprocess.TimeoutExpired:
            return f"{START_LIMIT:.0f} 秒内没有应答"
        self._errors.seek(0)
        return self._errors.read().decode("utf-8", errors="replace")[-2000:]


def _listen(stream: IO[str] | None, events: queue.Queue[Mapping[str, Any] | None]) -> None:
    for line in stream or ():
        with contextlib.suppress(json.JSONDecodeError):
            events.put(json.loads(line))
    events.put(None)


def _kill_group(pid: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(pid, signal.SIGKILL)
        else:
            os.kill(pid, signal.SIGTERM)


def _death(event: Mapping[str, Any] | None) -> str:
    if event is None:
        return "示例进程意外结束"
    died = event.get("signal")
    what = (
        f"进程崩溃（{signal.Signals(died).name}）"
        if died
        else f"进程自己退出了（退出码 {event.get('exit', 0)}）"
    )
    log = _authors_part(event["log"])
    return f"{what}：\n{log}" if log else what


def _authors_part(log: str) -> str:
    """What the crash said, down to the example's own frame."""
    lines = log.rstrip("\n").split("\n")
    ours = next((index for index, line in enumerate(lines) if OWN_FRAME in line), len(lines))
    return "\n".join(lines[:ours])


def _lost(label: str, block: ExampleBlock, running: int, cause: str) -> Outcome:
    if block.faults:
        return Outcome(line=block.line, status=Status.FAILED, message="\n".join(block.faults))
    if block.line == running:
        return Outcome(line=block.line, status=Status.FAILED, message=cause)
    message = f"没有运行：{label}:{running} 使进程提前结束"
    return Outcome(line=block.line, status=Status.FOLLOWS, message=message)
