"""Where a head looks while the model writes: a row for each step, a matrix that grows with the text."""

from headlight.pages.next_word import writing
from headlight.parts import dials, orientation, words
from headlight.parts.nouns import State
from headlight.pictures import Labels, Screen
from headlight.state import doors

_FEWEST = 3  # tokens that have a row, written by the model or not, so that there is a matrix to grow


def show(screen: Screen, state: State) -> None:
    """Where the chosen head looked when each of the last tokens was predicted, and when the one to come is.

    Under the causal mask a token's row does not change when words are added after it, so the rows of the whole text
    are those of the steps. The row of the word that is chosen is framed, if it is among them.
    """
    trace, (layer, head) = writing.read(state), state[dials.BRINGING]
    row = dials.position(state[dials.QUERY], len(trace.tokens))
    # The places from which each token that the model wrote was predicted, three at least, and the next one will be.
    own = len(trace.tokens) - len(writing.places(state, trace))
    steps = tuple(range(max(0, min(own, len(trace.tokens) - _FEWEST) - 1), len(trace.tokens)))
    screen.heading(
        f"{words.head_title(state.model, layer, head)}, while writing",
        "Which words did the head attend to before it wrote each word after an arrow? Each adds a row.",
    )
    weights = trace.layers[layer].pattern[head, list(steps)]
    screen.matrix(
        weights,
        Labels(
            rows=[*(f"→ {trace.words[position + 1]}" for position in steps[:-1]), "→ ?"],
            columns=trace.words,
            noun="weight",
            places=steps,
            attends=True,
        ),
        hidden=words.hidden(trace.layers[layer], head)[list(steps)],
        alt=f"Weights of layer {layer + 1}, head {head + 1} at each step of writing: a row for each token.",
        key="looks",
        transposed=orientation.transposed(state),
        row=steps.index(row) if row in steps else None,
        shows=doors.shows(state, trace, "pattern", layer, head, steps),
        on_cell=lambda cell: dials.choose_query((steps[cell[0]], cell[1])),
    )
