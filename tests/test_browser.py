"""The built site in a real browser, opened from disk as a reader without a server would.

Needs build/html (``make html``) and Debian's chromium; both are there in CI.
"""

import re
from pathlib import Path

import pytest

from browsing import CHROMIUM, HTML, SIZES, Visit

PAGES = {
    "start": "index.html",
    "entry": "api/torch.cat.html",
    "class": "api/torch.nn.Linear.html",
    "automatic": "api/torch.addcdiv.html",
    "pictured": "api/torch.gather.html",
    "branch": "tree/tensor.html",
    "module": "mod/torch.nn.functional.html",
    "modules": "tree/modules.html",
    "maintain": "maintain/architecture.html",
    "pitfalls": "pitfalls/tensor.html",
    "errors": "errors/index.html",
}
# Labels of the theme and of Sphinx that a Chinese page must not show.
ENGLISH = (
    "On this page",
    "Back to top",
    "Skip to content",
    "Light mode",
    "Dark mode",
    "Toggle",
    "Next",
    "Previous",
    "Made with",
    "Search",
    "Menu",
    "Contents",
)

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not (HTML / "index.html").is_file(), reason="先运行 make html"),
    pytest.mark.skipif(CHROMIUM is None, reason="没有找到 chromium"),
]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", PAGES)
def test_a_page_opens_from_disk_without_errors_and_without_sideways_scroll(browser, name, size):
    with Visit(browser, PAGES[name], SIZES[size]) as visit:
        assert visit.errors == []
        assert [url for url in visit.requests if not url.startswith(("file:", "data:"))] == []
        width = visit.page.evaluate("document.documentElement.scrollWidth")
        assert width <= SIZES[size][0]


@pytest.mark.parametrize("name", PAGES)
def test_no_label_of_the_theme_is_english(browser, name):
    with Visit(browser, PAGES[name]) as visit:
        text = visit.page.evaluate(
            """() => {
                const copy = document.body.cloneNode(true);
                copy.querySelectorAll('article, script, style').forEach((node) => node.remove());
                const labels = [...copy.querySelectorAll('[aria-label], [title]')];
                const said = labels.map((node) => node.getAttribute('aria-label') + ' ' + node.title);
                return copy.textContent + said.join(' ');
            }"""
        )
        assert [label for label in ENGLISH if label in text] == []


def test_the_sidebar_shows_the_branch_with_the_current_page_marked(browser):
    with Visit(browser, PAGES["entry"]) as visit:
        current = visit.page.locator(".tz-siblings .current-page a")
        assert current.inner_text().startswith("cat")
        assert visit.page.locator(".tz-siblings li").count() > 5
        assert visit.page.locator(".sidebar-tree li").count() < 150


def test_a_sibling_in_the_sidebar_leads_to_its_page(browser):
    with Visit(browser, PAGES["entry"]) as visit:
        visit.page.locator(".tz-siblings a", has_text="stack").first.click()
        visit.page.wait_for_load_state("load")
        assert visit.page.locator("h1").inner_text().startswith("torch.stack")


def test_the_first_screen_tells_name_summary_badges_and_signature(browser):
    for size in SIZES.values():
        with Visit(browser, PAGES["entry"], size) as visit:
            for selector in ("h1", ".tz-summary", ".tz-badges", "dl.py dt.sig"):
                box = visit.page.locator(selector).first.bounding_box()
                assert box is not None
                assert box["y"] + 20 < size[1], selector


def test_a_parameter_can_be_linked(browser):
    with Visit(browser, PAGES["entry"] + "#param-dim") as visit:
        assert visit.page.locator("#param-dim h3").count() == 1
        # the theme glides to the anchor, so the first look may come too early
        visit.page.wait_for_function(
            "document.querySelector('#param-dim').getBoundingClientRect().top < 200", timeout=5000
        )
        assert visit.page.evaluate("window.scrollY") > 200


COPY = """() => {
    let copied = '';
    document.addEventListener('copy', () => { copied = document.activeElement.value; });
    const blocks = [...document.querySelectorAll('div.highlight')];
    const withError = blocks.find((block) => block.textContent.includes('Traceback'));
    withError.querySelector('button.copybtn').click();
    return copied;
}"""


def test_the_copy_button_drops_prompts_output_and_tracebacks(browser):
    with Visit(browser, PAGES["entry"]) as visit:
        visit.page.wait_for_selector("button.copybtn")
        text = visit.page.evaluate(COPY)
        assert "torch." in text
        assert [word for word in (">>>", "Traceback", "Error") if word in text] == []


def test_the_english_original_is_folded_on_entries_and_open_on_automatic_pages(browser):
    with Visit(browser, PAGES["entry"]) as visit:
        fold = visit.page.locator("details.torchzh-english")
        assert fold.get_attribute("open") is None
        assert fold.locator("[lang=en]").count() >= 1 or fold.get_attribute("lang") == "en"
    with Visit(browser, PAGES["automatic"]) as visit:
        assert visit.page.locator("details.torchzh-english").get_attribute("open") is not None


