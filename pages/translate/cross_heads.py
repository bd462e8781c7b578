"""Every head of cross-attention: how well each aligns, as measured, and what the links of the chosen one are worth."""

import numpy as np

from headlight.pages.translate import cross, worth
from headlight.pages.translate.cross import MEAN, CrossHead
from headlight.parts import translators
from headlight.parts.nouns import State
from headlight.pictures import Labels, Screen
from transformer import TranslationTrace, Translator


def show(screen: Screen, state: State, trace: TranslationTrace) -> None:
    """Every head as measured, and what each link of the chosen one is worth in this sentence."""
    translator, chosen = translators.main(), state[cross.HEAD]
    left, looks = screen.columns(45, 55, least=(330, 330))
    with left.headed("Alignment error rate by head", "0: all its links are those that people drew. Choose a head."):
        _measured(screen, translator, chosen)
    with looks.headed(
        "Effect of each link",
        "How much cutting it lowers its French token’s logit, to first order. Choose a cell to measure.",
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
        on_cell=lambda cell: cross.choose(CrossHead(cell[0], heads[cell[1]])),
    )
    best, measured = translator.alignment.best, translator.alignment.measured
    low, high = next(head.writing_interval for head in translator.alignment.heads if (head.layer, head.head) == best)
    screen.note(
        f"Best: layer {best[0] + 1}, head {best[1] + 1}: {rates[best]:.3f} (95%: {low:.2f} to {high:.2f}). "
        f"Random links: {measured.get('chance', 1):.2f}."
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
