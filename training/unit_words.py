"""Find the words on which each hidden unit of `story` fires most: python -m training.unit_words.

Writes assets/models/story/unit_words.npz: for each unit the ids of the WORDS whole words on which it is largest in the
mean, over windows of the text that the model was trained on.
"""

import numpy as np
import torch
from jaxtyping import Int
from numpy import ndarray as Array

from transformer.bundled.folders import MODELS
from transformer.bundled.load import LanguageModel, load
from transformer.bundled.training_text import training_text
from transformer.bundled.unit_words import UNIT_WORDS
from transformer.words import all_letters

NAME = "story"
WORDS = 3
SEED = 2026
WINDOWS, WINDOW = 2_000, 128
LEAST = 10  # times that a word has to occur in them


@torch.inference_mode()
def fires_on(model: LanguageModel, windows: Int[Array, "window pos"]) -> Int[Array, "layer unit word"]:
    """Return the ids of the words on which each unit fires most, that with the largest mean first."""
    n_vocab = model.config.vocab_size
    texts = [model.tokenizer.text_of(id) for id in range(n_vocab)]
    begins = torch.tensor([text[:1] == " " and all_letters(text[1:]) for text in texts])
    goes_on = torch.tensor([all_letters(text[:1]) for text in texts])
    sums = [torch.zeros(n_vocab, model.config.d_mlp) for _ in range(model.config.n_layers)]
    counts = torch.zeros(n_vocab)
    for batch in torch.from_numpy(windows).split(32):
        here, after = batch[:, 1:-1], batch[:, 2:]  # the first token of a window has lost what was before it
        whole = begins[here] & ~goes_on[after]
        ids = here[whole]
        counts += torch.bincount(ids, minlength=n_vocab)
        for layer, block in enumerate(model.transformer.stages(batch).blocks):
            sums[layer].index_add_(0, ids, block.hidden[:, 1:-1][whole])
    means = [(each / counts[:, None]).masked_fill(counts[:, None] < LEAST, -torch.inf) for each in sums]
    return np.stack([each.topk(WORDS, dim=0).indices.T.numpy() for each in means]).astype(np.uint16)


def windows(model: LanguageModel) -> Int[Array, "window pos"]:
    """Draw windows of the training text."""
    text, random = training_text(NAME, model.tokenizer.end_id), np.random.default_rng(SEED)
    assert text, "the training text is not beside the model"
    tokens = text.tokens
    starts = random.integers(len(tokens) - WINDOW, size=WINDOWS)
    return tokens[starts[:, None] + np.arange(WINDOW)].astype(np.int64)


def main() -> None:
    """Measure and write them."""
    model = load(NAME)
    np.savez_compressed(MODELS / NAME / UNIT_WORDS, words=fires_on(model, windows(model)))


if __name__ == "__main__":
    main()
