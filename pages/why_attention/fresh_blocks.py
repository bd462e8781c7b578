"""How much of the gradient comes back through a deep stack of blocks before any training."""

import numpy as np

from headlight.parts import words
from headlight.parts.nouns import Dial, Key, OneOf, cached
from headlight.pictures import Screen
from transformer.experiments.depth import BLOCKS, Gradients, untrained_gradients

_LITTLE = 1e-3  # a gradient of which less comes back has vanished; of which so much more comes back, exploded


SIZE = Dial(
    "scale",
    Key("weight_size", OneOf((0.7, 0.8, 0.9, 1, 1.1, 1.2, 1.3)), "the size of fresh parameters, times 1/√fan-in"),
    "Size of the fresh parameters",
    1,
    "further",
    width=260,
    help="Each matrix is drawn with this standard deviation times 1/√fan-in, where fan-in is the count of "
    "the numbers that it reads.",
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
