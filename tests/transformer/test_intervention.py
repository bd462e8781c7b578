"""Each change does what it says and nothing else."""

import dataclasses
import math

import numpy as np
import pytest
import torch

from transformer import UNCHANGED, Intervention, edits
from transformer.positions import sinusoidal

LAYER, HEAD, QUERY = 1, 2, 4
TEXT = "the bear walks"  # seven tokens of the small tokenizer
ROW = (0.1, 0.3, 0.0, 0.2, 0.15, 0.25, 0.0)  # looks ahead, at place 5, where the causal mask would not let it
MOVED = edits.row(LAYER, HEAD, QUERY, ROW)
OF_HEAD = (
    MOVED,
    edits.evenly((LAYER, HEAD)),
    *(edits.Edit(stage, LAYER, 2.0, "scale", head=HEAD) for stage in edits.OF_HEADS[:3]),
)
CHANGES = (
    Intervention(mask="none"),
    Intervention(mask="window", window=3),
    Intervention(scaled=False),
    Intervention(multiplier=2.0),
    Intervention(temperature=0.5),
    Intervention(positions=False),
    Intervention(permutation=(1, 0, 2)),
    Intervention(silenced=frozenset({(0, 1)})),
    Intervention(edits=(edits.row(0, 1, 0, (1.0, 0.0)),)),
    Intervention(edits=(edits.average(0),)),
    Intervention(residual_off=frozenset({(0, "attention")})),
    Intervention(residual_off=frozenset({(0, "ffn")})),
)


@pytest.fixture(params=["none", "sinusoidal", "learned", "rotary"])
def model(request, make_transformer):
    """A tiny model of each kind of positions in turn."""
    return make_transformer(request.param)


def stages_of(model, ids, change=UNCHANGED):
    """The stages, without gradients."""
    with torch.no_grad():
        return model.stages(ids, change)


def assert_same(before, after):
    """Every stage of two blocks is equal to the last bit."""
    for field in dataclasses.fields(before):
        one, other = getattr(before, field.name), getattr(after, field.name)
        if dataclasses.is_dataclass(one):
            assert_same(one, other)
        else:
            assert torch.equal(one, other) if isinstance(one, torch.Tensor) else one == other, field.name


def test_the_default_changes_nothing(model, ids):
    assert Intervention() == UNCHANGED
    assert torch.equal(stages_of(model, ids).final, stages_of(model, ids, Intervention()).final)
    assert UNCHANGED.factor(49) == pytest.approx(1 / 7)


@pytest.mark.parametrize("number", range(len(CHANGES)))
def test_equal_by_value_and_a_key_of_a_cache(number):
    change = CHANGES[number]
    twin = dataclasses.replace(change)
    assert twin is not change and twin == change and hash(twin) == hash(change)
    assert {change: "found"}[twin] == "found"
    assert all(change != other for place, other in enumerate((*CHANGES, UNCHANGED)) if place != number)


def test_nothing_of_it_can_be_set():
    with pytest.raises(dataclasses.FrozenInstanceError):
        UNCHANGED.temperature = 2.0


@pytest.mark.parametrize(
    ("change", "factor"),
    [
        (Intervention(scaled=False), 1.0),
        (Intervention(multiplier=3.0), 3 / 7),
        (Intervention(multiplier=0.0), 0.0),
        (Intervention(temperature=0.5), 2 / 7),
        (Intervention(temperature=5.0), 1 / 35),
        (Intervention(scaled=False, multiplier=3.0, temperature=0.5), 6.0),
    ],
)
def test_the_factor_is_multiplier_over_root_times_temperature(change, factor):
    assert change.factor(49) == pytest.approx(factor)


@pytest.mark.parametrize("change", CHANGES[2:5], ids=["unscaled", "multiplier", "temperature"])
def test_changes_of_scale_are_in_the_scaled_scores_and_not_in_the_scores(model, ids, change):
    before, after = stages_of(model, ids).blocks[0].attention, stages_of(model, ids, change).blocks[0].attention
    factor = {CHANGES[2]: model.config.d_head**0.5, CHANGES[3]: 2.0, CHANGES[4]: 2.0}[change]
    assert torch.equal(after.scores, before.scores)
    torch.testing.assert_close(after.scaled, before.scaled * factor)
    seen = torch.ones(7, 7).tril().bool()
    torch.testing.assert_close(after.pattern, torch.where(seen, after.scaled, -math.inf).softmax(-1))


