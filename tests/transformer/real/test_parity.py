"""Each kind of model computes, stage by stage, what the transformers library does with the same weights."""

import numpy as np
import pytest

from tests.transformer.real.kinds import KINDS, randomized, written
from tests.transformer.real.oracle import stages_of
from transformer import open_folder

TEXT = "bear country, bears"


@pytest.mark.parametrize("kind", KINDS)
def test_every_stage_is_that_of_the_library(kind: str, tmp_path) -> None:
    theirs = randomized(KINDS[kind]())
    trace = open_folder(written(theirs, tmp_path / kind)).trace(TEXT)
    *layers, last = stages_of(theirs, [token.id for token in trace.tokens])
    assert len(layers) == trace.plan.n_layers == 3
    for ours, expected in zip(trace.layers, layers, strict=True):
        for name, array in expected.items():
            found = getattr(ours, name)
            if name == "masked":
                hidden = array < -1e30
                assert np.array_equal(np.isneginf(found), hidden)
                found, array = found[~hidden], array[~hidden]
            np.testing.assert_allclose(found, array, rtol=0, atol=1e-5, err_msg=name)
    np.testing.assert_allclose(trace.logits, last["logits"], rtol=0, atol=1e-5)
