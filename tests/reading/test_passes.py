"""Passes of real models that the next ones go on from: each from the longest beginning, of its own model alone."""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
import pytest

from headlight.reading import reader
from headlight.reading.cache import LastTexts
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


@pytest.fixture
def keep(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], Callable[[Model, str], Read]]:
    """Passes of so many texts are kept, none yet; gives the function that makes the next."""

    def kept(most: int) -> Callable[[Model, str], Read]:
        monkeypatch.setattr(reader, "_PASSES", LastTexts(most))
        return reader._next_pass

    return kept


def test_a_text_goes_on_from_the_longest_beginning_that_was_read(keep) -> None:
    read, model = keep(5), Model("one")
    for text in ("a dog", "the big", "the big bear"):
        read(model, text)
    assert read(model, "the big bears").after.text == "the big bear"
    assert read(model, "the small bear").after.text.startswith("the big")
    assert read(model, "a bear").after.text == "a dog"


def test_a_text_that_was_read_lately_is_not_read_again_and_stays_longest(keep) -> None:
    read, model = keep(2), Model("one")
    first = read(model, "first")
    read(model, "second")
    assert read(model, "first") is first
    read(model, "third")  # lets go of the second, which was asked for longest ago
    assert read(model, "first") is first
    read(model, "second")
    assert model.read == ["first", "second", "third", "second"]


def test_a_pass_of_another_model_is_of_no_use(keep) -> None:
    read = keep(5)
    read(Model("one"), "the big bear")
    found = read(Model("other"), "the big bear")
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
