"""The logit lens ends with the model's own answer, and starts from what went in."""

import numpy as np
import torch

from training.affine_lens import fit
from transformer.readings.lens import logit_lens, ranks

TEXT = "The cat sat on the mat."


def test_with_maps_each_stream_but_the_last_goes_through_its_own(language_model):
    trace, model = language_model.trace(TEXT), language_model.transformer
    random, width = np.random.default_rng(0), language_model.config.d_model
    maps = random.normal(size=(2, width + 1, width)).astype(np.float32)
    rows = logit_lens(model, trace, 2, maps=maps)
    np.testing.assert_array_equal(rows[-1], logit_lens(model, trace, 2)[-1])
    for layer, stream in enumerate((trace.layers[0].residual_in[2], trace.layers[0].residual_out[2])):
        mapped = torch.tensor(stream @ maps[layer, :-1] + maps[layer, -1])
        expected = model.unembedding(model.final_norm(mapped)).detach()
        np.testing.assert_allclose(rows[layer], expected, rtol=1e-4, atol=1e-3)


def test_fitted_maps_find_a_linear_way_to_the_last_stream(make_language_model):
    transformer = make_language_model().transformer
    windows = np.random.default_rng(0).integers(0, transformer.config.vocab_size, (64, 16))
    maps = fit(transformer, windows)
    with torch.inference_mode():
        blocks = transformer.stages(torch.from_numpy(windows)).blocks
    last = blocks[-1].residual_out[:, 1:].flatten(0, 1).numpy()
    for block, each in zip(blocks, maps, strict=True):
        stream = block.residual_in[:, 1:].flatten(0, 1).numpy()
        inputs = np.concatenate((stream, np.ones((len(stream), 1))), axis=1)
        best = inputs @ np.linalg.lstsq(inputs, last, rcond=None)[0]  # another way to least squares
        lost, least = (float(((found - last) ** 2).mean()) for found in (inputs @ each, best))
        assert least <= lost <= 1.2 * least + 1e-3 * float((last**2).mean())


def test_the_largest_logit_has_rank_1_and_equal_ones_share_theirs():
    logits = np.array([[3.0, 1.0, 2.0, 3.0], [0.0, 5.0, 5.0, 6.0]])
    assert [ranks(logits, id).tolist() for id in range(4)] == [[1, 4], [4, 2], [3, 2], [1, 1]]
