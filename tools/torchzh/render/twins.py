"""Which names are the same operation in another dress.

``nn.ReLU``, ``F.relu``, ``torch.relu``, ``Tensor.relu`` and the in-place
``Tensor.relu_`` belong together. The families are computed from the snapshot:
names are grouped by one key, so every link has its way back, and a member stays
only where kind and parameters agree. Irregular module names are a kept table
that a test checks against torch's own ``forward``.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from torchzh.models import ApiObject, Kind, Snapshot

FUNCTIONAL, MODULE, TENSOR, TOP = "torch.nn.functional", "torch.nn", "torch.Tensor", "torch"
CALLABLE = frozenset({Kind.FUNCTION, Kind.METHOD})

# Modules whose functional twin has another name; checked by a test against forward().
IRREGULAR = {
    "BCELoss": "binary_cross_entropy",
    "BCEWithLogitsLoss": "binary_cross_entropy_with_logits",
    "KLDivLoss": "kl_div",
    "MultiheadAttention": "multi_head_attention_forward",
    "Upsample": "interpolate",
    "CosineSimilarity": "cosine_similarity",
    "SyncBatchNorm": "batch_norm",
    "MultiLabelMarginLoss": "multilabel_margin_loss",
    "MultiLabelSoftMarginLoss": "multilabel_soft_margin_loss",
    "CTCLoss": "ctc_loss",
    "NLLLoss": "nll_loss",
    "NLLLoss2d": "nll_loss",
    "FractionalMaxPool2d": "fractional_max_pool2d",
    "FractionalMaxPool3d": "fractional_max_pool3d",
    "Softmax2d": "softmax",
    "UpsamplingNearest2d": "interpolate",
    "UpsamplingBilinear2d": "interpolate",
    "ChannelShuffle": "channel_shuffle",
    "LPPool1d": "lp_pool1d",
    "LPPool2d": "lp_pool2d",
    "LPPool3d": "lp_pool3d",
}
# Same spelling, other meaning: the in-place form fills with random numbers and ignores the old values.
FALSE_FRIENDS = frozenset({"normal", "bernoulli", "random", "set", "geometric", "map", "apply"})
SYNONYM = "同一操作的另一个名字"
# Parameters that only one dress has.
OWN = frozenset(
    {"input", "self", "out", "inplace", "dtype", "layout", "device", "requires_grad", "generator"}
)


@dataclass(frozen=True, slots=True)
class Twin:
    """A relative of a page."""

    name: str
    relation: str  # in the reader's words


def twins(snapshot: Snapshot) -> Mapping[str, tuple[Twin, ...]]:
    """Relatives of every name, both ways by construction."""
    functions = functional_names(snapshot)
    families: defaultdict[str, list[ApiObject]] = defaultdict(list)
    for obj in snapshot.objects.values():
        key = _key(obj, functions)
        if key and not obj.tombstone:
            families[key].append(obj)
    result: dict[str, tuple[Twin, ...]] = {}
    for members in families.values():
        for obj in members:
            found = [other for other in members if other is not obj and _related(obj, other)]
            if found:
                result[obj.name] = tuple(_twin(obj, other) for other in sorted(found, key=_order))
    return _with_synonyms(result, synonyms(snapshot))


def synonyms(snapshot: Snapshot) -> list[tuple[str, str]]:
    """Pairs of names of which torch says that one is an alias for the other, though both are objects."""
    pairs: list[tuple[str, str]] = []
    for name, obj in snapshot.objects.items():
        if obj.same_as:
            home = home_and_last(name)[0]
            spellings = (f"{home}.{obj.same_as}", obj.same_as, f"torch.{obj.same_as}")
            found = next((spelling for spelling in spellings if spelling in snapshot.objects), name)
            target = snapshot.objects[found].alias_of or found
            if target != name:
                pairs.append((name, target))
    return pairs


def _with_synonyms(
    families: Mapping[str, tuple[Twin, ...]], pairs: list[tuple[str, str]]
) -> Mapping[str, tuple[Twin, ...]]:
    result = dict(families)
    for first, second in pairs:
        for name, other in ((first, second), (second, first)):
            rest = tuple(twin for twin in result.get(name, ()) if twin.name != other)
            result[name] = (Twin(other, SYNONYM), *rest)
    return result


def home_and_last(name: str) -> tuple[str, str]:
    """``torch.nn.functional`` and ``relu``."""
    home, _, last = name.rpartition(".")
    return home, last


def base_name(last: str) -> str:
    """``relu`` for ``relu_``; dunder and private names are nobody's twin."""
    return last[:-1] if last.endswith("_") and not last.endswith("__") else last


def functional_names(snapshot: Snapshot) -> frozenset[str]:
    """Last parts of everything in torch.nn.functional."""
    return frozenset(
        name.removeprefix(FUNCTIONAL + ".")
        for name, obj in snapshot.objects.items()
        if name.startswith(FUNCTIONAL + ".") and obj.kind is Kind.FUNCTION
    )


def functional_name(class_name: str, known: frozenset[str]) -> str:
    """The functional twin of an nn class among the ``known`` functions, or an empty string."""
    bare = class_name.removeprefix("Lazy")
    if bare in IRREGULAR:
        return IRREGULAR[bare] if IRREGULAR[bare] in known else ""
    squeezed = {name.replace("_", ""): name for name in known if not name.endswith("_")}
    for candidate in (bare, re.sub(r"Loss$", "", bare), re.sub(r"[123]d$", "", bare)):
        if candidate.lower() in squeezed:
            return squeezed[candidate.lower()]
    return ""


def _key(obj: ApiObject, functions: frozenset[str]) -> str:
    home, last = home_and_last(obj.name)
    if home == MODULE and obj.kind is Kind.CLASS:
        return functional_name(last, functions)
    if home in (FUNCTIONAL, TENSOR, TOP) and obj.kind in CALLABLE and not last.startswith("_"):
        base = base_name(last)
        return "" if last != base and base in FALSE_FRIENDS else base
    return ""


def _related(obj: ApiObject, other: ApiObject) -> bool:
    """Parameters of one form of either side must fit the other; an unknown signature is trusted."""
    if Kind.CLASS in (obj.kind, other.kind) or not obj.forms or not other.forms:
        return True
    ours, theirs = _names(obj), _names(other)
    return any(form <= theirs for form in _forms(obj)) or any(form <= ours for form in _forms(other))


def _names(obj: ApiObject) -> frozenset[str]:
    return frozenset(parameter.name for parameter in obj.parameters()) | OWN


def _forms(obj: ApiObject) -> list[frozenset[str]]:
    return [
        frozenset(p.name for p in form.parameters if not p.is_variadic and not p.is_private) - OWN
        for form in obj.forms
    ]


def _twin(obj: ApiObject, other: ApiObject) -> Twin:
    home, last = home_and_last(other.name)
    own_last = home_and_last(obj.name)[1]
    if other.kind is Kind.CLASS:
        relation = "延迟初始化的模块" if last.startswith("Lazy") else "模块"
    elif base_name(last) != last and base_name(own_last) == own_last:
        relation = "原地版本"
    elif base_name(last) == last and base_name(own_last) != own_last:
        relation = "非原地版本"
    else:
        relation = {FUNCTIONAL: "函数式", TENSOR: "张量方法", TOP: "torch 函数"}[home]
    return Twin(other.name, relation)


def _order(obj: ApiObject) -> tuple[int, str]:
    home, last = home_and_last(obj.name)
    rank = {MODULE: 0, FUNCTIONAL: 1, TOP: 2, TENSOR: 3}[home]
    return rank + (4 if last != base_name(last) else 0), obj.name
