"""What the search box knows about one public name, gathered from a finished ``Site``.

Every canonical public name is a record. Names without an entry get their Chinese
words from the lexicon; names of one operation in several dresses form a family.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from torchzh.annotation.models import Annotation
from torchzh.finder.lexicon import Lexicon
from torchzh.finder.messages import SYMPTOM, messages_of
from torchzh.models import ApiObject, Kind
from torchzh.render.grades import grade
from torchzh.render.pages import Place
from torchzh.render.progress import Use
from torchzh.render.signature import signatures
from torchzh.render.site import Site

LONG_CODE = re.compile(r"`[^`]{25,}`")  # messages are kept apart
SHOWN = 60  # characters of a symptom
FIELD = "field"
LONG = 180  # characters of a signature that fit into a row


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One public name."""

    name: str
    kind: str  # value of models.Kind
    place: str  # value of render.pages.Place, or FIELD
    address: str  # docname
    grade: str  # 详注, 简注 or 自动
    state: str = ""  # 已弃用 or 已移除
    uses: int = 0
    names: tuple[str, ...] = ()  # other public spellings
    signature: str = ""  # without the name
    summary: str = ""
    words: tuple[str, ...] = ()  # what people call it, here and in other libraries
    tags: tuple[str, ...] = ()
    category: str = ""
    symptoms: tuple[str, ...] = ()  # titles of pitfalls
    messages: tuple[tuple[str, int], ...] = ()  # message, how often the entry shows it
    family: str = ""  # smallest name of the family; empty: it stands alone


def make_records(site: Site, usage: Iterable[Use], lexicon: Lexicon) -> list[Record]:
    """Records of all canonical names, in the order of the snapshot."""
    # A method name was counted on objects of any type, so it counts for less.
    uses = {use.name: use.uses // (8 if use.upper_bound else 1) for use in usage}
    families = _families(site)
    known = _resolved(lexicon, site)
    return [
        _record(
            site.snapshot.objects[name], site, uses.get(name, 0), families.get(name, ""), known.get(name, ())
        )
        for name in site.plan.places
        if site.snapshot.objects[name].kind is not Kind.MISSING
    ]


def _record(obj: ApiObject, site: Site, uses: int, family: str, known: tuple[str, ...]) -> Record:
    annotation = site.annotations.get(obj.name)
    words = tuple(dict.fromkeys([*(annotation.aliases if annotation else ()), *known]))
    return Record(
        name=obj.name,
        kind=obj.kind.value,
        place=_place(obj, site),
        address=site.plan.docnames[obj.name],
        grade=grade(obj, annotation).value,
        state=_state(obj),
        uses=uses,
        names=site.plan.aliases.get(obj.name, ()),
        signature=_signature(obj, site),
        summary=annotation.summary if annotation else "",
        words=words,
        tags=annotation.tags if annotation else (),
        category=annotation.category if annotation else "",
        symptoms=tuple(_symptoms(annotation)) if annotation else (),
        messages=tuple(messages_of(annotation).items()) if annotation else (),
        family=family,
    )


def _resolved(lexicon: Lexicon, site: Site) -> dict[str, tuple[str, ...]]:
    """The lexicon by canonical name: which spelling is canonical depends on the version."""
    found: dict[str, tuple[str, ...]] = {}
    for name, words in lexicon.entries.items():
        obj = site.snapshot.canonical(name)
        if obj is not None:
            found[obj.name] = (*found.get(obj.name, ()), *words)
    return found


def _place(obj: ApiObject, site: Site) -> str:
    """Where it is described; a field of a result is a word on the page of its class, without an anchor."""
    owner = site.owner(obj)
    if owner is not None and obj.name.rpartition(".")[2] in owner.fields:
        return FIELD if site.plan.places[obj.name] is not Place.PAGE else Place.PAGE.value
    return site.plan.places[obj.name].value


def _state(obj: ApiObject) -> str:
    if obj.tombstone:
        return "已移除"
    return "已弃用" if obj.deprecation is not None and obj.deprecation.certain else ""


def _signature(obj: ApiObject, site: Site) -> str:
    """The first form of an object with a page of its own."""
    if not obj.is_callable or not obj.forms or site.plan.places[obj.name] is not Place.PAGE:
        return ""
    text = signatures(obj, site.types, typed=False)[0].removeprefix(obj.name)
    return text if len(text) <= LONG else text[: LONG - 1] + "…"


def _symptoms(annotation: Annotation) -> Iterator[str]:
    for pitfall in annotation.pitfalls:
        lines = (line.lstrip("-* ") for line in pitfall.body.splitlines())
        symptom = next((line for line in lines if line.startswith(SYMPTOM)), "").lstrip(f"{SYMPTOM}*：: ")
        plain = LONG_CODE.sub("…", symptom).replace("`", "").replace("|", " ")
        title = pitfall.title.replace("`", "").replace("|", " ")
        yield f"{title}。{plain[:SHOWN]}"


def _families(site: Site) -> Mapping[str, str]:
    """Name → smallest name reachable over twins."""
    relatives = site.twins
    result: dict[str, str] = {}
    for start in sorted(relatives):
        if start in result:
            continue
        queue = [start]
        while queue:
            name = queue.pop()
            if name not in result:
                result[name] = start
                queue += [twin.name for twin in relatives.get(name, ())]
    return result
