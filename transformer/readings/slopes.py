"""How the logit of a next word moves with each number of the stream and of the heads' contexts: one backward pass.

For the models of `model.py` it is written out from the stages that a Trace holds, the rules of backpropagation one by
one (Rumelhart et al. 1986): no second forward pass and no graph, in half the time.
"""

from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Float
from numpy import ndarray as Array
from torch import Tensor, nn

from transformer.inference import inference
from transformer.intervention import MASKS, PADDING, PLACES, RESIDUAL, SCALES
from transformer.model import Block, Transformer
from transformer.readings.answer import Model, Word, direction, signed_ids
from transformer.readings.resumed import differentiable
from transformer.trace import LayerTrace, Trace, thawed

WRITTEN_OUT = MASKS | PADDING | SCALES | PLACES | RESIDUAL  # the changes whose rules are written out below


@dataclass(frozen=True, eq=False)
class Slopes:
    """The derivatives of the logit, or of the difference of two, after the last token."""

    residual_in: Float[Array, "layer pos d_model"]
    context: Float[Array, "layer head pos d_head"]


def slopes(model: Model, trace: Trace, word: Word) -> Slopes:
    """The slopes of a word's logit in the run that was traced; by the graph where it was changed in another way.

    Raises:
        ValueError: if the model predicts no next word, or does not know this one.
    """
    if trace.plan.predicts != "next":
        raise ValueError("this model predicts no next word, so nothing is worth anything for one")
    transformer, is_written_out = model.transformer, trace.intervention.changed <= WRITTEN_OUT
    plain = isinstance(transformer, Transformer) and transformer.config.norm_position == "before"
    if not (plain and is_written_out) or transformer.config.positions == "rotary":
        return by_graph(model, trace, word)
    return _written_out(transformer, trace, direction(model, trace, word))


def by_graph(model: Model, trace: Trace, word: Word) -> Slopes:
    """Find them by automatic differentiation, for any model and any change."""
    with torch.enable_grad():
        stages = differentiable(model.transformer, trace)
        answer = _answer(model, trace, stages.final[trace.last], word)
        inputs = [block.residual_in for block in stages.blocks] + [block.attention.context for block in stages.blocks]
        # 0 along what an edit has replaced.
        gradients = torch.autograd.grad(answer, inputs, materialize_grads=True)
    n_layers = len(stages.blocks)
    return Slopes(torch.stack(gradients[:n_layers]).numpy(), torch.stack(gradients[n_layers:]).numpy())


def _answer(model: Model, trace: Trace, final: Tensor, word: Word) -> Tensor:
    """The logit of the word, so that it can be differentiated; a softcap presses each logit by itself."""
    answer, cap = final.new_zeros(()), trace.plan.logit_softcap
    for id, sign in signed_ids(model, word):
        one = final @ torch.tensor(trace.unembedding[id])
        if trace.unembedding_bias is not None:
            one = one + float(trace.unembedding_bias[id])
        answer = answer + sign * (one if cap is None else torch.tanh(one / cap) * cap)
    return answer


@inference
def _written_out(transformer: Transformer, trace: Trace, row: Float[Array, " d_model"]) -> Slopes:
    n_tokens, config, change = len(trace.tokens), trace.config, trace.intervention
    of_stream = np.zeros((config.n_layers, n_tokens, config.d_model), np.float32)
    of_context = np.zeros((config.n_layers, config.n_heads, n_tokens, config.d_head), np.float32)
    rows = slice(trace.last, trace.last + 1)  # whose slopes are not 0: of the last layer's output one
    at_end = torch.tensor(row[None], dtype=torch.float32)
    slope = _before_norm(transformer.final_norm, thawed(trace.layers[-1].residual_out[rows]), at_end)
    for layer in reversed(range(config.n_layers)):
        block, stages = transformer.block(layer), trace.layers[layer]
        through = _before_ffn(block, thawed(stages.residual_mid[rows]), slope)
        slope = through if (layer, "ffn") in change.residual_off else slope + through
        context = (slope @ block.attention.output.weight).unflatten(-1, (config.n_heads, config.d_head)).transpose(0, 1)
        of_context[layer, :, rows] = context.numpy()
        through = _before_attention(block, stages, rows, context, trace.factor)
        if (layer, "attention") not in change.residual_off:
            through[rows] += slope
        slope, rows = through, slice(None)
        of_stream[layer] = slope.numpy()
    return Slopes(of_stream, of_context)


def _before_ffn(
    block: Block, middle: Float[Tensor, "row d_model"], slope: Float[Tensor, "row d_model"]
) -> Float[Tensor, "row d_model"]:
    """The slopes along what an FFN's norm reads, from those along what the FFN adds."""
    entering = block.mlp_in(block.mlp_norm(middle))
    along = torch.ops.aten.gelu_backward(slope @ block.mlp_out.weight, entering)
    return _before_norm(block.mlp_norm, middle, along @ block.mlp_in.weight)


def _before_attention(
    block: Block, stages: LayerTrace, rows: slice, context: Float[Tensor, "head row d_head"], factor: float
) -> Float[Tensor, "pos d_model"]:
    """The slopes along what attention's norm reads, from those along the contexts of some rows."""
    attention, pattern = block.attention, thawed(stages.pattern[:, rows])
    along = context @ thawed(stages.values).transpose(-2, -1)
    scores = pattern * (along - (pattern * along).sum(-1, keepdim=True)) * factor  # before they are scaled
    read = _joined(scores.transpose(-2, -1) @ thawed(stages.queries[:, rows])) @ attention.key.weight
    read += _joined(pattern.transpose(-2, -1) @ context) @ attention.value.weight
    read[rows] += _joined(scores @ thawed(stages.keys)) @ attention.query.weight
    return _before_norm(block.attention_norm, thawed(stages.residual_in), read)


def _joined(heads: Float[Tensor, "head row d_head"]) -> Float[Tensor, "row width"]:
    """The heads side by side."""
    return heads.transpose(0, 1).flatten(1)


def _before_norm(
    norm: nn.Module, stream: Float[Tensor, "row d_model"], slope: Float[Tensor, "row d_model"]
) -> Float[Tensor, "row d_model"]:
    """The slopes along what a layer norm reads, from those along what it gives (Ba et al. 2016)."""
    assert isinstance(norm, nn.LayerNorm)
    centred = stream - stream.mean(-1, keepdim=True)
    sharp = torch.rsqrt(centred.square().mean(-1, keepdim=True) + norm.eps)
    unit, along = centred * sharp, slope * norm.weight
    return sharp * (along - along.mean(-1, keepdim=True) - unit * (unit * along).mean(-1, keepdim=True))
