"""Every number opens: from the probability down, by choices in the picture, and back by the names."""

from typing import Any

import numpy as np
import pytest

from headlight.parts.words import number
from headlight.reading import reader
from headlight.state.registry import find
from tests.draw import Drawing, draw
from tests.transformer.real.kinds import KINDS, randomized, written
from transformer import load, open_folder

GIRL = "The girl stepped into bear country and helped the"
FIRST = f"probability.{load('story').trace(GIRL).next_logits.argmax()}"


def open_level(drawn: Drawing) -> dict[str, Any]:
    """The column of the open number."""
    tree = drawn.payload("terms")
    return tree["levels"][tree["chosen"] - len(tree["before"])]


def names(level: dict[str, Any]) -> list[str]:
    return [term["name"] for term in level["terms"]]


def says(level: dict[str, Any]) -> str:
    return "".join(words for words, _ in level["says"])


def stages(drawn: Drawing) -> list[str]:
    """What was opened one after another."""
    tree = drawn.payload("terms")
    every = [name for name, _ in tree["before"]] + [level["name"] for level in tree["levels"]]
    return every[: tree["chosen"] + 1]


def numbers_of(drawn: Drawing, at: int) -> np.ndarray:
    """The factors and the products of the terms of a column."""
    levels = drawn.payload("terms")["levels"]
    start = sum(len(level["terms"]) for level in levels[:at])
    return drawn.numbers("terms").reshape(-1, 3)[start : start + len(levels[at]["terms"])]


def test_it_opens_with_the_probability_of_the_likeliest_word_and_what_that_is_made_of() -> None:
    drawn, trace = draw("attributed", text=GIRL, opened=FIRST), load("story").trace(GIRL)
    bear, tree = int(trace.next_logits.argmax()), drawn.payload("terms")
    assert drawn.titles == ["What made “bear”?", "Probability of “bear”"]
    assert drawn.headings[1] == "Choose a term to expand it."
    assert [level["name"] for level in tree["levels"]] == ["Probability", "Logit", "Final", "Residual out"]
    assert tree["chosen"] == 0 and tree["before"] == []
    assert names(open_level(drawn)) == ["logit", "−ln Σ exp(logit)"]
    assert f"e to the power of this sum is {trace.probabilities[-1, bear]:.6f}" in says(open_level(drawn))
    assert drawn.chosen("terms", [0, 0, 0]) == {"opened": f"probability.{bear} logit.{bear}"}
    assert drawn.chosen("terms", [0, 1, 0]) == {}
    assert drawn.notes == [f"In torch: transformer.unembedding(stages.final[8]).softmax(-1)[{bear}]"]


def test_each_column_opens_the_largest_term_of_the_one_before_it_where_nothing_was_chosen() -> None:
    drawn, trace = draw("attributed", text=GIRL, opened=FIRST), load("story").trace(GIRL)
    bear, tree = int(trace.next_logits.argmax()), drawn.payload("terms")
    largest = int(np.abs(trace.final[8].astype(float) * trace.unembedding[bear]).argmax())
    assert [level["opened"] for level in tree["levels"]] == [[0, 0], [0, 0], [0, 0], None]
    assert [level["place"] for level in tree["levels"]][1:] == [
        "of “bear”",
        f"“the” at position 8, dimension {largest}",
        f"layer 6, “the” at position 8, dimension {largest}",
    ]
    values = [level["value"] for level in tree["levels"]]
    expected = [trace.probabilities[-1, bear], trace.next_logits[bear], trace.final[8, largest]]
    np.testing.assert_allclose(values, [*expected, trace.layers[5].residual_out[8, largest]], rtol=1e-5)
    way = f"probability.{bear} logit.{bear} final.8.{largest} residual_out.6.8.{largest}"
    assert drawn.chosen("terms", 3) == {"opened": way}
    assert drawn.chosen("terms", [3, 0, 0]) == {"opened": f"{way} residual_mid.6.8.{largest}"}
    assert drawn.chosen("terms", [1, 1, 0])["opened"].startswith(f"probability.{bear} logit.{bear} final.8.")