def test_a_multiplier_of_zero_looks_everywhere_alike(model, ids):
    pattern = stages_of(model, ids, Intervention(multiplier=0.0)).blocks[0].attention.pattern
    expected = torch.ones(7, 7).tril() / torch.arange(1, 8)[:, None]
    torch.testing.assert_close(pattern, expected.expand(3, 7, 7))


def test_a_low_temperature_sharpens_and_a_high_one_flattens(model, ids):
    changes = [Intervention(temperature=temperature) for temperature in (0.25, 1.0, 4.0)]
    sharp, plain, flat = (stages_of(model, ids, change).blocks[0].attention.pattern.amax(-1) for change in changes)
    assert (sharp >= plain).all() and (plain >= flat).all()
    assert sharp.mean() > plain.mean() + 0.05 and plain.mean() > flat.mean() + 0.05


def test_without_a_mask_every_token_sees_those_after_it(model, ids):
    attention = stages_of(model, ids, Intervention(mask="none")).blocks[0].attention
    assert torch.equal(attention.masked, attention.scaled)
    assert (attention.pattern > 0).all()


def test_a_window_cuts_what_is_too_far_back(model, ids):
    attention = stages_of(model, ids, Intervention(mask="window", window=3)).blocks[1].attention
    query, key = torch.arange(7)[:, None], torch.arange(7)[None, :]
    seen = (key <= query) & (query - key < 3)
    assert torch.equal(attention.pattern > 0, seen.expand(3, 7, 7))
    assert torch.equal(attention.masked == -math.inf, ~seen.expand(3, 7, 7))


def test_without_positions_nothing_is_added_and_nothing_turned(model, ids):
    stages = stages_of(model, ids, Intervention(positions=False))
    assert (stages.positions == 0).all()
    assert torch.equal(stages.blocks[0].residual_in, stages.embedded)
    block, first = model.blocks[0], stages.blocks[0]
    queries = block.attention.query(block.attention_norm(first.residual_in))
    torch.testing.assert_close(first.attention.queries.transpose(0, 1).flatten(1), queries.detach())


def test_a_permutation_of_sinusoidal_and_learned_positions_hands_out_other_rows(make_transformer, ids):
    places = (2, 0, 1, 6, 5, 3, 4)
    waves = stages_of(make_transformer("sinusoidal"), ids, Intervention(permutation=places))
    assert torch.equal(waves.positions, sinusoidal(torch.tensor(places), 15))
    learned = make_transformer("learned")
    rows = stages_of(learned, ids, Intervention(permutation=places)).positions
    assert torch.equal(rows, learned.position_embedding.weight[list(places)])


def test_shuffled_tokens_can_stand_further_on_too(make_transformer, ids):
    change = Intervention(permutation=(2, 0, 1, 6, 5, 3, 4), start=3)
    waves = stages_of(make_transformer("sinusoidal"), ids, change).positions
    assert torch.equal(waves, sinusoidal(torch.tensor([5, 3, 4, 9, 8, 6, 7]), 15))


def test_tokens_that_take_their_places_along_can_be_put_in_any_order(model, ids):
    places = [2, 0, 1, 6, 5, 3, 4]
    plain = stages_of(model, ids, Intervention(mask="none"))
    moved = stages_of(model, ids[places], Intervention(mask="none", permutation=tuple(places)))
    torch.testing.assert_close(moved.final, plain.final[places], rtol=0, atol=1e-4)


def test_a_permutation_in_order_changes_nothing(model, ids):
    change = Intervention(permutation=tuple(range(7)))
    assert torch.equal(stages_of(model, ids, change).final, stages_of(model, ids).final)


def test_a_silenced_head_adds_nothing_and_takes_exactly_its_part_away(model, ids):
    change = Intervention(silenced=frozenset({(LAYER, HEAD)}))
    before, after = stages_of(model, ids), stages_of(model, ids, change)
    assert_same(before.blocks[0], after.blocks[0])
    one, other = before.blocks[LAYER], after.blocks[LAYER]
    assert (other.attention.context[HEAD] == 0).all()
    assert torch.equal(other.attention.context[:HEAD], one.attention.context[:HEAD])
    assert torch.equal(other.attention.pattern, one.attention.pattern)
    d_head = model.config.d_head
    columns = model.blocks[LAYER].attention.output.weight[:, HEAD * d_head : (HEAD + 1) * d_head].detach()
    part = one.attention.context[HEAD] @ columns.T
    torch.testing.assert_close(one.attended - other.attended, part, rtol=0, atol=1e-4)
    assert part.abs().max() > 0.1
    assert not torch.allclose(after.final, before.final)


