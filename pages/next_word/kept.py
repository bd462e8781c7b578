"""The KV cache: keys and values that stay while the model writes, the one row that is new, and what that saves."""

import numpy as np

from headlight.pages.next_word import writing
from headlight.parts import dials
from headlight.parts.nouns import Key, State, Switch, cached
from headlight.pictures import Labels, Screen, Style
from headlight.reading.real_models import BUNDLED
from headlight.state.state import chosen_in_picture
from transformer import Head, LanguageModel, Trace
from transformer.readings.kept import Kept, kept, products

ALL_AGAIN = chosen_in_picture(
    Key("all_again", Switch(), "every row is computed again for each token instead of kept"), False
)
_CHOICES = "Keep keys and values", "Compute all again"
_BUNDLED_ALONE = (
    "The KV cache, keys and values that stay while a model writes, is drawn for the bundled model only. "
    f"Choose {BUNDLED} to see it."
)
_BYTES = 4  # of a number here; 2 in the large model
# Brown et al. 2020, table 2.1: GPT-3 has 96 layers of 96 heads of 128 dimensions, and reads 2,048 tokens.
_LARGE, _LARGE_NUMBERS, _LARGE_TOKENS, _LARGE_BYTES = "GPT-3 (Brown et al. 2020)", 2 * 96 * 96 * 128, 2048, 2


def show(screen: Screen, state: State) -> None:
    """Draw the keys and values of one head, row by row, and count what keeping them saves."""
    model = state.model
    if not isinstance(model, LanguageModel):
        return screen.note(_BUNDLED_ALONE)
    trace = writing.warmed(state)
    count = len(trace.tokens)
    if count < 2:
        return
    own = min(count - len(writing.places(state, trace)), count - 1)  # the last token is new where none was written
    layer, head = state[dials.BRINGING]
    again, found = state[ALL_AGAIN], _kept(model, trace, own)
    screen.heading(
        f"Kept while it writes: keys and values of {Head(layer, head).title}",
        "Framed: the one row that the last token added. The mask hides it from all others, so their rows stay.",
    )
    one, every = (products(model.transformer, start, count) for start in (count - 1, 0))
    screen.token_chips(
        _CHOICES,
        notes=[f"1 row, {_millions(one)} products", f"{count} rows, {_millions(every)} products"],
        strong=[int(again)],
        key="all_again",
        on_place=lambda place: {ALL_AGAIN.key: bool(place)},
        alt="How the last token is computed. A click or Enter chooses.",
    )
    known = trace.layers[layer]
    rows = (known.keys[head], known.values[head]) if again else (found.keys[layer, head], found.values[layer, head])
    for name, numbers in zip(screen.beside(("keys", "values")), rows, strict=True):
        screen.heading(name.capitalize(), "Rows are tokens, columns are dimensions.")
        screen.matrix(
            numbers,
            Labels(trace.words, [str(dimension) for dimension in range(1, numbers.shape[1] + 1)], "number"),
            style=Style("diverging", extent=float(2 * np.sqrt(np.mean(numbers**2))) or 1.0, plain=True, still=True),
            row=None if again else count - 1,
            alt=f"The {name} of {Head(layer, head).title}, a row for each token.",
            key=f"kept_{name}",
        )
    steps = range(own, count)
    saved = sum(products(model.transformer, 0, at + 1) - products(model.transformer, at, at + 1) for at in steps)
    over = "the last token" if len(steps) == 1 else f"{len(steps)} written tokens"
    screen.note(
        f"Saved over {over}: {_millions(saved)} products. Computed again, no number differs by more than "
        f"{found.difference(trace):.6f}, which is rounding."
    )
    numbers = 2 * model.config.n_layers * model.config.n_heads * model.config.d_head
    sizes = {
        model.name: (numbers, _BYTES, model.config.max_tokens),
        _LARGE: (_LARGE_NUMBERS, _LARGE_BYTES, _LARGE_TOKENS),
    }
    screen.table(
        {
            "model": list(sizes),
            "numbers kept per token": [f"{each:,}" for each, _, _ in sizes.values()],
            "its longest text": [f"{most:,} tokens" for _, _, most in sizes.values()],
            "kept then": [_size(each * width * most) for each, width, most in sizes.values()],
        },
        formats=dict.fromkeys(("numbers kept per token", "its longest text", "kept then"), ""),
        alt="How much is kept, here and in a large model.",
        key="kept_sizes",
    )


@cached(most=4)
def _kept(model: LanguageModel, trace: Trace, own: int) -> Kept:
    return kept(model.transformer, trace, own)


def _millions(count: int) -> str:
    return f"{count / 1e6:.1f} million"


def _size(count: int) -> str:
    """Write a number of bytes."""
    return f"{count / 1e9:.1f} GB" if count >= 1e9 else f"{count / 1e6:.1f} MB"
