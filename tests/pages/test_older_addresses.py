"""Addresses that were given away before: each shows what it showed, by its short name, its tab and its old keys."""

from dataclasses import replace
from urllib.parse import parse_qs, urlsplit

import numpy as np
import pytest
from headlight.frame.older import OLDER
from headlight.views.next_word import logits
from headlight.views.translate import by_length
from starlette.applications import Starlette
from starlette.testclient import TestClient
from streamlit.testing.v1 import AppTest

from headlight.frame import translators
from headlight.frame.reader import EXAMPLE
from headlight.server import moved
from tests.draw import draw
from tests.pages import screen
from tests.pages.screen import headings, numbers, payload
from tests.real_models import NAME
from transformer import Intervention, load
from transformer.readings.loss import token_losses
from transformer.readings.score_gradients import every_word, score_gradients

SERVER = TestClient(Starlette(routes=moved.routes()), follow_redirects=False)

# By an address of each: the pictures that it had, and in the first of them what its keys chose.
SHOWED = {
    "embedding_map?text=bear": (("projection",), {"text": "bear"}),
    "embedding_map?text=bear&dimensions=3": (("side_1_2", "side_1_3", "side_2_3"), {"text": "bear"}),
    "one_hot?text=the+river+bank&centre=1": (
        ("word_product", "word_rows", "one_hot", "one_hot_distances", "word_cosines", "word_chips"),
        {"tokens": ["river"]},
    ),
    "shapes?text=bear&value_width=64": (("shapes", "classroom_x", "classroom_w", "classroom_q"), {"text": "bear"}),
    "linearity?text=bear+country&layer=2&token=0&share=1.5": (
        ("mixtures", "differences", "mixture_formula", "chips"),
        {"text": "bear country", "at": 1.5},
    ),
    "vanishing_gradient?text=bear+country&off_around=FFN&weight_size=1.2": (
        ("gradient_trained", "gradient_untrained", "chips"),
        {"text": "bear country"},
    ),
    "repeated": (("powers_lengths", "powers_angles", "powers_matrix", "verdict", "power_formula"), {"at": 30}),
    "repeated?steps=4&eigenvalue=1.2": (("powers_lengths", "powers_angles", "powers_matrix"), {"at": 4}),
}
# The same by what each was called on its page.
CALLED = {
    "embeddings?view=3-D+map&text=bear&dimensions=3": "embedding_map?text=bear&dimensions=3",
    "embeddings?view=Map+of+rows&text=bear": "embedding_map?text=bear",
    "embeddings?dimensions=3&text=bear": "embedding_map?text=bear&dimensions=3",
    "why_attention?view=Repeated+multiplication": "repeated",
    "why_attention?view=Repeated+multiplication&steps=4&eigenvalue=1.2": "repeated?steps=4&eigenvalue=1.2",
    "block?view=Vanishing+gradient&text=bear+country&off_around=FFN&weight_size=1.2": (
        "vanishing_gradient?text=bear+country&off_around=FFN&weight_size=1.2"
    ),
    "embeddings?view=One-hot&text=the+river+bank&centre=1": "one_hot?text=the+river+bank&centre=1",
    "attention?view=Array+shapes&text=bear&value_width=64": "shapes?text=bear&value_width=64",
    "attention?view=Shapes&text=bear": "shapes?text=bear&value_width=64",
    "block?part=What+bends&text=bear+country&layer=2&token=0&share=1.5": (
        "linearity?text=bear+country&layer=2&token=0&share=1.5"
    ),
    "block?view=Linear+or+not&text=bear+country&layer=2&token=0&share=1.5": (
        "linearity?text=bear+country&layer=2&token=0&share=1.5"
    ),
}


def led(given: str) -> AppTest:
    """The page that an address leads to, by way of the server where it is the short one of a view."""
    to = urlsplit(SERVER.get(given).headers.get("location", "") or given)
    page = screen.run(to.path.rpartition("/")[2], parse_qs(to.query))
    assert not page.exception and not page.error
    return page


@pytest.mark.parametrize("address", SHOWED)
def test_the_address_of_a_dropped_view_shows_its_pictures(address: str) -> None:
    assert OLDER[address.partition("?")[0]].now
    _shows(led(f"/{address}"), *SHOWED[address])


@pytest.mark.parametrize("address", CALLED)
def test_what_a_dropped_view_was_called_on_its_page_shows_them_too(address: str) -> None:
    _shows(led(f"/{address}"), *SHOWED[CALLED[address]])


def _shows(page: AppTest, pictures: tuple[str, ...], chosen: dict[str, object]) -> None:
    shown = [payload(page, key) for key in pictures]
    assert {key: shown[0][key] for key in chosen} == chosen


@pytest.mark.parametrize("address", ["/kinds_of_text?text=bear", "/tokens?view=Kinds+of+text&text=bear"])
def test_kinds_of_text_stand_under_the_arithmetic_of_tokens(address: str) -> None:
    page = led(address)
    assert payload(page, "characters_per_token")["bars"][0]["label"] == "Your sentence: bear"
    assert [piece["text"] for piece in payload(page, "cut_2")["tokens"]] == ["␣pre", "judice"]


def test_kinds_of_text_are_cut_by_the_chosen_model() -> None:
    drawn = draw("tokens", text="bear country", model=NAME, deeper=True)
    own = drawn.payload("characters_per_token")["bars"][0]
    assert own["value"] == len("bear country") / len(drawn.state.trace().tokens) and "cut_0" not in drawn.keys


