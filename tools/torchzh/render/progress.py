"""How far the text has come, counted honestly: by pages and by use.

Pages are what pages.py decides. Use comes from data/usage.tsv: how often public
projects name an API. Method names were counted on any object, so their numbers
are upper bounds; they are weighed apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from importlib import resources

from torchzh.annotation.models import Grade
from torchzh.render import rst
from torchzh.render.grades import grade
from torchzh.render.rst import Lines
from torchzh.render.site import Site


@dataclass(frozen=True, slots=True, kw_only=True)
class Use:
    """How often public projects use one name."""

    name: str
    packages: int
    uses: int
    upper_bound: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """Figures of one build."""

    full: int
    brief: int
    automatic: int
    exact_share: float  # share of uses of functions and classes whose page has a full or brief entry
    method_share: float  # the same for method names (upper bounds)
    first_500: int  # of the 500 most used names, how many have an entry

    @property
    def pages(self) -> int:
        """All API pages."""
        return self.full + self.brief + self.automatic


def load_usage(text: str | None = None) -> list[Use]:
    """Rows of usage.tsv, most used first."""
    if text is None:
        text = (resources.files("torchzh") / "data" / "usage.tsv").read_text(encoding="utf-8")
    rows = [line.split("\t") for line in text.splitlines()[1:] if line]
    return [
        Use(name=name, packages=int(packages), uses=int(uses), upper_bound=bound == "1")
        for name, packages, uses, bound in rows
    ]


def measure(site: Site, usage: Iterable[Use]) -> Progress:
    """Count grades over all pages, and weigh the names this torch has."""
    grades = Counter(
        grade(site.snapshot.objects[name], site.annotations.get(name)) for name in site.plan.pages()
    )
    known = [use for use in usage if use.name in site.plan.docnames]
    return Progress(
        full=grades[Grade.FULL],
        brief=grades[Grade.BRIEF],
        automatic=grades[Grade.AUTOMATIC],
        exact_share=_share([use for use in known if not use.upper_bound], site),
        method_share=_share([use for use in known if use.upper_bound], site),
        first_500=sum(_written(use.name, site) for use in known[:500]),
    )


def _written(name: str, site: Site) -> bool:
    canonical = site.canonical(name)
    return canonical in site.annotations or canonical in site.covered_by


def _share(rows: list[Use], site: Site) -> float:
    total = sum(use.uses for use in rows)
    return sum(use.uses for use in rows if _written(use.name, site)) / total if total else 0.0


def progress_data(progress: Progress) -> dict[str, float]:
    """For progress.json."""
    data = asdict(progress)
    return data | {key: round(value, 4) for key, value in data.items() if isinstance(value, float)}


def progress_lines(progress: Progress) -> Lines:
    """The fragment that the start page, which is MyST, includes."""
    rows = [
        ("详注", f"{progress.full} 页"),
        ("简注", f"{progress.brief} 页"),
        ("自动", f"{progress.automatic} 页"),
        ("按使用量，函数与类", f"{progress.exact_share:.1%}"),
        ("按使用量，方法名（上界）", f"{progress.method_share:.1%}"),
        ("最常用的 500 个名字中已有条目的", f"{progress.first_500} 个"),
    ]
    cells = [[rst.paragraph(rst.text(title)), rst.paragraph(rst.text(figure))] for title, figure in rows]
    table = rst.table(cells, header=False, stub=True, style="tz-progress")
    return ["```{eval-rst}", *table, "```"]
