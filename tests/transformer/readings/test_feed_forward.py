"""The hidden units: what they are given, which fire most, and what they push up adds up to the logits."""

import numpy as np
import torch

from transformer.readings.feed_forward import inputs, pushes, through_last_norm

TEXT = "The cat sat on the mat."


def test_gelu_of_the_inputs_is_hidden(language_model):
    trace = language_model.trace(TEXT)
    given = torch.tensor(inputs(language_model.transformer, trace, 1, 2)[0])
    np.testing.assert_allclose(torch.nn.functional.gelu(given), trace.layers[1].hidden[2], rtol=0, atol=1e-5)


def test_all_pushes_and_what_else_was_written_sum_to_the_logits(make_language_model):
    model = make_language_model()
    trace, place = model.trace(TEXT), 4
    units = np.arange(model.config.d_mlp)
    block = model.transformer.block(1)
    bias = block.get_parameter("mlp_out.bias").detach().numpy()
    rest = through_last_norm(model.transformer, trace, place, trace.layers[1].residual_mid[place] + bias)
    rest = rest + model.transformer.final_norm.bias.detach().numpy()
    total = pushes(model.transformer, trace, 1, place, units).sum(0) + rest @ trace.unembedding.T
    np.testing.assert_allclose(total, trace.logits[place], rtol=0, atol=1e-3)
