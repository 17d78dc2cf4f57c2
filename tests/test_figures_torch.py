"""The pictures against the torch they were drawn with: every number in them is asked again, another way."""

from __future__ import annotations

import math
import re
import statistics
from xml.etree import ElementTree

import pytest

pytest.importorskip("torch")

import torch
from torch.nn import functional

from torchzh.figures import (
    activations,
    batches,
    broadcasting,
    clipping,
    convolution,
    distributions,
    functions,
    indexing,
    joining,
    layouts,
    losses,
    memory,
    normalisation,
    optimisation,
    ordering,
    reductions,
    schedules,
    sequences,
    shapes,
    windows,
)
from torchzh.figures.catalogue import makers
from torchzh.figures.plot import Axes
from torchzh.figures.svg import COLOURS, SIZE, VARIABLE, WIDTH, number, width_of
from torchzh.figures.worker import draw, draw_all, present

pytestmark = pytest.mark.torch
SVG = "{http://www.w3.org/2000/svg}"
MAKERS = makers()
LIMIT = 8 * 1024  # bytes of one picture
LIVE = [name for name in sorted(MAKERS) if present(name)]


@pytest.fixture(scope="module")
def drawn():
    return draw_all(MAKERS)


def words(figure) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(figure.svg).iter(f"{SVG}text")]


def polylines(figure, colour: str, width: str = "2") -> list[list[tuple[float, float]]]:
    """Points of the lines of a colour, a list per piece."""
    found = []
    for element in ElementTree.fromstring(figure.svg).iter(f"{SVG}path"):
        if (
            element.get("stroke", "").startswith(f"var(--tz-fig-{colour},")
            and element.get("stroke-width") == width
        ):
            for piece in element.attrib["d"].split("M")[1:]:
                found.append([tuple(map(float, pair.split())) for pair in piece.split("L")])
    return found


def numbers(figure, axes: Axes, colour: str) -> list[tuple[float, float]]:
    """The points of a line, back in the units of the axes."""
    return [
        (
            axes.x[0] + (px - axes.left) / axes.width * (axes.x[1] - axes.x[0]),
            axes.y[1] - (py - axes.top) / axes.height * (axes.y[1] - axes.y[0]),
        )
        for piece in polylines(figure, colour)
        for px, py in piece
        if py <= axes.bottom + 0.1  # below lies the legend
    ]


def tolerance(axes: Axes) -> tuple[float, float]:
    """What rounding to a tenth of a unit can change."""
    return 0.051 * (axes.x[1] - axes.x[0]) / axes.width, 0.051 * (axes.y[1] - axes.y[0]) / axes.height


def test_enough_names_have_a_picture_and_none_fails(drawn) -> None:
    assert dict(drawn.failed) == {}
    assert len(drawn.figures) >= 150
    assert set(drawn.figures) == set(LIVE)
    if torch.__version__.startswith("2."):
        assert set(MAKERS) - set(LIVE) == set()  # a misspelt name would be left out without a word


def test_the_same_torch_gives_the_same_bytes_in_any_order(drawn) -> None:
    again = draw_all(dict(reversed(list(MAKERS.items()))))
    assert again == drawn


@pytest.mark.parametrize("name", LIVE)
def test_a_picture_keeps_the_rules(name: str, drawn) -> None:
    figure = drawn.figures[name]
    root = ElementTree.fromstring(figure.svg)
    assert root.attrib["aria-label"] == figure.alt
    assert "\n" not in figure.svg
    assert len(figure.svg.encode()) <= LIMIT
    for sentence in (figure.alt, figure.caption):
        assert len(re.findall("[\u4e00-\u9fff]", sentence)) >= 6
        assert sentence.endswith(("。", "）"))
    assert re.search(r"\d", figure.alt)
    # No colour but those of the table, and no size below what a phone shows.
    assert re.sub(VARIABLE, "", figure.svg).count("#") == 0
    assert set(re.findall(r"var\(--tz-fig-([a-z-]+),", figure.svg)) <= set(COLOURS)
    assert all(float(element.get("font-size", SIZE)) >= SIZE for element in root.iter())
    assert root.attrib["viewBox"].startswith(f"0 0 {number(WIDTH)} ")


