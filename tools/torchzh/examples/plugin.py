"""The pytest plugin: ``pytest -p torchzh.examples.plugin annotations``.

Every block with prompts is one test, named ``torch.cat.md:41``. A file runs
once, in the worker process, when its first test is asked for; the tests then
report what happened to their block. This module imports neither torch nor Sphinx.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from torchzh.examples.collect import ExampleFile, label_of, read_examples
from torchzh.examples.models import ExampleBlock, Outcome, Status
from torchzh.examples.pool import Pool, WorkerError
from torchzh.examples.tally import WORDS, Tally, dropped, record
from torchzh.examples.verified import VerifiedError, entry_key, read_collected
from torchzh.project import Project, ProjectNotFoundError, find_project

PRELOAD = ("torch._dynamo",)  # every optimizer imports it: seconds per file, paid once here
PRELOAD_FROM = 4  # files
LETTERS = {Status.FOLLOWS: "~", Status.UNCHECKED_DEVICE: "u"}
POOL = pytest.StashKey[Pool]()
TALLY = pytest.StashKey[Tally]()
FEWER = pytest.StashKey[list[str]]()
CHANGED = pytest.StashKey[list[str]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Options of the example run."""
    group = parser.getgroup("torchzh", "注解与指南里的示例")
    group.addoption(
        "--device", choices=("cpu", "cuda"), default="cpu", help="在哪种设备上运行示例（默认 cpu）"
    )
    group.addoption("--record", action="store_true", help="把结果写进 verified/")
    group.addoption("--reseed", action="store_true", help="再用另一个种子运行一遍，找出写死了随机数字的示例")
    group.addoption("--no-slow", action="store_true", help="略去标了 slow 的示例")
    group.addoption("--file-timeout", type=float, default=240.0, help="每个文件的时限，秒（默认 240）")


def pytest_configure(config: pytest.Config) -> None:
    """Set up the tally and the (not yet started) worker."""
    config.addinivalue_line("markers", "slow: an example its author marked as slow")
    config.stash[TALLY] = Tally(root=_root(config))
    config.stash[POOL] = Pool(
        device=config.getoption("device"),
        limit=config.getoption("file_timeout"),
        slow=not config.getoption("no_slow"),
    )


def pytest_unconfigure(config: pytest.Config) -> None:
    """End the worker."""
    if POOL in config.stash:
        config.stash[POOL].close()


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> MarkdownFile | None:
    """Every Markdown file may hold examples; a generated one repeats those of its entry."""
    if file_path.suffix != ".md" or Project(parent.config.stash[TALLY].root).is_generated(file_path):
        return None
    return MarkdownFile.from_parent(parent, path=file_path)


class MarkdownFile(pytest.File):
    """One annotation or guide."""

    examples: ExampleFile
    _outcomes: dict[int, Outcome] | None = None

    def collect(self) -> Iterable[ExampleItem]:
        """One item per block."""
        root = self.config.stash[TALLY].root
        try:
            self.examples = read_examples(self.path, root)
        except UnicodeDecodeError as error:
            raise self.CollectError(
                f"{label_of(self.path, root)}：不是 UTF-8（第 {error.start} 字节）"
            ) from error
        self.config.stash[TALLY].collected(self.examples)
        for block in self.examples.blocks:
            name = self.examples.id_of(block.line)
            yield ExampleItem.from_parent(self, name=name, nodeid=name, block=block)

    def outcome(self, line: int) -> Outcome:
        """What happened to the block at ``line``; runs the file when it has not run."""
        if self._outcomes is None:
            wanted = self._selected_lines()
            blocks = [block for block in self.examples.blocks if block.line <= max(wanted)]
            self._outcomes = {outcome.line: outcome for outcome in self._run(blocks)}
            if len(blocks) == len(self.examples.blocks):
                self.config.stash[TALLY].finished(self.examples, self._outcomes.values())
        found = self._outcomes[line]
        failed_here = {outcome.line for outcome in self._outcomes.values() if outcome.status is Status.FAILED}
        if found.status is Status.FOLLOWS and not failed_here & self._selected_lines():
            return Outcome(line=line, status=Status.FAILED, message=found.message)
        return found

    def _selected_lines(self) -> set[int]:
        return {
            item.block.line
            for item in self.session.items
            if isinstance(item, ExampleItem) and item.parent is self
        }

    def _run(self, blocks: list[ExampleBlock]) -> Iterator[Outcome]:
        pool, label = self.config.stash[POOL], self.examples.label
        again: dict[int, Outcome] = {}
        outcomes = pool.run(label, blocks)
        for mode, prefix in self._further_modes():
            for outcome in pool.run(label, blocks, mode):
                if outcome.status is Status.FAILED:
                    message = f"{prefix}\n{outcome.message}"
                    outcome = Outcome(line=outcome.line, status=Status.FAILED, message=message)
                if outcome.status in (Status.FAILED, Status.FOLLOWS, Status.UNCHECKED_DEVICE):
                    again.setdefault(outcome.line, outcome)
        for outcome in outcomes:
            yield again.get(outcome.line, outcome) if outcome.status is Status.PASSED else outcome

    def _further_modes(self) -> Iterator[tuple[str, str]]:
        if self.config.getoption("device") == "cuda":
            yield "device", "以 GPU 为默认设备时不成立："
        if self.config.getoption("reseed"):
            yield "reseed", "换一个随机种子就不成立（随机结果请核对形状、区间或相等）："


