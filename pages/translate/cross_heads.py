"""Every head of cross-attention: how well each aligns, as measured, and what the links of the chosen one are worth."""

import numpy as np

from headlight.pages.translate import cross, worth
from headlight.pages.translate.cross import MEAN, CrossHead
from headlight.parts import translators
from headlight.parts.nouns import State
from headlight.pictures import Labels, Listeners, Screen
from transformer import TranslationTrace, Translator

NEAR = 6  # of the pairs that the heads were measured on are near duplicates: training/near_duplicates.json


def show(screen: Screen, state: State, trace: TranslationTrace) -> None:
    """Every head as measured, and what each link of the chosen one is worth in this sentence."""
    translator, chosen = translators.main(), state[cross.HEAD]
    left, looks = screen.columns(45, 55, least=(330, 330))
    with left.headed(
        "Every head, measured: the alignment error rate",
        "How far are a head’s links from those that people drew? 0: all are right. Choose a head.",
    ):
        _measured(screen, translator, chosen)
    with looks.headed(
        f"The effect of each link: {f'all of layer {chosen.layer + 1}' if chosen.head is None else chosen.name}",
        "How much cutting it lowers the logit of its French token, to first order. Choose a cell to measure exactly.",
    ):
        worth.show(screen, state, trace, chosen)


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
        f"Best: layer {best[0] + 1}, head {best[1] + 1}, with {rates[best]:.3f} (95% of draws: {low:.2f} to {high:.2f})"
        f" on {measured.get('pairs', 0)} pairs with {measured.get('sure_links', 0)} sure links of people. {NEAR} of "
        f"the pairs are one word or less from one in training. Random links: {measured.get('chance', 1):.2f}. Same "
        f"relative position: {measured.get('diagonal', 1):.2f}."
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
