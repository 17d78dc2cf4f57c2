"""What lies at the root of the versioned site."""

import json

import pytest

from test_history import form, obj, snapshot
from torchzh.history import build_history
from torchzh.publish.rootpages import sitemap, start_page
from torchzh.publish.sharing import share_files, unshare
from torchzh.publish.versionscript import PublishedVersion, VersionScriptError, versions_script
from torchzh.sphinxext.outside import neutral

HISTORY = build_history(
    [
        snapshot("2.9", obj("t.old", form("a")), obj("t.f")),
        snapshot("2.10", obj("t.f"), obj("t.New", kind="class")),
    ]
)


def published(minor: str, *pages: str, path: str | None = None) -> PublishedVersion:
    return PublishedVersion(minor=minor, path=minor if path is None else path, pages=frozenset(pages))


def parsed(text: str) -> dict:
    assert text.startswith("window.torchzhVersions=")
    return json.loads(text.removeprefix("window.torchzhVersions=").rstrip(";\n"))


def test_versions_come_newest_first_and_only_partial_pages_are_listed():
    data = parsed(
        versions_script(
            [published("2.9", "api/t.f", "api/t.old"), published("2.10", "api/t.f", "api/t.New-class")],
            "2.10",
            HISTORY,
        )
    )
    assert data["versions"] == [["2.10", "2.10"], ["2.9", "2.9"]]
    assert data["partial"] == {"api/t.New-class": 1, "api/t.old": 2}
    assert data["lives"] == {
        "api/t.New-class": {"name": "t.New", "since": "2.10"},
        "api/t.old": {"name": "t.old", "since": "2.9 或更早", "last": "2.9"},
    }


@pytest.mark.parametrize(
    ("rows", "stable"),
    [
        ([], "2.9"),
        ([published("2.9", "x")], "2.10"),
        ([published("2.9", "x"), published("2.9", "x")], "2.9"),
        ([published("2.9", "x", path="")], "2.9"),
        ([published("2.9", "x", path="/2.9")], "2.9"),
        ([published("2.9")], "2.9"),
    ],
)
def test_a_malformed_list_fails_the_build(rows, stable):
    with pytest.raises(VersionScriptError):
        versions_script(rows, stable, HISTORY)


def test_the_start_page_leads_to_stable_and_lists_versions_as_numbers():
    text = start_page("2.10", ["2.9", "2.10", "1.13"])
    assert "url=stable/index.html" in text
    assert text.index(">2.10<") < text.index(">2.9<") < text.index(">1.13<")


def test_the_sitemap_lists_stable_only():
    text = sitemap("https://example.org/", ["api/t.f", "index"])
    assert text.count("<loc>") == 2
    assert "https://example.org/stable/api/t.f.html" in text


@pytest.mark.parametrize(
    ("address", "in_html"),
    [
        (
            "https://docs.pytorch.org/docs/2.13/generated/torch.cat.html",
            "https://docs.pytorch.org/docs/stable/generated/torch.cat.html",
        ),
        (
            "https://github.com/pytorch/pytorch/blob/v2.13.0/torch/nn/modules/linear.py#L53",
            "https://github.com/pytorch/pytorch/blob/main/torch/nn/modules/linear.py",
        ),
        ("https://docs.pytorch.org/docs/main/notes.html", "https://docs.pytorch.org/docs/main/notes.html"),
        ("https://example.org/docs/2.13/x#L3", "https://example.org/docs/2.13/x#L3"),
    ],
)
def test_links_into_torch_carry_no_version_in_html(address, in_html):
    assert neutral(address) == in_html


def test_equal_files_are_stored_once_and_writing_to_one_version_spares_the_others(tmp_path):
    for version, text in (("1.0", "same"), ("2.0", "same"), ("3.0", "other")):
        (tmp_path / version).mkdir()
        (tmp_path / version / "page.html").write_text(text, encoding="utf-8")
    folders = [tmp_path / version for version in ("1.0", "2.0", "3.0")]
    shared = share_files(folders)
    assert (shared.files, shared.linked, shared.bytes, shared.stored) == (3, 1, 13, 9)
    assert share_files(folders) == shared
    unshare(folders[0])
    with (folders[0] / "page.html").open("w", encoding="utf-8") as stream:
        stream.write("new")
    assert [(folder / "page.html").read_text(encoding="utf-8") for folder in folders] == [
        "new",
        "same",
        "other",
    ]
