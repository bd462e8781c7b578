"""Which parts of a block only mix what they read, and which bend it."""

from typing import Any

import numpy as np
import torch

from headlight.formulas import block as block_formulas
from headlight.parts.nouns import BUNDLED, Dial, Key, Number
from headlight.pictures import Screen
from transformer import LanguageModel, Trace
from transformer.readings.linearity import as_large_as, attention_with_frozen_pattern, feed_forward, mixed

_SHARES = np.linspace(-1, 2, 61, dtype=np.float32)
_HELD, _IF_LINEAR = "attention, norm held", "FFN if it were linear"
SHARE = Dial(
    "slider",
    Key("share", Number(-1.0, 2.0, 0.05), "share of one input in a mixture of two"),
    "Share a of x in the mixture",
    0.5,
    "deeper",
    when=lambda state: state.model_name == BUNDLED,  # whose parts are taken one by one
    width=300,
    help="The mixture is a x + (1 − a) y.",
)


def show(screen: Screen, model: LanguageModel, trace: Trace, layer: int, position: int, share: float) -> None:
    """A curve for each part over the shares, straight where it only mixes, and how far each is from mixing."""
    # Of each part the outputs of mixtures beside the mixtures of its outputs, [share, d_model]; the last share is the
    # chosen one. What is mixed is the stream as the layer reads it, with a random one as large.
    shares, ways = torch.tensor(np.append(_SHARES, np.float32(share))), {}
    for name, (part, read) in _parts(model, trace, layer, position).items():
        mixture, outputs = mixed(part, read, as_large_as(read), shares)
        ways[name] = mixture.numpy(), outputs.numpy()
    differences = {name: float(np.abs(np.subtract(*way))[-1].max()) for name, way in ways.items()}
    lines, apart = screen.columns(50, 50)
    with lines.headed(
        "Straight: it only mixes",
        "x is the stream as this layer reads it, y a random one as large. Attention is straight while its pattern "
        "and its norm are held fast.",
    ):
        screen.curves(
            _lines(ways),
            over=_SHARES,
            dashed=(_IF_LINEAR,),
            at=share,
            axes=("share a of x", "one number of the output, from its start"),
            height=360,
            alt="One number of the output against the share of x: straight for attention with its norm held, bent with "
            "the norm, bent for the FFN.",
            key="mixtures",
        )
    with apart.headed(
        f"How far from mixing, at a = {share:.2f}", "The largest difference from the mixture of outputs."
    ):
        screen.bars(
            list(differences.values()),
            labels=list(differences),
            alt="For each part, how far the output of the mixture is from the mixture of the outputs.",
            key="differences",
            quantity="number",
        )
        screen.note(
            "Without fixing the norm, attention is no longer linear: each mixture is divided by its own "
            "deviation. GELU bends the FFN once more."
        )
    screen.heading("The difference, exactly", "About 10⁻⁶ is rounding. A stack of linear parts is one matrix.")
    screen.formula(block_formulas.mixture(share, differences), key="mixture_formula")


def _lines(ways: dict[str, tuple[np.ndarray, np.ndarray]]) -> dict[str, np.ndarray]:
    """Of attention and of the FFN the number of the output that bends most, over the shares; each from its start."""

    def line(values: np.ndarray, dimension: int) -> np.ndarray:
        return values[:-1, dimension] - values[0, dimension]

    attention, ffn = (int(np.abs(np.subtract(*ways[name])).max(axis=0).argmax()) for name in ("attention", "FFN"))
    return {
        _HELD: line(ways[_HELD][0], attention),
        "attention": line(ways["attention"][0], attention),
        "FFN": line(ways["FFN"][0], ffn),
        _IF_LINEAR: line(ways["FFN"][1], ffn),
    }


def _parts(model: LanguageModel, trace: Trace, layer: int, position: int) -> dict[str, tuple[Any, torch.Tensor]]:
    """Each part of the layer with the stream that it reads, before the norm."""
    transformer, stages = model.transformer, trace.layers[layer]
    before = torch.tensor(stages.residual_in)
    pattern = torch.tensor(stages.pattern[:, position])
    # The FFN works on each token alone: its other rows need not be mixed.
    alone = torch.tensor(stages.residual_mid[position : position + 1])
    return {
        _HELD: (attention_with_frozen_pattern(transformer, layer, pattern, before), before),
        "attention": (attention_with_frozen_pattern(transformer, layer, pattern), before),
        "FFN, no GELU, norm held": (feed_forward(transformer, layer, 0, alone, nonlinear=False), alone),
        "FFN, norm held": (feed_forward(transformer, layer, 0, alone), alone),
        "FFN": (feed_forward(transformer, layer, 0), alone),
    }
