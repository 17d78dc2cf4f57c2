"""What is known about one example block before and after it ran.

Blocks travel to the worker process as JSON and outcomes travel back, so both
are plain records that survive the trip unchanged. This module imports nothing
of ours.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any


class Status(StrEnum):
    """How one block ended."""

    PASSED = "passed"
    FAILED = "failed"
    FOLLOWS = "follows"  # failed only because an earlier block failed
    SKIPPED_VERSION = "version"  # meant for other versions of torch
    SKIPPED_DEVICE = "device"  # needs a device that is not here
    SKIPPED_PACKAGE = "package"  # needs a package that is not here
    SKIPPED_SLOW = "slow"  # left out on request
    SKIPPED_REASON = "reason"  # the author says why
    UNCHECKED_DEVICE = "unchecked"  # bound to the CPU by its own text, so not judged on the GPU


SKIPPED = frozenset(
    {
        Status.SKIPPED_VERSION,
        Status.SKIPPED_DEVICE,
        Status.SKIPPED_PACKAGE,
        Status.SKIPPED_SLOW,
        Status.SKIPPED_REASON,
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockOptions:
    """The info string of a block, understood."""

    versions: tuple[tuple[str, str], ...] = ()  # (operator, minor): every one must hold
    device: str = ""  # "cuda" or "cpu"; empty: any
    warns: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    slow: bool = False
    skip: str = ""  # the reason

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> BlockOptions:
        """The options that ``asdict`` wrote."""
        return cls(
            versions=tuple((operator, minor) for operator, minor in data["versions"]),
            device=data["device"],
            warns=tuple(data["warns"]),
            needs=tuple(data["needs"]),
            slow=data["slow"],
            skip=data["skip"],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ExampleBlock:
    """One block with prompts, ready to run."""

    line: int  # line of the opening fence
    text: str
    options: BlockOptions = BlockOptions()
    faults: tuple[str, ...] = ()  # of the info string; such a block fails without running

    def to_json(self) -> dict[str, Any]:
        """A JSON object that ``from_json`` reads."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> ExampleBlock:
        """The block that ``to_json`` wrote."""
        options = BlockOptions.from_json(data["options"])
        return cls(line=data["line"], text=data["text"], options=options, faults=tuple(data["faults"]))


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What happened to one block."""

    line: int
    status: Status
    message: str = ""  # for people, several lines where needed
    notes: tuple[str, ...] = ()  # worth saying, never a failure
    statements: int = 0  # statements that ran

    def to_json(self) -> dict[str, Any]:
        """A JSON object that ``from_json`` reads."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Outcome:
        """The outcome that ``to_json`` wrote."""
        return cls(
            line=data["line"],
            status=Status(data["status"]),
            message=data["message"],
            notes=tuple(data["notes"]),
            statements=data["statements"],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Machine:
    """What the worker process found when it started."""

    torch: str  # full version, e.g. "2.13.0+cpu"
    python: str
    gpu: str = ""  # name of the first GPU torch can use; empty: none

    @property
    def minor(self) -> str:
        """``2.13`` for ``2.13.0+cpu``."""
        return ".".join(self.torch.split("+")[0].split(".")[:2])