@pytest.mark.parametrize("name", LIVE)
def test_no_words_lie_on_other_words(name: str, drawn) -> None:
    boxes = []
    root = ElementTree.fromstring(drawn.figures[name].svg)
    height = float(root.attrib["viewBox"].split()[3])
    for element in root.iter(f"{SVG}text"):
        x, y, content = float(element.attrib["x"]), float(element.attrib["y"]), element.text or ""
        width = width_of(content) * 0.9
        left = x - {"start": 0, "middle": width / 2, "end": width}[element.get("text-anchor", "middle")]
        assert 10 <= y <= height, content
        boxes.append((left, left + width, y - 9, y, content))
    hits = [
        (a[4], b[4])
        for i, a in enumerate(boxes)
        for b in boxes[i + 1 :]
        if a[0] < b[1] and b[0] < a[1] and a[2] < b[3] and b[2] < a[3]
    ]
    assert hits == []


REFERENCE = {
    "torch.nn.ReLU": lambda x: max(x, 0.0),
    "torch.nn.GELU": lambda x: x * 0.5 * (1 + math.erf(x / math.sqrt(2))),
    "torch.nn.SiLU": lambda x: x / (1 + math.exp(-x)),
    "torch.nn.Sigmoid": lambda x: 1 / (1 + math.exp(-x)),
    "torch.nn.Tanh": math.tanh,
    "torch.nn.ELU": lambda x: x if x > 0 else math.expm1(x),
    "torch.exp": math.exp,
    "torch.sqrt": math.sqrt,
    "torch.sin": math.sin,
    "torch.cos": math.cos,
    "torch.abs": abs,
    "torch.clamp": lambda x: min(max(x, -1.0), 2.0),
}


@pytest.mark.parametrize("name", REFERENCE)
def test_the_points_of_a_curve_lie_on_the_function(name: str, drawn) -> None:
    curves = {**activations.CURVES, **functions.CURVES}[name]
    axes = activations.axes_of(curves)
    dx, dy = tolerance(axes)
    points = numbers(drawn.figures[name], axes, "a")
    assert len(points) > 40
    for x, y in points:
        near = [REFERENCE[name](max(x + shift, 0 if name == "torch.sqrt" else -99)) for shift in (-dx, 0, dx)]
        assert min(near) - dy <= y <= max(near) + dy


@pytest.mark.parametrize("name", ["torch.floor", "torch.ceil"])
def test_the_steps_of_rounding_are_not_joined(name: str, drawn) -> None:
    for piece in polylines(drawn.figures[name], "a"):
        assert len({y for _, y in piece}) == 1


