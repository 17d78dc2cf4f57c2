"""The keys of an entry's front matter: one table, from which all else follows.

The reader takes the shape of each value from here, and ``schema.json`` (for
editors) is written from here; a test holds the two together. Everything is
text: a key says only whether one text, a list of texts or a mapping of texts
is expected, and which texts are allowed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

SCHEMA_FILE = Path(__file__).with_name("schema.json")

NAME = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*", re.ASCII)
MINOR = re.compile(r"[1-9]\d*\.\d+")
LEVELS = ("入门", "进阶", "专家")


class Shape(StrEnum):
    """What a value looks like; the text is what messages call it."""

    TEXT = "一段文字"
    LIST = "一个列表"
    MAPPING = "一个映射"


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """One key of the front matter."""

    shape: Shape
    about: str  # what it holds, shown by editors
    required: bool = False
    quoted: bool = False  # must be written in quotes: YAML would read a number
    pattern: re.Pattern[str] | None = None  # of the text, of each item, of each key of a mapping
    allowed: tuple[str, ...] = ()  # texts, or keys of a mapping
    example: str = ""


KEYS: Mapping[str, Key] = {
    "name": Key(
        shape=Shape.TEXT, required=True, pattern=NAME, about="公开的限定名，与路径一致", example="torch.cat"
    ),
    "summary": Key(
        shape=Shape.TEXT,
        required=True,
        about="一句话，句末不加句号",
        example="沿一个已有维度把多个张量首尾相接",
    ),
    "category": Key(
        shape=Shape.TEXT, required=True, about="taxonomy.toml 里的 分支/小类", example="张量/连接与切分"
    ),
    "tags": Key(
        shape=Shape.LIST, required=True, about="taxonomy.toml 里的标签", example="[高频使用, 易错点]"
    ),
    "level": Key(shape=Shape.TEXT, required=True, allowed=LEVELS, about="读者需要多少基础", example="入门"),
    "aliases": Key(
        shape=Shape.LIST, about="人们怎么叫它：中文、NumPy、TensorFlow、缩写", example="[拼接, concat]"
    ),
    "see": Key(
        shape=Shape.MAPPING,
        pattern=NAME,
        about="相关的限定名，以及选它的理由",
        example="{torch.stack: 先新建一个维度再拼}",
    ),
    "covers": Key(
        shape=Shape.LIST, pattern=NAME, about="家族条目一并说明的其他限定名", example="[torch.float64]"
    ),
    "reviewed": Key(
        shape=Shape.TEXT,
        required=True,
        quoted=True,
        pattern=MINOR,
        about="最后一次对照哪个 torch 的签名与文档读过",
        example='"2.13"',
    ),
    "quick": Key(
        shape=Shape.MAPPING,
        allowed=("shape", "memory", "dtype"),
        about="速览表的一行短语",
        example="{memory: 总是新内存}",
    ),
}


def json_schema() -> dict[str, Any]:
    """The JSON Schema of the front matter."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "torchzh 注解的头部",
        "description": "注解文件开头两行 --- 之间的 YAML；一切值都是文字。由 annotation/schema.py 写出。",
        "type": "object",
        "properties": {name: _property(key) for name, key in KEYS.items()},
        "required": [name for name, key in KEYS.items() if key.required],
        "additionalProperties": False,
    }


def _property(key: Key) -> dict[str, Any]:
    common: dict[str, Any] = {"description": key.about, "examples": [key.example]}
    text: dict[str, Any] = {"type": "string", "minLength": 1}
    if key.pattern is not None:
        text["pattern"] = f"^{key.pattern.pattern.replace(chr(92) + 'w', '[A-Za-z0-9_]')}$"
    if key.shape is Shape.LIST:
        return common | {"type": "array", "items": text, "uniqueItems": True}
    if key.shape is Shape.MAPPING:
        names = {"enum": list(key.allowed)} if key.allowed else {"pattern": text["pattern"]}
        return common | {
            "type": "object",
            "propertyNames": names,
            "additionalProperties": {"type": "string", "minLength": 1},
        }
    if key.allowed:
        text = {"enum": list(key.allowed)}
    return common | text
