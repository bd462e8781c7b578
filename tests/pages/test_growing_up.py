"""The view of the growing model shows what its snapshots compute, meets every text calmly, and is restored."""

import itertools

import numpy as np
import pytest

from headlight.pages.learning import growing
from headlight.reading import running
from tests.draw import draw
from tests.pages.screen import numbers, opened, payload
from transformer import Intervention, ModelFolderError, edits, load_growing
from transformer.readings.loss import sentence_loss

EXAMPLE = "The hiking trail led us through bear country"


@pytest.mark.parametrize("step", [0, 350, 2000])
def test_the_snapshot_of_the_address_is_drawn(step: int) -> None:
    page = opened("growing_up", text=EXAMPLE, grown_step=str(step), grown_head="1.3")
    trace = load_growing().at(step).trace(EXAMPLE)
    film, place = payload(page, "film"), load_growing().steps.index(step)
    assert (film["at"], film["frames"], film["chosen"], film["head"]) == (place, 12, 7, [0, 2])
    chances = np.exp(trace.next_logits - trace.next_logits.max().astype(np.float64))
    expected = sorted(chances / chances.sum(), reverse=True)[:5]
    drawn = numbers(page, "film")
    ends = drawn[-12 * len(film["labels"]) :].reshape(12, -1)[place]
    np.testing.assert_allclose(sorted(ends, reverse=True)[:5], expected, atol=1e-6)
    frames = drawn[: -12 * len(film["labels"])].reshape(12, -1, 8)  # every word of the example is one token
    np.testing.assert_allclose(frames[place, :8], trace.layers[0].pattern[2], atol=1e-6)
    np.testing.assert_allclose(frames[place, 8:].reshape(2, 4, 8), trace.patterns[:, :, 7], atol=1e-6)
    assert payload(page, "grown_loss")["at"] == step + 1


@pytest.mark.parametrize("text", ["Once upon a", "He saw a"])
def test_until_one_is_chosen_it_is_the_head_that_brings_what_the_last_step_needs_most(text: str) -> None:
    """Each word is a token here: the one needed most is hidden from each head that attends to it."""
    model = load_growing().at(2000)
    trace = model.trace(text)
    word, last = int(trace.next_logits.argmax()), trace.last

    def left(change: Intervention) -> float:
        return model.trace(text, change).probabilities[-1, word]

    needed = min(range(last), key=lambda at: left(Intervention(toggled=frozenset({(last, at)}))))
    brings = {}
    for layer, head in itertools.product(range(2), range(4)):
        row = trace.layers[layer].pattern[head, last].astype(float)
        if row[needed] >= 0.03:
            row[needed] = 0
            brings[layer, head] = left(Intervention(edits=(edits.row(layer, head, last, row / row.sum()),)))
    for step in (0, 2000):
        shown = draw("growing_up", text=text, grown_step=step).payload("film")["head"]
        assert tuple(shown) == min(brings, key=lambda head: brings[head])
    assert draw("growing_up", text="bear").payload("film")["head"] == [0, 0]
    assert draw("growing_up", text=text, grown_head="2.4").payload("film")["head"] == [1, 3]


def test_while_somebody_types_the_head_stays() -> None:
    class Typing(running.Host):
        def is_typing(self) -> bool:
            return True

    before = draw("growing_up", text="Once upon a").payload("film")["head"]
    assert draw("growing_up", text="One bear").payload("film")["head"] != before
    draw("growing_up", text="Once upon a", grown_step=0)
    with running.use_host(Typing()):
        assert draw("growing_up", text="On").payload("film")["head"] == before


def test_the_curve_is_the_loss_of_the_sentence_in_every_snapshot() -> None:
    page = draw("growing_up", text="my dog bit that man", grown_step="200")
    steps, drawn = page.numbers("grown_loss").reshape(2, -1)
    model = load_growing()
    assert (steps - 1).tolist() == list(model.steps)
    expected = [sentence_loss(model.at(step).trace("my dog bit that man")) for step in model.steps]
    np.testing.assert_allclose(drawn, expected, rtol=1e-5)
    assert f"The loss of your sentence is {expected[4]:.2f} after 200 steps" in page.titles


@pytest.mark.faulty
def test_a_damaged_folder_is_said_in_a_sentence(monkeypatch) -> None:
    def damaged():
        raise ModelFolderError("The file x is damaged.", growing.MODELS / "growing" / "x", "it is")

    monkeypatch.setattr(growing, "_growing", damaged)
    page = opened("growing_up", text="Nobody has read this sentence yet")
    assert [info.value for info in page.info] == [
        "The growing model cannot be read, so there is nothing to show yet. The file x is damaged."
    ]
