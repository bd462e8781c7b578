"""Every formula of the package, given any numbers whatever: well-made MathML, no warning, never an exception."""

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Mapping, Sequence
from types import NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jaxtyping import AbstractArray

from headlight import formulas
from headlight.formulas.lines import Lines, formula
from tests.in_turn import in_turn
from tests.mathml import plain
from tests.sampled import sampled

PARTS = {f"headlight.formulas.{name}" for name in ("numbers", "mathml", "lines")}  # what formulas are built of
NUMBERS = (
    st.sampled_from([1e-9, -1e-9, 0.0, -0.0, 1.0, -2.5, 1e9, 1e300, -1e300, 5e-324, np.inf, -np.inf, np.nan])
    | st.floats()
)
LEFT_OUT = "too large or too small"


def functions_of_topics() -> dict[str, Callable[..., Lines]]:
    """Every public function of every module of the package, but for the builders."""
    found = {}
    for module in pkgutil.walk_packages(formulas.__path__, "headlight.formulas."):
        if module.name not in PARTS:
            members = inspect.getmembers(importlib.import_module(module.name), inspect.isfunction)
            found |= {
                f"{module.name}.{name}": function
                for name, function in members
                if function.__module__ == module.name and not name.startswith("_")
            }
    return found


FUNCTIONS = functions_of_topics()


def arguments(function: Callable[..., Lines]) -> st.SearchStrategy[dict[str, Any]]:
    """Anything that the annotations allow; whole numbers are places in every array where there is one."""
    hints = {name: hint for name, hint in get_type_hints(function).items() if name != "return"}

    @st.composite
    def drawn(draw: st.DrawFn) -> dict[str, Any]:
        sizes: dict[str, int] = {}
        places = any(_is_array(part) for hint in hints.values() for part in (hint, *get_args(hint)))
        return {name: draw(_of(hint, sizes, places, draw)) for name, hint in hints.items()}

    return drawn()


def _is_array(hint: Any) -> bool:
    return inspect.isclass(hint) and issubclass(hint, AbstractArray)


def _of(hint: Any, sizes: dict[str, int], places: bool, draw: st.DrawFn) -> st.SearchStrategy[Any]:
    if isinstance(hint, UnionType):
        return st.one_of([_of(part, sizes, places, draw) for part in get_args(hint)])
    if _is_array(hint):
        shape = [sizes.setdefault(name, draw(st.integers(3, 9))) for name in hint.dim_str.split()]
        kind, dtype = (
            (st.booleans(), bool)
            if "bool" in hint.dtypes
            else (st.integers(0, 10**9), np.int64)
            if "int64" in hint.dtypes
            else (NUMBERS, np.float64)
        )
        count = int(np.prod(shape))
        return st.lists(kind, min_size=count, max_size=count).map(
            lambda values: np.array(values, dtype=dtype).reshape(shape)
        )
    if get_origin(hint) is Mapping:
        return st.dictionaries(st.text(), _of(get_args(hint)[1], sizes, places, draw), min_size=1, max_size=5)
    if get_origin(hint) is Sequence:
        return st.lists(_of(get_args(hint)[0], sizes, places, draw), min_size=1, max_size=5)
    return {
        int: st.integers(0, 2) if places else st.sampled_from([-1, 0, 1, 2, 50, 10**6]),
        float: NUMBERS,
        str: st.text() | st.sampled_from(["<b>", "&amp;", "</math>", "\x00", "a b"]),
        bool: st.booleans(),
        NoneType: st.none(),
    }[hint]


@pytest.mark.parametrize("examples", sampled([8, 200], [8]))
@pytest.mark.parametrize("name", FUNCTIONS)
def test_any_numbers_make_a_formula(name: str, examples: int) -> None:
    """As many drawn sets of arguments each make lines that can be read."""

    @settings(max_examples=examples, deadline=None, derandomize=True)
    @given(arguments(FUNCTIONS[name]))
    def holds(of: dict[str, Any]) -> None:
        text = plain(FUNCTIONS[name](**of))
        assert text.strip() and LEFT_OUT not in text

    holds()


@in_turn("name", FUNCTIONS)
def test_every_public_function_gives_lines_and_is_calm(name: str) -> None:
    assert get_type_hints(FUNCTIONS[name])["return"] == Lines
    assert hasattr(FUNCTIONS[name], "__wrapped__"), "the decorator `formula` is missing"


def test_every_topic_is_found() -> None:
    topics = {name.split(".")[-2] for name in FUNCTIONS}
    known = {"attention", "block", "by_hand", "learning", "paths", "positions", "prediction", "softmax", "vectors"}
    assert topics == known
    assert len(FUNCTIONS) >= 36


def test_what_python_cannot_work_out_becomes_a_sentence() -> None:
    @formula
    def overflowing(value: float) -> Lines:
        raise OverflowError

    @formula
    def mistaken(value: float) -> Lines:
        raise KeyError("a mistake in the code is no matter of numbers")

    assert LEFT_OUT in plain(overflowing(1.0))
    with pytest.raises(KeyError):
        mistaken(1.0)