def test_with_every_head_of_a_layer_silenced_attention_adds_nothing(model, ids):
    change = Intervention(silenced=frozenset((LAYER, head) for head in range(3)))
    block = stages_of(model, ids, change).blocks[LAYER]
    assert (block.attended == 0).all()
    assert torch.equal(block.residual_mid, block.residual_in)


def test_a_replaced_row_is_used_and_no_other_row_of_the_layer_changes(model, ids):
    change = Intervention(edits=(edits.row(LAYER, HEAD, QUERY, ROW),))
    before, after = stages_of(model, ids), stages_of(model, ids, change)
    assert_same(before.blocks[0], after.blocks[0])
    one, other = before.blocks[LAYER], after.blocks[LAYER]
    torch.testing.assert_close(other.attention.pattern[HEAD, QUERY], torch.tensor(ROW))
    torch.testing.assert_close(other.attention.context[HEAD, QUERY], torch.tensor(ROW) @ one.attention.values[HEAD])
    for name in ("queries", "keys", "values", "scores", "scaled", "masked"):
        assert torch.equal(getattr(other.attention, name), getattr(one.attention, name))
    elsewhere = torch.ones(3, 7, dtype=torch.bool)
    elsewhere[HEAD, QUERY] = False
    assert torch.equal(other.attention.pattern[elsewhere], one.attention.pattern[elsewhere])
    torch.testing.assert_close(other.attention.context[elsewhere], one.attention.context[elsewhere])
    rows = [row for row in range(7) if row != QUERY]
    torch.testing.assert_close(other.attended[rows], one.attended[rows], rtol=0, atol=1e-5)
    assert not torch.allclose(other.attended[QUERY], one.attended[QUERY], atol=1e-2)


def test_averaged_heads_all_look_by_the_mean_of_their_patterns(model, ids):
    before, after = stages_of(model, ids), stages_of(model, ids, Intervention(edits=(edits.average(LAYER),)))
    assert_same(before.blocks[0], after.blocks[0])
    one, other = before.blocks[LAYER].attention, after.blocks[LAYER].attention
    mean = one.pattern.mean(0)
    torch.testing.assert_close(other.pattern, mean.expand(3, 7, 7))
    torch.testing.assert_close(other.context, mean @ one.values)
    for name in ("queries", "keys", "values", "scores", "scaled", "masked"):
        assert torch.equal(getattr(other, name), getattr(one, name))
    assert not torch.allclose(after.final, before.final, atol=1e-2)


def test_without_its_residual_connection_a_sublayer_replaces_the_stream(model, ids):
    before = stages_of(model, ids)
    after = stages_of(model, ids, Intervention(residual_off=frozenset({(LAYER, "attention")})))
    assert_same(before.blocks[0], after.blocks[0])
    one, other = before.blocks[LAYER], after.blocks[LAYER]
    assert torch.equal(other.attended, one.attended) and torch.equal(other.residual_mid, one.attended)
    assert not torch.allclose(other.residual_out, one.residual_out, atol=1e-2)

    after = stages_of(model, ids, Intervention(residual_off=frozenset({(LAYER, "ffn")})))
    assert_same(before.blocks[0], after.blocks[0])
    other = after.blocks[LAYER]
    assert torch.equal(other.residual_mid, one.residual_mid) and torch.equal(other.hidden, one.hidden)
    torch.testing.assert_close(other.residual_out, one.residual_out - one.residual_mid, rtol=0, atol=1e-4)


def test_two_rows_may_be_replaced_and_another_head_silenced(model, ids):
    rows = (edits.row(0, 0, 6, ROW), edits.row(LAYER, HEAD, QUERY, ROW))
    stages = stages_of(model, ids, Intervention(edits=rows, silenced=frozenset({(LAYER, 0)})))
    torch.testing.assert_close(stages.blocks[0].attention.pattern[0, 6], torch.tensor(ROW))
    torch.testing.assert_close(stages.blocks[LAYER].attention.pattern[HEAD, QUERY], torch.tensor(ROW))
    assert (stages.blocks[LAYER].attention.context[0] == 0).all()


