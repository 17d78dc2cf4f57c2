"""Curves and bars in a frame with axes, of numbers that somebody measured."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from torchzh.figures.svg import Point, box, colour, line, number, path, text, width_of

DASH = "5 4"


@dataclass(frozen=True, slots=True, kw_only=True)
class Axes:
    """Where the numbers lie in the picture."""

    x: tuple[float, float]
    y: tuple[float, float]
    left: float = 40
    top: float = 12
    width: float = 282
    height: float = 160

    def px(self, value: float) -> float:
        """Horizontal place of a number."""
        return self.left + (value - self.x[0]) / (self.x[1] - self.x[0]) * self.width

    def py(self, value: float) -> float:
        """Vertical place of a number."""
        return self.top + (self.y[1] - value) / (self.y[1] - self.y[0]) * self.height

    @property
    def bottom(self) -> float:
        """Lower edge."""
        return self.top + self.height

    @property
    def right(self) -> float:
        """Right edge."""
        return self.left + self.width


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """One line of the legend."""

    label: str
    colour: str
    dashed: bool = False


def plain(value: float) -> str:
    """A number as a reader writes it."""
    return f"{value:g}".replace("-", "−") if value else "0"


def frame(axes: Axes, xticks: Sequence[float], yticks: Sequence[float], xlabel: str = "") -> str:
    """Thin lines at the ticks, their numbers, darker lines through zero."""
    grid = "".join(f"M{number(axes.px(x))} {number(axes.top)}v{number(axes.height)}" for x in xticks)
    grid += "".join(f"M{number(axes.left)} {number(axes.py(y))}h{number(axes.width)}" for y in yticks)
    parts = [path(grid, stroke="line")]
    if axes.y[0] <= 0 <= axes.y[1]:
        parts.append(line([(axes.left, axes.py(0)), (axes.right, axes.py(0))], "mute"))
    if axes.x[0] <= 0 <= axes.x[1]:
        parts.append(line([(axes.px(0), axes.top), (axes.px(0), axes.bottom)], "mute"))
    parts += [text(axes.px(x), axes.bottom + 15, plain(x), fill="mute") for x in xticks]
    parts += [text(axes.left - 5, axes.py(y) + 4, plain(y), at="end", fill="mute") for y in yticks]
    if xlabel:
        parts.append(text(axes.left + axes.width / 2, axes.bottom + 31, xlabel, fill="mute"))
    return "".join(parts)


def curve(axes: Axes, xs: Sequence[float], ys: Sequence[float], stroke: str, *, dashed: bool = False) -> str:
    """The line through the points; where it leaves the frame it is interrupted."""
    pieces: list[list[Point]] = [[]]
    low, high = axes.y
    slack = (high - low) * 1e-6
    for x, y in zip(xs, ys, strict=True):
        if low - slack <= y <= high + slack:
            pieces[-1].append((axes.px(x), axes.py(y)))
        elif pieces[-1]:
            pieces.append([])
    data = "".join(
        "M" + "L".join(f"{number(x)} {number(y)}" for x, y in piece) for piece in pieces if len(piece) > 1
    )
    return path(data, stroke=stroke, width=2, dash=DASH if dashed else "")


def stairs(axes: Axes, ys: Sequence[float], stroke: str) -> str:
    """A value per step, kept until the next one."""
    points: list[Point] = []
    for step, y in enumerate(ys):
        points += [(axes.px(step), axes.py(y)), (axes.px(step + 1), axes.py(y))]
    return line(points, stroke, width=2)


def bars(axes: Axes, edges: Sequence[float], heights: Sequence[float], fill: str = "a-soft") -> str:
    """A histogram: one bar between each two edges."""
    data = ""
    for left, right, height in zip(edges[:-1], edges[1:], heights, strict=True):
        top = axes.py(height)
        data += box(axes.px(left), top, axes.px(right) - axes.px(left), axes.bottom - top)
    return path(data, fill=fill, stroke=fill.removesuffix("-soft"))


def legend(y: float, keys: Sequence[Key], left: float = 40) -> str:
    """Samples of the lines with their names, in a row; the caller sees that they fit."""
    parts: list[str] = []
    x = left
    for key in keys:
        parts.append(
            line([(x, y - 4), (x + 22, y - 4)], key.colour, width=2, dash=DASH if key.dashed else "")
        )
        parts.append(text(x + 27, y, key.label, at="start"))
        x += 27 + width_of(key.label) + 14
    return "".join(parts)


def ground(axes: Axes, left: float, right: float) -> str:
    """A pale band between two numbers."""
    x = axes.px(left)
    data = box(x, axes.top, axes.px(right) - x, axes.height)
    return f'<path d="{data}" fill="{colour("void")}"/>'
