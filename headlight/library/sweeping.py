"""Every part of a stage patched by itself: for each layer one batch, of which nothing below is computed again."""

import dataclasses

import numpy as np
import torch
from numpy import ndarray as Array

from headlight.library import spoken
from headlight.library.asked import AskedModel
from headlight.library.given import refuse_other_length, word_of
from headlight.library.run import Run
from transformer.edits import OF_HEADS, Edit
from transformer.inference import inference
from transformer.readings.answer import Word, logit_of
from transformer.readings.resumed import resume

_AT_ONCE = 16  # runs of a batch


@inference
def sweep(model: AskedModel, clean: Run, corrupt: Run, stage: str, word: Word) -> Array:
    """The word's logit with each part of the clean run put into the corrupt one, [layer, head] or [layer, pos].

    In its own layer and stage a part changes no other, so that a batch holds the stage of the corrupt run once for each
    part, with that part of the clean one.

    Raises:
        ValueError: if the texts are not of equally many tokens, there is no such stage, or the model predicts no next
            word.
    """
    refuse_other_length(clean, corrupt)
    word = word_of(word)
    if model.plan.predicts != "next":
        raise ValueError("this model predicts no next word, whose logit a part could restore")
    transformer = model.inner.transformer
    *_, begun = transformer.embed(torch.tensor(corrupt.ids), model.change)
    n_parts = model.plan.n_heads if stage in OF_HEADS else len(clean)
    effects = np.empty((model.plan.n_layers, n_parts))
    for layer in range(model.plan.n_layers):
        clean_stage, corrupt_stage = clean.stage(stage, layer), corrupt.stage(stage, layer)
        for start in range(0, n_parts, _AT_ONCE):
            parts = np.arange(start, min(start + _AT_ONCE, n_parts))
            values = np.repeat(corrupt_stage[None], len(parts), axis=0)
            values[np.arange(len(parts)), parts] = clean_stage[parts]
            others = tuple(edit for edit in model.change.edits if (edit.stage, edit.layer) != (stage, layer))
            change = dataclasses.replace(model.change, edits=(*others, Edit(stage, layer, values)))
            enters = torch.tensor(corrupt.trace.layers[layer - 1].residual_out) if layer else begun
            final = resume(transformer, layer, enters.expand(len(parts), *enters.shape), change)
            final = final[:, corrupt.trace.last].numpy()
            effects[layer, start : start + len(parts)] = logit_of(model.inner, corrupt.trace, final, word)
    tokens = None if stage in OF_HEADS else clean.words
    return spoken.swept(clean, effects, word, stage, tokens, corrupt.logit(word))
