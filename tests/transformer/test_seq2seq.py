"""The encoder-decoder against torch's own nn.Transformer, its masks, and decoding with kept keys and values."""

import warnings
from dataclasses import replace

import pytest
import torch
from torch import nn

from tests.transformer.stages import copy_attention, randomize
from transformer.config import Config
from transformer.positions import sinusoidal
from transformer.seq2seq import Seq2Seq

# Prime where the heads allow it: no two axes of a tensor have the same size.
SIZES = Config(vocab_size=19, n_layers=2, n_heads=3, d_model=15, d_head=5, d_mlp=11, max_tokens=17)
SOURCE = torch.tensor([3, 11, 0, 7, 3, 12, 5])
TARGET = torch.tensor([1, 8, 4, 13, 2])


@pytest.fixture(scope="module")
def model() -> Seq2Seq:
    return randomize(Seq2Seq(SIZES))


def copy_block(ours: nn.Module, theirs: nn.Module) -> None:
    """Our block's weights into torch's encoder or decoder layer; biases that ours does not have are zero."""
    for weight in theirs.parameters():
        weight.zero_()
    copy_attention(ours.attention, theirs.self_attn)
    theirs.norm1.load_state_dict(ours.attention_norm.state_dict())
    last = theirs.norm2
    if isinstance(theirs, nn.TransformerDecoderLayer):
        copy_attention(ours.cross_attention, theirs.multihead_attn)
        theirs.norm2.load_state_dict(ours.cross_norm.state_dict())
        last = theirs.norm3
    last.load_state_dict(ours.mlp_norm.state_dict())
    theirs.linear1.load_state_dict(ours.mlp_in.state_dict())
    theirs.linear2.load_state_dict(ours.mlp_out.state_dict())


@pytest.fixture(scope="module")
def reference(model) -> nn.Transformer:
    """torch's transformer with the same weights."""
    with warnings.catch_warnings(action="ignore"):  # of a fast path that norm_first does not have
        theirs = nn.Transformer(
            SIZES.d_model, SIZES.n_heads, SIZES.n_layers, SIZES.n_layers, SIZES.d_mlp, 0.0, "gelu",
            batch_first=True, norm_first=True,
        )  # fmt: skip
    with torch.no_grad():
        for ours, layer in zip(model.encoder_blocks, theirs.encoder.layers, strict=True):
            copy_block(ours, layer)
        for ours, layer in zip(model.decoder_blocks, theirs.decoder.layers, strict=True):
            copy_block(ours, layer)
    theirs.encoder.norm.load_state_dict(model.encoder_norm.state_dict())
    theirs.decoder.norm.load_state_dict(model.final_norm.state_dict())
    return theirs.train(False)


@torch.no_grad()
def embedded(model: Seq2Seq, ids: torch.Tensor) -> torch.Tensor:
    return model.embedding(ids) * SIZES.d_model**0.5 + sinusoidal(torch.arange(len(ids)), SIZES.d_model)


@torch.no_grad()
def test_it_computes_what_torchs_transformer_computes(model, reference):
    mask = torch.full((len(TARGET), len(TARGET)), float("-inf")).triu(1)
    theirs = reference(embedded(model, SOURCE)[None], embedded(model, TARGET)[None], tgt_mask=mask)[0]
    stages = model.stages(SOURCE, TARGET)
    torch.testing.assert_close(stages.final, theirs, rtol=1e-4, atol=1e-5)
    torch.testing.assert_close(model(SOURCE, TARGET), theirs @ model.embedding.weight.T, rtol=1e-4, atol=1e-4)


@torch.no_grad()
def test_cross_attention_is_torchs_multi_head_attention(model, reference):
    """The weights of each head too, which nn.Transformer itself does not give."""
    stages = model.stages(SOURCE, TARGET)
    for block, cross, layer in zip(model.decoder_blocks, stages.cross, reference.decoder.layers, strict=True):
        output, weights = layer.multihead_attn(
            block.cross_norm(cross.residual_in), stages.memory, stages.memory, average_attn_weights=False
        )
        torch.testing.assert_close(cross.attention.pattern, weights, rtol=1e-4, atol=1e-6)
        torch.testing.assert_close(cross.attended, output, rtol=1e-4, atol=1e-5)


@torch.no_grad()
def test_the_decoder_sees_no_later_token_and_the_whole_source(model):
    before = model(SOURCE, TARGET)
    for place in range(len(TARGET)):
        changed = TARGET.clone()
        changed[place] = 17
        after = model(SOURCE, changed)
        assert torch.equal(after[:place], before[:place])
        assert not torch.allclose(after[place], before[place])
    for place in range(len(SOURCE)):
        changed = SOURCE.clone()
        changed[place] = 17
        assert not torch.allclose(model(changed, TARGET)[0], before[0])


@torch.no_grad()
def test_the_encoder_looks_everywhere_and_the_decoder_back(model):
    stages = model.stages(SOURCE, TARGET)
    for block in stages.encoder:
        assert (block.attention.pattern > 0).all()
    for block in stages.decoder:
        hidden = torch.ones(len(TARGET), len(TARGET), dtype=torch.bool).triu(1)
        assert (block.attention.pattern[:, hidden] == 0).all()
        assert torch.isneginf(block.attention.masked[:, hidden]).all()
    for cross in stages.cross:
        assert cross.attention.pattern.shape == (3, len(TARGET), len(SOURCE))
        torch.testing.assert_close(cross.attention.pattern.sum(-1), torch.ones(3, len(TARGET)))


@torch.no_grad()
def test_kept_keys_and_values_give_what_the_whole_pass_gives(model):
    sources, targets = torch.stack([SOURCE, SOURCE.flip(0)]), torch.stack([TARGET, TARGET.flip(0)])
    expected = model(sources, targets)
    state = model.begin(sources)
    for place in range(len(TARGET)):
        assert state.length == place
        logits, state = model.step(state, targets[:, place])
        torch.testing.assert_close(logits, expected[:, place], rtol=1e-4, atol=1e-5)


@torch.no_grad()
def test_selected_rows_of_a_state_go_on_as_they_would_have(model):
    sources, targets = torch.stack([SOURCE, SOURCE.flip(0)]), torch.stack([TARGET, TARGET.flip(0)])
    _, state = model.step(model.begin(sources), targets[:, 0])
    logits, _ = model.step(state.select(torch.tensor([1, 0, 1])), targets[[1, 0, 1], 1])
    torch.testing.assert_close(logits, model(sources, targets)[[1, 0, 1], 1], rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize(("source", "target"), [(0, 3), (18, 3), (3, 0), (3, 18)])
def test_texts_that_do_not_fit_are_refused(model, source, target):
    with pytest.raises(ValueError, match="1 to 17 tokens"):
        model(torch.zeros(source, dtype=torch.long), torch.zeros(target, dtype=torch.long))


@pytest.mark.parametrize("change", [{"positions": "none"}, {"tied": False}, {"norm_position": "after"}])
def test_it_is_always_sinusoidal_and_tied_with_its_norms_before(change):
    with pytest.raises(ValueError, match=r"sinusoidal positions and a tied embedding|norms before its sublayers"):
        Seq2Seq(replace(SIZES, **change))
