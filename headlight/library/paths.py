"""The direct way from one head to another: what the receiver reads where the sender alone is of another run."""

from typing import Any, Literal

import torch
from torch import Tensor

from headlight.library.asked import AskedModel, LayerHead
from headlight.library.given import heads_of, refuse_other_length
from headlight.library.run import Run
from transformer.edits import Edit
from transformer.inference import inference
from transformer.positions import places_of
from transformer.readings.contributions import output_rows

Into = Literal["queries", "keys", "values"]


@inference
def along_path(model: AskedModel, clean: Run, corrupt: Run, sender: LayerHead, receiver: LayerHead, into: Into) -> Edit:
    """The edit that puts in what the receiver makes of the corrupt stream with the sender's part of the clean run.

    Raises:
        ValueError: if there is no such head, the sender does not come before the receiver, its part does not reach the
            stream by itself, or a pass was changed in places or positions.
    """
    (low, from_head), (high, to_head) = heads_of((sender, receiver))
    for layer, head in ((low, from_head), (high, to_head)):
        Edit("context", layer, 0.0, head=head).refuse_absent(model.plan, 1)
    refuse_other_length(clean, corrupt)
    if low >= high:
        raise ValueError(f"what a head of layer {low} writes is not read in layer {high}: name a later one")
    if into not in ("queries", "keys", "values"):
        raise ValueError(f"a head reads into its queries, keys or values, got {into!r}")
    if model.plan.norm_position == "after" or model.plan.norms_added:
        raise ValueError("what a head writes is normalized here before it is added, so it is no part of the stream")
    transformer: Any = model.inner.transformer
    attention, block = transformer.block(high).attention, transformer.block(high)
    difference = clean.stage("context", low)[from_head] - corrupt.stage("context", low)[from_head]
    stream = corrupt.stage("stream", high) + difference @ output_rows(transformer, low)[from_head]
    read = block.attention_norm(torch.from_numpy(stream))
    projected: Tensor = {"queries": attention.query, "keys": attention.key, "values": attention.value}[into](read)
    heads = projected.unflatten(-1, (-1, model.plan.d_head)).transpose(0, 1)
    if into != "values":
        if model.plan.head_norms == "each":
            heads = (attention.query_norm if into == "queries" else attention.key_norm)(heads)
        if model.plan.positions == "rotary" and corrupt.trace.intervention.positions:
            heads = transformer.turned(heads, places_of(len(corrupt), corrupt.trace.intervention), high)
    head = to_head if into == "queries" else to_head // model.plan.group
    return Edit(into, high, heads[head], head=to_head)
