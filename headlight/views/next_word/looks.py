"""Attention at each step: where a head looks while the model writes."""

from headlight.frame import dials, live_check, opening, orientation, words
from headlight.frame.nouns import State, view
from headlight.pictures import Board, matrix
from headlight.views.next_word import writing
from transformer import Trace


@view(
    box=dials.sentence(),
    dials=[dials.BRINGING, writing.SAMPLING, dials.ORIENTATION, *writing.BUTTONS],
    needs=("next words",),
)
def looks(state: State, screen: Board) -> None:
    """Where the chosen head looked when each written token was predicted: a row for each, and for the one to come.

    Under the causal mask a token's row does not change when words are added after it, so the rows of the whole text
    are those of the steps.
    """
    trace, (layer, head) = state.trace(), state[dials.BRINGING]
    writing.so_far(state, screen)
    steps = predictors(state, trace)
    screen.heading(
        f"{words.head_title(state.model, layer, head)}, while writing",
        "A row for each token that the model wrote, and for the one to come (?): where the token before it looked. "
        "The text grows by one column a row.",
    )
    if len(steps) == 1:
        screen.note("Nothing is written yet: one row. Press a button above, and the matrix grows.")
    weights = trace.layers[layer].pattern[head, list(steps)]
    opening.mark(trace, weights, "pattern", layer, head, steps, range(len(trace.tokens)))
    matrix(
        weights,
        rows=[*(f"→ {trace.words[place + 1]}" for place in steps[:-1]), "→ ?"],
        columns=trace.words,
        noun="weight",
        hidden=words.hidden(trace.layers[layer], head)[list(steps)],
        alt=f"Weights of layer {layer + 1}, head {head + 1} at each step of writing: a row for each token.",
        key="looks",
        transposed=orientation.transposed(),
    )
    screen.note(live_check.in_words(trace, layer))


def predictors(state: State, trace: Trace) -> tuple[int, ...]:
    """The places from which each written token was predicted, and the last, from which the next one will be."""
    return (*(place - 1 for place in writing.places(state, trace) if place), trace.last)
