"""Three versions built by ``torchzh site``: what each holds, what they share, what leads where."""

from __future__ import annotations

import re

import pytest

import smallsite

pytestmark = pytest.mark.torch  # slow: Sphinx runs three times; real torch is not needed


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    project = smallsite.copy_project(tmp_path_factory.mktemp("site"))
    status, output = smallsite.build(project, "--base-url", "https://example.org/doc")
    assert status == 0, output
    return project


def page(built, address: str) -> str:
    return (built.root / "site" / address).read_text(encoding="utf-8")


def test_each_version_has_the_names_of_its_own_torch(built):
    def has(version: str, name: str) -> bool:
        return (built.root / "site" / version / "api" / f"{name}.html").is_file()

    assert [has(minor, "torch.compile") for minor in smallsite.MINORS] == [False, True, True]
    assert [has(minor, "torch.Tensor.align_to") for minor in smallsite.MINORS] == [True, True, False]
    assert all(has(minor, "torch.cat") for minor in (*smallsite.MINORS, "stable"))


def test_a_page_whose_api_did_not_change_is_the_same_file_content_in_every_version(built):
    texts = {page(built, f"{minor}/api/torch.nn.Linear.html") for minor in smallsite.MINORS}
    assert len(texts) == 1
    assert (
        len({(built.root / "site" / m / "api/torch.nn.Linear.html").stat().st_ino for m in smallsite.MINORS})
        == 1
    )
    assert not re.search(r"2\.15\.0|docs/2\.\d+/|blob/v", texts.pop())


def test_a_signature_is_the_one_of_its_version(built):
    new, old = (page(built, f"{minor}/api/torch.optim.lr_scheduler.StepLR.html") for minor in ("2.15", "2.6"))
    name = '<em class="sig-param"><span class="n"><span class="pre">verbose</span>'
    assert (name in new, name in old) == (False, True)


def test_stable_is_the_newest_and_alone_in_the_sitemap(built):
    assert page(built, "stable/api/torch.cat.html") == page(built, "2.15/api/torch.cat.html")
    addresses = re.findall(r"<loc>(.*?)</loc>", page(built, "sitemap.xml"))
    assert "https://example.org/doc/stable/api/torch.cat.html" in addresses
    assert all(address.startswith("https://example.org/doc/stable/") for address in addresses)


def test_old_pages_name_stable_as_canonical_where_stable_has_them(built):
    canonical = re.compile(r'<link rel="canonical" href="([^"]+)"')
    kept = canonical.findall(page(built, "1.13/api/torch.cat.html"))
    assert kept == ["https://example.org/doc/stable/api/torch.cat.html"]
    assert canonical.findall(page(built, "1.13/api/torch.Tensor.align_to.html")) == []


def test_a_second_run_skips_what_did_not_change(built):
    status, output = smallsite.build(built, "--base-url", "https://example.org/doc")
    assert (status, output.count("输入没有变化，跳过")) == (0, 3)


def test_a_guide_links_what_the_version_has_and_names_the_rest(built):
    guides = {minor: page(built, f"{minor}/guide/index.html") for minor in smallsite.MINORS}
    for minor, text in guides.items():
        assert 'href="../api/torch.cat.html"' in text
        assert ('href="../api/torch.compile.html"' in text) is (minor != "1.13")
        assert ('href="../api/torch.Tensor.align_to.html"' in text) is (minor != "2.15")
        assert "编译" in text
