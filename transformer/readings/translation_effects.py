"""Effects of attention in a translator on each token that it writes: encoder, decoder and cross-attention.

See `effects`: a cut sets a cell's score to -inf, and the first order of what that takes off a logit comes from backward
passes, here one for each token of the translation, all at once.
"""

from dataclasses import dataclass
from typing import Literal, NamedTuple, cast

import numpy as np
import torch
from jaxtyping import Float
from numpy import ndarray as Array
from torch import Tensor
from torch.nn.functional import gelu

from transformer.brief import Brief
from transformer.inference import inference, on_processor
from transformer.model import Block
from transformer.readings.effects import along_cuts, left_in_row, looks_elsewhere_too
from transformer.recurrent import RecurrentTranslator
from transformer.seq2seq import DecoderBlock, Seq2Seq
from transformer.trace import AttentionTrace
from transformer.translation_trace import TranslationTrace

AttentionKind = Literal["encoder", "decoder", "cross"]


class WeightPlace(NamedTuple):
    """A cell of attention in a translator: of which kind, and where; all from 0."""

    kind: AttentionKind
    layer: int
    head: int
    query: int
    key: int


@dataclass(frozen=True, eq=False, repr=False)
class TranslationEffects(Brief):
    """The effect of each cell on the logit of the translation's token in each row, to first order.

    The cell's own query need not be the row: a token is read again when later ones are written.
    """

    encoder: Float[Array, "row layer head key key"]
    decoder: Float[Array, "row layer head query query"]
    cross: Float[Array, "row layer head query key"]

    @property
    def own(self) -> Float[Array, "layer head query key"]:
        """Of cross-attention the looks of each row for its own token."""
        rows = np.arange(len(self.cross))
        return self.cross[rows, :, :, rows].transpose(1, 2, 0, 3)


@on_processor
def translation_effects(transformer: Seq2Seq | RecurrentTranslator, trace: TranslationTrace) -> TranslationEffects:
    """Measure what each attention weight contributes to the logit of every token of a translation, to first order.

    Args:
        transformer: of the translator that made the trace.
        trace: a pass over a sentence and a translation of it.

    Returns:
        Logits: `.encoder`, `.decoder` and `.cross` are [row, layer, head, query, key], a row for each token of the
        target; `.own` is [layer, head, query, key], of cross-attention each query for its own token.

    Raises:
        TypeError: if the translator is recurrent, and so has no heads.

    Example:
        >>> from transformer import load, translation_effects
        >>> translator = load("translate")
        >>> translation_effects(translator.model, translator.translate("The red car").trace).cross.shape
        (4, 3, 6, 4, 4)
    """
    if not isinstance(transformer, Seq2Seq):
        raise TypeError("this translator is recurrent: it has no heads whose cells could be cut")
    kinds = (trace.encoder, trace.decoder, trace.cross)
    with torch.enable_grad():
        source, target = (torch.tensor([token.id for token in side]) for side in (trace.source, trace.inputs))
        stages = transformer.stages(source, target, differentiable=True)
        directions = torch.tensor(trace.unembedding[[token.id for token in trace.target]])
        answers = (stages.final * directions).sum(-1)
        contexts = [part.attention.context for kind in (stages.encoder, stages.decoder, stages.cross) for part in kind]
        one_hot = torch.eye(len(answers), dtype=torch.float32)
        slopes = torch.autograd.grad(answers, contexts, one_hot, is_grads_batched=True)
    effects, first = [], 0
    for layers in kinds:
        slope = torch.stack(slopes[first : first + len(layers)], dim=1).numpy()
        effects.append(_of_kind(layers, slope))
        first += len(layers)
    return TranslationEffects(*effects)


def _of_kind(
    layers: tuple[AttentionTrace, ...], slope: Float[Array, "row layer head query d_head"]
) -> Float[Array, "row layer head query key"]:
    weights, values = np.stack([layer.pattern for layer in layers]), np.stack([layer.values for layer in layers])
    return np.stack([along_cuts(weights, values, of_row)[0] for of_row in slope])


def stages_of(trace: TranslationTrace, kind: AttentionKind) -> tuple[AttentionTrace, ...]:
    """The layers of one kind of attention."""
    return {"encoder": trace.encoder, "decoder": trace.decoder, "cross": trace.cross}[kind]


