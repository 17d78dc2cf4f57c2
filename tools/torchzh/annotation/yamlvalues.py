"""Takes the values the schema asks for out of composed YAML nodes.

A value is only ever text, a list of texts or a mapping of texts; anything else
is reported at its node. Two levels are looked at and no more, so what a node
hides deeper cannot cost anything.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

import yaml

from torchzh.annotation.schema import KEYS, Key, Shape
from torchzh.findings import Finding, Place
from torchzh.similar import nearest

Value = str | tuple[str, ...] | dict[str, str]


@dataclass(slots=True, kw_only=True)
class FrontMatter:
    """Values by key, where each key stands, and everything that was wrong."""

    path: str
    values: dict[str, Value] = field(default_factory=dict)
    positions: dict[str, tuple[int, int]] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)

    def report(self, code: str, at: tuple[int, int], **arguments: str) -> None:
        """Add a finding."""
        place = Place(path=self.path, line=at[0], column=at[1])
        self.findings.append(Finding(code=code, place=place, arguments=arguments))


@dataclass(frozen=True, slots=True, kw_only=True)
class Walk:
    """The nodes of some lines: knows the lines and fills a ``FrontMatter``."""

    lines: list[str]
    first_line: int
    matter: FrontMatter

    def take(self, root: yaml.Node) -> None:
        """Take every key of the top mapping."""
        if not isinstance(root, yaml.MappingNode):
            self.matter.report("FM05", self.at(root), text=self.lines[root.start_mark.line].strip())
            return
        for name, at, node in self._pairs(root, ""):
            key = KEYS.get(name)
            if key is None:
                self.matter.report("FM08", at, key=name, nearest=nearest(name, KEYS), keys="、".join(KEYS))
                continue
            value = self._value(node, name, key)
            if value:
                self.matter.values[name] = value

    def at(self, node: yaml.Node) -> tuple[int, int]:
        """Line and column of a node, 1-based, in the file."""
        return self.first_line + node.start_mark.line, node.start_mark.column + 1

    def _pairs(self, node: yaml.MappingNode, parent: str) -> Iterator[tuple[str, tuple[int, int], yaml.Node]]:
        """Key, place and value node; a repeated key is reported and left out."""
        for key, value in node.value:
            at = self.at(key)
            if not isinstance(key, yaml.ScalarNode):
                self._wrong_shape(key, parent or "键", Key(shape=Shape.TEXT, about=""))
                continue
            full = f"{parent}.{key.value}" if parent else str(key.value)
            if full in self.matter.positions:
                first = str(self.matter.positions[full][0])
                self.matter.report("FM09", at, key=str(key.value), first=first)
                continue
            self.matter.positions[full] = at
            yield str(key.value), at, value

    def _value(self, node: yaml.Node, name: str, key: Key) -> Value | None:
        if key.shape is Shape.TEXT:
            return self._text(node, name, key)
        if key.shape is Shape.LIST and isinstance(node, yaml.SequenceNode):
            return self._items(node, name, key)
        if key.shape is Shape.MAPPING and isinstance(node, yaml.MappingNode):
            return self._mapping(node, name, key)
        self._wrong_shape(node, name, key)
        return None

    def _items(self, node: yaml.SequenceNode, name: str, key: Key) -> tuple[str, ...]:
        items: list[str] = []
        for item in node.value:
            text = self._text(item, name, key)
            if text is None:
                continue
            if "，" in text:
                right = f"{name}: [{text.replace('，', ', ')}]"
                self.matter.report("FM07", self.at(item), character="，", right=right)
            if text in items:
                first = str(self.matter.positions[f"{name}.{items.index(text)}"][0])
                self.matter.report("FM09", self.at(item), key=text, first=first)
                continue
            self.matter.positions[f"{name}.{len(items)}"] = self.at(item)
            items.append(text)
        return tuple(items)

    def _mapping(self, node: yaml.MappingNode, name: str, key: Key) -> dict[str, str]:
        plain = Key(shape=Shape.TEXT, about=key.about)
        values: dict[str, str] = {}
        for inner, at, value in self._pairs(node, name):
            if self._allowed(inner, name, key, at):
                text = self._text(value, f"{name}.{inner}", plain)
                if text is not None:
                    values[inner] = text
        return values

    def _text(self, node: yaml.Node, name: str, key: Key) -> str | None:
        """A scalar's text, after the checks that hold for every text."""
        if not isinstance(node, yaml.ScalarNode) or not node.value.strip():
            self._wrong_shape(node, name, replace(key, shape=Shape.TEXT))
            return None
        text = str(node.value)
        if node.style not in ("'", '"'):
            self._find_cut(node, name)
            if key.quoted:
                self.matter.report("FM16", self.at(node), key=name, value=text, right=f'{name}: "{text}"')
        return text if self._allowed(text, name, key, self.at(node)) else None

    def _allowed(self, text: str, name: str, key: Key, at: tuple[int, int]) -> bool:
        expected = "、".join(key.allowed)
        good = not key.allowed or text in key.allowed
        if good and key.pattern is not None and not key.pattern.fullmatch(text):
            good, expected = False, f"形如 {key.example}"
        if not good:
            self.matter.report("FM17", at, key=name, value=text, expected=expected)
        return good

    def _find_cut(self, node: yaml.ScalarNode, name: str) -> None:
        """A ``#`` after one blank cuts a plain text; after two, with a blank behind it, it is a comment."""
        mark = node.end_mark
        rest = self.lines[mark.line][mark.column :].rstrip() if mark.line < len(self.lines) else ""
        hash_sign = rest.lstrip()
        if not hash_sign.startswith("#"):
            return
        if rest.startswith(" #") or hash_sign[1:2] not in ("", " ", "#"):
            at = (self.first_line + mark.line, mark.column + len(rest) - len(hash_sign) + 1)
            right = f'{name.rpartition(".")[2]}: "{node.value}{rest}"'
            self.matter.report("FM13", at, key=name, value=str(node.value), right=right)

    def _wrong_shape(self, node: yaml.Node, name: str, key: Key) -> None:
        found = _SHAPES.get(type(node), "别的结构")
        if isinstance(node, yaml.ScalarNode) and not node.value.strip():
            found = "空的"
        right = f"{name}: {key.example}" if key.example else ""
        self.matter.report(
            "FM14", self.at(node), key=name, expected=key.shape.value, found=found, right=right
        )


_SHAPES: Mapping[type, str] = {
    yaml.ScalarNode: "一段文字",
    yaml.SequenceNode: "一个列表",
    yaml.MappingNode: "一个映射",
}
