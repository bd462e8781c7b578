"""A pass that goes on from a layer whose stream is known: of one run, or of several at once."""

from typing import Any

from jaxtyping import Float
from torch import Tensor

from transformer.intervention import UNCHANGED, Intervention
from transformer.model import Stages
from transformer.trace import Trace, thawed


def resume(
    transformer: Any, layer: int, enters: Float[Tensor, "*run pos d_model"], change: Intervention = UNCHANGED
) -> Float[Tensor, "*run pos d_model"]:
    """Run a model on from a layer.

    Args:
        transformer: the torch module of any model.
        layer: the first that is computed.
        enters: what leaves the layer before; edits of what enters this one are made here.
        change: what is changed about the pass.

    Returns:
        The rows that the unembedding reads.
    """
    residual = enters
    for stages in transformer.through(enters, change, layer):  # which holds one block's stages, not all
        residual = stages.residual_out
    return transformer.read_out(residual)


def differentiable(transformer: Any, trace: Trace) -> Stages:
    """The pass of a trace again, with gradients to come with respect to any stage, though no weight learns."""
    transformer.refuse(len(trace.tokens), trace.intervention)
    embedded, positions = thawed(trace.embedded).requires_grad_(), thawed(trace.positions)
    blocks = tuple(transformer.through(transformer.begun(embedded, positions), trace.intervention))
    return Stages(embedded, positions, blocks, transformer.read_out(blocks[-1].residual_out))
