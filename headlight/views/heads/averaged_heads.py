"""Averaged: all heads of a layer look by the mean of their patterns, and what that costs."""

import numpy as np

from headlight.frame import dials, stages, tokens, words
from headlight.frame.nouns import Comparison, Dial, State, view
from headlight.pictures import Board
from transformer import Intervention

AVERAGED_IN = Dial(
    "one_of",
    "averaged_in",
    "Average the heads of",
    "this layer",
    help="Each head keeps its values and its part of W_O, but all look with the same weights: their mean.",
)


@view(box=dials.sentence(), dials=[dials.LAYER, AVERAGED_IN, dials.ORIENTATION], needs=("next words",))
def averaged_heads(state: State, screen: Board) -> None:
    """The mean pattern, the next word with it, and by how much attended and the loss change."""
    layer, n_layers = state[dials.LAYER], state.model.config.n_layers
    averaged = range(n_layers) if state[AVERAGED_IN] == "every layer" else [layer]
    compared = Comparison(state.model, state.trace(), state.trace(Intervention(averaged=frozenset(averaged))))
    before, mean = compared.before, compared.after.layers[layer]
    tokens.chips(before)
    left, right = screen.columns(50, 50)
    with left:
        screen.heading(
            f"The mean of the {state.model.config.n_heads} patterns of layer {layer + 1}",
            "Every token looks a little everywhere: what single heads saw sharply is washed out.",
        )
        stages.square(
            mean.pattern[0],
            before.words,
            noun="mean weight",
            hidden=words.hidden(mean, 0),
            alt=f"The mean of the patterns of all heads of layer {layer + 1}",
            key="mean_pattern",
        )
    with right:
        screen.heading("Next word with averaged heads", "Dashed: each head in its own way. See which words move.")
        alt = "The likeliest next tokens with averaged patterns, outlined as they were."
        compared.next_words(key="averaged_words", alt=alt)
        screen.note(_lost(compared, layer))


def _lost(compared: Comparison, layer: int) -> str:
    """By how much attended of the last token changed, in lengths, and what became of the loss."""
    before, after = (trace.layers[layer].attended[-1] for trace in (compared.before, compared.after))
    length, change = float(np.linalg.norm(before)), float(np.linalg.norm(after - before))
    lost = (
        f"For the last token, attended of layer {layer + 1} is {length:.2f} long, and averaging changes it by a vector "
        f"{change:.2f} long, {change / length:.0%} of that."
    )
    if losses := compared.losses:
        lost += f" The loss of the sentence goes from {losses[0]:.4f} to {losses[1]:.4f} nats a token."
    return lost
