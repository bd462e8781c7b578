"""Ten steps on the page: what was measured, of which sentence, and what became of another."""

import numpy as np
import pytest

from headlight.pages.learning import by_heart as on_screen
from headlight.reading import reader
from tests.pages.screen import numbers, opened, payload, session, turned, write
from tests.sampled import sampled
from transformer import load
from transformer.experiments.descent import by_heart
from transformer.readings.loss import sentence_loss

GREEN = "The sky is green"
OTHERS = [("text", "The sky is blue"), ("unlearned", "A man bites")]


def said(page) -> str:
    return "".join(words for words, _ in payload(page, "by_heart_in_words")["pieces"])


def shown(page) -> bool:
    """Whether there is a result on the page."""
    return any(bar["before"] is not None for bar in payload(page, "told")["bars"])


def learned(page):
    page.button(key="learn_by_heart").click().run()
    assert not page.exception and not page.error
    return page


def test_before_the_button_there_is_no_result_and_after_it_that_of_the_sentence() -> None:
    page = opened("one_step", steps_taken="10", more="true")
    assert not shown(page)
    model = load("story")
    before = [f"{sentence_loss(model.trace(text)):.3f}" for text in (reader.EXAMPLE, on_screen.OTHER)]
    assert (
        f"the loss of “{reader.EXAMPLE}” is {before[0]} nats per token. That of “{on_screen.OTHER}” is {before[1]}."
        in said(page)
    )
    for key in ("told", "instead"):  # what is to be guessed is seen at once, as it was trained
        bars = payload(page, key)["bars"]
        assert bars and all(bar["before"] is None and bar["value"] > 0 for bar in bars)
    ids = [model.tokenizer.ids(text) for text in (reader.EXAMPLE, on_screen.OTHER)]
    found = by_heart(model, *ids, 0.01)
    steps, losses, others = numbers(learned(page), "by_heart_losses").reshape(3, -1)
    np.testing.assert_array_equal(steps, range(11))
    np.testing.assert_allclose(losses, found.losses, rtol=0.02)
    np.testing.assert_allclose(others, found.others, rtol=0.02)
    assert f"and now writes “{reader.EXAMPLE}" in said(page)


def test_a_sentence_is_learned_when_the_button_is_pressed() -> None:
    page = learned(opened("one_step", steps_taken="10", text=GREEN, rate="0.02"))
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


@pytest.mark.parametrize(("key", "value"), sampled(OTHERS, OTHERS[:1]))
def test_no_result_of_another_sentence_is_shown(key: str, value: str) -> None:
    page = learned(opened("one_step", steps_taken="10", text=GREEN, rate="0.02"))
    assert shown(page)
    was = session(page).state.text if key == "text" else page.text_input(key=key).value
    write(page, value, key)
    assert not shown(page) and "Guess where 10 steps bring both" in said(page)
    write(page, was, key)
    assert shown(page) and GREEN in said(page)


def test_no_result_at_another_rate_is_shown() -> None:
    page = learned(opened("one_step", steps_taken="10", text=GREEN, rate="0.02"))
    turned(page, "rate", 0.01)
    assert not shown(page)


def test_another_sentence_of_one_token_is_not_taken() -> None:
    page = opened("one_step", steps_taken="10", unlearned="a")
    assert f"That of “{on_screen.OTHER}” is " in said(page)
