"""The first attention, under a dense layer: an additive scorer and the dot product on a head's queries and keys."""

from typing import NamedTuple

import numpy as np
from safetensors import safe_open

from headlight.formulas import attention
from headlight.formulas import by_hand as hand_formulas
from headlight.parts.nouns import cached
from headlight.pictures import Screen
from headlight.reading import assets, reader, running
from transformer import Trace
from transformer.experiments.additive import FIT_STEPS, Additive, drawn, fitted, weight_moved
from transformer.ranking import largest
from transformer.softmax import softmax

_SHOWN = 10  # words with the largest weights
STORED = "additive_scorer.safetensors"  # fitted to the head that is open at first: training/additive_scorer.py


class Fitted(NamedTuple):
    """A scorer that was trained to give a head's weights, and its divergence from them before and after, in nats."""

    scorer: Additive
    of: tuple[int, int]  # layer and head, from 0
    seed: int  # of the scorer that it began as
    divergences: tuple[float, float]


def sentences() -> list[str]:
    """Read the sentences that fixed weights and scorers are fitted on."""
    return (assets.FOLDER / "mixing_sentences.txt").read_text("utf-8").splitlines()


@cached
def stored() -> Fitted:
    """Read the scorer that is open at first, so that no visitor waits for its training."""
    with safe_open(assets.FOLDER / STORED, "numpy") as file:
        parts = {name: file.get_tensor(name).astype(np.float64) for name in ("w_s", "w_h", "v")}
        metadata = file.metadata()
    layer, head, seed = (int(metadata[name]) for name in ("layer", "head", "seed"))
    return Fitted(Additive(**parts), (layer, head), seed, (float(metadata["before"]), float(metadata["after"])))


@cached(most=16)
def scorer_of(layer: int, head: int) -> Fitted:
    """Train a scorer, as wide as the one that is stored, to give the weights of a head."""
    if (known := stored()).of == (layer, head):
        return known
    model = reader.bundled()
    with running.slot():
        traces = [model.trace(sentence) for sentence in sentences()]
        start = drawn(known.seed, model.config.d_head, len(known.scorer.v))
        scorer, *divergences = fitted(start, traces, layer, head, steps=FIT_STEPS, on_step=_step)
    return Fitted(scorer, (layer, head), known.seed, (divergences[0], divergences[1]))


def _step(step: int) -> None:
    running.step(step / FIT_STEPS, "Fitting the additive scorer to this head")


def show(screen: Screen, trace: Trace, layer: int, head: int, query: int) -> None:
    """Draw the weights that both ways of scoring give one word, and say how far apart they are."""
    of_layer, scorer = trace.layers[layer], scorer_of(layer, head)
    hidden = np.isneginf(of_layer.masked[head])
    scores = scorer.scorer.scores(*(part[head].astype(np.float64) for part in (of_layer.queries, of_layer.keys)))
    added, dotted = softmax(np.where(hidden, -np.inf, scores)), of_layer.pattern[head]
    word = trace.words[query]
    ways = (
        (
            "additive",
            f"Where does “{word}” attend by additive scores (2015)?",
            "vᵀ tanh(W_s s + W_h h) is a small network that scores query and key.",
            added,
        ),
        (
            "dot",
            f"Where does “{word}” attend by dot products (2017)?",
            f"s · h / √{trace.config.d_head} is query times key, number by number.",
            dotted,
        ),
    )
    for name, title, hint, weights in screen.beside(ways, least=280):
        screen.heading(title, hint)
        seen = np.flatnonzero(~hidden[query])
        seen = seen[np.sort(largest(weights[query, seen], _SHOWN))]
        screen.bars(
            weights[query, seen],
            labels=[trace.words[key] for key in seen],
            alt=f"Attention weights of “{word}” by the {name} scorer.",
            key=f"{name}_row",
            quantity="attention",
        )
    before, after = scorer.divergences
    screen.note(
        f"{moved_text(weight_moved(added, dotted), len(trace.tokens))} The additive scorer was trained to give this "
        f"head's weights on {len(sentences())} sentences: the Kullback-Leibler divergence fell from {before:.3f} to "
        f"{after:.3f} nats."
    )


def moved_text(moved: float, n_tokens: int) -> str:
    """How far apart the two patterns are."""
    if n_tokens == 1:
        return "One token alone gives itself all its weight, however it is scored."
    return f"On average the two disagree about {moved:.0%} of the attention."


def formulas(screen: Screen, trace: Trace, layer: int, head: int, cell: tuple[int, int]) -> None:
    """Write both scores of the chosen cell out."""
    of_layer, scorer = trace.layers[layer], scorer_of(layer, head).scorer
    query, key = cell
    s, h = (part.astype(np.float64) for part in (of_layer.queries[head, query], of_layer.keys[head, key]))
    screen.heading(
        "An additive score and a dot product",
        f"s is the query of “{trace.words[query]}”, h the key of “{trace.words[key]}”.",
    )
    left, right = screen.columns(1, 1)
    with left:
        worked = hand_formulas.additive_score(scorer.w_s @ s, scorer.w_h @ h, scorer.v)
        screen.formula(worked, key="additive_formula")
    with right:
        screen.formula(attention.score_and_scaled(s * h), key="dot_formula")
