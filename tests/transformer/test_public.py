"""Every public function of `transformer` says what it takes, gives and raises, and its examples run."""

import doctest
import inspect
from importlib import import_module

import pytest

import headlight
import transformer
from tests.in_turn import in_turn

# Of a class those that a notebook calls; the others are steps that `trace` and `translate` take.
_CALLED = {
    "GrowingModel": ["at"],
    "Head": ["parse"],
    "LanguageModel": ["trace"],
    "OpenedModel": ["trace", "trace_pair"],
    "OpenedTranslator": ["trace"],
    "Trace": ["logits_of"],
    "TranslationTrace": ["pattern", "word_pattern"],
    "Translator": ["trace", "translate"],
    "WordVectors": ["analogy", "index", "nearest", "pair_chance", "rank", "row_of"],
}
# What needs a folder or a package that a test has, or a page of megabytes, has no example: tests call it.
_WITHOUT_EXAMPLE = {"installed", "live", "open_folder", "open_installed", "open_translator"}
FUNCTIONS = {
    name: function
    for package in (transformer, headlight)
    for name in package.__all__
    if inspect.isroutine(function := getattr(package, name)) and name not in ("open", "from_model")
}
METHODS = {
    f"{owner}.{name}": inspect.getattr_static(getattr(transformer, owner), name)
    for owner, names in _CALLED.items()
    for name in names
} | {f"Shown.{name}": getattr(headlight.Shown, name) for name in ("numbers", "save", "table")}
PUBLIC = {
    name: inspect.unwrap(function.__func__ if isinstance(function, classmethod) else function)
    for name, function in (FUNCTIONS | METHODS).items()
}
MODULES = sorted({function.__module__ for function in PUBLIC.values()})


@in_turn("name", PUBLIC)
def test_a_docstring_says_what_is_given_and_returned(name: str) -> None:
    says, parameters = inspect.getdoc(PUBLIC[name]) or "", inspect.signature(PUBLIC[name]).parameters
    assert says.split("\n")[0].endswith("."), "the first line is one sentence"
    named = [parameter for parameter in parameters.values() if parameter.name not in ("self", "cls")]
    parts = ["Args:"] * bool(named) + ["Returns:"] + ["Example:"] * (name in FUNCTIONS and name not in _WITHOUT_EXAMPLE)
    assert [part for part in parts if f"\n{part}\n" in says] == parts
    for parameter in named:
        stars = {parameter.VAR_POSITIONAL: "*", parameter.VAR_KEYWORD: "**"}.get(parameter.kind, "")
        assert f"    {stars}{parameter.name}: " in says


@pytest.mark.parametrize("module", MODULES)
def test_the_examples_give_what_they_say(module: str) -> None:
    assert doctest.testmod(import_module(module)).failed == 0


def test_each_public_function_with_an_example_has_it_run() -> None:
    """A wrapper would hide an example from doctest."""
    finder = doctest.DocTestFinder()
    seen = {test.name for module in MODULES for test in finder.find(import_module(module)) if test.examples}
    lacking = [
        name for name in FUNCTIONS if name not in _WITHOUT_EXAMPLE and not any(s.endswith(f".{name}") for s in seen)
    ]
    assert lacking == []
