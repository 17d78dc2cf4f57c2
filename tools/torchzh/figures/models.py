"""The record that leaves this stage: one picture with its words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A picture as a page needs it."""

    caption: str  # how to read it, one or two Chinese sentences
    alt: str  # what it shows, with real numbers, for those who cannot see it
    svg: str  # one root element, no line ends


Maker = Callable[[], Figure]


class FigureError(RuntimeError):
    """A picture could not be drawn; the message is in Chinese."""
