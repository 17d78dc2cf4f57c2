"""Which blocks are examples, what their options mean, and what their ids and digests are."""

from pathlib import Path

import pytest

from torchzh.annotation.blocks import code_blocks, has_prompt, stray_prompts
from torchzh.annotation.models import CodeBlock
from torchzh.examples.collect import STRAY, digest, is_example, label_of, read_examples
from torchzh.examples.models import BlockOptions, ExampleBlock
from torchzh.examples.options import holds, parse_options

FENCES = """\
---
name: torch.cat
---
## 代码示例

```
>>> 1
```

```python
>>> 2
```

```pycon torch>=2.4
>>> 3
```

```{code-block} python
:linenos:
>>> 4
```

```{doctest}
>>> 5
```

````{note}
说明

```pycon
>>> 6
```
````

- 列表

  ```pycon
  >>> 7
  ```

另一段

    >>> 8

```python
no prompt here
```
"""


def block(options: str, language: str = "pycon") -> CodeBlock:
    return CodeBlock(language=language, options=options, line=1, text=">>> 1\n", section="")


def test_every_kind_of_fence_is_collected_with_the_line_of_its_opening(tmp_path):
    file = tmp_path / "annotations" / "torch" / "cat.md"
    file.parent.mkdir(parents=True)
    file.write_text(FENCES, encoding="utf-8")
    found = read_examples(file, tmp_path)
    assert [(item.line, item.text.strip().split(">>> ")[1]) for item in found.blocks] == [
        (6, "1"),
        (10, "2"),
        (14, "3"),
        (18, "4"),
        (23, "5"),
        (30, "6"),
        (37, "7"),
        (42, "8"),
    ]
    assert all(not item.faults for item in found.blocks)
    assert found.blocks[2].options.versions == ((">=", "2.4"),)


def test_the_closing_fence_is_not_part_of_the_block():
    (found,) = code_blocks("```python\n>>> 1 + 1\n2\n```\n")
    assert found.text == ">>> 1 + 1\n2\n"


def test_the_section_of_a_block_is_the_heading_above_it():
    found = code_blocks("## 甲\n```\na\n```\n### x\n```\nb\n```\n## 乙\n```\nc\n```\n")
    assert [item.section for item in found] == ["甲", "甲", "乙"]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("```\n>>> 1\n```\n", ()),
        (">>> 1\n", (1,)),
        ("文字\n\n:::{code-block} python\n>>> 1\n:::\n", (4,)),
        ("> ```\n> >>> 1\n> ```\n", ()),
        ("a >>> b\n", ()),
    ],
)
def test_a_prompt_outside_every_block_is_found(text, lines):
    assert stray_prompts(text) == lines


def test_a_stray_prompt_becomes_a_failing_block(tmp_path):
    file = tmp_path / "a.md"
    file.write_text("> >>> 1\n", encoding="utf-8")
    assert [(item.line, item.faults) for item in read_examples(file, tmp_path).blocks] == [(1, (STRAY,))]


def test_a_block_without_prompts_is_no_example():
    assert not has_prompt(CodeBlock(language="python", options="", line=1, text="x = 1 >>> 2\n", section=""))


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("", BlockOptions()),
        ("torch>=2.4 torch<2.10", BlockOptions(versions=((">=", "2.4"), ("<", "2.10")))),
        ("device=cuda slow", BlockOptions(device="cuda", slow=True)),
        ("warns=FutureWarning,UserWarning", BlockOptions(warns=("FutureWarning", "UserWarning"))),
        ("needs=torchvision needs=PIL", BlockOptions(needs=("torchvision", "PIL"))),
        ('skip="要连网 下载"', BlockOptions(skip="要连网 下载")),
    ],
)
def test_an_option_is_understood(text, options):
    assert parse_options(block(text)) == (options, ())


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("skip", 'skip 必须写明原因：skip="原因"'),
        ('skip=""', 'skip 必须写明原因：skip="原因"'),
        ("torch=2.4", "版本条件写成 torch>=2.4 的样子（只到次版本号），不是 torch=2.4"),
        ("torch>=2.4.1", "版本条件写成 torch>=2.4 的样子（只到次版本号），不是 torch>=2.4.1"),
        ("slwo", "不认识的选项 slwo，是不是 slow？"),
        ("warn=FutureWarning", "不认识的选项 warn=FutureWarning，是不是 warns=FutureWarning？"),
        ("device=mps", "device 只能是 cuda 或 cpu，不是 mps"),
        ('skip="没有收尾', '选项里的引号没有配对：skip="没有收尾'),
    ],
)
def test_an_option_that_means_nothing_is_a_fault(text, fault):
    assert parse_options(block(text))[1] == (fault,)


@pytest.mark.parametrize(
    ("text", "language"), [("python torch>=2.4", "{code-block}"), ("torch>=2.4", "{doctest}")]
)
def test_options_follow_the_language_of_a_directive(text, language):
    assert parse_options(block(text, language)) == (BlockOptions(versions=((">=", "2.4"),)), ())


@pytest.mark.parametrize(
    ("condition", "minor", "meant"),
    [
        ("torch>=2.9", "2.10", True),
        ("torch>=2.10", "2.9", False),
        ("torch<2.10", "2.9", True),
        ("torch<2.10", "2.10", False),
        ("torch==1.13", "1.13", True),
        ("torch!=1.13", "1.13", False),
        ("torch>2.0 torch<=2.2", "2.2", True),
        ("torch>2.0 torch<=2.2", "2.0", False),
    ],
)
def test_version_conditions_order_minors_as_numbers(condition, minor, meant):
    assert holds(parse_options(block(condition))[0], minor) is meant


@pytest.mark.parametrize(
    ("path", "label"),
    [
        ("annotations/torch/cat.md", "torch.cat.md"),
        ("annotations/torch.nn/Module.md", "torch.nn.Module.md"),
        ("source/guide/start.md", "source/guide/start.md"),
    ],
)
def test_ids_begin_with_the_qualified_name_or_the_path(path, label):
    assert label_of(Path("/p") / path, Path("/p")) == label


@pytest.mark.parametrize(
    ("language", "example"), [("", True), ("text", True), ("pycon", True), ("markdown", False)]
)
def test_a_block_that_shows_markup_is_no_example(language, example):
    text = ">>> 1\n"
    assert is_example(CodeBlock(language=language, options="", line=1, text=text, section="")) is example


def test_the_digest_speaks_of_code_and_options_only():
    one = ExampleBlock(line=3, text=">>> 1\n1\n")
    moved = ExampleBlock(line=30, text=">>> 1\n1\n")
    changed = ExampleBlock(line=3, text=">>> 1\n2\n")
    conditioned = ExampleBlock(line=3, text=">>> 1\n1\n", options=BlockOptions(versions=((">=", "2.4"),)))
    assert digest((one,)) == digest((moved,))
    assert (
        len({digest((one,)), digest((changed,)), digest((conditioned,)), digest(()), digest((one, one))}) == 5
    )


def test_blocks_survive_the_trip_to_the_worker():
    options = parse_options(block('torch>=2.4 warns=A,B needs=c slow device=cuda skip="因为"'))[0]
    sent = ExampleBlock(line=3, text=">>> 张量\n", options=options, faults=("错",))
    assert ExampleBlock.from_json(sent.to_json()) == sent
