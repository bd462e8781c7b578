"""The decoding page: each step with the numbers of the translator, calm with any French and any address."""

import numpy as np

from headlight.pages.translate import decoding
from headlight.parts import translators
from tests.draw import draw
from tests.pages.screen import address, opened

TEXT = "The red car"


def test_a_step_shows_what_the_translator_computed() -> None:
    page = draw("decoding", english=TEXT, step="2", cross_layer="3", cross_head="2", deeper=True)
    trace = translators.main().translate(TEXT, 1).trace
    np.testing.assert_allclose(
        [bar["value"] for bar in page.payload("looks_at")["bars"]], trace.cross[2].pattern[1, 1], atol=1e-6
    )
    seen = page.numbers("may_see").reshape(len(trace.inputs), -1)
    assert np.isnan(seen[2:]).all()  # not written yet
    np.testing.assert_array_equal(seen[:2], trace.decoder[2].pattern[1, :2])
    np.testing.assert_array_equal(page.hidden("may_see").reshape(seen.shape), np.triu(np.ones(seen.shape), 1))
    np.testing.assert_array_equal(page.numbers("memory"), trace.memory.ravel())
    likeliest = [bar["value"] for bar in page.payload("next_piece")["bars"]]
    np.testing.assert_allclose(likeliest, np.sort(trace.probabilities[1])[::-1][:8], atol=1e-6)
    assert [chip["strong"] for chip in page.payload("french_chips")["tokens"]].index(True) == 1


def test_a_step_past_the_end_is_the_last() -> None:
    page = draw("decoding", english=TEXT, step="96")
    steps = len(translators.main().translate(TEXT, 1).trace.target)
    assert [chip["strong"] for chip in page.payload("french_chips")["tokens"]] == [False] * (steps - 1) + [True]


def test_one_step_back_from_past_the_end_is_the_last_but_one() -> None:
    steps = len(translators.main().translate(TEXT, 1).trace.target)
    page = opened("decoding", english=TEXT, step="96")
    assert page.button(key="step_forward").disabled
    page.button(key="step_back").click().run()
    assert address(page)["step"] == str(steps - 1)
    page.button(key="step_forward").click().run()
    assert page.button(key="step_forward").disabled and not page.button(key="step_back").disabled
    assert opened("decoding", english=TEXT, step="1").button(key="step_back").disabled


def test_the_beam_is_that_of_the_search() -> None:
    page = draw("decoding", english=TEXT, step="1", beam_width="3")
    wide = translators.main().translate(TEXT, 3)
    rows = page.payload("beam_step")["rows"]
    assert [row["fate"] for row in rows] == [candidate.fate for candidate in wide.steps[0].candidates]
    assert sum(row["fate"] == "kept" for row in rows) == 3
    assert page.payload("ends")["rows"][0]["before"] == wide.text


def test_your_own_french_is_read_with_the_right_words_before_each() -> None:
    page = draw("decoding", english=TEXT, french="La voiture verte")
    trace = translators.main().trace(TEXT, "La voiture verte")
    chips = page.payload("losses")["tokens"]
    assert [chip["text"] for chip in chips] == ["La", "voiture", "verte", "(end)"]
    assert [chip["note"] for chip in chips] == [f"{cost:.2f}" for cost in trace.word_losses]
    assert any(f"{trace.word_losses.sum():.2f} in all" in heading for heading in page.headings)


def test_greedy_and_beam_are_compared_by_their_numbers() -> None:
    greedy, wide = (translators.main().translate(TEXT, beams) for beams in (1, 4))
    said = decoding.greedy_or_beam(greedy, wide)
    assert f"{greedy.search.best.log_probability:.2f}".replace("-", "−") in said
