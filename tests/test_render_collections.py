"""Pages that collect what the entries say: 避坑总览 and 报错速查."""

from __future__ import annotations

import json

import pytest

from test_render_pages import site
from torchzh.annotation import parse_annotation
from torchzh.annotation.models import Annotation, Pitfall
from torchzh.render.errors import error_data, error_pages
from torchzh.render.pitfalls import pitfall_pages, told
from torchzh.render.raised import raised_by

ENTRY = """---
name: torch.cat
summary: 沿一个已有维度把多个张量首尾相接
category: 张量/连接与切分
tags: [易错点, 形状操作]
reviewed: "2.13"
---

## 功能描述

拼接。

```pycon torch<2.6
>>> torch.cat(1)
Traceback (most recent call last):
    ...
TypeError: cat(): argument 'tensors' must be tuple of Tensors, not int
```

## 参数精讲

### `tensors`、`xs`

要拼的张量。

```pycon
>>> torch.cat([])
Traceback (most recent call last):
    ...
torch.nn.CustomError
```

## 常见误区

### 形状 `(2, 3)` <对不上>

- 现象：报错，
  第二行。
- 原因：$n$ 维的 `dim` 之外都要相等。
- 解决：先 `reshape`。

```pycon
>>> 1 + 1
2
>>> torch.cat([a, b])
Traceback (most recent call last):
    ...
RuntimeError: Sizes of tensors must match except in dimension 0.
More lines
>>> 3
3
```

### 少一维
- 现象：结果少一维。
- 原因：不新建维。
- 解决：用 `torch.stack`。
"""


def entry() -> Annotation:
    annotation = parse_annotation(ENTRY.encode(), "annotations/torch/cat.md").annotation
    assert annotation is not None
    return annotation


def test_each_message_comes_with_the_place_that_explains_it() -> None:
    rows = [(row.kind, row.text, row.anchor, row.versions) for row in raised_by(entry())]
    assert rows == [
        (
            "TypeError",
            "cat(): argument 'tensors' must be tuple of Tensors, not int",
            "description",
            "torch 2.6 之前",
        ),
        ("CustomError", "", "param-tensors", ""),
        ("RuntimeError", "Sizes of tensors must match except in dimension 0. More lines", "pitfall-1", ""),
    ]


def test_a_message_inside_a_pitfall_brings_cause_and_remedy() -> None:
    last = list(raised_by(entry()))[-1]
    assert (last.about.symptom, last.about.cause, last.about.remedy) == (
        "报错， 第二行。",
        "$n$ 维的 `dim` 之外都要相等。",
        "先 `reshape`。",
    )


@pytest.mark.parametrize(
    ("body", "group"),
    [
        ("- 现象：结果少一维。", "结果悄悄不对"),
        ("- 现象：结果少一维。\n\n```pycon\nTraceback (most recent call last):\n```", "报错"),
        ("- 现象：`RuntimeError: x`。", "报错"),
        ("- 现象：训练几步后全是 nan。", "nan 与发散"),
        ("- 现象：显存越用越多。", "显存与内存"),
        ("- 现象：参数的梯度是 None。", "梯度不对"),
        ("- 现象：比原来慢十倍。", "慢或卡住"),
    ],
)
def test_a_pitfall_is_sorted_by_what_it_does(body: str, group: str) -> None:
    assert told(Pitfall(title="甲", line=1, body=body, body_line=2)).group == group


def test_the_page_of_a_branch_links_every_pitfall_of_its_entries() -> None:
    pages = dict(pitfall_pages(site({"torch.cat": entry()})))
    page = "\n".join(pages["pitfalls/tensor"])
    assert (
        '<li data-group="报错"><a href="../api/torch.cat.html#pitfall-1">'
        "形状 <code>(2, 3)</code> &lt;对不上&gt;</a> <code>cat</code>" in page
    )
    assert '<a href="../api/torch.cat.html#pitfall-2">少一维</a>' in page
    assert "（2）" in "\n".join(pages["pitfalls/index"])


def test_rare_exceptions_share_a_page_and_every_message_is_on_one() -> None:
    pages = {name: "\n".join(lines) for name, lines in error_pages(site({"torch.cat": entry()}))}
    assert sorted(pages) == ["errors/index", "errors/others"]
    assert "3 条消息" in pages["errors/index"]
    assert (
        "<code>RuntimeError: Sizes of tensors must match except in dimension 0. More lines</code>"
        in (pages["errors/others"])
    )
    assert "<p>解决：先 <code>reshape</code>。</p>" in pages["errors/others"]


def test_the_data_of_the_box_is_a_script_with_one_row_a_message() -> None:
    text = error_data(site({"torch.cat": entry()}))
    rows = json.loads(text.removeprefix("window.torchzhErrors=").rstrip(";\n"))
    assert [row[2] for row in rows] == [
        "api/torch.cat.html#description",
        "api/torch.cat.html#param-tensors",
        "api/torch.cat.html#pitfall-1",
    ]
    assert rows[2][4] == "<code>n</code> 维的 <code>dim</code> 之外都要相等。"
