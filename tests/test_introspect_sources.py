"""The readers of signatures one by one: stubs, schemas, docstrings, annotations, and their merger."""

from __future__ import annotations

import ast
import collections.abc
import typing
from types import SimpleNamespace
from typing import Any, Optional, Union

import pytest

from torchzh.introspect.annotations import annotation_of, stub_type
from torchzh.introspect.bodies import Bodies
from torchzh.introspect.docsigs import docstring_forms
from torchzh.introspect.merge import merge
from torchzh.introspect.normalise import expression, fingerprint, scrub
from torchzh.introspect.runtime import runtime_forms
from torchzh.introspect.schemas import python_type, schema_forms, split_arguments
from torchzh.introspect.stubs import form_of
from torchzh.models import Form, Source


def no_name(_: object) -> str:
    return ""


def text(form: Form) -> str:
    parts, star = [], False
    for item in form.parameters:
        if item.kind.value == "keyword-only" and not star:
            parts.append("*")
            star = True
        star = star or item.kind.value == "var-positional"
        default = f"={item.default.text}" if item.default.text else ""
        parts.append(item.label + default)
        if item.kind.value == "positional-only":
            parts.append("/")
    return f"({', '.join(parts)})"


def stub(signature: str, *, method: bool = False) -> Form:
    node = ast.parse(f"def f{signature}: ...").body[0]
    return form_of(node, method=method)


def schema(signature: str, *, method: bool = False) -> Form:
    return Form(parameters=stub(signature, method=method).parameters, source=Source.SCHEMA)


class FakeArgument(SimpleNamespace):
    def has_default_value(self) -> bool:
        return self.default_value is not None or self.given


def argument(name, *, default=None, given=False, kwarg_only=False):
    return FakeArgument(name=name, default_value=default, given=given, kwarg_only=kwarg_only)


class FakeSchema(SimpleNamespace):
    def __str__(self) -> str:
        return self.text


def lookup(*schemas):
    return lambda name: list(schemas)


SUM = FakeSchema(
    text="aten::sum(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor",
    arguments=[
        argument("self"),
        argument("dim"),
        argument("keepdim", default=False, given=True),
        argument("dtype", given=True, kwarg_only=True),
    ],
    returns=[SimpleNamespace(type="Tensor")],
)
SUM_OUT = FakeSchema(
    text="aten::sum.out(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None, "
    "Tensor(a!) out) -> Tensor(a!)",
    arguments=[*SUM.arguments, argument("out", kwarg_only=True)],
    returns=[SimpleNamespace(type="Tensor")],
)


def test_a_variant_that_writes_to_out_is_folded_into_the_one_that_returns():
    forms = schema_forms("sum", lookup(SUM, SUM_OUT), method=False)
    assert [text(form) for form in forms] == ["(input, dim, keepdim=False, *, dtype=None, out=None)"]


def test_a_method_has_neither_self_nor_out():
    forms = schema_forms("sum", lookup(SUM, SUM_OUT), method=True)
    assert [text(form) for form in forms] == ["(dim, keepdim=False, *, dtype=None)"]


def test_an_operator_that_is_not_there_has_no_forms():
    def raises(name):
        raise RuntimeError(name)

    assert schema_forms("nothing", raises, method=False) == ()


@pytest.mark.parametrize(
    ("spelled", "shown"),
    [
        ("int[2]?", "int | Sequence[int] | None"),
        ("Tensor(a!)", "Tensor"),
        ("Tensor[]", "Sequence[Tensor]"),
        ("ScalarType?", "torch.dtype | None"),
        ("SymInt[]", "Sequence[int]"),
        ("str", "str"),
    ],
)
def test_types_of_schemas_are_written_as_python_types(spelled, shown):
    assert python_type(spelled) == shown


def test_arguments_are_split_outside_brackets_and_quotes():
    assert split_arguments("a, b=(1, 2), c=', ', d: Dict[str, int] = {}") == [
        "a",
        "b=(1, 2)",
        "c=', '",
        "d: Dict[str, int] = {}",
    ]


