"""Without residuals: what becomes of the next word, the loss and the tokens where sublayers replace the stream."""

import math

import numpy as np

from headlight.formulas import block as block_formulas
from headlight.pages.block import vanishing_gradient
from headlight.parts import dials
from headlight.parts.nouns import Comparison, Dial, Dials, Key, OneOf, Says, State, said, view
from headlight.pictures import Screen
from headlight.reading import reader
from transformer import Intervention
from transformer.intervention import Sublayer
from transformer.readings.residual import likeness

_AROUND: dict[str, tuple[Sublayer, ...]] = {"attention": ("attention",), "FFN": ("ffn",), "both": ("attention", "ffn")}
AROUND = Dial(
    "one_of",
    Key("off_around", OneOf(("attention", "FFN", "both")), "sublayers without their residual connection"),
    "Residual connections off around",
    "both",
    help="What the sublayer computes then replaces the stream instead of being added to it.",
)
WHERE = Dial(
    "one_of",
    Key("off_in", OneOf(("every layer", "this layer")), "layers in which it is cut"),
    "In",
    "every layer",
    help="Every layer: the connection is cut throughout. This layer: only in the one you choose.",
)
_THIS_LAYER = dials.layer(when=lambda state: state[WHERE] == "this layer")


def _cut(state: State) -> Intervention:
    """Around which sublayers the stream is cut, and in which layers."""
    layers = [state[_THIS_LAYER]] if state[WHERE] == "this layer" else range(state.model.config.n_layers)
    return Intervention(residual_off=frozenset((layer, name) for layer in layers for name in _AROUND[state[AROUND]]))


CUT = Dials[Intervention]((AROUND, WHERE, *_THIS_LAYER.parts), _cut)
SIZE = vanishing_gradient.size("deeper")


@view(box=dials.sentence(), dials=[CUT, SIZE], alone="")
def residual_off(state: State, screen: Screen) -> None:
    """The next word and the loss with residual connections switched off, and how alike the tokens become."""
    compared = Comparison(state, state.trace(), state.trace(state[CUT]))
    words, alike = screen.columns(46, 54)
    with words.headed("The next word", "Dashed: with every residual connection."):
        compared.next_words(
            screen,
            "without the residual connections, outlined as they were with them",
            key="cut_off_words",
            says=_loss_sentence(compared),
        )
    with alike.headed(
        "How the words become one",
        "Mean cosine of two tokens. At 1 nothing tells them apart.",
    ):
        if not compared.losses:
            return screen.note("One token has no other to be like: type another.")
        trained, cut = likeness(compared.before), likeness(compared.after)
        screen.curves(
            {"as trained": trained, "switched off": cut},
            over=np.arange(len(trained)) / 2,
            axes=("layer (half steps: after attention)", "mean cosine"),
            y_range=(min(0.0, float(trained.min()), float(cut.min())), 1.0),
            at=(len(trained) - 1) / 2,
            dashed=("as trained",),
            height=330,
            alt="Mean cosine between the vectors of different tokens, with and without residual connections.",
            key="cut_off_likeness",
            quantity="cosine",
        )


@residual_off.deeper
def arithmetic(state: State, screen: Screen) -> None:
    """The gradient that comes back, here and in a deep fresh stack; how the mean cosine is made, and its last value."""
    before, after = state.trace(), state.trace(state[CUT])
    trained, untrained = screen.columns(50, 50)
    with trained:
        vanishing_gradient.in_this_model(screen, reader.bundled(), before, state[CUT])
    with untrained:
        vanishing_gradient.in_fresh_blocks(screen, float(state[SIZE]))
    if len(before.tokens) < 2:
        return
    screen.heading("The mean cosine after the last layer", "Of two different tokens, with the connections and without.")
    ends = float(likeness(before)[-1]), float(likeness(after)[-1])
    screen.formula(block_formulas.likeness(len(before.tokens), *ends), key="likeness_formula")


def _loss_sentence(compared: Comparison) -> Says:
    """The loss of the sentence with the connections, without, and of a blind guess; nothing for a single token."""
    if not compared.losses:
        return []
    with_them, without = compared.losses
    return said(
        "Loss of the sentence: **{with_them:.2f}** → **{without:.2f}** nats per token; a blind guess: {blind:.2f}.",
        with_them=with_them,
        without=without,
        blind=math.log(compared.before.config.vocab_size),
    )
