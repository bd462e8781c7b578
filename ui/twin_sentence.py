"""The twins on one sentence: where they look, what a shuffle does to them, and a text that starts later."""

from collections.abc import Mapping

import numpy as np
import streamlit as st
import torch

from components.bars import bars
from components.board import Board, board
from components.curves import curves
from components.matrix import Says, matrix
from components.token_chips import token_chips
from transformer import Intervention, Trace
from transformer.order import (
    by_distance,
    encoding_of,
    losses_by_start,
    moved_by_shuffle,
    shuffle,
    turned_products,
    unturned,
)
from ui import order_formulas, twins
from ui.twins import KINDS, Twins
from ui.words import masked_as_infinite

LATEST = 192  # place where a text can be made to start: three times the length of the training texts
_ROUNDING = 1e-4  # largest difference that float32 alone makes in these models


def shuffle_seed() -> int:
    """A number that says which shuffle, and a button for the next one."""
    seed = st.number_input(
        "Shuffle number", 1, 999, 1, key="shuffle", bind="query-params", width=150, help="Each number is another order."
    )
    st.button("Shuffle again", on_click=_next_shuffle, key="shuffle_again")
    return seed


def _next_shuffle() -> None:
    st.session_state["shuffle"] = st.session_state["shuffle"] % 999 + 1


def start() -> int:
    """A slider: at which position the text begins."""
    return st.slider(
        "The text begins at position",
        0,
        LATEST,
        0,
        key="start",
        bind="query-params",
        help="0 as usual. Further on, as if that many tokens had come before and could not be seen.",
    )


def traces(models: Twins, text: str) -> dict[str, Trace]:
    """What each twin computes for the text."""
    return {kind: models[kind].trace(text) for kind in KINDS}


def show_heads(screen: Board, models: Twins, found: Mapping[str, Trace]) -> None:
    """Each twin's head that looks most at the token before, side by side."""
    columns = screen.columns(1, 1, 1, 1)
    for kind, trace in found.items():
        layer, head, score, _ = twins.previous_token(models, kind)
        next(columns)
        screen.heading(kind, f"{twins.HOW[kind].capitalize()}.")
        pattern = masked_as_infinite(trace.layers[layer], head)
        matrix(
            pattern,
            rows=trace.words,
            columns=trace.words,
            noun="weight",
            alt=f"Pattern of the head of the twin {kind} that looks most at the token before.",
            key=f"pattern_{kind}",
            says=_on_previous(trace.layers[layer].pattern[head], layer, head, score),
            text=trace.text,
        )
    next(columns, None)


def _on_previous(pattern: np.ndarray, layer: int, head: int, score: float) -> Says:
    """What a head puts on the token before, in this text and on held-out text."""
    here = [(f"{pattern.diagonal(-1).mean():.2f}", True), (" here, ", False)] if len(pattern) > 1 else []
    return [
        (f"Layer {layer + 1}, head {head + 1}. On the token before: ", False),
        *here,
        (f"{score:.2f}", True),
        (" on held-out text.", False),
    ]


def show_losses(screen: Board, models: Twins, found: Mapping[str, Trace]) -> None:
    """How well each twin predicts, by source, and how strongly it looks at the token before."""
    columns = screen.columns(1, 1, 1)
    next(columns)
    screen.heading("How well each one predicts", "Loss on held-out text, in nats a token. Lower is better.")
    losses = twins.losses()
    matrix(
        losses,
        rows=KINDS,
        columns=list(twins.SOURCES.values()),
        noun="nats a token",
        alt="Loss of each twin on each source of held-out text.",
        key="losses",
        extent=float(losses.max()),
    )
    next(columns)
    screen.heading("What positions are worth", "The same losses, less that of the twin without positions.")
    matrix(
        losses[1:] - losses[0],
        rows=KINDS[1:],
        columns=list(twins.SOURCES.values()),
        noun="nats a token",
        alt="How much lower the loss of each twin is than that of the twin without positions.",
        key="gains",
        scale="diverging",
    )
    next(columns)
    screen.heading(
        "The best previous-token head",
        "Its mean weight on the token before, in held-out text. Dashed: shuffled.",
    )
    scores = [twins.previous_token(models, kind)[2:] for kind in KINDS]
    bars(
        [score for score, _ in scores],
        labels=KINDS,
        before=[baseline for _, baseline in scores],
        alt="Mean weight on the token before of the best head of each twin, and its shuffled baseline.",
        key="previous_token",
    )
    next(columns, None)


def differences(models: Twins, trace: Trace, order: tuple[int, ...]) -> dict[str, np.ndarray]:
    """max |f(Px) - P f(x)| for each mask, [twin, token]."""
    ids = torch.tensor([token.id for token in trace.tokens])
    return {
        mask: np.stack([moved_by_shuffle(models[kind].transformer, ids, order, mask) for kind in KINDS])
        for mask in ("none", "causal")
    }


def show_shuffle(models: Twins, trace: Trace, seed: int) -> None:
    """For every token and twin, how far its output is from what it was before the shuffle."""
    order = shuffle(len(trace.tokens), seed)
    found = differences(models, trace, order)
    with board(key="shuffled") as screen:
        token_chips(
            [trace.words[place] for place in order],
            notes=[f"was {place}" for place in order],
            key="shuffled_chips",
            text=trace.text,
        )
        _show_differences(screen, trace, found)
    _say_shuffle(found)


