"""Every number opens: from the probability down, by choices in the picture, and back by the crumbs."""

import numpy as np
import pytest

from headlight.pages.next_word import opened as view
from headlight.parts.words import number
from headlight.reading import reader
from tests.draw import draw
from tests.transformer.real.kinds import KINDS, randomized, written
from transformer import load, open_folder, open_installed

GIRL = "The girl stepped into bear country and helped the"


def test_it_opens_with_the_probability_of_the_likeliest_word() -> None:
    drawn, trace = draw("opened", text=GIRL), load("story").trace(GIRL)
    bear = int(trace.next_logits.argmax())
    assert drawn.titles == ["Probability of “bear”", "Logit of “bear”"]
    assert drawn.payload("terms")["rows"] == ["logit", "−ln Σ exp(logit)"]
    assert f"e to the power of this sum is {trace.probabilities[-1, bear]:.6f}" in drawn.says("terms")
    assert drawn.chosen("terms", [0, 0]) == {"opened": f"probability.{bear} logit.{bear}"}
    assert drawn.chosen("terms", [1, 0]) == {}
    code = "In torch: transformer.unembedding(stages.final[8])"
    assert drawn.notes == [f"{code}.softmax(-1)[{bear}]", f"{code}[{bear}]"]


def test_the_largest_term_that_opens_is_framed_and_stands_opened_beside_it() -> None:
    trace = load("story").trace(GIRL)
    drawn = draw("opened", text=GIRL, opened="context.6.5.8.3")
    products = trace.layers[5].pattern[4, 8] * trace.layers[5].values[4, :, 3]
    assert trace.words[np.abs(products).argmax()] == "bear"
    assert drawn.payload("terms")["selected"] == [4, 0] and drawn.payload("further")["selected"] is None
    assert drawn.titles[1] == "Pattern layer 6, head 5, “the”, attending to “bear”"
    assert f"e to the power of this sum is {number(float(trace.layers[5].pattern[4, 8, 4]), 6)}" in drawn.says(
        "further"
    )
    way = "context.6.5.8.3 pattern.6.5.8.4"
    assert drawn.chosen("terms", [4, 0]) == {"opened": way}
    assert drawn.chosen("further", [0, 0]) == {"opened": f"{way} scaled.6.5.8.4"}
    alone = draw("opened", text=GIRL, opened="embedded.8.3")
    assert len(alone.titles) == 1 and "further" not in alone.keys  # a row of W_E times a scale: it is the beginning
    ranked = draw("opened", text=GIRL, opened="logit.1091")
    assert ranked.payload("terms")["selected"] == [0, 0]  # of terms that are sorted


def test_a_sum_shows_its_largest_terms_with_their_factors_and_says_what_the_rest_adds() -> None:
    drawn, trace = draw("opened", text=GIRL, opened="logit.1091"), load("story").trace(GIRL)
    products = trace.final[8].astype(float) * trace.unembedding[1091]
    order = np.argsort(-np.abs(products))[:12]
    shown = drawn.numbers("terms").reshape(12, 3)
    np.testing.assert_allclose(shown[:12, 2], products[order], rtol=1e-5)
    np.testing.assert_allclose(shown[:12, 0], trace.final[8, order], rtol=1e-6)
    rest = products.sum() - products[order].sum()
    assert drawn.says("terms") == f"The 180 others add {number(rest, 6)}; together {number(products.sum(), 6)}."
    assert drawn.chosen("terms", [0, 2]) == {
        "opened": f"logit.1091 final.8.{order[0]}"
    }  # a product opens its first factor
    assert drawn.chosen("terms", [0, 1]) == {}  # a weight is as it was learned


def test_a_weight_and_a_value_each_open_and_the_crumbs_lead_back() -> None:
    way = "context.3.1.5.0 pattern.3.1.5.4 scaled.3.1.5.4"
    drawn = draw("opened", text=GIRL, opened="context.3.1.5.0")
    weights = load("story").trace(GIRL).layers[2].pattern[0, 5, :6]
    shown = drawn.numbers("terms").reshape(6, 3)
    np.testing.assert_allclose(shown[:, 0], weights, rtol=1e-5)
    assert drawn.chosen("terms", [4, 0]) == {"opened": "context.3.1.5.0 pattern.3.1.5.4"}
    assert drawn.chosen("terms", [4, 1]) == {"opened": "context.3.1.5.0 value.3.1.4.0"}
    drawn = draw("opened", text=GIRL, opened=way)
    assert drawn.titles[:1] == ["Scaled layer 3, head 1, “country”, attending to “bear”"]
    assert [chip["text"] for chip in drawn.payload("crumbs")["tokens"]] == ["context", "pattern", "scaled"]
    assert drawn.chosen("crumbs", 0) == {"opened": "context.3.1.5.0"}


