"""The twins on one sentence: where they look, what a shuffle does to them, and a text that begins further on."""

import math
from collections.abc import Mapping

import numpy as np
import streamlit as st
import torch
from jaxtyping import Float

from headlight.frame import controls, orientation, words
from headlight.pictures.bars import bars
from headlight.pictures.board import Board
from headlight.pictures.curves import curves
from headlight.pictures.matrix import Says, matrix
from headlight.pictures.token_chips import token_chips
from headlight.views.positions import twins
from headlight.views.positions.twins import KINDS, Twins
from transformer import Intervention, Trace
from transformer.model import Stages
from transformer.readings.order import (
    by_distance,
    loss_from,
    mean_loss,
    moved_by_shuffle,
    turned_products,
    unturned,
    with_shuffle,
)

_ROUNDING = 1e-4  # largest difference that 32-bit sums in another order make in these models
_MASKS = {"none": "without a mask", "causal": "with the causal mask"}

Readings = Mapping[str, Stages]  # by the kind of positions: the text, and the text shuffled


def shuffle_seed() -> int:
    """A number in the sidebar that says which shuffle, and a button for the next one."""
    with st.sidebar:
        seed = controls.number("shuffle", "Shuffle number", 1, help="Each is another order of your words.")
    st.sidebar.button("Shuffle again", on_click=_next_shuffle, key="shuffle_again")
    return seed


def _next_shuffle() -> None:
    st.session_state["shuffle"] = st.session_state["shuffle"] % 999 + 1


def start() -> int:
    """At which position the text begins."""
    return controls.slider(
        "start",
        "Text begins at position",
        0,
        help="0: as usual. Above 0: as if that many tokens stood before it, unseen.",
    )


def read(models: Twins, trace: Trace, order: tuple[int, ...]) -> Readings:
    """Each twin reads the tokens of the trace as they stand, and in `order`."""
    ids = torch.tensor([token.id for token in trace.tokens])
    return {kind: with_shuffle(models[kind].transformer, ids, order) for kind in KINDS}


def show_heads(screen: Board, models: Twins, trace: Trace, readings: Readings) -> None:
    """Each twin's head that looks most at the token before, side by side."""
    later = np.triu(np.ones((len(trace.tokens), len(trace.tokens)), dtype=bool), 1)
    screen.heading(
        "Where each twin looks",
        "Of each twin the head that looks most at the token before; your words in their own order.",
    )
    for column, (kind, both) in zip(screen.columns(1, 1, 1, 1), readings.items(), strict=True):
        layer, head, score, _ = twins.previous_token(models, kind)
        pattern = both.blocks[layer].attention.pattern[0, head].numpy()
        with column:
            screen.heading(kind, f"{twins.HOW[kind].capitalize()}.")
            matrix(
                pattern,
                rows=trace.words,
                columns=trace.words,
                noun="weight",
                hidden=later,
                alt=f"Pattern of the head of the twin {kind} that looks most at the token before: "
                f"{orientation.looking()}.",
                key=f"pattern_{kind}",
                says=_on_token_before(pattern, layer, head, score),
                transposed=orientation.transposed(),
            )


def _on_token_before(pattern: np.ndarray, layer: int, head: int, score: float) -> Says:
    """What a head puts on the token before, in this text and on held-out text."""
    here = [(f"{pattern.diagonal(-1).mean():.2f}", True), (" here, ", False)] if len(pattern) > 1 else []
    return [
        (f"Layer {layer + 1}, head {head + 1}. On the token before: ", False),
        *here,
        (f"{score:.2f}", True),
        (" on held-out text.", False),
    ]


def differences(
    models: Twins, trace: Trace, readings: Readings, order: tuple[int, ...]
) -> dict[str, Float[np.ndarray, "twin pos"]]:
    """max |f(Px) - P f(x)| of each token, in each twin, for each mask."""
    ids = torch.tensor([token.id for token in trace.tokens])
    free = {kind: with_shuffle(models[kind].transformer, ids, order, "none") for kind in KINDS}
    return {
        mask: np.stack([moved_by_shuffle(found[kind], order) for kind in KINDS])
        for mask, found in (("none", free), ("causal", readings))
    }


def show_shuffle(screen: Board, trace: Trace, order: tuple[int, ...], moved: Mapping[str, np.ndarray]) -> None:
    """The tokens as shuffled, and for each token and twin how far its output is from what it was."""
    screen.heading(
        "Your words, shuffled: which twin notices?",
        "Each cell below is how far a token’s output moved, wherever it now stands. A row of zeros: to this twin the "
        "text is a bag of words. Shuffle again at the side.",
    )
    token_chips(
        [trace.words[place] for place in order],
        notes=[f"was {place}" for place in order],
        key="shuffled_chips",
        one_line=True,
    )
    extent = max(float(each.max()) for each in moved.values()) or 1.0
    for column, (mask, each) in zip(screen.columns(1, 1), moved.items(), strict=True):
        with column:
            screen.heading(_MASKS[mask].capitalize(), in_words(mask, each))
            matrix(
                each,
                rows=KINDS,
                columns=trace.words,
                noun="difference",
                alt=f"How far the output of each token moved in each twin, {_MASKS[mask]}.",
                key=f"shuffle_{mask}",
                extent=extent,
                decimals=1,
            )


