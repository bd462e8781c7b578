"""Ten steps on the page: what was measured, of which sentence, and what became of another."""

import numpy as np
import pytest

from headlight.frame import reading
from headlight.views.learning import by_heart_room as on_screen
from tests.awkward import AWKWARD
from tests.pages.screen import notes, numbers, opened, payload, typed
from transformer import load
from transformer.experiments.descent import by_heart

GREEN = "The sky is green"


def said(page) -> str:
    return "".join(words for words, _ in payload(page, "by_heart_in_words")["pieces"])


def stale(page) -> bool:
    return any(note.endswith("Press the button to learn yours.") for note in notes(page))


def learned(page):
    page.button(key="learn_by_heart").click().run()
    assert not page.exception and not page.error
    return page


def test_the_first_screen_shows_the_first_example_learned() -> None:
    page = opened("by_heart")
    model = load("story")
    ids = [model.tokenizer.ids(text) for text in (reading.EXAMPLE, on_screen.OTHER)]
    found = by_heart(model, *ids, 0.01)
    steps, losses, others = numbers(page, "by_heart_losses").reshape(3, -1)
    np.testing.assert_array_equal(steps, range(11))
    np.testing.assert_allclose(losses, found.losses, rtol=0.02)
    np.testing.assert_allclose(others, found.others, rtol=0.02)
    assert f"and now writes “{reading.EXAMPLE}" in said(page)


def test_a_sentence_is_learned_when_the_button_is_pressed() -> None:
    page = opened("by_heart", text=GREEN, rate="0.02")
    assert stale(page)
    learned(page)
    assert not stale(page)
    bars = {bar["label"]: bar for bar in payload(page, "told")["bars"]}
    assert list(bars) == ["sky", "is", "green"]
    model = load("story")
    (green,) = model.tokenizer.ids("green")
    assert bars["green"]["before"] == pytest.approx(model.trace("The sky is").probabilities[-1, green], rel=1e-3)
    assert bars["green"]["value"] > 0.9
    assert GREEN in said(page)
    instead = {bar["label"]: bar for bar in payload(page, "instead")["bars"]}
    last = model.trace(on_screen.OTHER)
    assert instead["man"]["before"] == pytest.approx(last.probabilities[-2, last.tokens[-1].id], rel=1e-3)
    likeliest = max(instead.values(), key=lambda bar: bar["value"])
    assert likeliest["label"].lstrip("␣") == "sky"  # what was learned in one place is said in another
    assert likeliest["value"] > 100 * likeliest["before"]


def test_a_sentence_typed_afterwards_is_not_taken_for_the_one_that_was_learned() -> None:
    page = learned(opened("by_heart", text=GREEN))
    page.text_input(key="text").set_value("The sky is blue").run()
    assert stale(page)
    assert GREEN in said(page)


def test_another_sentence_of_one_token_is_not_taken() -> None:
    page = opened("by_heart", unlearned="a")
    assert on_screen.OTHER in said(page)


@pytest.mark.parametrize("text", [text for text in AWKWARD if len(text) < 60])
def test_awkward_texts_are_learned_calmly(text: str) -> None:
    page = typed("by_heart", text, rate="0.1")
    if page.button(key="learn_by_heart").disabled:
        assert text == "a"
    else:
        learned(page)
        assert np.isfinite(numbers(page, "by_heart_losses")).all()
