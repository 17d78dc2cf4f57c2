"""Sphinx configuration of the site, the ePub, the PDF and the catalogues.

Everything that is more than a setting lives in ``tools/torchzh/sphinxext``. Which torch
the pages describe is read from what ``torchzh build`` generated, so that no
version stands here.
"""

from pathlib import Path

from torchzh.sphinxext.settings import read_build_facts

_facts = read_build_facts(__file__)

project = "PyTorch Python API 详解大全"
author = "torchzh 作者"
copyright = "torchzh 作者。注解与指南 CC BY 4.0，代码 MIT；英文说明摘自 PyTorch（BSD-3-Clause）"  # noqa: A001
version = _facts.minor  # a non-empty version is what epubcheck asks for
release = _facts.torch
language = "zh_CN"

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx_autodoc_typehints",
    "sphinx_copybutton",
    "torchzh.sphinxext",
]
root_doc = "index"
exclude_patterns = ["_generated", "_templates"]
locale_dirs = [str(Path(__file__).parent / "locale")]
gettext_compact = "torchzh"
gettext_uuid = False
templates_path = ["source/_templates"]
html_static_path = ["source/_static"]

smartquotes = False  # quotes and dashes stay as typed
nitpicky = False
highlight_language = "python"
python_maximum_signature_line_length = 68
python_display_short_literal_types = True
add_module_names = True
toc_object_entries = False
autodoc_member_order = "bysource"
always_use_bars_union = True

myst_enable_extensions = ["dollarmath", "colon_fence", "deflist", "attrs_inline", "attrs_block"]
myst_dmath_double_inline = False
myst_heading_anchors = 0  # Chinese headings get explicit anchors

html_theme = "furo"
html_title = project  # no version text: unchanged pages stay identical between versions
html_math_renderer = "torchzh_mathml"
html_show_sourcelink = False
html_copy_source = False
html_use_index = False
html_domain_indices = False  # 200 KB that nothing links to
html_last_updated_fmt = None
html_css_files = ["torchzh.css", "torchzh-find.css"]
html_js_files = [
    (name, {"defer": "defer"}) for name in ("torchzh.js", "torchzh-find.js", "torchzh-versions.js")
]
html_theme_options = {
    "light_css_variables": {
        "font-stack": "system-ui, -apple-system, 'PingFang SC', 'Hiragino Sans GB', 'Microsoft YaHei UI', "
        "'Microsoft YaHei', 'Noto Sans CJK SC', 'Source Han Sans SC', sans-serif",
        "font-stack--monospace": "ui-monospace, 'Cascadia Mono', Menlo, Consolas, 'DejaVu Sans Mono', "
        "'Noto Sans Mono CJK SC', monospace",
    },
    "top_of_page_buttons": [],
}
html_sidebars = {
    "**": [
        "sidebar/brand.html",
        "sidebar/find.html",
        "sidebar/version.html",
        "sidebar/scroll-start.html",
        "sidebar/navigation.html",
        "sidebar/scroll-end.html",
    ]
}

copybutton_prompt_text = r">>> |\.\.\. "
copybutton_prompt_is_regexp = True
copybutton_only_copy_prompt_lines = True
copybutton_remove_prompts = True
copybutton_exclude = ".linenos"  # prompts stay, so that lines without one are dropped

epub_language = "zh-CN"
epub_show_urls = "no"
epub_title = project
epub_author = author
epub_publisher = author
epub_uid = "torchzh"
epub_identifier = "https://github.com/torchzh/torchzh"
epub_scheme = "URL"
epub_basename = "torchzh"
epub_tocdepth = 2
