"""Which head of which model is open: one layer and one head in the address, whatever the model."""

import json

import pytest

from headlight.parts import dials
from headlight.state.registry import find
from headlight.state.state import State
from tests.pages.following import TEXT, followed, said_of_models
from tests.pages.screen import address, dial, opened, parts, payload, turned, turned_to, went
from tests.real_models import HEADS, LAYERS, NAME

# The head that is open while nobody has chosen one.
OPENS = f"Pattern of {State.of(find('attention'), text=TEXT)[dials.BRINGING].title.lower()}"


@pytest.mark.parametrize(("model", "layers", "heads"), [(NAME, LAYERS, HEADS), ("story", 6, 6)])
def test_a_layer_and_a_head_past_the_last_are_the_last_and_there_the_sliders_end(model, layers, heads) -> None:
    page = opened("attention", text=TEXT, model=model, layer="200", head="99")
    assert payload(page, "pattern")["alt"].startswith(f"Pattern of layer {layers}, head {heads}: ")
    assert (dial(page, "layer"), dial(page, "head")) == (str(layers), str(heads))
    ends = [json.loads(each.proto.json)["places"][-1] for each in page.get("bidi_component") if "slide_" in each.key]
    assert ends == [str(layers), str(heads)]
    for wrong in ("201", "0", "-1", "1.5", "x", ""):
        assert State.parse(find("attention"), f"model={model}&layer={wrong}") == State.of(
            find("attention"), model=model
        )


def kept_of(page) -> dict[str, str]:
    """Return what the address of a page says of the head, after it was read."""
    return {key: address(page)[key] for key in ("layer", "head") if key in address(page)}


def test_the_menu_changes_the_model_and_its_dials() -> None:
    page = opened("attention", text=TEXT)
    choice, _ = parts(page, "menu")["pages"]["data"]["choices"]
    assert choice["key"] == "model" and choice["at"] == "story" and NAME in choice["options"]
    turned(page, "model", NAME)
    assert said_of_models(page)[0].startswith(f"These pictures are of {NAME}, ")
    turned(page, "layer", 7)
    assert payload(page, "pattern")["alt"].startswith("Pattern of layer 7, head 1")
    turned(page, "model", "story")
    assert said_of_models(page) == [] and payload(page, "pattern")["alt"].startswith(OPENS)
    assert kept_of(page) == {}
    turned(page, "model", NAME)
    assert payload(page, "pattern")["alt"].startswith("Pattern of layer 7, head 1")


def test_a_head_follows_to_the_views_that_show_its_model_and_to_no_other() -> None:
    page = followed("attention", layer="7", head="2")

    assert payload(went(page, "masking"), "masked")["alt"].startswith("Masked of layer 7, head 2")
    assert kept_of(went(page, "attention")) == {"layer": "7", "head": "2"}
    turned_to(page, "by_hand")
    assert (dial(page, "layer"), dial(page, "head")) == ("3", "1") and kept_of(page) == {}
    turned(page, "layer", 2)
    turned_to(page, "attention")
    assert payload(page, "pattern")["alt"].startswith("Pattern of layer 7, head 2")
    turned_to(page, "by_hand")
    assert dial(page, "layer") == "2"


def test_a_head_of_the_page_of_real_models_is_none_of_the_bundled_one() -> None:
    page = opened("real", text=TEXT, layer="7", head="2", more="true")
    went(page, "attention")
    assert said_of_models(page) == [] and payload(page, "pattern")["alt"].startswith(OPENS)
    went(page, "real")
    assert payload(page, "pattern")["alt"].startswith("Pattern of layer 7, head 2")
