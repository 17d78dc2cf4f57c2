"""Turns Markdown files into example blocks with stable ids.

An id is what a translator sees and types: ``torch.cat.md:41`` for an annotation,
``source/guide/start.md:12`` for a guide. The digest of a file's blocks tells
whether a stored result still speaks about the code on the page.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from torchzh.annotation.blocks import code_blocks, has_prompt, stray_prompts
from torchzh.annotation.models import CodeBlock
from torchzh.examples.models import ExampleBlock
from torchzh.examples.options import parse_options

SHOWS_MARKUP = frozenset({"markdown", "md", "myst", "rst"})
STRAY = "这一行有 >>> 提示符，却不在任何代码块里，不会被运行"


@dataclass(frozen=True, slots=True, kw_only=True)
class ExampleFile:
    """One Markdown file with examples."""

    path: Path
    label: str  # "torch.cat.md": the first half of every id
    blocks: tuple[ExampleBlock, ...]

    @property
    def entry(self) -> str:
        """Key of the file in ``verified/``: the label without its suffix."""
        return self.label.removesuffix(".md")

    def id_of(self, block_line: int) -> str:
        """``torch.cat.md:41``."""
        return f"{self.label}:{block_line}"


def read_examples(path: Path, root: Path) -> ExampleFile:
    """All blocks with prompts of one file; prompts outside every block become failing blocks."""
    text = path.read_text(encoding="utf-8")
    blocks = [_example(block) for block in code_blocks(text) if is_example(block)]
    blocks += [ExampleBlock(line=line, text="", faults=(STRAY,)) for line in stray_prompts(text)]
    return ExampleFile(
        path=path,
        label=label_of(path, root),
        blocks=tuple(sorted(blocks, key=lambda block: block.line)),
    )


def is_example(block: CodeBlock) -> bool:
    """True for blocks with prompts, whatever their language; a block that shows markup is no example."""
    return has_prompt(block) and block.language.lower() not in SHOWS_MARKUP


def label_of(path: Path, root: Path) -> str:
    """``annotations/torch/cat.md`` → ``torch.cat.md``; any other file keeps its path."""
    try:
        parts = path.resolve().relative_to(root.resolve()).parts
    except ValueError:
        return path.name
    if parts[0] == "annotations":
        return ".".join(parts[1:])
    return "/".join(parts)


def digest(blocks: tuple[ExampleBlock, ...]) -> str:
    """Fingerprint of the code and options of a file, not of its prose or line numbers."""
    state = hashlib.sha256()
    for block in blocks:
        state.update(f"{block.options!r}\n{block.text}\0".encode())
    return state.hexdigest()[:16]


def _example(block: CodeBlock) -> ExampleBlock:
    options, faults = parse_options(block)
    return ExampleBlock(line=block.line, text=block.text, options=options, faults=faults)