def can_be_cut(trace: TranslationTrace, look: WeightPlace) -> bool:
    """Whether its query looks there, and at something else too."""
    return looks_elsewhere_too(stages_of(trace, look.kind)[look.layer].pattern[look.head, look.query], look.key)


def taken_off(transformer: Seq2Seq, trace: TranslationTrace, look: WeightPlace) -> Float[Array, " row"]:
    """Cut one cell, run the rest again, and return the drop of the logit of each token of the translation.

    The translation is as it was written, token by token; its row of weights sums to 1 again without the cell.

    Raises:
        ValueError: if the query has nothing else to attend to.
    """
    directions = trace.unembedding[[token.id for token in trace.target]].astype(np.float64)
    return ((trace.final - _run_again(transformer, trace, look)) * directions).sum(-1)


def _output_rows(transformer: Seq2Seq, kind: AttentionKind, layer: int) -> Float[Array, "head d_head d_model"]:
    """The rows of W_O that each head's context is multiplied by."""
    if kind == "encoder":
        attention = cast(Block, transformer.encoder_blocks[layer]).attention
    else:
        block = cast(DecoderBlock, transformer.decoder_blocks[layer])
        attention = block.cross_attention if kind == "cross" else block.attention
    config = transformer.config
    return attention.output.weight.detach().numpy().T.reshape(config.n_heads, config.d_head, config.d_model)


@inference
def _run_again(transformer: Seq2Seq, trace: TranslationTrace, look: WeightPlace) -> Float[Array, "row d_model"]:
    """Compute the rows that the unembedding reads with the cell cut."""
    kind, layer, head, query, key = look
    stages = stages_of(trace, kind)[layer]
    moved_weights = left_in_row(stages.pattern[head], query, key) - stages.pattern[head, query]
    context = moved_weights @ stages.values[head]
    change = torch.tensor(context @ _output_rows(transformer, kind, layer)[head], dtype=torch.float32)
    memory, later = torch.tensor(trace.memory), 0
    if kind == "encoder":
        memory = _memory_moved(transformer, trace, layer, query, change)
        stream = torch.tensor(trace.target_embedded + trace.target_positions)
    else:
        block, later = cast(DecoderBlock, transformer.decoder_blocks[layer]), layer + 1
        if kind == "decoder":
            stream = _moved_at(trace.decoder[layer].residual_mid, query, change)
            everything = torch.ones(len(stream), len(memory), dtype=torch.bool)
            across = block.cross_attention.keys_and_values(memory)
            stream = stream + block.cross_attention.look(block.cross_norm(stream), *across, everything)[0]
        else:
            stream = _moved_at(trace.decoder[layer].residual_mid + trace.cross[layer].attended, query, change)
        stream = _fed_forward(block, stream)
    for above in range(later, len(transformer.decoder_blocks)):
        block = cast(DecoderBlock, transformer.decoder_blocks[above])
        stream = block(stream, block.cross_attention.keys_and_values(memory), None)[0].residual_out
    return transformer.final_norm(stream).numpy()


def _memory_moved(transformer: Seq2Seq, trace: TranslationTrace, layer: int, query: int, moved: Tensor) -> Tensor:
    """The encoder's output where one query of one layer adds something else."""
    block = cast(Block, transformer.encoder_blocks[layer])
    stream = _fed_forward(block, _moved_at(trace.encoder[layer].residual_mid, query, moved))
    places, everything = torch.arange(len(stream)), torch.ones(len(stream), len(stream), dtype=torch.bool)
    for above in range(layer + 1, len(transformer.encoder_blocks)):
        stream = transformer.encoder_blocks[above](stream, places, everything, above).residual_out
    return transformer.encoder_norm(stream)


def _moved_at(stream: Float[Array, "pos d_model"], query: int, moved: Tensor) -> Tensor:
    shifted = torch.tensor(stream)
    shifted[query] += moved
    return shifted


def _fed_forward(block: Block | DecoderBlock, stream: Tensor) -> Tensor:
    return stream + block.mlp_out(gelu(block.mlp_in(block.mlp_norm(stream))))
