"""The view of the growing model shows what its snapshots compute, meets every text calmly, and is restored."""

import itertools

import numpy as np
import pytest

from headlight.pages.learning import growing
from headlight.reading import running
from tests.draw import draw
from tests.pages.screen import items, numbers, opened, payload, turned
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


def test_the_curves_of_the_measured_are_those_of_the_folder() -> None:
    page, measured = draw("growing_up", grown_head="2.3"), load_growing().measured
    drawn = page.numbers("grown_log").reshape(4, -1)
    np.testing.assert_allclose(drawn[1], [entry["whole"] for entry in measured.values()], rtol=1e-6)
    np.testing.assert_allclose(drawn[2], [entry["alone"] for entry in measured.values()], rtol=1e-6)
    drawn = page.numbers("grown_abilities").reshape(4, -1)
    scores = [entry["heads"][6]["previous_token"]["score"] for entry in measured.values()]
    np.testing.assert_allclose(drawn[1], scores, rtol=1e-6)
    assert drawn[3, -1] == pytest.approx(41 / 47)


def test_the_nearest_are_those_of_the_chosen_token_at_the_step() -> None:
    page = draw("growing_up", text="the big dog", token="1", grown_step="2000")
    assert page.payload("grown_nearest")["bars"][0]["label"] == "small"
    page = draw("growing_up", text="the big dog", token="99", grown_step="2000")
    assert page.payload("grown_nearest")["bars"][0]["label"] == "cat"
    page = draw("growing_up", text="the big dog", grown_step="200")
    assert page.payload("grown_nearest")["bars"][0]["label"] == "tree"


def test_a_text_of_one_token_has_no_loss() -> None:
    page = draw("growing_up", text="bear")
    assert "One token has no loss: type a second one." in page.notes


def test_the_slider_moves_the_whole_picture() -> None:
    page = opened("growing_up")
    turned(page, "grown_step", 100)
    assert not page.exception
    assert payload(page, "film")["at"] == 3 and payload(page, "grown_loss")["at"] == 101


def test_every_snapshot_stands_in_the_arithmetic() -> None:
    page = opened("growing_up", text="He saw a", arithmetic="true")
    columns = {
        column["name"]: [cell[0] for cell in column["cells"]] for column in payload(page, "grown_table")["columns"]
    }
    assert columns["step"][0] == "0" and columns["step"][-1] == "2,000"
    assert columns["next word"][:5] == ["a", "a", "a", "a", "big"]
    shares = numbers(page, "grown_grammar").reshape(5, 12)
    assert shares[0].max() == 1 and shares[1].max() == 0.5
    assert any(item.get("words", "").startswith("✓") for item in items(page, "growing_up_arithmetic"))


def test_a_word_a_head_and_what_comes_next_are_chosen_in_the_film() -> None:
    view = draw("growing_up", text="Once upon a", grown_step=2000)
    assert view.chosen("film", ["word", 1])["token"] == 1
    assert view.chosen("film", ["head", [0, 3]]) == {"grown_head": "1.4"}
    time = view.payload("film")["labels"].index("time")
    assert view.chosen("film", ["next", time]) == {"text": "Once upon a time", "token": None}


@pytest.mark.faulty
def test_a_damaged_folder_is_said_in_a_sentence(monkeypatch) -> None:
    def damaged():
        raise ModelFolderError("The file x is damaged.", growing.MODELS / "growing" / "x", "it is")

    monkeypatch.setattr(growing, "_growing", damaged)
    page = opened("growing_up", text="Nobody has read this sentence yet")
    assert [info.value for info in page.info] == [
        "The growing model cannot be read, so there is nothing to show yet. The file x is damaged."
    ]
