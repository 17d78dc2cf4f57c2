"""Snapshots as files: one reader, one writer, byte-stable, exact in both directions.

``snapshots/torch-2.13.jsonl`` holds what one torch looked like. Everything
after introspection reads these files, so a torch that is not installed is as
good as one that is, and a change of torch is a readable diff.
"""

from torchzh.snapshot.lookup import resolve
from torchzh.snapshot.reader import SnapshotError, loads, read_names, read_snapshot
from torchzh.snapshot.writer import FORMAT, dumps, write_snapshot

__all__ = [
    "FORMAT",
    "SnapshotError",
    "dumps",
    "loads",
    "read_names",
    "read_snapshot",
    "resolve",
    "write_snapshot",
]