def expected_rate(name: str, step: int) -> float:
    """The rate by the formula, not by stepping."""
    return {
        "StepLR": lambda: 0.1 * 0.5 ** (step // 10),
        "MultiStepLR": lambda: 0.1 * 0.1 ** ((step >= 15) + (step >= 30)),
        "ExponentialLR": lambda: 0.1 * 0.9**step,
        "CosineAnnealingLR": lambda: 0.1 * (1 + math.cos(math.pi * step / 30)) / 2,
        "LambdaLR": lambda: 0.1 * min(1.0, (step + 1) / 10),
        "LinearLR": lambda: 0.1 * min(1.0, 0.1 + 0.9 * step / 10),
        "PolynomialLR": lambda: 0.1 * max(0.0, 1 - step / 30) ** 2,
    }[name]()


@pytest.mark.parametrize(
    "name",
    ["StepLR", "MultiStepLR", "ExponentialLR", "CosineAnnealingLR", "LambdaLR", "LinearLR", "PolynomialLR"],
)
def test_every_stair_is_the_rate_of_the_formula(name: str, drawn) -> None:
    schedule = schedules.SCHEDULES[name]
    axes = schedules.axes_of(schedule)
    points = numbers(drawn.figures[f"torch.optim.lr_scheduler.{name}"], axes, "a")
    assert len(points) == 2 * schedule.steps
    for step in range(schedule.steps):
        for _, y in points[2 * step : 2 * step + 2]:
            assert y == pytest.approx(expected_rate(name, step), abs=tolerance(axes)[1])


def test_the_plateau_halves_after_patience_is_over() -> None:
    rates = schedules.plateau_rates(schedules.PLATEAU_LOSSES)
    assert rates == pytest.approx([0.1] * 7 + [0.05] * 6 + [0.025] * 2)


@pytest.mark.parametrize("name", [name for name in layouts.CASES if present(name)])
def test_a_layout_shows_the_order_in_memory(name: str, drawn) -> None:
    layout = layouts.CASES[name]
    x = layout.prepare(torch.arange(math.prod(layout.shape)).reshape(layout.shape))
    y = layout.make(x)
    said = words(drawn.figures[name])
    for tensor in (x, y):
        assert f"步长 {tuple(tensor.stride())}" in said
    # The first strip is the memory of x; a second one stands there only if y has its own.
    storage = x.storage() if not hasattr(x, "untyped_storage") else None
    size = storage.size() if storage is not None else x.untyped_storage().nbytes() // 8
    start = next(i for i, word in enumerate(said) if word.endswith("内存")) + 1
    assert said[start : start + size] == [str(value) for value in range(size)]
    own = y.data_ptr() != x.data_ptr()
    assert ("y 另有一块内存（复制）" in said) is own
    if own:
        flat = [str(value) for value in y.contiguous().flatten().tolist()]
        start = said.index("y 另有一块内存（复制）") + 1
        assert said[start : start + len(flat)] == flat


def test_sharing_is_asked_and_not_assumed() -> None:
    x = torch.arange(6).reshape(2, 3)
    assert memory.shares(x, x.t())
    assert not memory.shares(x, x.clone())
    assert memory.memory(x.t()) == [0, 1, 2, 3, 4, 5]
    assert memory.memory(x.t().contiguous()) == [0, 3, 1, 4, 2, 5]


def test_gather_takes_what_the_index_says(drawn) -> None:
    x, index, result = indexing.gather_data()
    assert result.tolist() == [[x[i][j].item() for j in row] for i, row in enumerate(index.tolist())]
    assert words(drawn.figures["torch.gather"])[-8:-2] == [str(v) for v in result.flatten().tolist()]


def test_scatter_writes_where_the_index_says(drawn) -> None:
    src, index, result = indexing.scatter_data()
    expected = [[0] * 4 for _ in range(3)]
    for i, row in enumerate(index.tolist()):
        for k, j in enumerate(row):
            expected[i][j] = src[i][k].item()
    assert result.tolist() == expected
    assert words(drawn.figures["torch.scatter"])[-14:-2] == [str(v) for row in expected for v in row]


def arrows(figure) -> list[tuple[float, float]]:
    """Start and tip of every blue arrow, left to right."""
    root = ElementTree.fromstring(figure.svg)
    shafts = [
        element.attrib["d"]
        for element in root.iter(f"{SVG}path")
        if element.get("stroke-width") == "1.5" and element.get("stroke", "").startswith("var(--tz-fig-a,")
    ]
    return [(float(d[1:].split()[0]), float(d.split("L")[1].split()[0])) for d in shafts]


@pytest.mark.parametrize("name", ["torch.sort", "torch.topk"])
def test_the_arrows_of_an_order_start_at_its_indices(name: str, drawn) -> None:
    x = ordering.data()
    indices = (torch.sort(x) if name == "torch.sort" else torch.topk(x, 3)).indices.tolist()
    starts = [
        round((start - ordering.LEFT) / ordering.CELL - 0.5) for start, _ in arrows(drawn.figures[name])
    ]
    assert starts == indices


def test_joined_cells_have_the_colour_of_their_source(drawn) -> None:
    one, other = joining.pair()
    assert joining.tints(torch.cat([one, other], 1))[0] == ["a-soft"] * 3 + ["b-soft"] * 3
    assert "接在下面 (4, 3)" in words(drawn.figures["torch.cat"])
    assert words(drawn.figures["torch.stack"]).count("形状 (2, 2, 3)") == 2


@pytest.mark.parametrize("name", reductions.REDUCTIONS)
def test_reductions_show_what_plain_python_finds(name: str) -> None:
    reduction = reductions.REDUCTIONS[name]
    rows = reductions.matrix(reduction).tolist()
    columns = [list(column) for column in zip(*rows, strict=True)]
    plain = {
        "sum": sum,
        "mean": lambda row: sum(row) / len(row),
        "prod": math.prod,
        "max": max,
        "min": min,
        "argmax": lambda row: row.index(max(row)),
        "argmin": lambda row: row.index(min(row)),
        "std": statistics.stdev,
        "var": statistics.variance,
        "all": all,
        "any": any,
        "norm": lambda row: math.sqrt(sum(value * value for value in row)),
    }[name]
    down, across, whole = reductions.results(reduction)
    assert down == [reductions.word(plain(column)) for column in columns]
    assert across == [reductions.word(plain(row)) for row in rows]
    assert whole == reductions.word(plain([value for row in rows for value in row]))


def test_broadcasting_shows_every_sum(drawn) -> None:
    a, b = broadcasting.operands()
    said = words(drawn.figures["torch.add"])
    expected = [str(int(x) + int(y)) for x in a.flatten() for y in b.flatten()]
    start = said.index("a + b (3, 4)") + 1
    assert said[start : start + 12] == expected


def test_a_convolution_window_holds_exactly_the_inputs_that_torch_reads() -> None:
    module = convolution.filled_module(convolution.STRIDE.make)
    assert convolution.seen(module, 5, (0, 0)) == [(0, 0), (0, 1), (1, 0), (1, 1)]  # the rest is padding
    assert convolution.seen(module, 5, (1, 1)) == [(i, j) for i in (1, 2, 3) for j in (1, 2, 3)]
    assert convolution.output_size(module, 5) == (5 + 2 - 3) // 2 + 1
    transposed = convolution.filled_module(convolution.TRANSPOSED.make)
    assert convolution.seen(transposed, 3, (2, 2)) == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert convolution.output_size(transposed, 3) == (3 - 1) * 2 + 3


def test_windows_show_what_plain_python_finds(drawn) -> None:
    assert windows.pooled(torch.nn.MaxPool2d(2)).tolist() == [[5, 7], [8, 9]]
    x, kernel, out = windows.kernel_over_row()
    padded = [0.0, *x.tolist(), 0.0]
    assert out.tolist() == [
        sum(a * b for a, b in zip(padded[i:], kernel.tolist(), strict=False)) for i in range(6)
    ]
    assert windows.enlarged("bilinear")[0].tolist() == [10, 12.5, 17.5, 20]
    assert words(drawn.figures["torch.nn.functional.pad"])[1:9] == ["0", "0", "1", "2", "3", "4", "0", "0"]


@pytest.mark.parametrize(
    ("name", "mean", "deviation"),
    [
        ("torch.rand", 0.5, math.sqrt(1 / 12)),
        ("torch.randn", 0.0, 1.0),
        ("torch.randint", 2.5, math.sqrt(35 / 12)),
        ("torch.nn.init.normal_", 0.0, 0.02),
        ("torch.nn.init.kaiming_normal_", 0.0, math.sqrt(2 / 128)),
        ("torch.nn.init.kaiming_uniform_", 0.0, math.sqrt(6 / 128 / 3)),
        ("torch.nn.init.xavier_uniform_", 0.0, math.sqrt(6 / 256 / 3)),
        ("torch.nn.init.xavier_normal_", 0.0, math.sqrt(2 / 256)),
        ("torch.nn.Linear", 0.0, math.sqrt(1 / 128 / 3)),
    ],
)
def test_drawn_numbers_have_the_moments_of_their_distribution(
    name: str, mean: float, deviation: float
) -> None:
    draw_of = distributions.DRAWS[name]
    found = distributions.values(draw_of)
    assert float(found.mean()) == pytest.approx(mean, abs=5 * deviation / 128)
    assert float(found.std()) == pytest.approx(deviation, rel=0.03)
    inside = [low for low in found.tolist() if draw_of.low <= low <= draw_of.high]
    assert sum(distributions.heights(draw_of)) == pytest.approx(100 * len(inside) / len(found), abs=0.01)
    assert len(inside) / len(found) > 0.999


@pytest.mark.parametrize(
    ("name", "colour", "formula"),
    [
        ("torch.nn.MSELoss", "a", lambda e: e * e),
        ("torch.nn.L1Loss", "a", abs),
        ("torch.nn.SmoothL1Loss", "a", lambda e: e * e / 2 if abs(e) < 1 else abs(e) - 0.5),
        ("torch.nn.BCEWithLogitsLoss", "a", lambda z: math.log1p(math.exp(-z))),
        ("torch.nn.CrossEntropyLoss", "a", lambda z: math.log1p(math.exp(-z))),
    ],
)
def test_losses_lie_on_their_formula(name: str, colour: str, formula, drawn) -> None:
    axes = losses.axes_of(losses.CASES[name])
    dx, dy = tolerance(axes)
    points = numbers(drawn.figures[name], axes, colour)
    assert len(points) > 40
    for x, y in points:
        near = [formula(x + shift) for shift in (-dx, 0, dx)]
        assert min(near) - dy <= y <= max(near) + dy


@pytest.mark.parametrize("name", ["RNN", "LSTM", "GRU"])
def test_recurrent_shapes_follow_the_rule(name: str, drawn) -> None:
    given, output, states = shapes.recurrent_shapes(getattr(torch.nn, name))
    assert tuple(given) == (shapes.BATCH, shapes.STEPS, shapes.INPUT)
    assert tuple(output) == (shapes.BATCH, shapes.STEPS, shapes.HIDDEN)
    assert [tuple(state) for state in states] == [(1, shapes.BATCH, shapes.HIDDEN)] * (
        2 if name == "LSTM" else 1
    )
    assert f"output {tuple(output)}：每步的 h" in words(drawn.figures[f"torch.nn.{name}"])


def test_attention_weights_are_shares_of_one(drawn) -> None:
    query, key, output, weights = shapes.attention_run()
    assert tuple(weights.shape) == (1, query.shape[1], key.shape[1])
    assert output.shape == query.shape
    assert weights.sum(-1).flatten().tolist() == pytest.approx([1.0] * 3)
    said = words(drawn.figures["torch.nn.MultiheadAttention"])
    assert [f"{value:.2f}" for value in weights.flatten().tolist()] == [
        w for w in said if re.fullmatch(r"0\.\d\d", w)
    ]


def test_packing_goes_column_by_column() -> None:
    padded, lengths, data, sizes = sequences.packed_data()
    expected = [
        row[t] for t in range(4) for row, length in zip(padded.tolist(), lengths, strict=True) if t < length
    ]
    assert data == expected
    assert sizes == [sum(length > t for length in lengths) for t in range(4)]


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("BatchNorm2d(4)", 12),
        ("InstanceNorm2d(4)", 4),
        ("GroupNorm(2, 4)", 8),
        ("LayerNorm(4)，输入 (3, 4, 4)", 4),
    ],
)
def test_a_norm_shares_its_mean_with_the_right_cells(name: str, count: int, drawn) -> None:
    figure = drawn.figures["torch.nn." + name.partition("(")[0]]
    assert name in words(figure)
    assert f"蓝色的 {count} 个数共用一个均值和方差" in words(figure)


