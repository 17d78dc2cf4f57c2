"""axe on the built site, light and dark, desktop and phone: nothing serious, nothing critical.

Needs build/html, a Chromium and axe-playwright-python; all are there in the tox environment ``browser``.
"""

import pytest

from browsing import CHROMIUM, HTML, SIZES

PAGES = {
    "start": "index.html",
    "entry": "api/torch.cat.html",
    "class": "api/torch.nn.Linear.html",
    "automatic": "api/torch.adaptive_max_pool1d.html",
    "module": "mod/torch.nn.functional.html",
    "branch": "tree/tensor.html",
    "tags": "tree/tags.html",
    "letter": "tree/names-c.html",
    "find": "find.html",
    "versions": "changes/index.html",
    "maintain": "maintain/check.html",
}

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not (HTML / "find.html").is_file(), reason="先运行 make html"),
    pytest.mark.skipif(CHROMIUM is None, reason="没有找到 chromium"),
]


def findings(browser, path: str, size: str, scheme: str, prepare: str = "") -> list[str]:
    """Serious and critical findings of one page, each with the first element it is about."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="在 tox 的 browser 环境里运行")
    width, height = SIZES[size]
    context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme)
    try:
        page = context.new_page()
        page.goto((HTML / path).as_uri())
        page.wait_for_load_state("load")
        if prepare:
            page.evaluate(prepare)
            page.wait_for_selector("#tz-find-list > li", timeout=10_000)
        violations = axe.Axe().run(page).response["violations"]
    finally:
        context.close()
    return [
        f"{row['impact']} {row['id']} ×{len(row['nodes'])}：{row['nodes'][0]['target']}"
        for row in violations
        if row["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", PAGES)
def test_a_page_has_no_serious_finding_on_a_desktop(browser, name, scheme):
    assert findings(browser, PAGES[name], "desktop", scheme) == []


@pytest.mark.parametrize("name", ["start", "entry", "class", "find"])
def test_a_page_has_no_serious_finding_on_a_phone(browser, name):
    assert findings(browser, PAGES[name], "phone", "light") == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_the_open_search_box_has_no_serious_finding(browser, size, scheme):
    assert findings(browser, PAGES["entry"], size, scheme, "torchzhFind.open('卷积')") == []
