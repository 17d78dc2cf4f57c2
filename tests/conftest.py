"""Fixtures that several files of tests ask for."""

import pytest

from browsing import ARGUMENTS, CHROMIUM


@pytest.fixture(scope="session")
def browser():
    """One headless Chromium for all tests; the tox environment browser has Playwright."""
    sync_api = pytest.importorskip("playwright.sync_api", reason="在 tox 的 browser 环境里运行")
    with sync_api.sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield running
        running.close()
