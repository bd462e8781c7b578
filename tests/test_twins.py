"""What the page that compares positions, its lesson and the cards say of the twins is true of the shipped weights."""

import json

import numpy as np
import pytest
import torch

from headlight.pages.positions import twins
from transformer import Intervention, load
from transformer.bundled.folders import MODELS
from transformer.readings.order import loss_from, mean_loss, moved_by_shuffle, shuffle, with_shuffle

KINDS = twins.KINDS
TWINS = {kind: load(f"twin-{kind}") for kind in KINDS}
TEXTS = (
    "The hiking trail led us through bear country",
    "Once upon a time, there was a little girl named Lily. She loved to play in the park.",
    "dog bites man",
)
each_kind = pytest.mark.parametrize("kind", KINDS)
each_text = pytest.mark.parametrize("text", TEXTS)


def ids_of(text: str) -> torch.Tensor:
    return torch.tensor(TWINS["none"].tokenizer.ids(text))


def moved(kind: str, text: str, mask: str) -> float:
    """max |f(Px) - P f(x)| over all tokens, for one shuffle."""
    ids = ids_of(text)
    order = shuffle(len(ids), 1)
    return float(moved_by_shuffle(with_shuffle(TWINS[kind].transformer, ids, order, mask), order).max())


def test_they_were_trained_alike_but_for_their_positions() -> None:
    every = [json.loads((MODELS / f"twin-{kind}" / "training.json").read_text("utf-8")) for kind in KINDS]
    for kind, training in zip(KINDS, every, strict=True):
        assert training["settings"]["config"].pop("positions") == kind
        assert training["log"][-1]["step"] == training["settings"]["steps"]
    assert all(training["settings"] == every[0]["settings"] for training in every)


@each_text
def test_without_positions_and_without_a_mask_a_shuffle_only_shuffles(text: str) -> None:
    assert moved("none", text, "none") < 1e-4


@each_text
@pytest.mark.parametrize("kind", KINDS[1:])
def test_every_twin_with_positions_sees_the_order(kind: str, text: str) -> None:
    assert moved(kind, text, "none") > 0.1


@each_text
@each_kind
def test_the_causal_mask_itself_tells_order(kind: str, text: str) -> None:
    assert moved(kind, text, "causal") > 0.1


@each_text
@pytest.mark.parametrize("kind", ["none", "rotary"])
def test_a_text_that_begins_further_on_is_the_same_to_those_that_know_no_place(kind: str, text: str) -> None:
    model = TWINS[kind]
    here = model.trace(text)
    for start in (1, 63, 192):
        there = model.trace(text, Intervention(start=start))
        assert np.abs(there.patterns - here.patterns).max() < 1e-3
        assert loss_from(model.transformer, ids_of(text), start) == pytest.approx(
            mean_loss(model.transformer, torch.tensor(here.final), ids_of(text)), abs=1e-3
        )


def test_learned_positions_end_at_64() -> None:
    model = TWINS["learned"]
    last = 64 - len(ids_of(TEXTS[0]))
    assert np.isfinite(loss_from(model.transformer, ids_of(TEXTS[0]), last))
    assert np.isnan(loss_from(model.transformer, ids_of(TEXTS[0]), last + 1))
    with pytest.raises(ValueError, match="learned positions 0 to 63: it has nothing to add at position 64"):
        model.trace(TEXTS[0], Intervention(start=last + 1))


def test_positions_are_worth_something_in_every_source() -> None:
    logs = [json.loads((MODELS / f"twin-{kind}/training.json").read_text("utf-8"))["log"] for kind in KINDS]
    none, *others = (log[-1]["validation"] for log in logs)
    assert all(other[source] < loss for other in others for source, loss in none.items())


def test_beyond_the_training_waves_fail_at_once_rotary_later_and_no_positions_hardly() -> None:
    places, by_place = twins.by_length()
    usual, soon, late = (places >= 32) & (places < 64), (places >= 64) & (places < 96), places >= 144
    soon_lost = {kind: float(losses[soon].mean() - losses[usual].mean()) for kind, losses in by_place.items()}
    late_lost = {kind: float(losses[late].mean() - losses[usual].mean()) for kind, losses in by_place.items()}
    assert soon_lost["sinusoidal"] > 0.4 and late_lost["sinusoidal"] > 0.7
    assert abs(soon_lost["rotary"]) < 0.1 and late_lost["rotary"] > 0.5
    assert abs(soon_lost["none"]) < 0.1 and 0 < late_lost["none"] < 0.3
    assert all(
        losses[usual].mean() < by_place["none"][usual].mean() for kind, losses in by_place.items() if kind != "none"
    )
    assert np.isnan(by_place["learned"][places >= 64]).all() and np.isfinite(by_place["learned"][places < 64]).all()
