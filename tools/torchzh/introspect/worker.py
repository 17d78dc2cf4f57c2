"""The process that imports the package: ``python -m torchzh.introspect.worker``.

It runs with a temporary folder of its own as current folder and TMPDIR, so
nothing the package does at import time reaches the caller. Results go to files,
because the package may print whatever it likes.
"""

from __future__ import annotations

import json
import logging
import sys
from pathlib import Path

from torchzh.introspect.capture import capture
from torchzh.snapshot import write_snapshot


def main(arguments: list[str]) -> int:
    """``worker PACKAGE SNAPSHOT_FILE DOCSTRINGS_FILE KNOWN_NAMES_FILE [SEARCH_PATH]``."""
    package, snapshot_file, docstrings_file, known_file, *search_path = arguments
    sys.path[:0] = search_path
    logging.disable(logging.CRITICAL)
    result = capture(package, Path(known_file).read_text(encoding="utf-8").split())
    write_snapshot(result.snapshot, Path(snapshot_file))
    text = json.dumps(result.docstrings, ensure_ascii=False, indent=0, sort_keys=True)
    Path(docstrings_file).write_bytes(text.encode("utf-8", "backslashreplace"))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
