"""A Plan is refused for what no model can have, as a Config is."""

import dataclasses
from typing import Any

import pytest

from transformer import Config, Plan

NAMES = ("vocab_size", "n_layers", "n_heads", "d_model", "d_head", "d_mlp", "max_tokens")
SIZES = Config(vocab_size=9, n_layers=2, n_heads=3, d_model=15, d_head=5, d_mlp=20, max_tokens=8)


@pytest.mark.usefixtures("unchecked")
@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        *(({name: size}, f"{name} must be a whole number") for name in NAMES for size in (-3, 0)),
        ({"n_layers": 1.5}, "n_layers must be a whole number of at least 1, got 1.5"),
        ({"positions": "nonsense"}, "positions must be one of none, sinusoidal, learned, rotary, got 'nonsense'"),
        ({"norm_position": "beside"}, "norm_position must be one of before, after, around, added, none"),
        ({"norm": "batch"}, "norm must be one of layer, rms, got 'batch'"),
        ({"head_norms": "some"}, "head_norms must be one of none, each, all"),
        ({"predicts": "words"}, "predicts must be one of next, masked, nothing"),
        ({"n_kv_heads": 2}, "3 heads cannot share 2 key heads"),
        ({"n_kv_heads": 0}, "3 heads cannot share 0 key heads"),
    ],
)
def test_what_is_no_model_is_refused(changed: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        dataclasses.replace(Plan.of(SIZES), **changed)


def test_heads_of_a_plan_may_have_a_width_of_their_own() -> None:
    assert dataclasses.replace(Plan.of(SIZES), d_head=7).n_heads == 3
    with pytest.raises(ValueError, match="must equal d_model"):
        dataclasses.replace(SIZES, d_head=7)
