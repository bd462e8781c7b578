"""How much of the loss's gradient comes back to each layer, in this model and in a deep stack of fresh blocks."""

import numpy as np

from headlight.parts import words
from headlight.parts.nouns import Dial, Key, OneOf, cached
from headlight.pictures import Screen
from headlight.state.state import Place
from transformer import Intervention, LanguageModel, Trace
from transformer.experiments.depth import BLOCKS, Gradients, of_text, untrained_gradients

_LITTLE = 1e-3  # a gradient of which less comes back has vanished; of which so much more comes back, exploded


def size(place: Place) -> Dial[float]:
    """The dial of the size of fresh weights, at a place of its view."""
    return Dial(
        "scale",
        Key("weight_size", OneOf((0.7, 0.8, 0.9, 1, 1.1, 1.2, 1.3)), "the size of fresh parameters, times 1/√fan-in"),
        "Size of the fresh parameters",
        1,
        place,
        width=260,
        help="Each matrix is drawn with this standard deviation times 1/√fan-in, where fan-in is the count of "
        "the numbers that it reads.",
    )


def in_this_model(screen: Screen, model: LanguageModel, trace: Trace, cut: Intervention) -> None:
    """The length of the gradient of the sentence's loss at each depth, as trained and with connections cut."""
    screen.heading(
        "The gradient that comes back, in this model",
        "How long the gradient of your sentence’s loss is, with respect to the stream that each layer reads. "
        "At 0 it is that of the embeddings. See whether it shrinks from right to left.",
    )
    if len(trace.tokens) < 2:
        return screen.note("One token has nothing after it to predict, so no loss: type another.")
    kept, without = of_text(model.transformer, trace), of_text(model.transformer, trace, cut)
    _curves(screen, {"as trained": kept, "switched off": without}, "gradient_trained", dashed=("as trained",))
    gains = [words.number(gradients.norms[0] / gradients.norms[-1], 2) for gradients in (kept, without)]
    screen.note(
        f"From the last layer to the first the gradient becomes {gains[0]} times as long with the residual "
        f"connections, and {gains[1]} times with the chosen ones off. A stream that is cut off is as a rule shorter, "
        "and layer norm divides by its length: each change of it then counts for more, and the whole curve lies higher."
    )


def in_fresh_blocks(screen: Screen, size: float) -> None:
    """Draw the gradient in a deep stack without training, with residual connections and norms and without."""
    fresh, drawn = stacks(size), "1/√fan-in" if size == 1 else f"{size:g}/√fan-in"
    screen.heading(
        f"Through {BLOCKS} blocks with fresh parameters",
        f"Before any training, on random tokens, with parameters of standard deviation {drawn}: what a deep stack "
        "starts from. See how far the curve with neither goes.",
    )
    _curves(screen, fresh, "gradient_untrained", dashed=("residual connections alone", "layer norm alone"))
    times = {name: gradients.norms[0] / gradients.norms[-1] for name, gradients in fresh.items()}
    gains = {name: words.number(gain, 2) for name, gain in times.items()}
    ends = ": it vanishes" if times["neither"] < _LITTLE else ": it explodes" if times["neither"] > 1 / _LITTLE else ""
    screen.note(
        f"Through {BLOCKS} blocks the gradient is multiplied by {gains['neither']} with neither{ends}. Residual "
        f"connections alone multiply it by {gains['residual connections alone']}, layer norm alone by "
        f"{gains['layer norm alone']}, both together by {gains['both']}."
    )


@cached
def stacks(size: float = 1.0) -> dict[str, Gradients]:
    """The gradients of the untrained stack with weights of this size, the same for all visitors."""
    return {
        "both": untrained_gradients(residual=True, normed=True, size=size),
        "residual connections alone": untrained_gradients(residual=True, normed=False, size=size),
        "layer norm alone": untrained_gradients(residual=False, normed=True, size=size),
        "neither": untrained_gradients(residual=False, normed=False, size=size),
    }


def _curves(screen: Screen, measured: dict[str, Gradients], key: str, dashed: tuple[str, ...]) -> None:
    lengths = np.concatenate([gradients.norms for gradients in measured.values()])
    ticks = [factor * 10.0**power for power in range(-3, 4) for factor in (1, 2, 5)]
    within = [tick for tick in ticks if lengths.min() <= tick <= lengths.max()]
    screen.curves(
        {name: gradients.norms for name, gradients in measured.items()},
        axes=("layers passed", "length of the gradient"),
        logarithmic="y",
        dashed=dashed,
        y_ticks=within if len(within) < 8 else (),  # a short span holds few powers of ten
        height=300,
        alt="Length of the gradient of the loss with respect to the stream, before the first layer and after each.",
        key=key,
    )
