"""What passed where: ``verified/torch-2.13.json``, and how many blocks there were.

One entry a line, sorted, so that a run that changes nothing changes no byte and
a review reads like a list. A row speaks about the code with its digest only:
when the entry's code changed since, the row is stale and the reader is not told
"passed". This module needs neither torch nor pytest.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

FORMAT = 1
COLLECTED = "collected.json"


class VerifiedError(ValueError):
    """A file under verified/ is not what it must be; the message is in Chinese."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """Result of one entry on one device."""

    digest: str  # of the entry's code and options
    passed: int
    skipped: int = 0  # for another version, device or package, or with a reason
    failed: int = 0
    unchecked: int = 0  # bound to another device by their own text

    @property
    def good(self) -> bool:
        """True when something ran and nothing failed."""
        return self.passed > 0 and self.failed == 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Verified:
    """All results with one torch."""

    torch: str  # full version of the last run, e.g. "2.13.0+cpu"
    gpu: str = ""  # of the last run with --device cuda
    entries: Mapping[str, Mapping[str, Row]] = field(default_factory=dict)  # entry → device → result

    @property
    def minor(self) -> str:
        """``2.13``."""
        return ".".join(self.torch.split("+")[0].split(".")[:2])

    def devices(self, entry: str, digest: str) -> tuple[str, ...]:
        """Devices on which the code with this digest passed."""
        rows = self.entries.get(entry, {})
        return tuple(device for device, row in sorted(rows.items()) if row.good and row.digest == digest)


def entry_key(path: str) -> str:
    """Key of a file: ``annotations/torch/cat.md`` → ``torch.cat``; any other path as it is."""
    head, _, tail = path.partition("/")
    return tail.removesuffix(".md").replace("/", ".") if head == "annotations" else path


def verified_file(folder: Path, minor: str) -> Path:
    """``verified/torch-2.13.json``."""
    return folder / f"torch-{minor}.json"


def read_verified(path: Path) -> Verified | None:
    """The stored results; None when this torch was never run."""
    if not path.is_file():
        return None
    data = _load(path)
    entries = {
        entry: {device: Row(**row) for device, row in devices.items()}
        for entry, devices in data["entries"].items()
    }
    return Verified(torch=data["torch"], gpu=data["gpu"], entries=entries)


def read_all_verified(folder: Path) -> tuple[Verified, ...]:
    """Results of every torch that was run, in no particular order."""
    found = (read_verified(path) for path in sorted(folder.glob("torch-*.json")))
    return tuple(verified for verified in found if verified is not None)


def write_verified(verified: Verified, path: Path) -> bool:
    """Write when something changed; True when it did."""
    rows = {
        entry: {device: asdict(row) for device, row in sorted(devices.items())}
        for entry, devices in verified.entries.items()
    }
    head = {"format": FORMAT, "torch": verified.torch, "gpu": verified.gpu}
    return _store(path, head, "entries", rows)


def merge(old: Verified | None, new: Verified, gone: frozenset[str] = frozenset()) -> Verified:
    """New rows over old ones; entries that no longer exist are dropped."""
    entries: dict[str, Mapping[str, Row]] = dict(old.entries) if old else {}
    for entry, devices in new.entries.items():
        current = {row.digest for row in devices.values()}
        kept = {device: row for device, row in entries.get(entry, {}).items() if row.digest in current}
        entries[entry] = {**kept, **devices}
    entries = {entry: devices for entry, devices in entries.items() if entry not in gone}
    return Verified(torch=new.torch, gpu=new.gpu or (old.gpu if old else ""), entries=entries)


def read_collected(folder: Path) -> dict[str, int]:
    """Blocks per file at the last recorded run; empty before the first."""
    path = folder / COLLECTED
    return dict(_load(path)["files"]) if path.is_file() else {}


def write_collected(counts: Mapping[str, int], folder: Path) -> bool:
    """Store blocks per file; True when something changed."""
    return _store(folder / COLLECTED, {"format": FORMAT, "blocks": sum(counts.values())}, "files", counts)


def _load(path: Path) -> dict[str, Any]:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        version = data["format"]
    except (ValueError, KeyError, TypeError) as error:
        raise VerifiedError(
            f"{path.name} 读不懂，请用 torchzh examples --record 重新生成：{error}"
        ) from error
    if version != FORMAT:
        raise VerifiedError(
            f"{path.name} 的格式是 {version}，这里只懂 {FORMAT}：请用 torchzh examples --record 重新生成"
        )
    return dict(data)


def _store(path: Path, head: Mapping[str, Any], key: str, rows: Mapping[str, Any]) -> bool:
    lines = [f"  {_dump(name)}: {_dump(rows[name])}" for name in sorted(rows)]
    top = "".join(f"{_dump(name)}: {_dump(value)},\n" for name, value in head.items())
    body = "{\n" + ",\n".join(lines) + "\n}" if lines else "{}"
    text = "{\n" + top + f"{_dump(key)}: {body}\n}}\n"
    if path.is_file() and path.read_text(encoding="utf-8") == text:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return True


def _dump(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
