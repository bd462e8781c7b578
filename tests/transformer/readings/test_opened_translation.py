"""Every number of a translation opens: its terms make it, its line of torch computes it, its factors open to it."""

from functools import partial

import numpy as np
import pytest

from tests.transformer.readings.opening import holds_of_translation, way_down
from transformer import load
from transformer.readings.opened_translation import opened_translation, translation_stages
from transformer.readings.terms import ENCODER_DECODER, Place

TEXT = "The red car is not here."


@pytest.fixture(scope="module")
def translation():
    model = load("translate")
    return model.model, model.translate(TEXT).trace


def test_terms_make_the_number_that_its_line_of_torch_computes_and_its_factors_open(translation) -> None:
    lacking = ("_gate", "_up", "_sum")  # of other families
    assert translation_stages(translation[1]) == tuple(s for s in ENCODER_DECODER if not s.endswith(lacking))
    holds_of_translation(*translation, 3)


def test_a_probability_comes_down_to_the_english_and_to_the_french(translation) -> None:
    transformer, trace = translation
    chance, first = np.random.default_rng(7), Place("decoder_probability", (2, trace.target[2].id))
    ways = [way_down(partial(opened_translation, transformer, trace), first, chance) for _ in range(12)]
    ends = {way[-1].stage for way in ways}
    assert ends <= {f"{side}_{end}" for side in ("encoder", "decoder") for end in ("embedded", "position")}
    assert {end.partition("_")[0] for end in ends} == {"encoder", "decoder"}
    assert {"cross", "memory"} <= {place.stage.partition("_")[0] for way in ways for place in way}


@pytest.mark.parametrize(
    ("label", "said"),
    [
        ("decoder_pattern.1.1.0.1", "masked"),
        ("cross_pattern.1.1.0.99", "no number"),
        ("cross_pattern.0.1.0.0", "no number"),
        ("logit.5", "no number"),
        ("decoder_logit.99.5", "no number"),
    ],
)
def test_a_number_that_is_not_there_is_refused(translation, label: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        opened_translation(translation[0], translation[1], Place.parse(label))


@pytest.mark.parametrize("name", ["translate-additive", "translate-dot", "translate-fixed"])
def test_no_number_of_a_recurrent_translator_opens(name: str) -> None:
    model = load(name)
    trace = model.translate(TEXT).trace
    assert translation_stages(trace) == ()
    with pytest.raises(ValueError, match="no number"):
        opened_translation(model.model, trace, Place.parse("memory.0.0"))