def test_rows_of_a_head_that_is_silenced_after_them_are_left_out():
    moved = edits.row(LAYER, HEAD, QUERY, ROW)
    change = Intervention(edits=(edits.row(0, 0, 6, ROW), moved), silenced=frozenset({(0, 1)}))
    assert change.with_edits(edits.silence((0, 0))) == Intervention(
        edits=(moved, edits.silence((0, 1)), edits.silence((0, 0)))
    )


def test_a_row_of_zeros_looks_nowhere(model, ids):
    change = Intervention(edits=(edits.row(LAYER, HEAD, QUERY, (0.0,) * 7),))
    attention = stages_of(model, ids, change).blocks[LAYER].attention
    assert (attention.context[HEAD, QUERY] == 0).all() and (attention.context[HEAD, QUERY - 1] != 0).any()


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        *(({"temperature": each}, "temperature must be above 0, got ") for each in (0.0, -1.0, math.nan, -math.inf)),
        *(({"multiplier": each}, "scores must be a finite number, got ") for each in (math.nan, math.inf, -math.inf)),
        *(({"mask": "window", "window": each}, f"window must be 1 or more, got {each}") for each in (0, -3)),
        ({"window": 2}, 'window=2 does nothing without mask="window": set both'),
        ({"mask": "diagonal"}, "the mask must be one of causal, none, window, got 'diagonal'"),
        ({"padding": -1}, "it must be 0 or more, got -1"),
        ({"start": -1}, "start must be 0 or more, got -1"),
        ({"padding_hidden": False}, "padding_hidden=False does nothing without padding: set both"),
        ({"edits": (MOVED, edits.row(1, 2, 4, ROW[::-1]))}, "pattern in layer 1, head 2, position 4 is undone by"),
        *(({"edits": (each,), "silenced": {(1, 2)}}, "is undone by .* its head is switched off") for each in OF_HEAD),
        *(({"edits": (edits.silence((1, 2)), each)}, "is undone by .* its head is switched off") for each in OF_HEAD),
        ({"edits": (MOVED, edits.evenly((1, 2)))}, "pattern in layer 1, head 2, position 4 is undone by"),
        ({"edits": (0,)}, "edits are of the type Edit, got int"),
        ({"residual_off": {(2, "mlp")}}, r"residual_off is a set of .*\(layer, \"ffn\"\).*; got \{\(2, 'mlp'\)\}"),
        ({"residual_off": {2}}, "residual_off is a set of"),
        ({"silenced": (3, 2)}, r"silenced is a set of \(layer, head\), such as \{\(3, 2\)\}; got \(3, 2\)"),
        ({"silenced": 3}, "silenced is a set of"),
        ({"silenced": {(3, "2")}}, "silenced is a set of"),
        ({"toggled": {(1, 2, 3)}}, r"toggled is a set of \(query, key\)"),
    ],
)
@pytest.mark.usefixtures("unchecked")
def test_what_is_no_change_is_refused(changed, sentence):
    with pytest.raises(ValueError, match=sentence):
        Intervention(**changed)


@pytest.mark.parametrize("weights", [(0.5, 0.4), (0.6, 0.6), (1.5, -0.5), (0.0, math.nan), (1e-3,), (2.0, -2.0)])
def test_what_is_no_row_of_attention_is_refused(weights):
    with pytest.raises(ValueError, match="of weights from 0 that sum to 1, or are all 0; these sum to "):
        edits.row(1, 2, 4, weights)


def test_edits_that_leave_something_of_each_other_are_kept():
    silent = edits.silence((LAYER, HEAD))
    for other in (
        edits.average(LAYER),
        edits.evenly((LAYER, 0)),
        edits.evenly((0, HEAD)),
        edits.Edit("values", LAYER, 2.0, "scale"),
        edits.Edit("ffn", LAYER, 0.0),
    ):
        assert len(Intervention(edits=(silent, other)).edits) == len(Intervention(edits=(other, silent)).edits) == 2
    row_of_context = edits.Edit("context", LAYER, 0.0, head=HEAD, position=QUERY)
    assert (
        len(Intervention(edits=(row_of_context, edits.Edit("keys", LAYER, 0.0, head=HEAD, position=QUERY))).edits) == 2
    )
    with pytest.raises(ValueError, match="undone"):
        Intervention(edits=(row_of_context, MOVED))
    assert Intervention(silenced={(LAYER, HEAD)}, edits=(silent,)).edits == (silent,)
    assert Intervention(silenced={(1, 0), (0, 1)}).silent == {(1, 0), (0, 1)}


