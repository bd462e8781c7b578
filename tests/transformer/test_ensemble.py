"""Several models in one pass say what each says alone."""

import pytest
import torch

from transformer import Config
from transformer.ensemble import ensemble
from transformer.model import Transformer

SIZES = dict(vocab_size=13, n_layers=2, n_heads=3, d_model=18, d_head=6, d_mlp=11, max_tokens=17)
KINDS = (
    dict(positions="rotary"),
    dict(positions="sinusoidal", tied=False, norm_position="after"),
    dict(positions="none", norm_position="none"),
)


@torch.inference_mode()
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind["positions"])
def test_each_stage_is_that_of_each_model(kind):
    torch.manual_seed(5)
    models = [Transformer(Config(**SIZES, **kind)).double() for _ in range(3)]
    for model in models:  # norms and biases begin as ones and zeros, which would hide that they are mixed up
        for weight in model.parameters():
            weight += 0.3 * torch.randn_like(weight)
    ids = torch.tensor([3, 12, 0, 7, 7])
    every = ensemble(models)
    stages = every.stages(ids)
    logits = every.unembedding(stages.final)
    assert (every.unembedding.weight is every.embedding.weight) == models[0].config.tied
    for number, model in enumerate(models):
        alone = model.stages(ids)
        torch.testing.assert_close(logits[number], model(ids))
        for together, block in zip(stages.blocks, alone.blocks, strict=True):
            torch.testing.assert_close(together.attention.pattern[number], block.attention.pattern)
            torch.testing.assert_close(together.hidden[number], block.hidden)
            torch.testing.assert_close(together.residual_out[number], block.residual_out)


@pytest.mark.parametrize(
    "configs", [[], [SIZES, SIZES | {"d_mlp": 7}], [SIZES | {"positions": "learned"}]], ids=["none", "two", "learned"]
)
def test_what_does_not_go_together_is_refused(configs):
    with pytest.raises(ValueError, match="one config, whose positions are not learned"):
        ensemble([Transformer(Config(**config)) for config in configs])
