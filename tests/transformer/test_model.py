"""The whole model agrees with references built without it, and its stages hang together."""

import math

import pytest
import torch
import torch.nn.functional as F
from torch import nn

from tests.in_turn import in_turn
from tests.transformer.changes import doubled, plain_pass
from transformer import Config, Intervention
from transformer.model import Transformer
from transformer.plan import Plan

POSITIONS = ("none", "sinusoidal", "learned", "rotary")
SIZES = dict(vocab_size=13, n_layers=2, n_heads=3, d_model=15, d_head=5, d_mlp=11, max_tokens=17)
each_kind_of_positions = pytest.mark.parametrize("positions", POSITIONS)


def reference_positions(model, n_tokens):
    """Return what the model should add to its embeddings, from the formula in plain Python or the weights."""
    config = model.config
    if config.positions == "learned":
        return model.state_dict()["position_embedding.weight"][:n_tokens]
    if config.positions != "sinusoidal":
        return torch.zeros(n_tokens, config.d_model)
    rows = []
    for place in range(n_tokens):
        angles = [place / 10000 ** (2 * (column // 2) / config.d_model) for column in range(config.d_model)]
        rows.append([math.cos(angle) if column % 2 else math.sin(angle) for column, angle in enumerate(angles)])
    return torch.tensor(rows)


def logits_by_torch_modules(model, ids):
    """Build the model out of nn.TransformerEncoderLayer: gelu, causal, its norms first, last or taken out."""
    config, weights, n_tokens = model.config, model.state_dict(), ids.shape[-1]
    residual = F.embedding(ids, weights["embedding.weight"]) * math.sqrt(config.d_model)
    residual = residual + reference_positions(model, n_tokens)
    for layer in range(config.n_layers):
        own = {name: weight for name, weight in weights.items() if name.startswith(f"blocks.{layer}.")}
        own = {name.removeprefix(f"blocks.{layer}."): weight for name, weight in own.items()}
        norm_first = config.norm_position != "after"
        block = nn.TransformerEncoderLayer(
            config.d_model, config.n_heads, config.d_mlp, 0.0, "gelu", batch_first=True, norm_first=norm_first
        ).train()  # so that torch takes no short cut past its parts
        block.to(residual.dtype)
        if config.norm_position == "none":
            block.norm1, block.norm2 = nn.Identity(), nn.Identity()
        projections = [own[f"attention.{name}.weight"] for name in ("query", "key", "value")]
        block.load_state_dict(
            {
                "self_attn.in_proj_weight": torch.cat(projections),
                "self_attn.in_proj_bias": torch.zeros(3 * config.d_model),
                "self_attn.out_proj.weight": own["attention.output.weight"],
                "self_attn.out_proj.bias": torch.zeros(config.d_model),
                **{
                    f"{theirs}.{kind}": own[f"{ours}.{kind}"]
                    for theirs, ours in (("norm1", "attention_norm"), ("norm2", "mlp_norm"))
                    for kind in ("weight", "bias")
                    if f"{ours}.{kind}" in own
                },
                "linear1.weight": own["mlp_in.weight"],
                "linear1.bias": own["mlp_in.bias"],
                "linear2.weight": own["mlp_out.weight"],
                "linear2.bias": own["mlp_out.bias"],
            }
        )
        residual = block(
            residual, src_mask=nn.Transformer.generate_square_subsequent_mask(n_tokens, dtype=residual.dtype)
        )
    return logits_of(residual, config, weights)


def logits_of(residual, config, weights):
    """The last norm, of a model with its norms before, and the unembedding."""
    if config.norm_position != "before":
        return F.linear(residual, weights["unembedding.weight"])
    normalized = F.layer_norm(residual, (config.d_model,), weights["final_norm.weight"], weights["final_norm.bias"])
    return F.linear(normalized, weights["unembedding.weight"])


@pytest.fixture
def batch():
    return torch.randint(13, (2, 7), generator=torch.Generator().manual_seed(4))


@torch.no_grad()
@pytest.mark.parametrize("tied", [True, False], ids=["tied", "untied"])
@pytest.mark.parametrize("positions", ["none", "sinusoidal", "learned"])
def test_the_model_agrees_with_one_of_torch_modules(make_transformer, batch, positions, tied):
    model = make_transformer(positions, tied=tied)
    torch.testing.assert_close(model(batch), logits_by_torch_modules(model, batch), rtol=0, atol=1e-4)


@torch.no_grad()
def test_the_rotary_model_agrees_with_complex_rotation(make_transformer, ids):
    model = make_transformer("rotary", tied=False)
    expected = plain_pass(doubled(model), model.config, ids.tolist(), {})["logits"]
    torch.testing.assert_close(model(ids)[-1].double(), expected, rtol=0, atol=1e-4)


@torch.no_grad()
@pytest.mark.parametrize("norm_position", ["after", "none"])
def test_norms_after_or_none_are_those_of_torch_modules(make_transformer, batch, norm_position):
    model = make_transformer(norm_position=norm_position).double()  # logits to 121: single precision is off by 2e-4
    torch.testing.assert_close(model(batch), logits_by_torch_modules(model, batch), rtol=0, atol=1e-4)
    fresh = Transformer(model.config).stages(batch).blocks[-1].residual_out  # whose norms scale and shift nothing yet
    assert torch.allclose(fresh.std(-1, correction=0), torch.ones(2, 7), atol=1e-3) == (norm_position == "after")
    assert any("norm" in name for name, _ in model.named_parameters()) == (norm_position == "after")
    assert (Plan.of(model.config).norm_position, Plan.of(model.config).final_norm) == (norm_position, False)


@torch.no_grad()
def test_norms_after_normalize_what_a_sublayer_without_residual_gives(make_transformer, ids):
    model = make_transformer(norm_position="after")
    cut = model.stages(ids, Intervention(residual_off=frozenset({(0, "attention"), (1, "ffn")})))
    first, last = cut.blocks
    torch.testing.assert_close(first.residual_mid, model.block(0).attention_norm(first.attended))
    torch.testing.assert_close(last.residual_out, model.block(1).mlp_norm(model.block(1).mlp_out(last.hidden)))


def test_norms_around_sublayers_are_refused():
    for position in ("around", "added"):
        with pytest.raises(ValueError, match=f"before or after its sublayers or none, got norm_position '{position}'"):
            Transformer(Config(**SIZES, norm_position=position))


@torch.no_grad()
@each_kind_of_positions
def test_a_batch_is_the_same_as_each_text_alone(make_transformer, batch, positions):
    model = make_transformer(positions)
    together, alone = model.stages(batch), [model.stages(row) for row in batch]
    for number, one in enumerate(alone):
        torch.testing.assert_close(together.final[number], one.final, rtol=0, atol=1e-5)
        for many, single in zip(together.blocks, one.blocks, strict=True):
            torch.testing.assert_close(many.attention.pattern[number], single.attention.pattern)


@torch.no_grad()
@each_kind_of_positions
def test_a_longer_text_leaves_earlier_rows_unchanged(make_transformer, ids, positions):
    model = make_transformer(positions)
    short, long = model.stages(ids[:5]), model.stages(ids)
    torch.testing.assert_close(short.final, long.final[:5], rtol=0, atol=1e-5)
    for before, after in zip(short.blocks, long.blocks, strict=True):
        torch.testing.assert_close(before.attention.pattern, after.attention.pattern[:, :5, :5])
        torch.testing.assert_close(before.residual_out, after.residual_out[:5], rtol=0, atol=1e-5)


@torch.no_grad()
@pytest.mark.parametrize(("positions", "told"), [("none", True), ("sinusoidal", False), ("rotary", False)])
def test_without_positions_and_mask_the_model_is_permutation_equivariant(make_transformer, ids, positions, told):
    model, order = make_transformer(positions), torch.tensor([4, 2, 6, 0, 5, 1, 3])
    change = Intervention(mask="none", positions=told)
    plain, shuffled = model.stages(ids, change), model.stages(ids[order], change)
    torch.testing.assert_close(shuffled.final, plain.final[order], rtol=0, atol=1e-5)
    pattern = plain.blocks[1].attention.pattern[:, order][:, :, order]
    torch.testing.assert_close(shuffled.blocks[1].attention.pattern, pattern, rtol=0, atol=1e-5)


@torch.no_grad()
@pytest.mark.parametrize("positions", ["sinusoidal", "learned", "rotary"])
def test_with_positions_the_order_of_the_tokens_matters(make_transformer, ids, positions):
    model, order = make_transformer(positions), torch.tensor([4, 2, 6, 0, 5, 1, 3])
    change = Intervention(mask="none")
    assert not torch.allclose(model(ids[order], change), model(ids, change)[order], atol=1e-2)


@pytest.mark.parametrize("n_tokens", [0, 18])
def test_no_token_and_too_many_tokens_are_refused(make_transformer, n_tokens):
    with pytest.raises(ValueError, match=f"this model reads 1 to 17 tokens, got {n_tokens}"):
        make_transformer()(torch.zeros(n_tokens, dtype=torch.long))


@torch.no_grad()
@each_kind_of_positions
@pytest.mark.parametrize("n_tokens", [1, 17])
def test_one_token_and_as_many_as_fit_are_read(make_transformer, positions, n_tokens):
    assert make_transformer(positions)(torch.zeros(n_tokens, dtype=torch.long)).isfinite().all()


def test_a_gradient_reaches_every_weight(make_transformer, batch):
    for positions in POSITIONS:
        model = make_transformer(positions, tied=False)
        F.cross_entropy(model(batch).flatten(0, 1), batch.flatten()).backward()
        assert all(weight.grad.abs().max() > 0 for weight in model.parameters()), positions


def test_fresh_weights_embed_with_variance_one_and_write_little_to_the_residual_stream():
    torch.manual_seed(0)
    model = Transformer(Config(509, n_layers=2, n_heads=3, d_model=51, d_head=17, d_mlp=211, max_tokens=17))
    assert model.stages(torch.arange(17)).embedded.std().item() == pytest.approx(1, abs=0.1)
    block = model.blocks[0]
    assert block.attention.query.weight.std().item() == pytest.approx(51**-0.5, rel=0.1)
    assert block.attention.output.weight.std().item() == pytest.approx((51 * 4) ** -0.5, rel=0.1)
    assert block.mlp_out.weight.std().item() == pytest.approx((211 * 4) ** -0.5, rel=0.1)
    assert (block.mlp_norm.weight == 1).all() and (block.mlp_out.bias == 0).all()


def test_tied_weights_are_one_matrix_and_untied_two():
    tied, untied = Transformer(Config(**SIZES)), Transformer(Config(**SIZES, tied=False))
    assert tied.unembedding.weight is tied.embedding.weight
    assert untied.unembedding.weight is not untied.embedding.weight
    assert not torch.equal(untied.unembedding.weight, untied.embedding.weight)


@pytest.mark.usefixtures("unchecked")
@in_turn("size", SIZES)
@in_turn("value", [0, -1, 2.5, "7", None])
def test_a_size_that_is_no_positive_whole_number_is_refused(size, value):
    with pytest.raises(ValueError, match=f"{size} must be a whole number of at least 1, got "):
        Config(**SIZES | {size: value})


@pytest.mark.usefixtures("unchecked")
@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"d_head": 7}, r"n_heads \* d_head must equal d_model: 3 \* 7 != 15"),
        ({"positions": "rotary"}, "d_head must be even, got 5"),
        ({"positions": "wavy"}, "positions must be one of none, sinusoidal, learned, rotary, got 'wavy'"),
        (
            {"norm_position": "between"},
            "norm_position must be one of before, after, around, added, none, got 'between'",
        ),
    ],
)
def test_a_config_that_describes_no_model_is_refused(changed, sentence):
    with pytest.raises(ValueError, match=sentence):
        Config(**SIZES | changed)
