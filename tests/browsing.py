"""What the browser tests share: where the site and Chromium are, and an opened page that remembers.

The ``browser`` fixture is in conftest.py.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HTML = Path(os.environ.get("TORCHZH_HTML", ROOT / "build" / "html"))
CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium")
SIZES = {"desktop": (1280, 800), "phone": (390, 844)}
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
]


class Visit:
    """One opened page with everything it asked for and complained about."""

    root = HTML

    def __init__(self, browser, page: str, size=(1280, 800), scheme="light"):
        self.context = browser.new_context(
            viewport={"width": size[0], "height": size[1]}, color_scheme=scheme, permissions=[]
        )
        self.page = self.context.new_page()
        self.requests: list[str] = []
        self.errors: list[str] = []
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("requestfailed", lambda request: self.errors.append(f"failed {request.url}"))
        self.page.on(
            "console", lambda message: self.errors.append(message.text) if message.type == "error" else None
        )
        path, _, fragment = page.partition("#")
        self.page.goto((self.root / path).as_uri() + (f"#{fragment}" if fragment else ""))
        self.page.wait_for_load_state("load")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.context.close()
