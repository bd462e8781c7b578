"""One value of one head read as words, and one query among the keys: exact where they say so."""

import numpy as np
import pytest

from transformer.ranking import largest
from transformer.readings.contributions import carried, contributions
from transformer.readings.lens import direct_path


@pytest.fixture(scope="module")
def bear(model):
    return model.trace("bear country")


def pushed_up(model, bear, layer: int, head: int) -> list[str]:
    """The eight words that the value of bear pushes up most at country; layer and head from 1."""
    written = carried(model.transformer, bear, layer - 1, head - 1, 1, 0)
    order = largest(direct_path(model.transformer, bear, 1, written), 8)
    return [model.tokenizer.text_of(int(id)).strip() for id in order]


def test_what_keys_carry_sums_to_the_heads_contribution(model, bear) -> None:
    parts = [carried(model.transformer, bear, 2, 4, 1, key) for key in (0, 1)]
    np.testing.assert_allclose(sum(parts), contributions(model.transformer, bear, 2)[4, 1], atol=1e-5)


def test_the_direct_paths_of_all_parts_sum_to_the_logits(model, bear) -> None:
    parts = [bear.layers[0].residual_in[1]]
    for layer in bear.layers:
        parts += [layer.attended[1], layer.residual_out[1] - layer.residual_mid[1]]
    total = sum(direct_path(model.transformer, bear, 1, part) for part in parts)
    bias = bear.unembedding @ model.transformer.final_norm.bias.detach().numpy()
    expected = bear.logits[1] - bias
    np.testing.assert_allclose(total, expected - expected.mean(), atol=1e-3)


def test_the_lesson_names_words_that_the_value_of_bear_pushes_up(model, bear) -> None:
    assert {"lion", "whale", "Owl", "Pooh"} <= set(pushed_up(model, bear, 6, 6))
    assert {"frightened", "trembling", "growl"} <= set(pushed_up(model, bear, 5, 1))
    assert {"bear", "tame", "berries"} <= set(pushed_up(model, bear, 4, 3))
    assert not {"bear", "bears", "country"} & set(pushed_up(model, bear, 3, 1))
    heads = [(layer, head) for layer in range(1, 7) for head in range(1, 7)]
    assert sum(bool({"bear", "bears"} & set(pushed_up(model, bear, *head))) for head in heads) == 4
