"""Every number opens: its terms make it, its line of torch computes it, its factors are what they open to."""

from functools import partial

import numpy as np
import pytest
import torch

from tests.transformer.conftest import tiny_config
from tests.transformer.readings.opening import holds, holds_at, way_down
from tests.transformer.stages import randomize
from transformer import Intervention, LanguageModel, Plan, edits, load
from transformer.edits import Edit
from transformer.model import Transformer
from transformer.readings.opened import opened, stages_of
from transformer.readings.terms import Place
from transformer.roles import HeadRoles

TEXT = "The girl stepped into bear country and helped the"


@pytest.fixture(scope="module")
def story():
    model = load("story")
    return model.transformer, model.trace(TEXT)


@pytest.mark.parametrize("name", ["story", "twin-none", "twin-learned", "twin-rotary", "twin-sinusoidal"])
def test_terms_make_the_numbers_that_torch_computes_and_factors_are_what_they_open_to(name: str) -> None:
    model = load(name)
    holds(model.transformer, model.trace(TEXT), 4 if name == "story" else 2)


def test_every_number_comes_down_to_embedding_and_position_or_a_weight(story) -> None:
    transformer, trace = story
    first = Place("probability", (int(trace.next_logits.argmax()),))
    way = way_down(partial(opened, transformer, trace), first, np.random.default_rng(7))
    assert [place.stage for place in way[:4]] == ["probability", "logit", "final", "residual_out"]
    assert way[-1].stage in ("embedded", "position")


def test_the_gain_of_a_norm_times_what_it_reads_is_its_first_term(story) -> None:
    transformer, trace = story
    found = opened(transformer, trace, Place("final", (8, 17)))
    stream = trace.layers[-1].residual_out[8].astype(np.float64)
    gain = float(transformer.final_norm.weight[17]) / np.sqrt(stream.var() + 1e-5)
    np.testing.assert_allclose(found.terms[:2], [gain * stream[17], -gain * stream.mean()], rtol=1e-5)


def test_a_place_is_written_with_layer_and_head_from_one() -> None:
    place = Place("pattern", (2, 0, 5, 4))
    assert place.label == "pattern.3.1.5.4" and Place.parse(place.label) == place
    for wrong in ("", "pattern", "pattern.3.1.5", "pattern.3.1.5.x", "nothing.1", "logit.-1", "logit.²"):
        with pytest.raises(ValueError, match="stage and place"):
            Place.parse(wrong)


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("final.9.0", "no number"),
        ("pattern.7.1.0.0", "no number"),
        ("pattern.0.1.0.0", "no number"),
        ("pattern.1.1.2.3", "masked"),
        ("gate.1.0.0", "no number"),
        ("unturned_key.1.1.0.0", "no number"),
    ],
)
def test_a_number_that_is_not_there_is_refused(story, place: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        opened(story[0], story[1], Place.parse(place))


def test_a_pass_with_another_change_is_refused() -> None:
    model = load("story")
    halved = Intervention(edits=(Edit("ffn", 5, 0.5, "scale"),))
    for change, said in ((Intervention(scaled=False), "does not honour"), (halved, "an FFN set to zero")):
        with pytest.raises(ValueError, match=said):
            opened(model.transformer, model.trace(TEXT, change), Place("logit", (3,)))


@pytest.mark.parametrize(
    "change",
    [
        Intervention(toggled=frozenset({(8, 4), (8, 1)})),
        Intervention(edits=(edits.row(5, 4, 8, (0.5, 0.5, *[0.0] * 7)), edits.row(2, 0, 8, (0.0,) * 9))),
        Intervention(edits=(Edit("ffn", 4, 0.0, position=8),)),
    ],
    ids=["hidden", "rows", "FFN"],
)
def test_a_pass_with_a_cut_opens_as_far_down(change: Intervention) -> None:
    model, chance = load("story"), np.random.default_rng(3)
    trace = model.trace(TEXT, change)
    with torch.inference_mode():
        stages = model.transformer.stages(torch.tensor([token.id for token in trace.tokens]), change)
    find = partial(opened, model.transformer, trace)
    ways = [way_down(find, Place("probability", (int(trace.next_logits.argmax()),)), chance) for _ in range(4)]
    ways.append([Place("pattern", (5, 4, 8, 0)), Place("ffn", (4, 8, 7)), Place("context", (2, 0, 8, 3))])
    for place in {place for way in ways for place in way[1:]}:
        holds_at(find, place, stages, model.transformer)
    assert sum(map(len, ways)) > 20


@pytest.mark.parametrize("norm_position", ["after", "none"])
def test_a_model_with_norms_after_each_sum_or_without_norms_opens(norm_position, small_tokenizer) -> None:
    config = tiny_config("sinusoidal", small_tokenizer.vocab_size, norm_position=norm_position)
    model = LanguageModel("tiny", randomize(Transformer(config)), small_tokenizer, HeadRoles({}))
    assert ("ffn_sum" in stages_of(Plan.of(config))) == (norm_position == "after")
    holds(model.transformer, model.trace("the cat"), 4)