@pytest.mark.parametrize("address", ["/averaged_heads", "/heads?view=Averaged"])
def test_averaged_heads_are_those_of_one_layer_side_by_side(address: str) -> None:
    page = led(address)
    mean = load("story").trace(EXAMPLE).layers[2].pattern.mean(0)
    np.testing.assert_allclose(numbers(page, "mean_pattern"), mean.ravel(), atol=1e-6)
    assert headings(page)[1] == "Dashed: each head in its own way. See which words move."
    every = led(f"{address}{'&' if '?' in address else '?'}averaged_in=every+layer&layer=5")
    mean = load("story").trace(EXAMPLE, Intervention(averaged=frozenset(range(6)))).layers[4].pattern[0]
    np.testing.assert_allclose(numbers(every, "mean_pattern"), mean.ravel(), atol=1e-6)


@pytest.mark.parametrize("address", ["/logits?text=bear+country&candidate=2", "/next_word?view=Logits&candidate=2"])
def test_a_logit_is_taken_apart_under_the_lens(address: str) -> None:
    page = led(address)
    trace = load("story").trace("bear country" if "text" in address else EXAMPLE)
    id = int(np.argsort(-trace.next_logits, kind="stable")[1])
    np.testing.assert_allclose(numbers(page, "logit_product"), trace.final[-1] * trace.unembedding[id], rtol=1e-5)
    assert [row["cells"][0][3] for row in payload(page, "candidates")["rows"]] == [False, True, *[False] * 6]


def test_a_logit_of_another_place_is_taken_apart_too() -> None:
    drawn, trace = draw("lens", deeper=True, text="bear country", token=0), load("story").trace("bear country")
    assert drawn.numbers("logit_product").sum() == pytest.approx(trace.logits[0].max(), abs=1e-4)


def test_a_logit_that_is_no_dot_product_is_not_taken_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = load("story").trace("bear").plan
    assert logits.is_product(plan)
    assert not logits.is_product(replace(plan, logit_softcap=30.0))
    assert not logits.is_product(replace(plan, biased=frozenset({"unembedding"})))
    monkeypatch.setattr(logits, "is_product", lambda plan: False)
    drawn = draw("lens", deeper=True, text="bear")
    assert "logit_product" not in drawn.keys and "across_layers" in drawn.keys
    assert any("no dot products alone" in note for note in drawn.notes)


@pytest.mark.parametrize(
    "address", ["/looks?layer=3&head=1&text=bear+country", "/next_word?view=Attention+at+each+step&layer=3&head=1"]
)
def test_where_a_head_looked_while_the_model_wrote_stands_beside_the_next_word(address: str) -> None:
    page = led(address)
    trace = load("story").trace("bear country" if "text" in address else EXAMPLE)
    looked = numbers(page, "looks").reshape(-1, len(trace.tokens))
    np.testing.assert_allclose(looked, trace.layers[2].pattern[0, -4:], atol=1e-6)


@pytest.mark.parametrize("address", ["/cross_heads?english=The+red+car", "/translate?view=Every+head&cross_head=mean"])
def test_every_head_across_is_under_the_arithmetic_of_translate(address: str) -> None:
    page = led(address)
    trace = translators.translated("translate", "The red car" if "red" in address else translators.EXAMPLE).trace
    for layer in range(3):
        np.testing.assert_allclose(numbers(page, f"layer_{layer}"), trace.word_pattern(layer).ravel(), atol=1e-6)
    assert numbers(page, "measured_heads").shape == (21,) and numbers(page, "worth_of_heads").shape == (18,)


@pytest.mark.parametrize("address", ["/one_vector", "/one_vector?english=The+red+car"])
def test_one_vector_is_one_of_four_translators(address: str) -> None:
    page = led(address)
    for name in by_length.PAIR:
        written = translators.translated(name, "The red car" if "red" in address else by_length.LONG).text
        assert "".join(words for words, _ in payload(page, f"french_of_{name}")["pieces"]) == written
    assert payload(page, "loss_by_length")["names"] == list(translators.TITLES.values())


@pytest.mark.parametrize(
    "address",
    [
        "/helped?layer=3&head=1",
        "/learning?view=Gradients&layer=3&head=1",
        "/learning?view=What+would+have+helped&layer=3&head=1",
    ],
)
def test_what_would_have_helped_is_no_step_down_the_gradient(address: str) -> None:
    page, model = led(address), load("story")
    trace = model.trace(EXAMPLE)
    found = score_gradients(model.transformer, trace, 2, every_word(trace)).scores[0]
    np.testing.assert_allclose(numbers(page, "score_gradients"), 1000 * found.ravel(), rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("address", ["/by_heart?text=The+sky", "/learning?view=Ten+steps&text=The+sky"])
def test_what_is_learned_by_heart_is_ten_steps_down_the_gradient(address: str) -> None:
    page = led(address)
    said = "".join(words for words, _ in screen.payload(page, "by_heart_in_words")["pieces"])
    assert "Guess where 10 steps bring both" in said
    with pytest.raises(StopIteration):
        screen.dial(page, "layer")  # no head is looked at
    assert screen.dial(page, "rate") == "0.01"
    page.button(key="learn_by_heart").click().run()
    assert numbers(page, "by_heart_losses").shape == (33,)


def test_one_step_keeps_the_name_that_it_had() -> None:
    page = led("/learning?view=One+step&stepped=false&text=The+sky+is+green")  # of a switch that is gone
    as_trained, _ = numbers(page, "losses").reshape(2, -1)
    np.testing.assert_allclose(as_trained, token_losses(load("story").trace("The sky is green")), rtol=1e-4)
