"""Every number of a real model opens too: norms without a mean or after a sum, turned queries, shared keys, gates."""

from dataclasses import replace
from functools import partial

import numpy as np
import pytest
import torch

from tests.sampled import sampled
from tests.transformer.readings.opening import holds, holds_of_translation, way_down
from tests.transformer.real.kinds import ENCODER_DECODERS, randomized, written
from transformer import open_installed, open_translator
from transformer.readings.opened import opened as open_number
from transformer.readings.opened import stages_of
from transformer.readings.opened_translation import opened_translation, translation_stages
from transformer.readings.terms import Place

TEXT = "bear country, bears"
OPEN = ("llama", "llama-plain", "llama-3", "mistral", "qwen2", "gpt2", "gpt-neox", "gpt-neox-in-turn", "qwen3")
OPEN += ("gpt-neo", "gpt-j", "phi3-window")  # GPT-J has its rotary pairs in turn, Phi-3 turns a part of each head
OPEN += ("gemma2", "gemma3", "olmo2")  # norms around each sublayer; Gemma 2 has softcaps, Gemma 3 norms in each head
OPEN += ("modernbert", "modernbert-biased")  # no norm before its first attention, and one before its head
OPEN += ("bert", "roberta", "distilbert")  # norms after each sum, and what is masked in the place of a next token


@pytest.mark.parametrize("kind", sampled(OPEN, ["llama", "gpt-j", "gemma3", "modernbert", "bert"]))
def test_terms_make_the_numbers_of_each_family(opened, kind: str) -> None:
    _, model = opened(kind)
    holds(model.transformer, model.trace(TEXT))


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
    holds(model.transformer, trace, 1)
    stages = stages_of(trace.plan)
    assert not {"token_probability", "token_logit", "head_dense", "logit"} & set(stages)
    with pytest.raises(ValueError, match="no number"):
        open_number(model.transformer, trace, Place("token_logit", (3, 5)))
    assert [door for (door,) in open_number(model.transformer, trace, Place("final", (3, 5))).doors] == [
        Place("residual_out", (5, 3, 5))
    ]
    chance, find = np.random.default_rng(3), partial(open_number, model.transformer, trace)
    assert {way_down(find, Place("final", (3, 5)), chance)[-1].stage for _ in range(8)} == {"embedded", "position"}


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
    holds(model.transformer, trace, 2)
    first = Place("probability", (int(trace.next_logits.argmax()),))
    way = way_down(partial(open_number, model.transformer, trace), first, np.random.default_rng(3))
    assert way[-1].stage == "embedded"


def test_a_changed_pass_of_a_real_model_is_refused(opened) -> None:
    _, model = opened("llama-plain")
    trace = model.trace(TEXT)
    changed = replace(trace.intervention, scaled=False)
    with pytest.raises(ValueError, match="does not honour the change scaled=False"):
        open_number(model.transformer, replace(trace, intervention=changed), Place("final", (0, 0)))


@pytest.fixture(scope="module", params=ENCODER_DECODERS)
def translator(request, tmp_path_factory):
    """A T5 or a Marian in turn, and a translation."""
    theirs = randomized(ENCODER_DECODERS[request.param]())
    model = open_translator(written(theirs, tmp_path_factory.mktemp("translators") / request.param))
    return request.param, model, model.trace("The bears left their country.", "Les ours ont")


def test_terms_make_the_numbers_of_an_encoder_and_a_decoder(translator) -> None:
    holds_of_translation(*translator[1:])


def test_an_encoder_and_a_decoder_have_the_stages_of_their_family(translator) -> None:
    kind, _, trace = translator
    stages = set(translation_stages(trace))
    assert ("encoder_gate" in stages) == ("decoder_up" in stages) == (kind == "t5-1.1")
    assert ("cross_attention_sum" in stages) == ("decoder_ffn_sum" in stages) == (kind == "marian")
    assert ("cross_attention_norm" in stages) == ("encoder_position" not in stages) == (kind != "marian")


def test_a_distance_is_a_term_of_a_scaled_score_but_not_across(translator) -> None:
    kind, model, trace = translator
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
    _, model, trace = translator
    chance, find = np.random.default_rng(5), partial(opened_translation, model, trace)
    ways = [way_down(find, Place("decoder_probability", (2, 40)), chance) for _ in range(12)]
    assert {way[-1].stage.partition("_")[0] for way in ways} == {"encoder", "decoder"}
