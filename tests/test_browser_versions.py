"""The version menu in a real browser: every kind of page, every version, from disk."""

from __future__ import annotations

import re

import pytest

import smallsite
from browsing import CHROMIUM, Visit

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="没有找到 chromium"),
]
STABLE = smallsite.MINORS[-1]
# Page → versions that have it.
HAVE = {
    "api/torch.cat": smallsite.MINORS,
    "api/torch.compile": ("2.6", "2.15"),
    "api/torch.Tensor.align_to": ("1.13", "2.6"),
    "mod/torch.nn": smallsite.MINORS,
    "tree/tensor": smallsite.MINORS,
    "index": smallsite.MINORS,
}


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    pytest.importorskip("furo", reason="在 tox 的 browser 环境里运行")
    project = smallsite.copy_project(tmp_path_factory.mktemp("site"))
    status, output = smallsite.build(project)
    assert status == 0, output
    return project.root / "site"


class SiteVisit(Visit):
    """A page of the small site."""

    def __init__(self, browser, site, page: str):
        self.root = site
        super().__init__(browser, page)

    def choose(self, minor: str) -> str:
        """Pick a version in the menu; where that leads."""
        with self.page.expect_navigation():
            self.page.locator(".tz-version select").select_option(minor)
        self.page.wait_for_load_state("load")
        return self.page.url.removeprefix(self.root.as_uri() + "/")


@pytest.mark.parametrize(
    ("docname", "start", "target"),
    [
        (docname, start, target)
        for docname, minors in HAVE.items()
        for start in minors
        for target in smallsite.MINORS
        if target != start
    ],
)
def test_every_choice_of_the_menu_leads_to_the_page_or_to_its_story(browser, site, docname, start, target):
    with SiteVisit(browser, site, f"{start}/{docname}.html") as visit:
        reached = visit.choose(target)
        if target in HAVE[docname]:
            assert reached == f"{target}/{docname}.html"
        else:
            name = docname.removeprefix("api/")
            assert reached == f"absent.html#{target}/{docname}"
            assert visit.page.locator("h1").inner_text() == f"torch {target} 没有 {name}"
            assert "最早见于 torch" in visit.page.locator("#facts").inner_text()
        assert visit.errors == []


def test_the_menu_keeps_the_place_on_the_page(browser, site):
    with SiteVisit(browser, site, f"{STABLE}/api/torch.nn.Linear.html#param-bias") as visit:
        assert visit.choose("1.13") == "1.13/api/torch.nn.Linear.html#param-bias"


def test_the_story_of_an_absent_page_leads_to_versions_that_have_it(browser, site):
    with SiteVisit(browser, site, f"absent.html#{STABLE}/api/torch.Tensor.align_to") as visit:
        assert "最后见于 2.6" in visit.page.locator("#facts").inner_text()
        visit.page.get_by_role("link", name="打开 torch 2.6 的页面").click()
        visit.page.wait_for_load_state("load")
        assert visit.page.locator("h1").inner_text().startswith("torch.Tensor.align_to")


def test_an_old_version_says_so_and_leads_to_stable(browser, site):
    with SiteVisit(browser, site, "1.13/api/torch.cat.html") as visit:
        notice = visit.page.locator(".tz-old")
        assert "torch 1.13" in notice.inner_text()
        notice.get_by_role("link").click()
        visit.page.wait_for_load_state("load")
        assert f"/{STABLE}/api/torch.cat.html" in visit.page.url
        assert visit.page.locator(".tz-old").count() == 0


def test_links_into_torch_follow_the_version(browser, site):
    for minor in ("1.13", STABLE):
        with SiteVisit(browser, site, f"{minor}/api/torch.nn.Linear.html") as visit:
            source = visit.page.get_by_role("link", name="源码").get_attribute("href")
            assert re.search(rf"/blob/v{re.escape(minor)}\.\d+/torch/nn/modules/linear\.py#L\d+$", source)


def test_without_the_shared_list_the_menu_knows_the_versions_of_its_build(browser, site):
    shared = site / "versions.js"
    aside = site / "versions.js.aside"
    shared.rename(aside)
    try:
        with SiteVisit(browser, site, "2.6/api/torch.cat.html") as visit:
            options = visit.page.locator(".tz-version option").all_inner_texts()
            assert options == [f"{STABLE}（稳定版）", "2.6", "1.13"]
    finally:
        aside.rename(shared)


def test_the_start_page_opens_stable(browser, site):
    with SiteVisit(browser, site, "index.html") as visit:
        visit.page.wait_for_url("**/stable/index.html")
        assert visit.page.locator("h1").inner_text().startswith("PyTorch Python API")
