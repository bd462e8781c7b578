"""The masking page: the stages under each mask, the next word and the loss, for any text."""

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from tests.awkward import AWKWARD
from transformer import Intervention, load
from transformer.loss import sentence_loss

TEXT = "She bears the pain"

PAGE = Path(__file__).parents[2] / "pages" / "masking.py"


def page(**address) -> AppTest:
    at = AppTest.from_file(PAGE, default_timeout=60)
    for name, value in address.items():
        at.query_params[name] = value
    return at.run()


def calm(at: AppTest) -> bool:
    return not at.exception and not at.error


@pytest.mark.parametrize("mask", ["causal", "none", "window"])
def test_the_losses_on_screen_are_those_of_the_text(mask) -> None:
    at = page(text=TEXT, mask=mask)
    assert calm(at)
    model = load("story")
    shown = {metric.label: metric.value for metric in at.metric}
    assert shown["Loss, causal mask"] == f"{sentence_loss(model.trace(TEXT)):.4f} nats"
    name = {"causal": "causal mask", "none": "no mask", "window": "window"}[mask]
    assert shown[f"Loss, {name}"] == f"{sentence_loss(model.trace(TEXT, Intervention(mask=mask))):.4f} nats"


@pytest.mark.parametrize("mask", ["causal", "none", "window"])
@pytest.mark.parametrize("text", AWKWARD)
def test_awkward_texts_are_met_calmly(text, mask) -> None:
    at = page(mask=mask)
    at.text_input(key="text").set_value(text).run()
    assert calm(at)


def test_one_token_has_no_next_token_to_predict() -> None:
    at = page(text="a", mask="none")
    assert calm(at)
    assert not at.metric
    assert any("type at least two" in caption.value for caption in at.caption)


@pytest.mark.parametrize("value", ["future", "", "1"])
def test_an_unknown_mask_in_the_address_is_causal(value) -> None:
    at = page(mask=value)
    assert calm(at)
    assert [metric.label for metric in at.metric] == ["Loss, causal mask", "Blind guess"]