@pytest.mark.parametrize(
    ("docstring", "name", "expected"),
    [
        ("cat(tensors, dim=0, *, out=None) -> Tensor\n\nText.", "cat", ["(tensors, dim=0, *, out=None)"]),
        ("\narange(start=0, end, step=1) -> Tensor\n", "arange", ["(start=0, end, step=1)"]),
        (
            "set(self: torch._C.Store, arg0: str, arg1: str) -> None\n",
            "set",
            ["(arg0, /, arg1, /)"],
        ),
        (
            "f(*args, **kwargs)\nOverloaded function.\n\n1. f(x: int) -> int\n\n2. f(x: str, y=3) -> str\n",
            "f",
            ["(x)", "(x, y=3)"],
        ),
        (
            ".. function:: std(input, dim)\n   :noindex:\n\n.. function:: std(input, *, out=None)\n",
            "std",
            ["(input, dim)", "(input, *, out=None)"],
        ),
        ("view(*shape) -> Tensor", "view", ["(*shape)"]),
        ("Text that says cat(tensors) somewhere.", "cat", []),
        ("stack(tensors) is like cat", "stack", []),
        ("other(tensors) -> Tensor", "cat", []),
        ("cat(tensors, dim=0", "cat", []),
        ("cat(the tensors) -> Tensor", "cat", []),
        ("cat(a, a) -> Tensor", "cat", []),
        ("", "cat", []),
    ],
)
def test_only_what_is_surely_a_signature_is_read_from_a_docstring(docstring, name, expected):
    assert [text(form) for form in docstring_forms(docstring, name, method=True)] == expected


def test_an_object_as_default_in_a_docstring_loses_its_address():
    form = docstring_forms("f(x: int = <torch.Timeout object at 0x7f00aa>)", "f", method=False)[0]
    assert (form.parameters[0].default.text, form.parameters[0].default.state.value) == (
        "<Timeout>",
        "opaque",
    )


@pytest.mark.parametrize(
    ("stubs", "schemas", "method", "expected"),
    [
        pytest.param(["(a, b=...)"], ["(a, b=3)"], False, ["(a, b=3)"], id="open default filled"),
        pytest.param(["(a, b=...)"], ["(a, c=3)", "(a)"], False, ["(a, b=...)"], id="no witness, no guess"),
        pytest.param([], ["(a)"], False, ["(a)"], id="schema alone"),
        pytest.param(["(a)"], [], False, ["(a)"], id="stub alone"),
        pytest.param(["(t, n=-1)"], ["(input, n=-1)"], False, ["(input, n=-1)"], id="one wrong name"),
        pytest.param(["(a, b)"], ["(c, d)"], False, ["(a, b)"], id="two names differ: not the same form"),
        pytest.param(["(a, mode='x')"], ["(a, *, mode='x')"], False, ["(a, *, mode='x')"], id="keyword only"),
        pytest.param(["(a, *, b=1)"], ["(a, b=1)"], False, ["(a, *, b=1)"], id="the stub's star stays"),
        pytest.param(
            ["(a, b, c)", "(a, b, *, c)"],
            ["(a, b, c)", "(a, b, *, c)"],
            False,
            ["(a, b, c)", "(a, b, *, c)"],
            id="two kinds, both real",
        ),
        pytest.param(
            ["(data, dtype=None, pin_memory=False)"], [], False, ["(data, *, dtype=None, pin_memory=False)"],
            id="options by keyword",
        ),
        pytest.param(
            ["(x, dim, dtype=None)"], ["(x, dim, dtype=None)"], False, ["(x, dim, dtype=None)"],
            id="an option the schema has positional",
        ),
        pytest.param(["(other, *, out=None)"], ["(other)"], True, ["(other)"], id="methods have no out"),
        pytest.param(["(a, *, out=None)"], ["(a)"], False, ["(a, *, out=None)"], id="functions may"),
        pytest.param(["(from_, to)"], ["(from_, to)"], False, ["(from_, to)"], id="really called from_"),
        pytest.param(
            ["(a, b, c)", "(a, b, c=1)"], ["(a, b, c=1)"], False, ["(a, b, c=1)"], id="needless strictness"
        ),
        pytest.param(
            ["(a, c=None)", "(a, c)"], ["(a, c=None)", "(a, c)"], False, ["(a, c=None)", "(a, c)"],
            id="strictness that is real",
        ),
        pytest.param(
            ["(a, dim: int)", "(a, dim: str)"], ["(a, dim)"], False, ["(a, dim)", "(a, dim)"],
            id="by number or by name: two forms",
        ),
        pytest.param(
            ["(a: int, b)", "(a: int | str, b)"], ["(a, b)"], False, ["(a, b)"], id="wider type: one form"
        ),
        pytest.param(
            ["(n, *, dtype=None, device=None)"],
            ["(n, *, dtype=None, layout=None, device=None, pin_memory=None)"],
            False,
            ["(n, *, dtype=None, device=None, layout=None, pin_memory=None)"],
            id="forgotten options",
        ),
    ],
)  # fmt: skip
def test_stub_and_schema_correct_each_other(stubs, schemas, method, expected):
    merged = merge(tuple(map(stub, stubs)), tuple(map(schema, schemas)), method=method)
    assert [text(form) for form in merged] == expected