class ExampleFailure(Exception):  # noqa: N818 - a failing example is no error of ours
    """Carries the message of a failed block to its report."""


class ExampleItem(pytest.Item):
    """One block."""

    def __init__(self, *, block: ExampleBlock, **keywords: Any) -> None:
        super().__init__(**keywords)
        self.block = block
        if block.options.slow:
            self.add_marker("slow")

    def runtest(self) -> None:
        """Report what happened to this block."""
        assert isinstance(self.parent, MarkdownFile)
        try:
            outcome = self.parent.outcome(self.block.line)
        except WorkerError as error:
            pytest.exit(str(error), returncode=3)
        self.config.stash[TALLY].reported(self.name, outcome)
        self.user_properties.append(("status", outcome.status.value))
        if outcome.status is Status.FAILED:
            raise ExampleFailure(outcome.message)
        if outcome.status is not Status.PASSED:
            pytest.skip(outcome.message)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The message alone: the author has no use for our stack."""
        if isinstance(excinfo.value, ExampleFailure):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Progress is shown by file, failures by id."""
        path = self.config.stash[TALLY].relative(self.path)
        return self.path, self.block.line - 1, f"{self.name} — {path}"


@pytest.hookimpl(tryfirst=True)
def pytest_report_teststatus(report: pytest.TestReport) -> tuple[str, str, str] | None:
    """Letters of our own for what is neither passed nor failed."""
    found = str(dict(report.user_properties).get("status", "")) if report.when == "call" else ""
    if not found or not report.skipped:
        return None
    status = Status(found)
    return WORDS[status], LETTERS.get(status, "s"), WORDS[status]


def pytest_report_collectionfinish(config: pytest.Config) -> list[str]:
    """How many blocks each file has."""
    blocks = config.stash[TALLY].blocks
    if len(blocks) >= PRELOAD_FROM:
        config.stash[POOL].preload = PRELOAD
    counts = " · ".join(f"{entry_key(name)} {count}" for name, count in sorted(blocks.items()))
    return textwrap.wrap(f"各文件的示例块：{counts}", width=110, break_on_hyphens=False)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Compare the number of blocks with the stored one, or store it."""
    tally, config = session.config.stash[TALLY], session.config
    project = Project(tally.root)
    machine = config.stash[POOL].machine
    if config.getoption("record"):
        if machine is not None:
            config.stash[CHANGED] = record(tally, machine, config.getoption("device"), project)
        return
    try:
        stored = read_collected(project.verified)
    except VerifiedError as error:
        pytest.exit(str(error), returncode=3)
    paths = [tally.relative(Path(str(argument).partition("::")[0])) for argument in config.args]
    config.stash[FEWER] = dropped(stored, tally.blocks, paths)
    if config.stash[FEWER] and session.exitstatus in (0, pytest.ExitCode.NO_TESTS_COLLECTED):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Exact counts, always."""
    terminalreporter.section("示例")
    for line in config.stash[TALLY].lines(config.stash[POOL].machine):
        terminalreporter.write_line(line)
    for line in config.stash.get(FEWER, []):
        terminalreporter.write_line(
            f"示例块变少了：{line}（确实要删，请运行 torchzh examples --record）", red=True
        )
    for name in config.stash.get(CHANGED, []):
        terminalreporter.write_line(f"已更新 {name}")


def pytest_sessionstart(session: pytest.Session) -> None:
    """A run on the GPU without a GPU must not look like a run."""
    if session.config.getoption("device") != "cuda":
        return
    try:
        machine = session.config.stash[POOL].start()
    except WorkerError as error:
        pytest.exit(str(error), returncode=3)
    if not machine.gpu:
        pytest.exit(f"--device cuda：torch {machine.torch} 在这台机器上找不到可用的 GPU", returncode=3)


def _root(config: pytest.Config) -> Path:
    try:
        return find_project(config.rootpath).root
    except ProjectNotFoundError:
        return config.rootpath
