"""A view that became part of another: its old addresses, by its short name and by its tab, show what they showed."""

from dataclasses import replace
from urllib.parse import parse_qs, urlencode, urlsplit

import numpy as np
import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient
from streamlit.testing.v1 import AppTest

from headlight.frame import address, contents, kept, translators
from headlight.frame.places import DROPPED, ONCE, dropped_in, place_of
from headlight.frame.reader import EXAMPLE
from headlight.server import moved
from headlight.views.next_word import logits
from headlight.views.translate import by_length
from tests.draw import draw
from tests.pages import screen
from tests.pages.screen import headings, numbers, payload
from tests.real_models import NAME
from transformer import Intervention, load
from transformer.readings.loss import token_losses
from transformer.readings.score_gradients import every_word, score_gradients

SERVER = TestClient(Starlette(routes=moved.routes()), follow_redirects=False)


def led(given: str) -> AppTest:
    """The page that an address leads to, by way of the server where it is the short one of a view."""
    to = urlsplit(SERVER.get(given).headers.get("location", "") or given)
    page = screen.run(to.path.rpartition("/")[2], parse_qs(to.query))
    assert not page.exception and not page.error
    return page


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


def test_a_view_that_another_page_has_now_is_asked_for_there(monkeypatch: pytest.MonkeyPatch) -> None:
    def asked(**keys: str) -> tuple[str, str] | None:
        monkeypatch.setattr(kept.st, "query_params", QueryParams(keys))
        return kept.gone("why_attention")

    class QueryParams(dict):
        def get_all(self, name: str) -> list[str]:
            return [self[name]]

    assert asked(view="One vector") == ("one_vector", urlencode({"english": by_length.LONG}))
    assert asked(view="One vector", english="The red car") == ("one_vector", "english=The+red+car")
    assert asked(link="view=One+vector&english=a+%26+b") == ("one_vector", "english=a+%26+b")
    assert asked(view="Dense layer") is None and asked() is None
    assert place_of("one_vector") == ("translate", "Four translators")


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
    assert any("Guess where 10 steps bring both" in note for note in screen.notes(page))
    with pytest.raises(StopIteration):
        screen.dial(page, "layer")  # no head is looked at
    assert screen.dial(page, "rate") == "0.01"
    page.button(key="learn_by_heart").click().run()
    assert numbers(page, "by_heart_losses").shape == (33,)


def test_one_step_keeps_the_name_that_it_had() -> None:
    page = led("/learning?view=One+step&stepped=false&text=The+sky+is+green")
    np.testing.assert_allclose(
        numbers(page, "losses"), token_losses(load("story").trace("The sky is green")), rtol=1e-4
    )


def test_every_dropped_view_has_its_old_name_and_leads_where_its_old_name_does() -> None:
    names = {short: (page, name) for page, names in ONCE.items() for name, short in names.items()}
    for short, now in DROPPED.items():
        page, name = names[short]
        assert place_of(short) == place_of(now) and now in contents.VIEWS
        where, view = place_of(now)
        if where == page:
            assert address.read(page, {"view": [name]}).get("view", [None]) == [view]
        else:
            assert dropped_in(page, {"view": [name]}) == short