def test_a_parameter_called_from_gets_its_name_back_from_the_schema():
    real = schema("(a, to)")
    renamed = Form(parameters=(stub("(x)").parameters[0], *real.parameters[1:]), source=Source.SCHEMA)
    known = Form(
        parameters=tuple(
            type(item)(name="from" if item.name == "x" else item.name) for item in renamed.parameters
        ),
        source=Source.SCHEMA,
    )
    assert text(merge((stub("(from_, to)"),), (known,), method=False)[0]) == "(from, to)"


def test_the_self_of_a_function_stub_is_called_input_and_that_of_a_method_is_dropped():
    assert text(stub("(self: Tensor, dim)")) == "(input, dim)"
    assert text(stub("(self, dim)", method=True)) == "(dim)"


@pytest.mark.parametrize(
    ("annotation", "shown"),
    [
        (Optional[int], "int | None"),  # noqa: UP045
        (int | None, "int | None"),
        (Union[int, str, None], "int | str | None"),  # noqa: UP007
        (typing.List[int], "list[int]"),  # noqa: UP006
        (tuple[int, ...], "tuple[int, ...]"),
        (collections.abc.Callable[[int], str], "Callable[[int], str]"),
        (typing.Callable[..., Any], "Callable[..., Any]"),
        (typing.Literal["a", 1], "Literal['a', 1]"),
        (typing.TypeVar("T"), "T"),
        (Any, "Any"),
        (None, "None"),
        ("Optional[List[_int]]", "list[int] | None"),
        ("typing.Dict[str, Tensor]", "dict[str, torch.Tensor]"),
        (ast.expr, "ast.expr"),
    ],
)
def test_annotations_have_one_spelling(annotation, shown):
    assert annotation_of(annotation, no_name) == shown


@pytest.mark.parametrize(
    ("spelled", "shown"),
    [
        ("_int | SymInt", "int | torch.SymInt"),
        ("Optional[DeviceLikeType]", "torch.device | str | int | None"),
        ("Union[_int, _int]", "int"),
        ("torch.memory_format", "torch.memory_format"),
        ("MyTensor", "MyTensor"),
        ("'Tensor'", "'Tensor'"),
    ],
)
def test_short_names_of_stubs_become_public_ones(spelled, shown):
    assert stub_type(spelled) == shown


@pytest.mark.parametrize(
    ("value", "shown", "exact"),
    [
        (1e-5, "1e-05", True),
        (float("inf"), "float('inf')", True),
        (float("nan"), "float('nan')", True),
        (True, "True", True),
        ((1,), "(1,)", True),
        ({"b": 1, "a": [2]}, "{'b': 1, 'a': [2]}", True),
        ({3, 1, 2}, "{1, 2, 3}", True),
        (set(), "set()", True),
        (print, "print", True),
        (ast.parse, "ast.parse", True),
        (ast, "ast", True),
        (lambda: None, "<lambda>", False),
        (object(), "object()", False),
        ((1, object()), "(1, object())", False),
        (iter(()), "<tuple_iterator>", False),
        (..., "...", True),
        ("/usr/local", "<path>", False),
        ("a/b", "'a/b'", True),
    ],
)
def test_values_are_expressions_where_they_can_be(value, shown, exact):
    assert expression(value, no_name) == (shown, exact)


def forgot_to_say(function):
    def wrapper(*args, **kwargs):
        return function(*args, **kwargs)

    return wrapper


@forgot_to_say
def wrapped(x, dim=0):
    return x, dim


def test_what_a_careless_decorator_hides_is_shown_and_stays_opaque():
    forms = runtime_forms(wrapped, no_name, method=False, constructor=False)
    assert [(text(form), form.opaque) for form in forms] == [("(x, dim=0)", True)]


def test_texts_lose_addresses_and_paths_but_not_fractions():
    assert scrub("<f at 0x7f12ab34cd> in /usr/lib/python/x.py, 1/2 and N/A") == "<f> in <path>, 1/2 and N/A"


def test_the_fingerprint_of_a_docstring_ignores_its_layout_only():
    assert fingerprint("a  b\n\n c") == fingerprint("a b c")
    assert fingerprint("a b d") != fingerprint("a b c")
    assert (fingerprint(""), fingerprint(" \n")) == ("", "")


def test_a_variable_that_is_extended_by_itself_is_not_put_into_itself():
    def extended(prefix):
        prefix = prefix + "."
        raise RuntimeError(f"{prefix} was removed, use g")

    def kept():
        words = "f was removed, use g"
        raise RuntimeError(words)

    assert Bodies().tombstone(extended) == "{prefix} was removed, use g"
    assert Bodies().tombstone(kept) == "f was removed, use g"