def _show_differences(screen: Board, trace: Trace, found: Mapping[str, np.ndarray]) -> None:
    titles = {
        "none": ("Without a mask", "A row of zeros: that twin cannot tell your text from the shuffled one."),
        "causal": ("With the causal mask", "Now the twin without positions moves too: the mask itself tells order."),
    }
    extent = max(float(moved.max()) for moved in found.values()) or 1.0
    columns = screen.columns(1, 1)
    for mask, moved in found.items():
        next(columns)
        screen.heading(*titles[mask])
        matrix(
            moved,
            rows=KINDS,
            columns=trace.words,
            noun="difference",
            alt=f"Largest difference of each token's output after the shuffle, {titles[mask][0].lower()}.",
            key=f"shuffle_{mask}",
            extent=extent,
            decimals=1,
            text=trace.text,
        )
    next(columns, None)


def _say_shuffle(found: Mapping[str, np.ndarray]) -> None:
    """The largest differences, and what they say."""
    largest = {
        kind: (float(found["none"][place].max()), float(found["causal"][place].max()))
        for place, kind in enumerate(KINDS)
    }
    st.latex(order_formulas.moved_by_shuffle(largest))
    blind = [kind for kind, (free, _) in largest.items() if free < _ROUNDING]
    if len(found["none"][0]) == 1:
        st.caption("One token has only one order: type a second one to shuffle.")
    elif blind == ["none"]:
        st.caption(
            f"✓ f(Px) = P f(x) for the twin without positions and without a mask: {largest['none'][0]:.0e} is the "
            "rounding of 32-bit numbers. The other three see the order."
        )
    else:
        st.caption(f"No difference but rounding in: {', '.join(blind) or 'none of them'}.")


def show_start(screen: Board, models: Twins, found: Mapping[str, Trace], first: int) -> None:
    """The loss of the text where it begins at position `first`, and on texts longer than those of the training."""
    columns = screen.columns(42, 58)
    next(columns)
    trace = found["none"]
    ids = torch.tensor([token.id for token in trace.tokens])
    screen.heading(
        "Your text, begun further on",
        "Loss of your text in nats a token. Dashed: where it begins at position 0."
        if first
        else "Loss of your text in nats a token. Move the slider and see which twins do not care.",
    )
    both = {kind: losses_by_start(models[kind].transformer, ids, (0, first)[: 2 if first else 1]) for kind in KINDS}
    known = [kind for kind in KINDS if np.isfinite(both[kind]).all()]
    bars(
        [float(both[kind][-1]) for kind in known],
        labels=known,
        before=[float(both[kind][0]) for kind in known] if first else None,
        alt=f"Loss of the text in each twin, begun at position {first}.",
        key="loss_of_start",
        text=trace.text,
    )
    screen.note(in_words(models, found, first))
    next(columns)
    screen.heading(
        "Texts three times as long as in training",
        "Mean loss by place in held-out texts. The dotted line is the longest text of the training.",
    )
    places, losses = twins.by_length()
    curves(
        losses,
        over=places,
        x_title="place in the text",
        y_title="nats a token",
        alt="Loss of each twin by place in texts of 192 tokens; the twins were trained on 64.",
        key="by_length",
        at=float(trace.config.max_tokens),
        height=300,
    )
    next(columns, None)


def in_words(models: Twins, found: Mapping[str, Trace], first: int) -> str:
    """What the start did to the attention of each twin, and what the learned one says when its positions end."""
    if not first:
        return "Where the text begins at position 0, it stands as in training."
    said = []
    for kind, trace in found.items():
        try:
            moved = models[kind].trace(trace.text, Intervention(start=first)).patterns
            said.append(f"{kind} {np.abs(moved - trace.patterns).max():.1g}")
        except ValueError as error:
            refusal = f"The learned twin gives no answer: {error}."
            said.append(f"{kind} –")
    changed = f"Largest change of any attention weight: {', '.join(said)}."
    return f"{changed} {refusal}" if "learned –" in said else changed


def show_similarity(screen: Board, models: Twins, found: Mapping[str, Trace]) -> None:
    """How alike two positions are, by distance: products of encodings, and of a turned query with a turned key."""
    columns = screen.columns(1, 1, 1)
    distances = np.arange(found["none"].config.max_tokens, dtype=np.float64)
    for kind in ("sinusoidal", "learned"):
        encoded = encoding_of(models[kind].transformer)
        products = by_distance(encoded @ encoded.T)
        next(columns)
        same = f"All pairs at one distance agree to {products.spread:.0e}."
        screen.heading(
            f"{kind}: position · position",
            same
            if kind == "sinusoidal"
            else f"Dashed: the pairs that are least and most alike; {products.spread:.1f} from the mean.",
        )
        band = {} if kind == "sinusoidal" else {"lowest": products.lowest, "highest": products.highest}
        curves(
            {"mean": products.mean, **band},
            over=distances,
            x_title="distance",
            y_title="dot product",
            alt=f"Dot product of two positions of the twin {kind} by their distance.",
            key=f"similarity_{kind}",
            dashed=list(band),
            height=240,
        )
    next(columns)
    trace = found["rotary"]
    layer, head, _, _ = twins.previous_token(models, "rotary")
    stages, last = trace.layers[layer], len(trace.tokens) - 1
    before = max(last - 1, 0)
    query, key = unturned(stages.queries[head, last], last), unturned(stages.keys[head, before], before)
    products = by_distance(turned_products(query, key, trace.config.max_tokens))
    screen.heading(
        "rotary: turned query · turned key",
        f"Your last token's query and the key before it, at every pair of positions; equal distances agree to "
        f"{products.spread:.0e}.",
    )
    curves(
        {"score": products.mean},
        over=distances,
        x_title="distance from key to query",
        y_title="query · key",
        alt="Score of the last token's query and the key before it, by the distance at which they stand.",
        key="similarity_rotary",
        at=float(last - before),
        height=240,
        text=trace.text,
    )
    next(columns, None)