def test_a_long_way_keeps_its_end() -> None:
    way = " ".join(["residual_out.6.8.17"] * 30)
    drawn = draw("opened", text=GIRL, opened=way)
    chosen = drawn.chosen("terms", [0, 0])["opened"]
    assert len(chosen) <= 600 and chosen.endswith("residual_out.6.8.17 residual_mid.6.8.17")


@pytest.mark.parametrize("opened", ["pattern.3.1.5.4", "nonsense", "logit.99999", "<b>.1"])
def test_a_number_that_the_text_does_not_have_is_said_to_be_none(opened: str) -> None:
    drawn = draw("opened", text="bear", opened=opened)
    assert drawn.notes[0].endswith("Here is the next word again.")
    assert drawn.titles[0].startswith("Probability of")


def test_of_an_encoder_without_predictions_the_largest_number_of_the_chosen_token_is_open() -> None:
    trace = open_installed("MiniLM", reader.TOKENS).trace("A red dog")
    assert trace.words[3] == "dog"
    drawn = draw("opened", text="A red dog", model="MiniLM")
    at = int(np.abs(trace.final[3]).argmax())
    assert drawn.titles[:1] == [f"Final “dog” at position 3, number {at}"]  # and not the mark after it
    assert [chip["text"] for chip in drawn.payload("chips")["tokens"] if chip["strong"]] == ["dog"]
    assert drawn.chosen("chips", 2) == {"token": 2, "opened": None}
    drawn = draw("opened", text="A red dog", model="MiniLM", token=2)
    assert drawn.titles[:1] == [f"Final “red” at position 2, number {np.abs(trace.final[2]).argmax()}"]
    assert drawn.chosen("terms", [0, 0])["opened"].startswith(
        f"final.2.{np.abs(trace.final[2]).argmax()} residual_out.6.2."
    )
    drawn = draw("opened", text="A red dog", model="MiniLM", opened="residual_out.6.2.9 ffn_sum.6.2.9")
    assert [chip["text"] for chip in drawn.payload("crumbs")["tokens"]] == ["residual out", "FFN sum"]
    assert drawn.titles[:1] == ["FFN sum layer 6, “red” at position 2, number 9"]
    assert [chip["text"] for chip in drawn.payload("chips")["tokens"] if chip["strong"]] == [
        "red"
    ]  # whose number it is
    assert drawn.payload("terms")["rows"] == ["residual_mid", "FFN"]
    drawn = draw("opened", text="A red dog", model="MiniLM", opened="logit.5")
    assert drawn.notes[0].endswith("Here is “dog” again.")


def test_of_an_encoder_that_fills_in_masked_words_the_likeliest_at_the_chosen_token_is_open(
    tmp_path, monkeypatch
) -> None:
    model = open_folder(written(randomized(KINDS["bert"]()), tmp_path / "bert"))
    monkeypatch.setattr(reader, "opened", lambda name: model)
    trace = model.trace("bears")
    for chosen in (5, 2):
        likeliest = int(trace.probabilities[chosen].argmax())
        drawn = draw("opened", text="bears", model="MiniLM", **({} if chosen == 5 else {"token": chosen}))
        word = (
            model.tokenizer.text_of(likeliest) if likeliest < model.tokenizer.vocab_size else f"(no token {likeliest})"
        )
        assert drawn.titles[:1] == [f"Token probability “{'bears'[chosen - 1]}” at position {chosen}, of “{word}”"]
        assert (
            f"e to the power of this sum is {number(float(trace.probabilities[chosen, likeliest]), 6)}"
            in drawn.says("terms")
        )
        assert drawn.chosen("terms", [0, 0])["opened"].endswith(f"token_logit.{chosen}.{likeliest}")
    assert view.opened.lacking("MiniLM") is None