def in_words(mask: str, moved: np.ndarray) -> str:
    """What the largest differences under a mask, [twin, token], say of the twin without positions."""
    if moved.shape[1] == 1:
        return "One token has only one order: type a second one."
    if moved[KINDS.index("none")].max() < _ROUNDING:
        return "✓ Without positions f(Px) = P f(x): shuffled words give the same results, shuffled alike."
    if mask == "causal":
        return "Without positions too: each token now sees other tokens before it. The mask tells order."
    return "✗ Without positions it should be 0. Please report the sentence."


def show_largest(screen: Board, moved: Mapping[str, np.ndarray]) -> None:
    """The largest difference of each twin under each mask, and why one of them is not exactly 0."""
    screen.heading(
        "Largest difference |f(Px) − P f(x)|",
        "f is a twin, P the shuffle. What is left where it should be 0 is the rounding of 32-bit numbers.",
    )
    for mask, each in moved.items():
        screen.note(f"{_MASKS[mask].capitalize()}: {largest(each)}.")


def largest(moved: np.ndarray) -> str:
    """The largest difference of each twin, [twin, token]."""
    return ", ".join(
        f"{kind} {words.number(value, 2)}" for kind, value in zip(KINDS, moved.max(axis=1).tolist(), strict=True)
    )


def show_start(screen: Board, models: Twins, trace: Trace, readings: Readings, first: int) -> None:
    """The loss of the text where it begins at position `first`, and a score of the rotary twin at every distance."""
    left, right = screen.columns(1, 1)
    with left:
        ids = torch.tensor([token.id for token in trace.tokens])
        screen.heading(
            "Your text, begun further on",
            f"Its loss in nats a token, begun at {first}. Dashed: at 0. Which twins do not care, and which one stops?"
            if first
            else "Its loss in nats a token. Move the slider: which twins do not care, and which one stops?",
        )
        before = {kind: mean_loss(models[kind].transformer, both.final[0], ids) for kind, both in readings.items()}
        now = {kind: loss_from(models[kind].transformer, ids, first) for kind in KINDS} if first else before
        known = [kind for kind in KINDS if math.isfinite(now[kind])]
        bars(
            [now[kind] for kind in known],
            labels=known,
            before=[before[kind] for kind in known] if first else None,
            alt=f"Loss of the text in each twin, begun at position {first}.",
            key="loss_of_start",
        )
        screen.note(changed_by_start(models, trace.text, first))
    with right:
        _show_turned(screen, models, trace, readings["rotary"])


def changed_by_start(models: Twins, text: str, first: int) -> str:
    """What the start did to the attention of each twin, and what the learned one says when its positions end."""
    if not first:
        return "Begun at position 0, the text stands as in training."
    said, refusal = [], ""
    for kind, model in models.items():
        try:
            moved = model.trace(text, Intervention(start=first)).patterns - model.trace(text).patterns
            said.append(f"{kind} {np.abs(moved).max():.1g}")
        except ValueError as error:  # of the learned twin alone
            refusal = f" The {kind} twin has no answer: {error}."
    return f"Largest change of any weight of attention: {', '.join(said)}.{refusal}"


def _show_turned(screen: Board, models: Twins, trace: Trace, both: Stages) -> None:
    """A query and a key of the rotary twin, turned to every pair of positions: the score by their distance."""
    layer, head, _, _ = twins.previous_token(models, "rotary")
    attention, last = both.blocks[layer].attention, len(trace.tokens) - 1
    before = max(last - 1, 0)
    query = unturned(attention.queries[0, head, last].numpy(), last)
    key = unturned(attention.keys[0, head, before].numpy(), before)
    products = by_distance(turned_products(query, key, trace.config.max_tokens))
    screen.heading(
        "Rotary: the score knows only the distance",
        "Your last token's query and the key before it, put at every pair of positions: equally far apart, they agree "
        f"to {words.number(products.spread)}.",
    )
    curves(
        {"query · key": products.mean},
        over=np.arange(len(products.mean), dtype=np.float64),
        x_title="distance from key to query",
        y_title="score",
        alt="Score of the last token's query and the key before it, by the distance at which they stand.",
        key="turned",
        at=float(last - before),
        height=230,
    )
