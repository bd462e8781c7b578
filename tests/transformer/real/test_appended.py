"""A text that goes on is traced from where it went on, and the trace is that of a whole pass."""

import numpy as np
import pytest

from tests.sampled import sampled
from tests.transformer.real.kinds import KINDS, randomized, written
from tests.transformer.stages import stages_in
from transformer import Intervention, edits, open_folder
from transformer.trace import LayerTrace, Trace

BEFORE, TEXT = "bear country", "bear country, bears"
CAUSAL = [kind for kind in KINDS if "bert" not in kind]


def same(found: Trace, whole: Trace) -> None:
    assert (found.text, found.tokens, found.dropped) == (whole.text, whole.tokens, whole.dropped)
    assert (found.intervention, found.config) == (whole.intervention, whole.config)
    for name in ("embedded", "positions", "final", "logits"):
        np.testing.assert_allclose(getattr(found, name), getattr(whole, name), rtol=0, atol=2e-5, err_msg=name)
    for ours, theirs in zip(found.layers, whole.layers, strict=True):
        for name in stages_in(LayerTrace):
            array = getattr(ours, name)
            np.testing.assert_allclose(array, getattr(theirs, name), rtol=0, atol=2e-5, err_msg=name)
            assert not array.flags.writeable


@pytest.fixture
def rows_computed(monkeypatch):
    """How many rows each pass computes."""
    counted = []

    def count(model):
        stages = model.transformer.stages
        monkeypatch.setattr(
            model.transformer, "stages", lambda ids, *rest: (counted.append(len(ids)), stages(ids, *rest))[1]
        )
        return counted

    return count


@pytest.mark.parametrize("kind", sampled(CAUSAL, CAUSAL[::3]))
def test_a_text_that_goes_on_is_as_if_traced_whole(kind, opened, rows_computed) -> None:
    _, model = opened(kind)
    earlier, whole = model.trace(BEFORE), model.trace(TEXT)
    counted = rows_computed(model)
    same(model.trace(TEXT, after=earlier), whole)
    n_known = len(BEFORE) + 1  # a byte a token, and the mark before; the mark at the end stood elsewhere
    assert counted == [len(whole.tokens) - n_known]


@pytest.mark.parametrize(
    ("earlier", "text", "n_rows"),
    [
        ("bear", "bear", 1),  # the mark at the end
        ("bear country", "bear", 1),
        ("beak", "bear", 2),
        ("goat", "bear", 5),
        ("bear", "bears", 2),
    ],
)
def test_only_what_differs_is_computed(earlier, text, n_rows, opened, rows_computed) -> None:
    _, model = opened("llama")
    before, whole = model.trace(earlier), model.trace(text)
    counted = rows_computed(model)
    same(model.trace(text, after=before), whole)
    assert counted == [n_rows]


CHANGES = {
    "silenced": Intervention(silenced=frozenset({(1, 2), (0, 5)})),
    "averaged": Intervention(edits=(edits.average(1),)),
    "window": Intervention(mask="window", window=3),
    "later": Intervention(start=7),
    "sharper": Intervention(temperature=0.5, multiplier=1.5),
    "unscaled": Intervention(scaled=False),
    "no order": Intervention(positions=False),
    "without": Intervention(residual_off=frozenset({(1, "ffn"), (2, "attention")})),
}
WHOLE = {"all look": Intervention(mask="none"), "toggled": Intervention(toggled=frozenset({(2, 4)}))}


@pytest.mark.parametrize("name", [*CHANGES, *WHOLE])
@pytest.mark.parametrize("kind", ["llama-3", "gemma3"])
def test_under_a_change_too(kind, name, opened, rows_computed) -> None:
    _, model = opened(kind)
    change = (CHANGES | WHOLE)[name]
    earlier, whole = model.trace(BEFORE, change), model.trace(TEXT, change)
    counted = rows_computed(model)
    same(model.trace(TEXT, change, after=earlier), whole)
    assert (counted == [len(whole.tokens)]) == (name in WHOLE)


def test_a_trace_under_another_change_or_of_another_model_is_of_no_use(opened, rows_computed, tmp_path) -> None:
    _, model = opened("llama")
    earlier, silenced = model.trace(BEFORE), Intervention(silenced=frozenset({(0, 0)}))
    twin = open_folder(written(randomized(KINDS["llama"](), seed=1), tmp_path / "twin"))
    others = twin.trace(BEFORE)
    counted = rows_computed(model)
    same(model.trace(TEXT, silenced, after=earlier), model.trace(TEXT, silenced))
    same(model.trace(TEXT, after=others), model.trace(TEXT))
    assert set(counted) == {len(model.trace(TEXT).tokens)}


def test_an_encoder_reads_both_ways_and_is_computed_whole(opened, rows_computed) -> None:
    _, model = opened("bert")
    earlier, whole = model.trace(BEFORE), model.trace(TEXT)
    counted = rows_computed(model)
    same(model.trace(TEXT, after=earlier), whole)
    assert counted == [len(whole.tokens)]


def test_a_permutation_and_a_row_are_of_their_length(opened, rows_computed) -> None:
    _, model = opened("llama")
    counted = rows_computed(model)
    for change in (
        Intervention(permutation=(0, 2, 1, 3)),
        Intervention(edits=(edits.row(0, 1, 2, (0.5, 0.5, 0.0, 0.0)),)),
    ):
        counted.clear()
        same(model.trace("be", change, after=model.trace("bo", change)), model.trace("be", change))
        assert counted == [4, 4, 4]
