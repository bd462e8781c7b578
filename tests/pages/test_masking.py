"""The masking page: the stages under each mask, the next word and the loss, for any text."""

import pytest

from tests.awkward import AWKWARD
from tests.pages.screen import opened
from transformer import Intervention, load
from transformer.readings.loss import sentence_loss

TEXT = "She bears the pain"


@pytest.mark.parametrize("mask", ["causal", "none", "window"])
def test_the_losses_on_screen_are_those_of_the_text(mask) -> None:
    at = opened("masking", text=TEXT, mask=mask)
    model = load("story")
    shown = {metric.label: metric.value for metric in at.metric}
    assert shown["Loss, causal mask"] == f"{sentence_loss(model.trace(TEXT)):.4f} nats"
    name = {"causal": "causal mask", "none": "no mask", "window": "window"}[mask]
    assert shown[f"Loss, {name}"] == f"{sentence_loss(model.trace(TEXT, Intervention(mask=mask))):.4f} nats"


@pytest.mark.parametrize("mask", ["causal", "none", "window"])
@pytest.mark.parametrize("text", AWKWARD)
def test_awkward_texts_are_met_calmly(text, mask) -> None:
    at = opened("masking", mask=mask)
    at.text_input(key="text").set_value(text).run()
    assert not at.exception and not at.error


def test_one_token_has_no_next_token_to_predict() -> None:
    at = opened("masking", text="a", mask="none")
    assert not at.metric
    assert any("type at least two" in caption.value for caption in at.caption)


@pytest.mark.parametrize("value", ["future", "", "1"])
def test_an_unknown_mask_in_the_address_is_causal(value) -> None:
    at = opened("masking", mask=value)
    assert [metric.label for metric in at.metric] == ["Loss, causal mask", "Blind guess"]
