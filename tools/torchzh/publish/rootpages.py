"""The few files at the root of the site: start, absent page, page not found, sitemap.

They are plain HTML without Sphinx, because they belong to no version. The absent
page is where the version menu leads when the chosen version has no such page;
it says since when and until when the name exists.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from html import escape
from importlib import resources
from urllib.parse import urlsplit

from torchzh.versions import key

STYLE = (
    "body{font:16px/1.8 system-ui,'PingFang SC','Microsoft YaHei','Noto Sans CJK SC',sans-serif;"
    "max-width:40em;margin:3em auto;padding:0 1em;color-scheme:light dark}code{font-family:monospace}"
)


def _page(title: str, body: str, head: str = "") -> str:
    return (
        '<!doctype html>\n<html lang="zh-CN"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(title)}</title>{head}<style>{STYLE}</style></head>\n<body>{body}</body></html>\n"
    )


def start_page(stable: str, minors: Iterable[str]) -> str:
    """Leads to stable; lists all versions for those who stay."""
    ordered = sorted(minors, key=key, reverse=True)
    links = "　".join(f'<a href="{minor}/index.html">{minor}</a>' for minor in ordered)
    body = (
        "<h1>PyTorch Python API 详解大全</h1>"
        f'<p>正在打开稳定版 <a href="stable/index.html">torch {escape(stable)}</a>。</p>'
        f"<p>全部版本：{links}</p>"
    )
    return _page(
        "PyTorch Python API 详解大全", body, '<meta http-equiv="refresh" content="0;url=stable/index.html">'
    )


def absent_page() -> str:
    """Address: ``absent.html#<version>/<docname>``."""
    body = (
        '<h1 id="title">这个版本没有这一页</h1><div id="facts"></div>'
        '<script src="versions.js"></script><script src="absent.js"></script>'
        '<noscript><p>请从 <a href="index.html">首页</a> 选择版本。</p></noscript>'
    )
    return _page("这个版本没有这一页", body)


def missing_page(minors: Iterable[str], base_url: str) -> str:
    """404.html: what a host shows for an address that does not exist; it leads to the search there.

    The page may be shown at any depth, so the root is what stands before the version
    in the address, or else the path of the published address.
    """
    folders = json.dumps(["stable", *sorted(minors, key=key, reverse=True)])
    base = urlsplit(base_url).path.rstrip("/") + "/"
    script = resources.files(__package__).joinpath("missing.js").read_text(encoding="utf-8")
    body = (
        "<h1>没有这一页</h1><p>地址也许写错了，也许这个名字在别的版本里。"
        f'<a id="find" href="{escape(base)}stable/find.html">打开快速查找</a></p>'
        f"<script>window.torchzhMissing={{folders:{folders},base:{json.dumps(base)}}};\n{script}</script>"
    )
    return _page("没有这一页", body)


def absent_script() -> str:
    """The script of the absent page."""
    return resources.files(__package__).joinpath("absent.js").read_text(encoding="utf-8")


def sitemap(base_url: str, pages: Iterable[str]) -> str:
    """Addresses of stable only: search engines should find one page per name."""
    root = base_url.rstrip("/")
    addresses = (escape(f"{root}/stable/{page}.html") for page in sorted(pages))
    rows = "".join(f"<url><loc>{address}</loc></url>\n" for address in addresses)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{rows}</urlset>\n'
    )