def test_formulas_are_mathml(browser):
    with Visit(browser, PAGES["class"]) as visit:
        assert visit.page.locator("math").count() >= 1
        assert "\\frac" not in visit.page.locator("article").inner_text()


def test_dark_mode_has_light_text(browser):
    for scheme, dark in (("light", False), ("dark", True)):
        with Visit(browser, PAGES["entry"], scheme=scheme) as visit:
            colour = visit.page.evaluate("getComputedStyle(document.body).backgroundColor")
            channels = [int(part) for part in colour.strip("rgba()").split(",")[:3]]
            assert (sum(channels) < 200) is dark


def test_no_link_that_stays_on_the_site_is_dead(browser):
    """Every link of the start page and of an entry that stays on the site leads to a file."""
    for name in ("start", "entry", "branch"):
        with Visit(browser, PAGES[name]) as visit:
            links = visit.page.evaluate(
                "[...document.querySelectorAll('a[href]')].map((a) => a.href.split('#')[0])"
            )
            local = {link for link in links if link.startswith("file:")}
            missing = [link for link in local if not Path(link.removeprefix("file://")).exists()]
            assert missing == []
            assert len(local) > 5


def test_changed_names_can_be_filtered_by_module(browser):
    with Visit(browser, "changes/2.12-2.13.html") as visit:
        shown = visit.page.locator("ul.tz-changes li:visible")
        everything = shown.count()
        visit.page.locator(".tz-filter select").select_option("torch.optim")
        names = visit.page.locator("ul.tz-changes li:visible > :first-child").all_inner_texts()
        assert 0 < len(names) < everything
        assert all(name.startswith("torch.optim.") for name in names)
        visit.page.locator(".tz-filter select").select_option("")
        assert shown.count() == everything
        assert visit.errors == []


def test_links_to_torch_lead_to_the_version_of_the_page(browser):
    with Visit(browser, PAGES["class"]) as visit:
        official = visit.page.get_by_role("link", name="官方文档").get_attribute("href")
        source = visit.page.get_by_role("link", name="源码").get_attribute("href")
        assert re.fullmatch(
            r"https://docs\.pytorch\.org/docs/\d+\.\d+/generated/torch\.nn\.Linear\.html", official
        )
        assert re.fullmatch(r".*/blob/v\d+\.\d+\.\d+/torch/nn/modules/linear\.py#L\d+", source)


@pytest.mark.parametrize(
    ("pasted", "entry", "place"),
    [
        (
            "Traceback (most recent call last):\n"
            '  File "train.py", line 88, in <module>\n'
            "    x = torch.cat(parts, 0)\n"
            "RuntimeError: Sizes of tensors must match except in dimension 0. "
            "Expected size 77 but got size 91 for tensor number 5 in the list.",
            "torch.cat",
            "pitfall",
        ),
        ("view size is not compatible with input tensor's size and stride", "torch.Tensor.view", "#"),
        (
            "element 0 of tensors does not require grad and does not have a grad_fn",
            "torch.Tensor.backward",
            "#",
        ),
    ],
)
def test_a_pasted_message_finds_the_place_that_explains_it(browser, pasted, entry, place):
    with Visit(browser, "errors/index.html") as visit:
        visit.page.locator(".tz-error-box textarea").fill(pasted)
        links = visit.page.locator(".tz-error-box li a").evaluate_all(
            "(found) => found.map((a) => a.getAttribute('href'))"
        )
        assert any(f"api/{entry}.html#" in link and place in link for link in links)
        assert visit.errors == []


def test_a_message_nobody_raised_finds_nothing_and_says_so(browser):
    with Visit(browser, "errors/index.html") as visit:
        visit.page.locator(".tz-error-box textarea").fill("qwertz yxcvb")
        assert visit.page.locator(".tz-error-box li").count() == 0
        assert "没有相近的消息" in visit.page.locator(".tz-error-box").inner_text()


def test_pitfalls_can_be_filtered_by_what_they_do(browser):
    with Visit(browser, "pitfalls/tensor.html") as visit:
        shown = visit.page.locator("ul.tz-pitfalls li:visible")
        everything = shown.count()
        visit.page.locator(".tz-filter select").select_option("报错")
        assert 0 < shown.count() < everything
        assert set(shown.evaluate_all("(items) => items.map((item) => item.dataset.group)")) == {"报错"}


@pytest.mark.parametrize(("scheme", "dark"), [("light", False), ("dark", True)])
def test_a_picture_follows_the_theme_and_can_be_read_on_a_phone(browser, scheme, dark):
    with Visit(browser, PAGES["pictured"], SIZES["phone"], scheme=scheme) as visit:
        picture = visit.page.locator("figure.tz-figure svg").first
        word = picture.locator("text").first
        scale = picture.bounding_box()["width"] / 340
        assert (
            scale * float(word.evaluate("node => getComputedStyle(node).fontSize").removesuffix("px")) >= 12
        )
        colour = word.evaluate("node => getComputedStyle(node).fill")
        assert (sum(map(int, re.findall(r"\d+", colour)[:3])) > 384) is dark
