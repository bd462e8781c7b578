"""The page of heads: silencing by address, by choice, by button and by click, calm with any text."""

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Button

from headlight.frame import reading
from tests.awkward import AWKWARD
from tests.pages.screen import formula, headings, hidden, notes, numbers, opened, payload
from transformer import Intervention
from transformer.readings.loss import sentence_loss


def test_the_first_screen_shows_the_heads_of_a_layer_and_how_much_each_adds() -> None:
    at = opened("heads")
    assert [slider.value for slider in at.slider] == [reading.model().roles.best("modifier")[0] + 1]
    assert headings(at)[0].startswith("In each pattern each row sums to 1.")
    picture = payload(at, "layer_heads")
    assert len(picture["names"]) == 6 and picture["silenced"] == []
    assert picture["text"] == reading.EXAMPLE
    assert [bar["label"] for bar in payload(at, "lengths")["bars"]] == [f"head {number}" for number in range(1, 7)]
    assert all(bar["before"] is None for bar in payload(at, "next_words")["bars"])


def test_the_arithmetic_is_what_each_head_adds_number_by_number_and_the_evidence() -> None:
    at = opened("heads", arithmetic="true", layer="2")
    assert payload(at, "contributions")["strips"][-1] == "attended"
    columns = {column["name"]: column["cells"] for column in payload(at, "evidence")["columns"]}
    assert [shown for shown, _ in columns["head"]] == [f"2.{number}" for number in range(1, 7)]
    score = reading.model().roles.scores(1, 3)["itself"]
    assert columns["on itself"][3][0] == f"{score['score']:.3f} / {score['baseline']:.3f}"


def test_the_address_restores_layer_and_silenced_heads() -> None:
    at = opened("heads", text="bear country", layer="3", silenced=["3.1", "6.6"])
    assert payload(at, "layer_heads")["silenced"] == [0]
    assert payload(at, "lengths")["bars"][0]["value"] == 0
    said = "".join(words for words, _ in payload(at, "next_words")["says"])
    assert "moved most, from" in said
    assert all(bar["before"] is not None for bar in payload(at, "next_words")["bars"])


def test_averaging_says_what_it_costs_and_shows_the_mean_pattern() -> None:
    at = opened("averaged_heads", text="bear country", layer="3", averaged_in="every layer")
    model = reading.model()
    before = model.trace("bear country")
    after = model.trace("bear country", Intervention(averaged=frozenset(range(model.config.n_layers))))
    pattern = numbers(at, "mean_pattern").reshape(2, 2)
    np.testing.assert_allclose(pattern[1], after.layers[2].pattern.mean(0)[1], rtol=1e-5)
    assert hidden(at, "mean_pattern").tolist() == [False, True, False, False] and pattern[0, 1] == 0
    assert f"from {sentence_loss(before):.4f} to {sentence_loss(after):.4f} nats" in notes(at)[-1]


def test_both_ways_to_w_o_agree() -> None:
    at = opened("heads", arithmetic="true")
    assert notes(at)[-1].startswith("✓") and "what 6 heads add" in notes(at)[-1]


def test_the_sizes_of_the_paper_and_of_the_gpts_stand_beside_ours() -> None:
    at = opened("sizes", arithmetic="true")
    assert "192 =6×32" in formula(at, "sizes_formula")
    columns = {column["name"]: [cell[0] for cell in column["cells"]] for column in payload(at, "sizes")["columns"]}
    learned = sum(weight.numel() for weight in reading.model().transformer.parameters())
    assert columns["here"] == ["6", "6", "192", "32", "768", "128", "8,192", f"{learned / 1e6:.3g} million"]
    assert columns["the paper, 2017"][:5] == ["6 + 6", "8", "512", "64", "2,048"]
    assert columns["GPT-2 small, 2019"] == ["12", "12", "768", "64", "3,072", "1,024", "50,257", "124 million"]
    assert columns["GPT-3, 2020"] == ["96", "96", "12,288", "128", "49,152", "2,048", "50,257", "175 billion"]
    said = notes(at)[0]
    assert f"the {learned:,} numbers of this model" in said
    assert f"{174_604_259_328 / learned:,.0f} times" in said
    matrices = sum(
        weight.numel()
        for name, weight in reading.model().transformer.named_parameters()
        if weight.ndim == 2 and not name.startswith(("embedding", "unembedding"))
    )
    assert f"= {matrices / 1e6:.3g} million here, {100 * matrices / learned:.0f} %" in said


@pytest.mark.parametrize(
    "params",
    [{"layer": "99"}, {"layer": "two"}, {"silenced": "9.9"}, {"silenced": "x"}, {"unknown": "1"}],
)
def test_an_address_that_makes_no_sense_falls_back(params) -> None:
    at = opened("heads", **params)
    assert payload(at, "layer_heads")["silenced"] == []


def test_an_unknown_place_to_average_falls_back() -> None:
    mean = payload(opened("averaged_heads", averaged_in="x"), "mean_pattern")
    assert mean["text"] == reading.EXAMPLE and "layer 3" in mean["alt"]


def button(at: AppTest, label: str) -> Button:
    """The button with these words."""
    (found,) = [each for each in at.button if each.label == label]
    return found


def test_buttons_silence_a_layer_and_let_all_speak() -> None:
    at = opened("heads", layer="2")
    button(at, "Silence layer 2").click().run()
    assert at.multiselect(key="silenced").value == [f"2.{number}" for number in range(1, 7)]
    assert button(at, "Silence layer 2").disabled
    button(at, "Let all speak").click().run()
    assert at.multiselect(key="silenced").value == []
    assert not at.exception


@pytest.mark.parametrize("text", AWKWARD)
def test_any_text_is_met_calmly(text: str) -> None:
    opened("averaged_heads", text=text)
    at = opened("heads", text=text, silenced=["1.1"], arithmetic="true")
    assert np.isfinite([bar["value"] for bar in payload(at, "next_words")["bars"]]).all()


def test_an_emptied_box_shows_the_example() -> None:
    at = opened("heads")
    at.text_input(key="text").set_value("").run()
    assert not at.exception and not at.error
    assert payload(at, "layer_heads")["text"] == reading.EXAMPLE
