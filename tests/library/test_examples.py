"""Every public function of the library has an example that runs, and a docstring of the same parts."""

import doctest
import inspect
from importlib import import_module

import pytest

import headlight as hl
from headlight.library import model, models, run, runs
from tests.in_turn import in_turn

MODULES = (model, models, run, runs)
PUBLIC = {
    f"{getattr(owner, '__name__', '')}.{name}": function
    for owner in (hl.Model, hl.Run, hl.Runs)
    for name, function in vars(owner).items()
    if inspect.isfunction(function) and not name.startswith("_")
} | {"open": hl.open, "from_model": hl.from_model}


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_the_examples_give_what_they_say(module) -> None:
    found = doctest.testmod(module)
    assert found.failed == 0 and found.attempted


@in_turn("name", PUBLIC)
def test_a_docstring_says_what_is_given_and_raised_and_has_an_example(name: str) -> None:
    says = inspect.getdoc(PUBLIC[name]) or ""
    first = says.split("\n")[0]
    assert first.endswith((".", ":")) or ":" in first
    given = [*inspect.signature(PUBLIC[name]).parameters] not in (["self"], [])
    parts = ["Args:"] * given + ["Returns:", "Raises:"] + ["Example:"] * (name != "from_model")  # of a live one: tests
    assert [part for part in parts if f"\n{part}\n" in says] == parts
    for argument in inspect.signature(PUBLIC[name]).parameters.values():
        stars = {argument.VAR_POSITIONAL: "*", argument.VAR_KEYWORD: "**"}.get(argument.kind, "")
        assert argument.name == "self" or f"    {stars}{argument.name}:" in says


def test_everything_that_is_named_is_there() -> None:
    assert {*hl.__all__} == {*hl._PLACES} and {*hl.__all__} <= {*dir(hl)}
    for name, place in hl._PLACES.items():
        assert getattr(hl, name) is getattr(import_module(place), name)
    with pytest.raises(AttributeError, match="has no attribute 'close'"):
        getattr(hl, "close")  # noqa: B009