def test_a_sum_shows_its_largest_terms_with_their_factors_and_how_many_it_has() -> None:
    drawn, trace = draw("attributed", text=GIRL, opened="logit.1091"), load("story").trace(GIRL)
    products = trace.final[8].astype(float) * trace.unembedding[1091]
    order = np.argsort(-np.abs(products))[:12]
    shown, level = numbers_of(drawn, 0), open_level(drawn)
    assert names(level) == [str(place) for place in order]
    np.testing.assert_allclose(shown[:, 2], products[order], rtol=1e-5)
    np.testing.assert_allclose(shown[:, 0], trace.final[8, order], rtol=1e-6)
    np.testing.assert_allclose(shown[:, 1], trace.unembedding[1091, order], rtol=1e-6)
    assert level["n_terms"] == 192 and level["factors"] == ["final", "W_U"]
    assert level["total"] == pytest.approx(products.sum()), "the browser says what the others add"
    assert says(level) == f"Together {number(products.sum(), 6)}."
    assert drawn.chosen("terms", [0, 0, 0]) == {"opened": f"logit.1091 final.8.{order[0]}"}
    assert drawn.chosen("terms", [0, 0, 1]) == {}  # a weight is as it was learned


def test_the_opened_term_has_a_row_also_where_it_is_not_among_the_largest() -> None:
    trace = load("story").trace(GIRL)
    least = int(np.abs(trace.final[8].astype(float) * trace.unembedding[1091]).argmin())
    tree = draw("attributed", text=GIRL, opened=f"logit.1091 final.8.{least}").payload("terms")
    assert tree["levels"][0]["opened"] == [11, 0] and tree["levels"][0]["terms"][11]["name"] == str(least)
    tree = draw("attributed", text=GIRL, opened="logit.1091 embedded.8.3").payload("terms")
    assert tree["levels"][0]["opened"] is None, "an address may name a number that is none of its terms"


def test_of_a_long_way_the_first_levels_are_names_and_its_end_is_kept() -> None:
    way = " ".join(["residual_out.6.8.17"] * 30)
    drawn = draw("attributed", text=GIRL, opened=way)
    tree = drawn.payload("terms")
    assert len(tree["before"]) == 27 and tree["chosen"] == 29 and len(tree["levels"]) == 4
    value = float(load("story").trace(GIRL).layers[5].residual_out[8, 17])
    assert tree["before"][0] == ["Residual out", f"{value:.4f}".replace("-", "−")]
    chosen = drawn.chosen("terms", [29, 0, 0])["opened"]
    assert len(chosen) <= 600 and chosen.endswith("residual_out.6.8.17 residual_mid.6.8.17")
    assert drawn.chosen("terms", 1) == {"opened": "residual_out.6.8.17 residual_out.6.8.17"}


@pytest.mark.parametrize("opened", ["pattern.3.1.5.4", "nonsense", "logit.99999", "<b>.1"])
def test_a_number_that_the_text_does_not_have_is_said_to_be_none(opened: str) -> None:
    drawn = draw("attributed", text="bear", opened=opened)
    assert drawn.notes[0].endswith("Here is the next word again.")
    assert drawn.titles[0].startswith("Probability of")


def test_of_an_encoder_that_fills_in_masked_words_the_likeliest_at_the_chosen_token_is_open(
    tmp_path, monkeypatch
) -> None:
    model = open_folder(written(randomized(KINDS["bert"]()), tmp_path / "bert"))
    monkeypatch.setattr(reader, "opened", lambda name: model)
    trace = model.trace("bears")
    for chosen in (5, 2):
        likeliest = int(trace.probabilities[chosen].argmax())
        drawn = draw("attributed", text="bears", model="MiniLM", **({} if chosen == 5 else {"token": chosen}))
        word = (
            model.tokenizer.text_of(likeliest) if likeliest < model.tokenizer.vocab_size else f"(no token {likeliest})"
        )
        assert drawn.titles[:1] == [f"Token probability “{'bears'[chosen - 1]}” at position {chosen}, of “{word}”"]
        assert f"e to the power of this sum is {number(float(trace.probabilities[chosen, likeliest]), 6)}" in says(
            open_level(drawn)
        )
        assert drawn.chosen("terms", [0, 0, 0])["opened"].endswith(f"token_logit.{chosen}.{likeliest}")
    assert find("attributed").lacking("MiniLM") is None
