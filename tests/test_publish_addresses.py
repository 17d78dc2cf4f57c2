"""Published addresses: kept, compared, redirected."""

import pytest

from findersite import ROOT, default_site
from torchzh.project import OWNED, find_project
from torchzh.publish.addresses import (
    ADDRESSES,
    REDIRECTS,
    Kept,
    addresses_text,
    handwritten,
    lost,
    parse_addresses,
    parse_redirects,
    redirect_page,
)
from torchzh.publish.rootpages import missing_page

KEPT = Kept(minor="2.13", docnames=("api/a", "api/b"))


@pytest.mark.parametrize(
    ("docnames", "redirects", "expected"),
    [
        ({"api/a", "api/b", "api/new"}, {}, []),
        ({"api/a"}, {}, ["api/b"]),
        ({"api/a", "api/c"}, {"api/b": "api/c"}, []),
        ({"api/a"}, {"api/b": "api/c"}, ["api/b → api/c"]),
        ({"api/a", "api/b"}, {"api/b": "api/a"}, ["api/b → api/a"]),
    ],
)
def test_a_lost_address_and_a_redirect_into_nothing_are_named(docnames, redirects, expected):
    assert lost(KEPT, docnames, redirects) == expected


def test_the_list_reads_back_sorted_and_each_once():
    kept = parse_addresses(addresses_text("2.13", ["api/b", "api/a", "api/b"]))
    assert kept == KEPT


def test_a_redirect_has_two_columns():
    assert parse_redirects("# x\napi/a\tapi/b\n") == {"api/a": "api/b"}
    with pytest.raises(ValueError, match="not enough values"):
        parse_redirects("api/a\n")


def test_a_redirect_page_leads_to_the_new_address_from_where_it_lies():
    assert 'url=../mod/torch.x.html"' in redirect_page("api/torch.x", "mod/torch.x")
    assert 'url=torch.b.html"' in redirect_page("api/torch.a", "api/torch.b")
    assert 'url=api/torch.b.html"' in redirect_page("start", "api/torch.b")


def test_every_published_api_address_is_still_a_page():
    kept = parse_addresses((ROOT / ADDRESSES).read_text(encoding="utf-8"))
    site = default_site()
    assert kept.minor == site.minor
    pages = set(site.plan.docnames.values()) | {f"mod/{name}" for name in site.plan.contents}
    redirects = parse_redirects((ROOT / REDIRECTS).read_text(encoding="utf-8"))
    api = [name for name in kept.docnames if name.startswith(("api/", "mod/"))]
    assert len(api) > 3000
    assert [name for name in api if name not in pages and name not in redirects] == []


def test_every_published_handwritten_address_is_still_a_page():
    kept = parse_addresses((ROOT / ADDRESSES).read_text(encoding="utf-8"))
    written = handwritten(find_project(ROOT).source, OWNED)
    owned = [name for name in kept.docnames if name.partition("/")[0] not in OWNED]
    assert "index" in owned
    assert [name for name in owned if name not in written] == []


def test_the_page_for_unknown_addresses_needs_no_file_beside_it():
    text = missing_page(["2.13", "2.2"], "https://example.org/docs/")
    assert "src=" not in text
    assert '"base":"/docs/"' in text.replace(" ", "").replace("base:", '"base":')
    assert '["stable","2.13","2.2"]' in text.replace(" ", "")
