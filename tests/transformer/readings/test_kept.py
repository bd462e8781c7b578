"""A text written on from kept keys and values has the numbers of a pass over all of it, and costs one row a token."""

import numpy as np
import pytest
import torch

from transformer import Intervention, edits, load
from transformer.readings.kept import kept, products

TEXT = "The girl stepped into bear country and helped the"


@pytest.fixture(scope="module")
def story():
    return load("story")


@pytest.mark.parametrize("first", [1, 4, 8])
@pytest.mark.parametrize("change", [Intervention(), Intervention(temperature=2.0)])
def test_what_is_kept_is_what_computing_all_again_gives(story, first: int, change: Intervention) -> None:
    trace = story.trace(TEXT, change)
    found = kept(story.transformer, trace, first)
    assert found.keys.shape == found.values.shape == (6, 6, 9, 32)
    for number, layer in enumerate(trace.layers):
        np.testing.assert_allclose(found.keys[number], layer.keys, atol=2e-4)
        np.testing.assert_allclose(found.values[number], layer.values, atol=2e-4)
    np.testing.assert_allclose(found.logits, trace.next_logits, atol=2e-4)
    assert (
        0 <= found.difference(trace) < 2e-4 < 0.1 < found.difference(story.trace(TEXT, Intervention(temperature=3.0)))
    )


def test_a_row_that_was_kept_is_of_the_words_before_it_alone(story) -> None:
    """With another last word all rows but the last are the same numbers, to the bit."""
    one, other = (kept(story.transformer, story.trace(TEXT[:-3] + word), 8) for word in ("the", "him"))
    assert (one.keys[:, :, :8] == other.keys[:, :, :8]).all() and (one.values[:, :, :8] == other.values[:, :, :8]).all()
    assert (one.keys[:, :, 8] != other.keys[:, :, 8]).any()


def test_a_pass_that_sees_later_words_keeps_nothing(story) -> None:
    for change in (Intervention(mask="none"), Intervention(edits=(edits.silence((5, 4)),))):
        with pytest.raises(ValueError, match="keys and values that are kept"):
            kept(story.transformer, story.trace(TEXT, change), 4)


def test_products_are_those_of_the_matrices_that_torch_multiplies(story, monkeypatch: pytest.MonkeyPatch) -> None:
    """Counted at every product of a pass over nine tokens; of the logits one row is needed, and half of the scores."""
    counted = {"weights": 0}

    def count(module: torch.nn.Module, given: tuple, result: torch.Tensor) -> None:
        counted["weights"] += module.weight.numel() * len(given[0].reshape(-1, given[0].shape[-1]))

    network = story.transformer
    linear = [
        each for each in network.modules() if isinstance(each, torch.nn.Linear) and each is not network.unembedding
    ]
    hooks = [each.register_forward_hook(count) for each in linear]
    network(torch.tensor(story.tokenizer.ids(TEXT)))
    for hook in hooks:
        hook.remove()
    pairs, logits = 9 * 10 // 2, 192 * 8192
    assert products(network, 0, 9) == counted["weights"] + 2 * 6 * 192 * pairs + logits
    assert products(network, 8, 9) == counted["weights"] // 9 + 2 * 6 * 192 * 9 + logits