@pytest.mark.usefixtures("unchecked")
def test_any_collection_makes_the_same_hashable_change():
    frozen = Intervention(silenced=frozenset({(0, 1), (1, 2)}), edits=(edits.average(0),))
    for kind in (set, list, tuple):
        change = Intervention(silenced=kind(((0, 1), (1, 2))), edits=kind((edits.average(0),)))
        assert change == frozen and hash(change) == hash(frozen)


@pytest.mark.parametrize("places", [(), (0, 1), (0, 1, 2, 3, 4, 5, 5), (1, 2, 3, 4, 5, 6, 7), tuple(range(8))])
def test_a_permutation_that_is_none_of_these_places_is_refused(model, ids, places):
    with pytest.raises(ValueError, match="a permutation of 7 positions is needed, got "):
        model.stages(ids, Intervention(permutation=places))


@pytest.mark.parametrize("place", [(2, 0), (0, 3), (-1, 0), (0, -1)])
def test_a_layer_or_head_that_does_not_exist_is_refused(model, ids, place):
    says = f"layers 0 to 1 with heads 0 to 2, got layer {place[0]}, head {place[1]}"
    with pytest.raises(ValueError, match=says):
        model.stages(ids, Intervention(silenced=frozenset({place})))
    with pytest.raises(ValueError, match=says):
        model.stages(ids, Intervention(edits=(edits.row(*place, QUERY, ROW),)))


@pytest.mark.parametrize("layer", [2, -1])
def test_a_layer_that_does_not_exist_is_refused_by_every_change_of_a_layer(model, ids, layer):
    for change in (Intervention(edits=(edits.average(layer),)), Intervention(residual_off=frozenset({(layer, "ffn")}))):
        with pytest.raises(ValueError, match=f"layers 0 to 1, got layer {layer}"):
            model.stages(ids, change)


@pytest.mark.parametrize(
    ("query", "weights"), [(7, ROW), (-1, ROW), (0, ROW[:6]), (0, (1.0,)), (0, ()), (0, (*ROW, 0.0))]
)
def test_a_row_of_another_text_is_refused(model, ids, query, weights):
    with pytest.raises(ValueError, match=r"shape \[7\] here|positions 0 to 6, got an edit of position"):
        model.stages(ids, Intervention(edits=(edits.row(LAYER, HEAD, query, weights),)))


def test_a_trace_keeps_its_intervention(make_language_model):
    model, change = make_language_model(), Intervention(silenced=frozenset({(LAYER, HEAD)}))
    trace = model.trace("bear country", change)
    assert trace.intervention == change
    assert np.all(trace.layers[LAYER].context[HEAD] == 0)


@pytest.mark.parametrize(
    ("change", "first"),
    [
        (Intervention(silenced=frozenset({(1, 0)})), 1),
        (Intervention(edits=(edits.average(1),)), 1),
        (Intervention(residual_off=frozenset({(1, "ffn")})), 1),
        (Intervention(edits=(edits.row(1, 0, QUERY, ROW),)), 1),
        (Intervention(silenced=frozenset({(1, 0)}), edits=(edits.average(0),)), 0),
        (Intervention(silenced=frozenset({(1, 1)}), temperature=0.5), 0),
        (Intervention(mask="none"), 0),
        (UNCHANGED, 0),
    ],
)
def test_after_an_earlier_trace_only_the_layers_that_a_change_reaches_are_computed(
    language_model, arrays_of, change, first
):
    before = language_model.trace(TEXT)
    anew, after = language_model.trace(TEXT, change), language_model.trace(TEXT, change, after=before)
    expected = arrays_of(anew)
    for name, array in arrays_of(after).items():
        np.testing.assert_array_equal(array, expected[name], name)
    kept = [one is other for one, other in zip(before.layers, after.layers, strict=True)]
    assert kept == [layer < first for layer in range(len(kept))]
    assert after.intervention == change


def test_an_earlier_trace_of_another_text_or_change_lends_no_layer_that_differs(language_model):
    silenced = Intervention(silenced=frozenset({(1, 0)}))
    for text, earlier in [("abcde", UNCHANGED), (TEXT, Intervention(silenced=frozenset({(0, 1)})))]:
        found = language_model.trace(TEXT, silenced, after=language_model.trace(text, earlier))
        np.testing.assert_array_equal(found.logits, language_model.trace(TEXT, silenced).logits)
