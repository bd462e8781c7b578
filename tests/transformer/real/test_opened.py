"""Every number of a real model opens too: norms without a mean or after a sum, turned queries, shared keys, gates."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pytest
import torch

from tests.sampled import sampled
from tests.transformer.real.kinds import ENCODER_DECODERS, randomized, written
from transformer import load, open_installed, open_translator
from transformer.readings.opened import AXES, Place, _sizes, stages_of
from transformer.readings.opened import opened as open_number
from transformer.readings.opened_translation import axes_of, opened_translation, translation_stages
from transformer.readings.terms import Opened

TEXT = "bear country, bears"
OPEN = ("llama", "llama-plain", "llama-3", "mistral", "qwen2", "gpt2", "gpt-neox", "gpt-neox-in-turn", "qwen3")
OPEN += ("gpt-neo", "gpt-j", "phi3-window")  # GPT-J has its rotary pairs in turn, Phi-3 turns a part of each head
OPEN += ("gemma2", "gemma3", "olmo2")  # norms around each sublayer; Gemma 2 has softcaps, Gemma 3 norms in each head
OPEN += ("modernbert", "modernbert-biased")  # no norm before its first attention, and one before its head
OPEN += ("bert", "roberta", "distilbert")  # norms after each sum, and what is masked in the place of a next token


def places(trace, stage: str, count: int):
    """Random places of a stage, none of them masked."""
    chance, sizes, found = np.random.default_rng(len(stage)), _sizes(trace), []
    while len(found) < count:
        at = tuple(int(chance.integers(sizes[axis])) for axis in AXES[stage])
        if AXES[stage][-2:] != ("query", "key") or trace.layers[at[0]].may_look[at[-2:]]:
            found.append(Place(stage, at))
    return found


def holds(model, trace, count: int = 3) -> None:
    """The terms of some numbers of every stage sum to what torch computes, and to what stands in their factors."""
    transformer = model.transformer
    with torch.inference_mode():
        stages = transformer.stages(torch.tensor([token.id for token in trace.tokens]))
    known = {"torch": torch, "stages": stages, "transformer": transformer}
    for stage in stages_of(trace.plan):
        for place in places(trace, stage, count):
            holds_at(partial(open_number, transformer, trace), place, known)


def holds_at(find: Callable[[Place], Opened], place: Place, known: dict[str, Any]) -> None:
    """The terms of a number sum to what its line computes of what is `known`, and its doors lead to their factors."""
    found = find(place)
    with torch.inference_mode():
        computed = float(eval(found.code, known))
    assert found.value == pytest.approx(computed, abs=_near(found), rel=1e-5), (place, found.code)
    for doors, factors in list(zip(found.doors, found.factors, strict=True))[:4]:
        for door, factor in zip(doors, factors, strict=True):
            if door:
                opens = find(door)
                assert opens.value == pytest.approx(factor, abs=_near(opens), rel=1e-5), (place, door)


def _near(found: Opened) -> float:
    return 1e-5 * max(1.0, float(np.abs(found.terms).max()))


@pytest.mark.parametrize("kind", sampled(OPEN, ["llama", "gpt-j", "gemma3", "modernbert", "bert"]))
def test_terms_make_the_numbers_of_each_family(opened, kind: str) -> None:
    _, model = opened(kind)
    trace = model.trace(TEXT)
    holds(model, trace)


def test_a_gated_model_with_turned_queries_has_stages_of_its_own(opened) -> None:
    plan = opened("llama-plain")[1].plan
    assert {"gate", "up", "unturned_query", "unturned_key"} <= set(stages_of(plan)) and "position" not in stages_of(
        plan
    )
    assert not {"gate", "unturned_key"} & set(stages_of(opened("gpt2")[1].plan))


def test_what_heads_and_the_ffn_add_is_scaled_by_the_norm_after_them(opened) -> None:
    theirs, model = opened("gemma2")
    trace, layer = model.trace(TEXT), theirs.model.layers[1]
    heads = open_number(model.transformer, trace, Place("attended", (1, 7, 4)))
    with torch.inference_mode():
        before = layer.self_attn.o_proj(torch.tensor(trace.layers[1].context[:, 7]).flatten()).numpy()
        gain = 1 + layer.post_attention_layernorm.weight[4].item()  # stored less 1
    gain /= (np.square(before).mean() + trace.plan.epsilon) ** 0.5
    np.testing.assert_allclose(heads.factors[:, 1], gain, rtol=1e-5)
    assert heads.factors[:, 0].sum() == pytest.approx(float(before[4]), abs=1e-5)
    assert {door.stage for door, _ in heads.doors if door} == {"written"}
    assert heads.value == pytest.approx(float(trace.layers[1].attended[7, 4]), abs=1e-5)
    ffn = open_number(model.transformer, trace, Place("ffn", (1, 7, 4)))
    assert ffn.columns == ("hidden", "W_out", "gain") and len(set(ffn.factors[:, 2])) == 1
    assert not {"look", "brought"} & set(stages_of(trace.plan))  # no part of it is the logit's alone


def test_a_softcap_is_a_tanh_that_opens_times_the_cap(opened) -> None:
    _, model = opened("gemma2")
    trace = model.trace(TEXT)
    for label, stage, cap in (("logit.5", "logit_tanh", 1.9), ("scaled.2.1.6.3", "score_tanh", 0.7)):
        found = open_number(model.transformer, trace, Place.parse(label))
        assert found.factors[0, 1] == cap and found.doors[0][0].stage == stage
        inner = open_number(model.transformer, trace, found.doors[0][0])
        assert inner.then == "tanh" and found.value == pytest.approx(cap * np.tanh(inner.terms.sum()), abs=1e-6)
    assert open_number(model.transformer, trace, Place("logit", (5,))).value == pytest.approx(trace.next_logits[5])
    with pytest.raises(ValueError, match="masked"):
        open_number(model.transformer, trace, Place("score_tanh", (1, 0, 3, 6)))
    assert not {"logit_tanh", "score_tanh"} & set(stages_of(opened("gemma3")[1].plan))


def test_a_norm_in_each_head_is_a_stage_between_the_turn_and_the_matrix(opened) -> None:
    theirs, model = opened("qwen3")
    trace, attention = model.trace(TEXT), theirs.model.layers[1].self_attn
    place = Place("key", (1, 4, 6, 3))
    ((normed, _), (other, _)) = open_number(model.transformer, trace, place).doors
    assert normed.stage == other.stage == "key_norm"
    found = open_number(model.transformer, trace, normed)
    assert [door for door, _ in found.doors] == [Place("unturned_key", normed.at)]
    with torch.inference_mode():  # head 4 of six shares the second of two key heads
        read = theirs.model.layers[1].input_layernorm(torch.tensor(trace.layers[1].residual_in[6]))
        before = attention.k_proj(read).unflatten(-1, (2, 10))[1].tolist()
    at = normed.at[-1]
    assert open_number(model.transformer, trace, found.doors[0][0]).value == pytest.approx(before[at], abs=1e-5)
    expected = before[at] * attention.k_norm.weight[at].item() / (np.square(before).mean() + trace.plan.epsilon) ** 0.5
    assert found.value == pytest.approx(expected, abs=1e-5)
    assert not {"query_norm", "key_norm"} & set(stages_of(opened("llama")[1].plan))


@pytest.mark.parametrize("kind", ["bert", "roberta"])
def test_a_norm_after_a_sum_opens_into_the_sum(opened, kind: str) -> None:
    theirs, model = opened(kind)
    transformer, trace = model.transformer, model.trace(TEXT)
    bert = getattr(theirs, kind)
    layer = bert.encoder.layer[1]
    found = open_number(transformer, trace, Place("residual_mid", (1, 7, 4)))
    with torch.inference_mode():
        stream = torch.tensor(trace.layers[1].residual_in[7])
        added = layer.attention.output.dense(torch.tensor(trace.layers[1].context[:, 7]).flatten())
        expected = layer.attention.output.LayerNorm(stream + added)
    assert found.value == pytest.approx(float(expected[4]), abs=1e-5)
    total = open_number(transformer, trace, found.doors[0][0])
    np.testing.assert_allclose(total.terms, [stream[4], added[4]], atol=1e-5)
    assert [door.stage for (door,) in total.doors] == ["residual_in", "attended"]
    query = open_number(transformer, trace, Place("query", (1, 2, 7, 4)))
    assert query.columns == ("stream", "W_Q") and query.doors[0][0].stage == "residual_in"
    hidden = open_number(transformer, trace, Place("hidden", (1, 7, 4)))
    assert hidden.doors[0][0].stage == "residual_mid"
    assert not {"attention_norm", "mlp_norm", "probability", "logit", "look"} & set(stages_of(trace.plan))


@pytest.mark.parametrize("kind", ["bert", "roberta", "distilbert"])
def test_an_encoder_says_of_each_place_what_may_be_there(opened, kind: str) -> None:
    theirs, model = opened(kind)
    trace = model.trace(TEXT)
    with torch.inference_mode():
        chances = theirs(torch.tensor([[token.id for token in trace.tokens]])).logits[0].softmax(-1)
    found = open_number(model.transformer, trace, Place("token_probability", (5, 40)))
    assert found.value == pytest.approx(float(chances[5, 40]), abs=1e-5)
    way = ("token_probability", "token_logit", "final", "head_dense", "residual_out", "ffn_sum")
    place = Place("token_probability", (5, 40))
    for stage in way:
        assert place.stage == stage and place.at[:-1][-1] == 5
        place = open_number(model.transformer, trace, place).doors[0][0]


def test_a_place_and_a_segment_are_rows_that_were_learned(opened) -> None:
    theirs, model = opened("bert")
    tables = theirs.bert.embeddings
    for trace, second in ((model.trace(TEXT), 0), (model.trace_pair(TEXT, "a bear"), 1)):
        at = len(trace.tokens) - 2
        found = open_number(model.transformer, trace, Place("position", (at, 3)))
        rows = tables.position_embeddings.weight[at, 3], tables.token_type_embeddings.weight[second, 3]
        np.testing.assert_allclose(found.terms, [row.item() for row in rows], rtol=1e-6)
        assert found.names == (f"learned at position {at}", f"segment {'AB'[second]}")
        assert found.value == pytest.approx(trace.positions[at, 3], abs=1e-6)
    _, roberta = opened("roberta")  # its first place has row 3 of the table
    found = open_number(roberta.transformer, roberta.trace(TEXT), Place("position", (4, 3)))
    assert "position_embedding.weight[7, 3]" in found.code
    _, distilbert = opened("distilbert")
    assert len(open_number(distilbert.transformer, distilbert.trace(TEXT), Place("position", (4, 3))).names) == 1


def test_numbers_of_an_encoder_that_predicts_nothing_open_down_to_embedding_and_position() -> None:
    model = open_installed("MiniLM")
    trace = model.trace("The hiking trail led us through bear country.")
    holds(model, trace, 2)
    stages = stages_of(trace.plan)
    assert not {"token_probability", "token_logit", "head_dense", "logit"} & set(stages)
    with pytest.raises(ValueError, match="no number"):
        open_number(model.transformer, trace, Place("token_logit", (3, 5)))
    assert [door for (door,) in open_number(model.transformer, trace, Place("final", (3, 5))).doors] == [
        Place("residual_out", (5, 3, 5))
    ]
    ends, chance = set(), np.random.default_rng(3)
    for _ in range(8):
        place = Place("final", (3, 5))
        while place is not None:
            doors = [door for each in open_number(model.transformer, trace, place).doors for door in each if door]
            place, last = (doors[int(chance.integers(len(doors)))] if doors else None), place.stage
        ends.add(last)
    assert ends == {"embedded", "position"}


@pytest.mark.parametrize("change", [{"norm": "layer"}, {"predicts": "masked", "logit_softcap": 1.0}])
def test_a_model_of_no_family_whose_numbers_are_other_sums_is_refused(opened, change) -> None:
    _, model = opened("gemma3")
    trace = model.trace(TEXT)
    other = replace(trace, config=replace(trace.plan, **change))
    assert not stages_of(other.plan)
    with pytest.raises(ValueError, match="no number"):
        open_number(model.transformer, other, Place("residual_in", (0, 0, 0)))


@pytest.mark.study
def test_numbers_of_smollm2_open_down_to_its_embedding() -> None:
    model = open_installed("SmolLM2")
    trace = model.trace("The hiking trail led us through bear country.")
    holds(model, trace, 2)
    place, chance, passed = Place("probability", (int(trace.next_logits.argmax()),)), np.random.default_rng(3), []
    while place is not None:
        passed.append(place.stage)
        doors = [door for each in open_number(model.transformer, trace, place).doors for door in each if door]
        place = doors[int(chance.integers(len(doors)))] if doors else None
    assert passed[-1] == "embedded"


@pytest.mark.parametrize("name", ["twin-none", "twin-learned", "twin-rotary", "twin-sinusoidal"])
def test_the_twins_open_whatever_their_positions_are(name: str) -> None:
    model = load(name)
    holds(model, model.trace("bear country and bears"))


def test_a_changed_pass_of_a_real_model_is_refused(opened) -> None:
    _, model = opened("llama-plain")
    trace = model.trace(TEXT)
    changed = replace(trace.intervention, scaled=False)
    with pytest.raises(ValueError, match="does not honour the change scaled=False"):
        open_number(model.transformer, replace(trace, intervention=changed), Place("final", (0, 0)))


@pytest.fixture(scope="module", params=ENCODER_DECODERS)
def translator(request, tmp_path_factory):
    """A T5 or a Marian in turn, a translation, and the same as tensors."""
    theirs = randomized(ENCODER_DECODERS[request.param]())
    model = open_translator(written(theirs, tmp_path_factory.mktemp("translators") / request.param))
    trace = model.trace("The bears left their country.", "Les ours ont")
    ids = (torch.tensor([token.id for token in tokens]) for tokens in (trace.source, trace.inputs))
    return request.param, model, trace, model.stages(*ids)


def test_terms_make_the_numbers_of_an_encoder_and_a_decoder(translator) -> None:
    _, model, trace, stages = translator
    known = {"torch": torch, "stages": stages, "transformer": model}
    for stage in translation_stages(trace):
        chance, sizes, places = np.random.default_rng(len(stage)), axes_of(trace, stage), []
        while len(places) < 2:
            at = tuple(int(chance.integers(size)) for size in sizes)
            if not stage.startswith("decoder") or AXES[stage][-2:] != ("query", "key") or at[-1] <= at[-2]:
                places.append(Place(stage, at))
        for place in places:
            holds_at(partial(opened_translation, model, trace), place, known)


def test_an_encoder_and_a_decoder_have_the_stages_of_their_family(translator) -> None:
    kind, _, trace, _ = translator
    stages = set(translation_stages(trace))
    assert ("encoder_gate" in stages) == ("decoder_up" in stages) == (kind == "t5-1.1")
    assert ("cross_attention_sum" in stages) == ("decoder_ffn_sum" in stages) == (kind == "marian")
    assert ("cross_attention_norm" in stages) == ("encoder_position" not in stages) == (kind != "marian")


def test_a_distance_is_a_term_of_a_scaled_score_but_not_across(translator) -> None:
    kind, model, trace, _ = translator
    if kind == "marian":
        assert len(opened_translation(model, trace, Place("encoder_scaled", (1, 2, 3, 9))).names) == 1
        return
    for side, query, key in (("encoder", 3, 9), ("encoder", 9, 3), ("decoder", 9, 3)):
        found = opened_translation(model, trace, Place(f"{side}_scaled", (1, 2, query, key)))
        assert found.names == ("score", f"bias of the distance {key - query}")
        layer = getattr(trace, side)[1]
        added = float(layer.scaled[2, query, key] - layer.scores[2, query, key])  # T5 has no factor
        assert found.terms[1] == pytest.approx(added, abs=1e-5) and abs(added) > 0.01
    assert len(opened_translation(model, trace, Place("cross_scaled", (1, 2, 3, 9))).names) == 1


def test_a_word_of_an_encoder_and_a_decoder_comes_down_to_both_texts(translator) -> None:
    _, model, trace, _ = translator
    ends, chance = set(), np.random.default_rng(5)
    for _ in range(12):
        place = Place("decoder_probability", (2, 40))
        while place is not None:
            doors = [door for each in opened_translation(model, trace, place).doors for door in each if door]
            place, last = (doors[int(chance.integers(len(doors)))] if doors else None), place.stage
        ends.add(last.partition("_")[0])
    assert ends == {"encoder", "decoder"}
