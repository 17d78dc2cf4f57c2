"""What a code mark in prose stands for: ``F.relu`` is torch.nn.functional.relu.

Writers mark names the way they type them in code. A mark that names something
the site documents becomes a fully qualified reference; everything else stays
code. There is no fuzzy search: a wrong link is worse than none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass

# Abbreviation at the start of a dotted name → what it stands for, as in everybody's imports.
ABBREVIATIONS = {
    "F.": "torch.nn.functional.",
    "nn.": "torch.nn.",
    "optim.": "torch.optim.",
    "lr_scheduler.": "torch.optim.lr_scheduler.",
    "Tensor.": "torch.Tensor.",
    "Module.": "torch.nn.Module.",
    "functional.": "torch.nn.functional.",
    "init.": "torch.nn.init.",
    "linalg.": "torch.linalg.",
    "autograd.": "torch.autograd.",
    "cuda.": "torch.cuda.",
    "amp.": "torch.amp.",
    "utils.": "torch.utils.",
    "data.": "torch.utils.data.",
    "torch.": "torch.",
}
DOTTED = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+")
CALL = re.compile(r"(?P<name>[\w.]+)(?:\(\))?$")

# How a documented name is shortened for people: longest prefix first.
SHORT_FORMS = (
    ("torch.nn.functional.", "F."),
    ("torch.nn.", "nn."),
    ("torch.optim.", "optim."),
    ("torch.Tensor.", "Tensor."),
)


def _nothing(name: str) -> str:
    del name
    return ""


@dataclass(frozen=True, slots=True)
class Names:
    """The names the site documents, aliases included."""

    known: Collection[str]
    inherited: Callable[[str], str] = _nothing  # nn.Linear.to → torch.nn.Module.to; empty: no such name

    def find(self, name: str) -> str:
        """The documented name a qualified name leads to, or an empty string."""
        if name in self.known:
            return name
        found = self.inherited(name)
        return found if found in self.known else ""

    def resolve(self, mark: str) -> str:
        """The documented name that a code mark stands for, or an empty string."""
        match = CALL.match(mark.strip())
        if match is None:
            return ""
        name = match["name"]
        if not DOTTED.fullmatch(name):
            return name if name == "torch" and name in self.known else ""
        for short, full in ABBREVIATIONS.items():
            if name.startswith(short):
                found = self.find(full + name[len(short) :])
                if found:
                    return found
        return name if name in self.known else ""


def short_form(name: str) -> str:
    """``F.conv2d`` for torch.nn.functional.conv2d; empty where nobody shortens."""
    for prefix, short in SHORT_FORMS:
        if name.startswith(prefix) and "." not in name[len(prefix) :]:
            return short + name[len(prefix) :]
    return ""


def title_of(name: str) -> str:
    """What lists and the sidebar call the page of an object: ``F.relu``, ``Tensor.view``, ``cat``."""
    return short_form(name) or name.removeprefix("torch.")
