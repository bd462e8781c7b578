"""Every number of a translation opens: its terms make it, its line of torch computes it, its factors open to it."""

import numpy as np
import pytest
import torch

from transformer import load
from transformer.readings.opened_translation import axes_of, opened_translation, translation_stages
from transformer.readings.terms import ENCODER_DECODER, Place

TEXT = "The red car is not here."
STAGES = [stage for stage in ENCODER_DECODER if not stage.endswith(("_gate", "_up", "_sum"))]  # which it does not have


@pytest.fixture(scope="module")
def translation():
    """The translator's stacks, a translation, and the same as tensors."""
    model = load("translate")
    trace = model.translate(TEXT).trace
    ids = (torch.tensor([token.id for token in tokens]) for tokens in (trace.source, trace.inputs))
    with torch.inference_mode():
        return model.model, trace, model.model.stages(*ids)


def some_places(trace, stage: str, count: int):
    """Random places of a stage, none of them masked."""
    chance, found = np.random.default_rng(len(stage)), []
    while len(found) < count:
        at = tuple(int(chance.integers(size)) for size in axes_of(trace, stage))
        if stage not in ("decoder_pattern", "decoder_scaled", "decoder_score") or at[-1] <= at[-2]:
            found.append(Place(stage, at))
    return found


@pytest.mark.parametrize("stage", STAGES)
def test_terms_make_the_number_that_its_line_of_torch_computes_and_its_factors_open(translation, stage: str) -> None:
    transformer, trace, stages = translation
    known = {"torch": torch, "stages": stages, "transformer": transformer}
    for place in some_places(trace, stage, 3):
        found = opened_translation(transformer, trace, place)
        with torch.inference_mode():
            computed = float(eval(found.code, known))
        assert found.value == pytest.approx(computed, abs=1e-5, rel=1e-5), (place, found.code)
        for doors, factors in list(zip(found.doors, found.factors, strict=True))[:4]:
            for door, factor in zip(doors, factors, strict=True):
                if door:
                    number = opened_translation(transformer, trace, door).value
                    assert number == pytest.approx(factor, abs=1e-5, rel=1e-5), (place, door)


@pytest.mark.parametrize("stage", ["decoder_final", "memory", "cross_attention_norm", "encoder_mlp_norm"])
def test_what_a_norm_reads_is_its_first_door(translation, stage: str) -> None:
    transformer, trace, _ = translation
    for place in some_places(trace, stage, 5):
        found = opened_translation(transformer, trace, place)
        door, _ = found.doors[0]
        layer = place.at[0] if len(place.at) == 3 else -1
        stream = {
            "decoder_final": trace.decoder[layer].residual_out,
            "memory": trace.encoder[layer].residual_out,
            "cross_attention_norm": trace.cross[layer].residual_in,
            "encoder_mlp_norm": trace.encoder[layer].residual_mid,
        }[stage][place.at[-2], place.at[-1]]
        assert opened_translation(transformer, trace, door).value == pytest.approx(stream, abs=1e-5)


def test_a_probability_comes_down_to_the_english_and_to_the_french(translation) -> None:
    transformer, trace, _ = translation
    ends, sides, chance = set(), set(), np.random.default_rng(7)
    for _ in range(12):
        place = Place("decoder_probability", (2, trace.target[2].id))
        while place is not None:
            sides.add(place.stage.partition("_")[0])
            doors = [door for each in opened_translation(transformer, trace, place).doors for door in each if door]
            place, last = (doors[int(chance.integers(len(doors)))] if doors else None), place.stage
        ends.add(last)
    assert ends <= {f"{side}_{end}" for side in ("encoder", "decoder") for end in ("embedded", "position")}
    assert {"encoder", "decoder", "cross", "memory"} <= sides and {end.partition("_")[0] for end in ends} == {
        "encoder",
        "decoder",
    }


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
