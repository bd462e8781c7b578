"""An edit changes its stage and what follows, is a key of a cache, and known to what goes on from an earlier pass."""

import dataclasses

import numpy as np
import pytest
import torch

from transformer import UNCHANGED, Edit, Intervention
from transformer.edits import silence
from transformer.readings.resumed import resume
from transformer.real import appended

TEXT = "the bear walks"


def test_edits_are_equal_by_value_and_a_key_of_a_cache() -> None:
    one, other = (Intervention(edits=(Edit("ffn", 1, np.arange(5.0)),)) for _ in range(2))
    assert one == other and hash(one) == hash(other) and one is not other
    assert one != Intervention(edits=(Edit("ffn", 1, np.arange(5.0) + 1),)) and one.changed == {"ffn"}
    assert one == Intervention(edits=(Edit("ffn", 1, torch.arange(5)),))
    assert repr(one.edits[0].value) == "<numbers [5]>" and repr(Edit("ffn", 1, 2).value) == "2"


def test_what_enters_the_first_layer_that_differs_is_edited_once(make_language_model) -> None:
    model = make_language_model()
    steered = Intervention(edits=(Edit("stream", 1, 0.5, "add"),))
    further = dataclasses.replace(steered, silenced=frozenset({(1, 0)}))
    earlier = model.trace(TEXT, steered)
    assert further.first_layer_unlike(steered) == 1 and steered.first_layer_unlike(UNCHANGED) == 1
    for change in (further, UNCHANGED, dataclasses.replace(steered, temperature=2.0), steered):
        again = model.trace(TEXT, change, after=earlier)
        np.testing.assert_allclose(again.logits, model.trace(TEXT, change).logits, atol=1e-6)


def test_a_text_that_goes_on_is_computed_anew_under_edits(opened) -> None:
    model = opened("llama")[1]
    change = Intervention(edits=(Edit("keys", 1, 0.5, "scale", position=0),))
    earlier = model.trace("bear countr", change)
    unembedding, _ = model.transformer.unembedding_and_bias()
    tokens = model.tokenizer.encode("bear country")
    assert appended.known(earlier, tokens, change, model.plan, unembedding) == 0
    past = appended.past(model.trace("bear"), 2)
    with pytest.raises(ValueError, match="edits are of whole texts"):
        model.transformer.stages(torch.tensor([7]), change, past)


def test_rows_of_a_batch_and_a_pass_that_is_resumed_are_the_pass(opened) -> None:
    model = opened("llama")[1]
    ids = torch.tensor([[5, 9, 30, 7], [7, 7, 12, 50]])
    with torch.inference_mode():
        one, both = model.transformer.stages(ids[1]), model.transformer.stages(ids)
        resumed = resume(model.transformer, 1, one.blocks[0].residual_out)
    torch.testing.assert_close(both.final[1], one.final, atol=2e-6, rtol=0)
    torch.testing.assert_close(both.blocks[2].attention.pattern[1], one.blocks[2].attention.pattern, atol=2e-6, rtol=0)
    assert torch.equal(resumed, one.final)


@pytest.mark.usefixtures("unchecked")
@pytest.mark.parametrize(
    ("given", "words"),
    [
        (("scores", 1, 0.0), "a stage that can be edited is one of queries"),
        (("queries", 1, 0.0, "evenly"), "evenly is of the pattern alone"),
        (("ffn", 0.5), "the layer of an edit is a whole number, got 0.5"),
        (("ffn", 1, 0.0, "mul"), "one of put, add, scale, average, evenly"),
        (("ffn", 1, 0.0, "put", 2), "all heads together"),
        (("ffn", 1, float("nan")), "finite numbers"),
        (("ffn", 1, "word"), "made of numbers|could not convert"),
        (("ffn", 1, None), "made of numbers|finite"),
    ],
)
def test_an_edit_that_is_none_is_refused(given, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Edit(*given)


@pytest.mark.parametrize(
    ("edit", "words"),
    [
        (Edit("ffn", 2, 0.0), "layers 0 to 1"),
        (Edit("ffn", -1, 0.0), "layers 0 to 1"),
        (Edit("keys", 0, 0.0, head=3), "heads 0 to 2"),
        (Edit("keys", 0, 0.0, position=7), "positions 0 to 6"),
        (Edit("keys", 0, np.ones(4)), r"is of the shape \[3, 7, 5\] here, or can be spread to it; got \[4\]"),
        (Edit("ffn", 0, np.ones((1, 15))), "as many tokens"),
        (Edit("ffn", 0, np.ones((2, 7, 15))), r"got \[2, 7, 15\]"),
    ],
)
def test_an_edit_of_what_is_not_there_is_refused(make_transformer, ids, edit: Edit, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        make_transformer().stages(ids, Intervention(edits=(edit,)))


def test_an_edit_that_would_do_nothing_is_refused() -> None:
    put = Edit("values", 1, 0.0, head=2)
    for later in (Edit("values", 1, 1.0), Edit("values", 1, 1.0, head=2)):
        with pytest.raises(ValueError, match="undone by another of the same position"):
            Intervention(edits=(put, later))
    for other in (Edit("values", 1, 1.0, "add"), Edit("values", 1, 1.0, position=2), Edit("values", 0, 1.0)):
        assert len(Intervention(edits=(put, other)).edits) == 2
    with pytest.raises(ValueError, match="head is switched off"):
        Intervention(edits=(put,), silenced=frozenset({(1, 2)}))
    assert Intervention(edits=(put,)).with_edits(silence((1, 2))).edits == (silence((1, 2)),)
