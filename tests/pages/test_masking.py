"""The masking page: the stages under each mask, the next word and the loss, for any text."""

import numpy as np
import pytest

from headlight.frame import widgets
from tests.awkward import AWKWARD
from tests.pages.screen import hidden, notes, numbers, opened, payload, typed
from transformer import Intervention, load
from transformer.readings.loss import sentence_loss

TEXT = "She bears the pain"


def losses(at) -> dict[str, float]:
    return {bar["label"]: bar["value"] for bar in payload(at, "loss")["bars"]}


@pytest.mark.parametrize("mask", ["causal", "none", "window"])
def test_the_losses_on_screen_are_those_of_the_text(mask) -> None:
    model = load("story")
    expected = {name: sentence_loss(model.trace(TEXT, Intervention(mask=name))) for name in ("causal", mask)}
    assert losses(opened("masking", text=TEXT, mask=mask)) == pytest.approx(expected | {"blind": np.log(8192)})


def test_the_loss_of_a_token_stands_over_the_token_that_was_to_be_guessed() -> None:
    at = opened("masking", text=TEXT, arithmetic="true")
    trace = load("story").trace(TEXT)
    header = payload(at, "losses")
    assert header["labels"] == list(trace.words[1:]) and header["first"] == 1
    chances = [trace.probabilities[place, token.id] for place, token in enumerate(trace.tokens[1:])]
    assert header["names"] == ["causal mask"]
    np.testing.assert_allclose(numbers(at, "losses"), -np.log(chances), rtol=1e-4)


@pytest.mark.parametrize("mask", ["causal", "none", "window"])
@pytest.mark.parametrize("text", AWKWARD)
def test_awkward_texts_are_met_calmly(text, mask) -> None:
    typed("masking", text, mask=mask, arithmetic="true")


def test_one_token_has_no_next_token_to_predict() -> None:
    at = opened("masking", text="a", mask="none")
    assert not losses(at)
    assert payload(at, "loss")["says"] == [["One token has no next token to guess. Type a second one.", False]]


@pytest.mark.parametrize("value", ["future", "", "1"])
def test_an_unknown_mask_in_the_address_is_causal(value) -> None:
    at = opened("masking", mask=value)
    assert list(losses(at)) == ["causal", "blind"]


CAT = "The cat sat on the mat"


@pytest.mark.parametrize("mask", ["causal", "none", "window"])
def test_one_row_is_shown_before_and_after_the_mask(mask) -> None:
    at = opened("masking", text=CAT, mask=mask, layer="4", head="2")
    stages = load("story").trace(CAT, Intervention(mask=mask)).layers[3]
    powers = np.exp(stages.scaled[1, 1].astype(float))
    before, after = numbers(at, "one_row").reshape(2, 6)
    np.testing.assert_allclose(before, powers / powers.sum(), atol=1e-6)
    seen = [0, 1] if mask != "none" else range(6)
    expected = [powers[place] / powers[seen].sum() if place in seen else 0 for place in range(6)]
    np.testing.assert_allclose(after, expected, atol=1e-6)
    never = np.isneginf(stages.masked[1])
    np.testing.assert_array_equal(hidden(at, "pattern"), never.ravel())
    np.testing.assert_array_equal(hidden(at, "one_row").reshape(2, 6), [np.zeros(6), never[1]])
    said = "".join(words for words, _ in payload(at, "one_row")["says"])
    assert said.startswith("cat (1) cannot see " if mask != "none" else "cat (1) may look ahead here")
    if mask != "none":
        assert f"cannot see sat (2): its score would give it {powers[2] / powers.sum():.3f}" in said
        assert f"multiplied by {powers.sum() / powers[:2].sum():.2f}," in said


def test_the_last_token_has_nothing_ahead_of_it_that_is_hidden() -> None:
    at = opened("masking", text=CAT, query="100")
    np.testing.assert_allclose(*numbers(at, "one_row").reshape(2, 6), atol=1e-6)
    assert "mat (5) is the last token" in "".join(words for words, _ in payload(at, "one_row")["says"])


def test_a_click_in_a_matrix_chooses_the_row(monkeypatch) -> None:
    moved = {}
    monkeypatch.setattr(widgets, "move", moved.update)
    widgets.choose_query((3, 0))
    assert moved == {"query": 3}
    assert payload(opened("masking", query="3"), "pattern")["selected"] == [3, 3]


def test_the_mask_and_the_scores_before_it_are_one_click_deeper() -> None:
    at = opened("masking", text=TEXT, mask="window", arithmetic="true")
    stages = load("story").trace(TEXT, Intervention(mask="window")).layers[2]
    added = numbers(at, "scaled") + numbers(at, "mask_itself")
    np.testing.assert_array_equal(added, stages.masked[0].ravel())
    np.testing.assert_array_equal(numbers(at, "masked"), stages.masked[0].ravel())


@pytest.mark.parametrize("mask", ["none", "window"])
def test_another_mask_says_how_much_attention_goes_ahead_and_how_much_was_there(mask: str) -> None:
    causal, now = (load("story").trace(CAT, Intervention(mask=name)).layers[2].pattern[0] for name in ("causal", mask))
    ahead = sum(now[query, key] for query in range(6) for key in range(query + 1, 6)) / 6
    lost = sum(causal[query, key] for query in range(6) for key in range(6) if now[query, key] == 0) / 6
    said = next(note for note in notes(opened("masking", text=CAT, mask=mask)) if note.startswith("Under this mask"))
    assert f"{ahead:.1%} of the head's attention" in said and f"had {lost:.1%} of it" in said


def test_cat_is_the_same_whatever_the_cat_did_but_not_in_the_encoder() -> None:
    sat, ran = (load("story").trace(f"The cat {verb}").layers[-1].residual_out[1] for verb in ("sat", "ran"))
    np.testing.assert_allclose(sat, ran, atol=1e-4)
    source = load("translate").trace(CAT, "")
    patterns = np.stack([layer.pattern for layer in source.encoder])
    assert source.source[1].text.strip() == "cat" and (patterns[:, :, 1, 2] > 0).all()
    assert patterns[:, :, 1, 2].max() > 0.1
