"""Every head of cross-attention: early and late layers on the sentence, and how well each head aligns, as measured."""

import math

import numpy as np

from headlight.pages.translate import cross, worth, written
from headlight.pages.translate.cross import MEAN, CrossHead
from headlight.parts import translators
from headlight.parts.nouns import State
from headlight.pictures import Labels, Listeners, Screen, Style
from transformer import TranslationTrace, Translator

NEAR = 6  # of the pairs that the heads were measured on are near duplicates: training/near_duplicates.json


def show(screen: Screen, state: State, trace: TranslationTrace) -> None:
    """The mean pattern of each layer, every head as measured and in this sentence, and what each look is worth."""
    translator, chosen = translators.main(), state[cross.HEAD]
    screen.heading(
        "Early and late layers",
        "Layer 1 knows only the French so far, so it attends broadly. Later layers know what it found, and focus.",
    )
    n_layers, _ = cross.sizes(translator)
    for layer in screen.beside(range(n_layers), least=cross.READABLE):
        screen.heading(f"Layer {layer + 1}", measured_text(translator, layer))
        picture = cross.shown(trace, CrossHead(layer, None), state[written.LABELS])
        cross.grid(
            screen,
            state,
            picture,
            alt=f"Cross-attention of layer {layer + 1}, mean of its heads.",
            key=f"layer_{layer}",
        )
    left, looks = screen.columns(45, 55, least=(330, 330))
    with left.headed(
        "Every head, measured: the alignment error rate",
        "How far a head’s links are from those that people drew: 0 would be every link right. Choose a head.",
    ):
        _measured(screen, translator, chosen)
        screen.heading("Every head, for this sentence", "The sizes of all its effects, added up. Choose a head.")
        sums = np.abs(worth.effects(translator, trace).own).sum((-1, -2))
        screen.matrix_of_heads(
            sums,
            noun="sum of effects",
            style=Style(extent=float(sums.max())),
            alt="The sum of the sizes of each head's effects.",
            key="worth_of_heads",
            selected=None if chosen.head is None else (chosen.layer, chosen.head),
            listeners=Listeners(cell=lambda cell: cross.choose(CrossHead(*cell))),
        )
    with looks.headed(
        f"The effect of each link: {f'all of layer {chosen.layer + 1}' if chosen.head is None else chosen.name}",
        "How much cutting each lowers the logit of the French token in its row, by one backward pass. It is right for "
        "small changes, too small or too large where a weight is near 1. Choose a cell to cut it and measure exactly.",
    ):
        worth.show(screen, state, trace, "cross", chosen, None, key="cross_effects")


def _measured(screen: Screen, translator: Translator, chosen: CrossHead) -> None:
    """The error rate of every head as a matrix; a click chooses the head."""
    rates = error_rates(translator)
    if np.isnan(rates).any():
        screen.note("The heads of this translator were not measured.")
        return
    heads = [*range(rates.shape[1] - 1), None]
    screen.matrix(
        rates,
        Labels(
            rows=[f"layer {layer + 1}" for layer in range(len(rates))],
            columns=[MEAN if head is None else f"head {head + 1}" for head in heads],
            noun="alignment error rate",
        ),
        alt="Alignment error rate of every head of cross-attention: layers down, heads across.",
        key="measured_heads",
        selected=(chosen.layer, heads.index(chosen.head)),
        listeners=Listeners(cell=lambda cell: cross.choose(CrossHead(cell[0], heads[cell[1]]))),
    )
    best, measured = translator.alignment.best, translator.alignment.measured
    low, high = next(head.writing_interval for head in translator.alignment.heads if (head.layer, head.head) == best)
    screen.note(
        f"Best single head on these pairs: layer {best[0] + 1}, head {best[1] + 1}, with {rates[best]:.3f}, in 95 of "
        f"100 draws of the pairs between {low:.2f} and {high:.2f}. "
        f"Measured on {measured.get('pairs', 0)} sentence pairs of our own, {NEAR} of them one word or less from one "
        f"in training. Their {measured.get('sure_links', 0)} sure links were drawn by hand. Random links have an error "
        f"rate of {measured.get('chance', 1):.2f}. Simply linking words at the same relative position has "
        f"{measured.get('diagonal', 1):.2f}."
    )


def measured_text(translator: Translator, layer: int) -> str:
    """How a layer was measured: its alignment error rate, how many pieces a row looks at, what the end mark gets."""
    measured = translator.alignment.of(layer, None)
    if measured is None:
        return "Nothing was measured of it."
    return (
        f"Alignment error rate {measured.writing:.2f}. A French token spreads its attention over about "
        f"{math.exp(measured.entropy):.0f} tokens and leaves {measured.end_mark:.0%} of its weight on the end mark."
    )


def error_rates(translator: Translator) -> np.ndarray:
    """Alignment error rates, [layer, head], the mean of the layer's heads in the last column; NaN if not measured."""
    n_layers, n_heads = cross.sizes(translator)
    heads = [*range(n_heads), None]
    return np.array(
        [
            [getattr(translator.alignment.of(layer, head), "writing", np.nan) for head in heads]
            for layer in range(n_layers)
        ]
    )
