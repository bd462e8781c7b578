"""Passes of real models that the next ones go on from: each from the longest beginning, of its own model alone."""

from dataclasses import dataclass, field

import numpy as np
import pytest

from headlight.frame import reader
from headlight.frame.reader import _Passes
from tests.real_models import NAME
from transformer import Intervention


@dataclass
class Read:
    """A pass over a text, and which one it went on from."""

    text: str
    after: "Read | None"


@dataclass
class Model:
    name: str
    read: list[str] = field(default_factory=list)

    def trace(self, text: str, change: object = None, *, after: Read | None = None) -> Read:
        self.read.append(text)
        return Read(text, after)


def test_a_text_goes_on_from_the_longest_beginning_that_was_read() -> None:
    passes, model = _Passes(5), Model("one")
    for text in ("a dog", "the big", "the big bear"):
        passes.trace(model, text)
    assert passes.trace(model, "the big bears").after.text == "the big bear"
    assert passes.trace(model, "the small bear").after.text.startswith("the big")
    assert passes.trace(model, "a bear").after.text == "a dog"


def test_a_text_that_was_read_lately_is_not_read_again_and_stays_longest() -> None:
    passes, model = _Passes(2), Model("one")
    first = passes.trace(model, "first")
    passes.trace(model, "second")
    assert passes.trace(model, "first") is first
    passes.trace(model, "third")  # lets go of the second, which was asked for longest ago
    assert passes.trace(model, "first") is first
    passes.trace(model, "second")
    assert model.read == ["first", "second", "third", "second"]


def test_a_pass_of_another_model_is_of_no_use() -> None:
    passes = _Passes(5)
    passes.trace(Model("one"), "the big bear")
    found = passes.trace(Model("other"), "the big bear")
    assert found.after is None and found.text == "the big bear"


@pytest.mark.parametrize("change", [Intervention(scaled=False), Intervention(silenced=frozenset({(0, 1)}))])
def test_a_change_is_not_read_from_a_pass_without_it(change: Intervention) -> None:
    model = reader.opened(NAME)
    plain = reader.trace(model, "bear country")
    changed = reader.trace(model, "bear country", change)
    assert changed.intervention == change and reader.trace(model, "bear country") is plain
    whole = reader.trace(model, "bear country", whole=True)
    assert whole is not plain
    np.testing.assert_array_equal(whole.final, model.trace("bear country").final)