def test_gradients_stop_where_the_norm_ends() -> None:
    groups = normalisation.reached(torch.nn.GroupNorm(2, 4), image=True)
    assert [[all(row) for row in table] for table in groups] == [
        [True, True, False, False],
        [False] * 4,
        [False] * 4,
    ]


def test_clipping_by_norm_keeps_the_direction(drawn) -> None:
    figure = draw(clipping.clipping)
    length = math.hypot(6, 2)
    assert f"按范数 3 ({round(18 / length, 2):g}, {round(6 / length, 2):g})" in words(figure)
    assert "按值 3 (3, 2)" in words(figure)


def test_the_walk_of_sgd_is_that_of_its_formula() -> None:
    x, y = optimisation.START
    for place in optimisation.walk(optimisation.SGD[1], 5):
        assert place == pytest.approx((x, y))
        x, y = x - 0.15 * x, y - 0.15 * 10 * y


def test_batches_hold_every_sample_once() -> None:
    assert batches.loaded(shuffle=False, drop_last=False) == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9]]
    assert batches.loaded(shuffle=False, drop_last=True) == [[0, 1, 2, 3], [4, 5, 6, 7]]
    shuffled = batches.loaded(shuffle=True, drop_last=False)
    assert sorted(value for batch in shuffled for value in batch) == list(range(10))
    assert shuffled[0] != [0, 1, 2, 3]
    assert sorted(value for part in batches.parted() for value in part) == list(range(10))
    assert [len(part) for part in batches.parted()] == [6, 2, 2]


def test_softmax_bars_are_shares(drawn) -> None:
    shares = functional.softmax(torch.tensor([2.0, 1.0, 0.0, -1.0]), 0).tolist()
    said = words(drawn.figures["torch.nn.Softmax"])
    assert [f"{round(share, 3):g}" for share in shares] == said[-4:]
