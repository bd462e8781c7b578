"""Every number of a translation opens: its terms make it, its line of torch computes it, its factors open to it."""

from functools import cache

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


def test_the_stages_are_those_of_norms_before(translation) -> None:
    assert translation_stages(translation[1]) == tuple(STAGES)


@pytest.mark.parametrize("stage", STAGES)
def test_terms_make_the_number_that_its_line_of_torch_computes_and_its_factors_open(translation, stage: str) -> None:
    transformer, trace, stages = translation
    known = {"torch": torch, "stages": stages, "transformer": transformer}
    for place in some_places(trace, stage, 5):
        found = opened_translation(transformer, trace, place)
        with torch.inference_mode():
            computed = float(eval(found.code, known))
        assert found.value == pytest.approx(computed, abs=1e-5, rel=1e-5), (place, found.code)
        for doors, factors in list(zip(found.doors, found.factors, strict=True))[:8]:
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


@pytest.fixture(scope="module")
def recurrent():
    """A function that gives a recurrent translator's network, a translation, and the same as tensors."""

    @cache
    def of(name: str):
        model = load(name)
        trace = model.translate(TEXT).trace
        ids = (torch.tensor([[token.id for token in tokens]]) for tokens in (trace.source, trace.inputs))
        with torch.inference_mode():
            return model.model, trace, model.model.stages(*ids)

    return of


RECURRENT = ("translate-additive", "translate-dot", "translate-fixed")
STATES = ("memory", "decoder_state")


@pytest.mark.parametrize("name", RECURRENT)
def test_terms_of_a_recurrent_translator_make_its_numbers_and_its_factors_open(recurrent, name: str) -> None:
    network, trace, stages = recurrent(name)
    known = {"torch": torch, "stages": stages, "transformer": network}
    for stage in translation_stages(trace):
        ends = [Place(stage, (at, 3)) for at in (0, len(trace.source) - 1)] if stage == "memory" else []
        for place in some_places(trace, stage, 4) + ends:
            found = opened_translation(network, trace, place)
            with torch.inference_mode():
                computed = float(eval(found.code, known))
            assert found.value == pytest.approx(computed, abs=1e-5, rel=1e-5), (place, found.code)
            every = list(zip(found.doors, found.factors, strict=True))
            for doors, factors in [*every[:4], *every[-4:]]:
                for door, factor in zip(doors, factors, strict=True):
                    if not door:
                        continue
                    number = opened_translation(network, trace, door).value
                    if stage in STATES and (doors, factors) == every[0] and door.stage.endswith("_update"):
                        number = 1 - number  # what is new has the share that is left
                    assert number == pytest.approx(factor, abs=1e-5, rel=1e-5), (place, door)


@pytest.mark.parametrize("name", RECURRENT)
def test_a_state_opens_into_the_state_before_down_the_sentence(recurrent, name: str) -> None:
    network, trace, stages = recurrent(name)
    place, passed = Place("decoder_state", (3, 7)), []
    while place.stage == "decoder_state":
        passed.append(opened_translation(network, trace, place))
        place = passed[-1].doors[1][0]
    assert place == Place("decoder_start", (7,))
    assert [found.value for found in passed] == pytest.approx(stages.hidden[0, [3, 2, 1, 0], 7].tolist(), abs=1e-5)
    start = opened_translation(network, trace, place)
    last, half = len(trace.source) - 1, trace.config.d_model // 2
    assert [start.doors[at][0] for at in (0, half)] == [Place("memory", (last, 0)), Place("memory", (0, half))]
    forward = opened_translation(network, trace, Place("memory", (2, 5)))
    backward = opened_translation(network, trace, Place("memory", (2, half + 5)))
    assert forward.doors[1][0] == Place("memory", (1, 5)) and backward.doors[1][0] == Place("memory", (3, half + 5))
    for at in ((0, 5), (last, half + 5)):
        ((_, _), (before, _)) = opened_translation(network, trace, Place("memory", at)).doors
        assert before is None


def test_what_a_recurrent_translator_lacks_is_refused(recurrent) -> None:
    network, trace, _ = recurrent("translate-fixed")
    for label in ("cross_pattern.1.1.0.0", "decoder_residual_out.1.0.0", "decoder_state.99.0", "encoder_position.0.0"):
        with pytest.raises(ValueError, match="no number"):
            opened_translation(network, trace, Place.parse(label))
    assert {
        door.stage for door, _ in opened_translation(network, trace, Place("decoder_final", (2, 1))).doors if door
    } == {
        "decoder_state",
        "memory",
    }
    assert {"cross_unit", "cross_query"} <= set(translation_stages(recurrent("translate-additive")[1]))
    assert not {"cross_unit", "cross_query"} & set(translation_stages(recurrent("translate-dot")[1]))


@pytest.mark.parametrize("name", RECURRENT)
def test_a_word_of_a_recurrent_translator_comes_down_to_both_sentences(recurrent, name: str) -> None:
    network, trace, _ = recurrent(name)
    ends, chance = set(), np.random.default_rng(11)
    for _ in range(12):
        place = Place("decoder_probability", (2, trace.target[2].id))
        while place is not None:
            doors = [door for each in opened_translation(network, trace, place).doors for door in each if door]
            place, last = (doors[int(chance.integers(len(doors)))] if doors else None), place.stage
        ends.add(last)
    assert (
        {"encoder_embedded", "decoder_embedded"}
        <= ends
        <= {
            "encoder_embedded",
            "decoder_embedded",
            "encoder_recalled",  # of the zeros before the first token: its bias
        }
    )
