"""What a rule is given: one entry, the versions to judge it by, the word lists.

A rule is a function from a ``Context`` to findings. It decides nothing about
severity or exit status and prints nothing; the driver does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from torchzh.annotation import Annotation, CodeBlock, ReadResult
from torchzh.annotation.prose import Prose
from torchzh.check.glossary import Glossary
from torchzh.check.world import View, World
from torchzh.findings import Edit, Finding, Place
from torchzh.taxonomy import Taxonomy

# What is wrong with the options of a code block; the example runner knows, and is not imported here.
OptionFaults = Callable[[CodeBlock], tuple[str, ...]]


def no_option_faults(_: CodeBlock) -> tuple[str, ...]:
    """For runs without the example runner."""
    return ()


@dataclass(frozen=True, kw_only=True)
class Context:
    """Everything a rule may look at."""

    result: ReadResult
    entry: Annotation
    world: World
    glossary: Glossary
    taxonomy: Taxonomy
    usage: Mapping[str, int] = field(default_factory=dict)  # name → rank, 1 is the most used
    full_entries: frozenset[str] = frozenset()  # names that must have a full entry
    supported: tuple[str, ...] = ()  # minor versions of versions.toml
    option_faults: OptionFaults = no_option_faults

    @cached_property
    def views(self) -> tuple[View, ...]:
        """The shapes of the object in the checked versions."""
        return self.world.views(self.entry.name)

    @cached_property
    def known_views(self) -> tuple[View, ...]:
        """The shapes of the object in all known versions."""
        return self.world.views(self.entry.name, self.world.minors)

    def section_prose(self, *titles: str) -> Iterator[Prose]:
        """Running text of some sections."""
        return (prose for prose in self.result.prose if prose.section in titles and prose.where != "heading")

    def at_key(self, *keys: str) -> tuple[int, int]:
        """Place of the first of these front-matter keys that is there."""
        positions = self.entry.key_positions
        return next((positions[key] for key in keys if key in positions), (1, 1))

    def finding(
        self,
        code: str,
        at: tuple[int, int],
        versions: tuple[str, ...] = (),
        edit: Edit | None = None,
        /,
        **arguments: str,
    ) -> Finding:
        """A finding about this entry."""
        return Finding(
            code=code,
            place=Place(path=self.entry.path, line=at[0], column=at[1]),
            name=self.entry.name,
            arguments=arguments,
            versions=versions,
            edit=edit,
        )


Rule = Callable[[Context], Iterator[Finding]]
