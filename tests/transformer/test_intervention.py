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
    edits.Edit("pattern", LAYER, how="average", head=HEAD),
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


def test_shuffled_tokens_can_stand_further_on_too(make_transformer, ids):
    change = Intervention(permutation=(2, 0, 1, 6, 5, 3, 4), start=3)
    waves = stages_of(make_transformer("sinusoidal"), ids, change).positions
    assert torch.equal(waves, sinusoidal(torch.tensor([5, 3, 4, 9, 8, 6, 7]), 15))


def test_rows_of_a_head_that_is_silenced_after_them_are_left_out():
    moved = edits.row(LAYER, HEAD, QUERY, ROW)
    change = Intervention(edits=(edits.row(0, 0, 6, ROW), moved), silenced=frozenset({(0, 1)}))
    assert change.with_edits(edits.silence((0, 0))) == Intervention(
        edits=(moved, edits.silence((0, 1)), edits.silence((0, 0)))
    )


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
    for stage in (MOVED, edits.Edit("queries", LAYER, 2.0, head=HEAD)):  # other heads read it in the mean
        assert len(Intervention(edits=(stage, edits.average(LAYER))).with_edits(silent).edits) == 3
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
