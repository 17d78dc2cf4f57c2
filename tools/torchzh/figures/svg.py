"""The one writer of SVG: numbers rounded, text escaped, colours by name only.

All pictures are 340 units wide: on a phone of 390 pixels one unit is a little
more than a pixel, so text of 12 units can be read there. A colour is a custom
property of the page with a light fallback; books, which have no such property,
take the fallback (``light``). Nothing here has an id, so pictures never collide.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from xml.sax.saxutils import escape, quoteattr

from torchzh.figures.models import FigureError

WIDTH = 340.0
SIZE = 12.0  # of text, and the smallest that may be used
# Name → light colour. The dark ones stand in torchzh.css; a test compares the names.
COLOURS = {
    "bg": "#ffffff",
    "ink": "#1f2937",
    "mute": "#5b6472",
    "line": "#c9d0db",
    "void": "#eef1f5",
    "a": "#1d5fc4",
    "b": "#b4500b",
    "c": "#0b7266",
    "d": "#7033c9",
    "a-soft": "#d6e5fb",
    "b-soft": "#fde3c6",
    "c-soft": "#cdeee7",
    "d-soft": "#e8dcfc",
}
VARIABLE = re.compile(r"var\(--tz-fig-[a-z-]+,(#[0-9a-f]{6})\)")
Point = tuple[float, float]


def number(value: float) -> str:
    """At most one decimal, never ``-0``."""
    text = f"{value:.1f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def colour(name: str) -> str:
    """A colour by its name."""
    return f"var(--tz-fig-{name},{COLOURS[name]})"


def light(svg: str) -> str:
    """The same picture with the light colours written out, for books."""
    return VARIABLE.sub(r"\1", svg)


def width_of(content: str, size: float = SIZE, *, bold: bool = False) -> float:
    """About how wide the text is in a wide font: a Chinese character is as wide as high."""
    latin = 0.64 if bold else 0.56
    return sum(1.0 if ord(char) > 0x2E7F else latin for char in content) * size


def text(
    x: float,
    y: float,
    content: str,
    *,
    at: str = "middle",
    fill: str = "ink",
    size: float = SIZE,
    bold: bool = False,
) -> str:
    """One line around (``middle``), after (``start``) or before (``end``) a point of its base line."""
    if not content:
        return ""
    width = width_of(content, size, bold=bold)
    left = x - {"start": 0.0, "middle": width / 2, "end": width}[at]
    if left < -1 or left + width > WIDTH + 1 or size < SIZE:
        raise FigureError(f"图中文字放不下：{content}（{left:.0f}–{left + width:.0f}，{size} 号）")
    options = [f' text-anchor="{at}"'] if at != "middle" else []
    options += [f' fill="{colour(fill)}"'] if fill != "ink" else []
    options += [f' font-size="{number(size)}"'] if size != SIZE else []
    options += [' font-weight="600"'] if bold else []
    return f'<text x="{number(x)}" y="{number(y)}"{"".join(options)}>{escape(content)}</text>'


def path(data: str, *, fill: str = "", stroke: str = "", width: float = 1, dash: str = "") -> str:
    """A path with named colours."""
    paint = [f'fill="{colour(fill) if fill else "none"}"']
    if stroke:
        paint.append(f'stroke="{colour(stroke)}"')
        paint += [f'stroke-width="{number(width)}"'] if width != 1 else []
        paint += [f'stroke-dasharray="{dash}"'] if dash else []
    return f'<path d="{data}" {" ".join(paint)}/>'


def box(x: float, y: float, width: float, height: float) -> str:
    """Path data of a rectangle."""
    return f"M{number(x)} {number(y)}h{number(width)}v{number(height)}h{number(-width)}z"


def line(points: Sequence[Point], stroke: str = "ink", *, width: float = 1, dash: str = "") -> str:
    """A broken line."""
    data = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)
    return path(data, stroke=stroke, width=width, dash=dash)


def arrow(start: Point, end: Point, stroke: str = "mute", *, width: float = 1.5, dash: str = "") -> str:
    """A straight arrow."""
    (x1, y1), (x2, y2) = start, end
    length = max(((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5, 0.1)
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    bx, by = x2 - 7 * ux, y2 - 7 * uy
    head = [(x2, y2), (bx - 4 * uy, by + 4 * ux), (bx + 4 * uy, by - 4 * ux)]
    data = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in head) + "z"
    return line([start, (bx, by)], stroke, width=width, dash=dash) + path(data, fill=stroke)


def dot(x: float, y: float, fill: str, radius: float = 3) -> str:
    """A filled circle."""
    return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}" fill="{colour(fill)}"/>'


def document(height: float, alt: str, parts: Iterable[str]) -> str:
    """The whole picture; ``alt`` is what a screen reader says."""
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(WIDTH)} {number(height)}" role="img" '
        f"aria-label={quoteattr(alt)} "
        f'font-size="{number(SIZE)}" text-anchor="middle" fill="{colour("ink")}">'
    )
    ground = path(box(0, 0, WIDTH, height), fill="bg")
    return "".join([head, ground, *parts, "</svg>"])
