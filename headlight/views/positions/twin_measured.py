"""What was measured of the twins once, on held-out text: losses, previous-token heads, texts beyond the training."""

import streamlit as st

from headlight.frame import failures
from headlight.frame.boards import board
from headlight.pictures.bars import bars
from headlight.pictures.board import Board
from headlight.pictures.curves import curves
from headlight.pictures.matrix import matrix
from headlight.views.positions import twins
from headlight.views.positions.twins import KINDS, Twins


@failures.caught("twins_measured")
def show(models: Twins) -> None:
    """How well each twin predicts, by source, and how strongly it looks at the token before."""
    losses, sources = twins.losses(), list(twins.SOURCES.values())
    with board(key="measured", model="twins") as screen:
        left, middle, right = screen.columns(1, 1, 1)
        with left:
            screen.heading("Loss by source", "Nats a token on held-out text. Lower is better; old books are hardest.")
            matrix(
                losses,
                rows=KINDS,
                columns=sources,
                noun="nats a token",
                alt="Loss of each twin on each source of held-out text.",
                key="losses",
                extent=float(losses.max()),
            )
        with middle:
            screen.heading("What positions are worth", "The same losses, less those of the twin without positions.")
            matrix(
                losses[1:] - losses[0],
                rows=KINDS[1:],
                columns=sources,
                noun="nats a token",
                alt="How much lower the loss of each twin is than that of the twin without positions.",
                key="gains",
                scale="diverging",
            )
        with right:
            screen.heading("Best previous-token head", "Mean weight on the token before. Dashed: the same, shuffled.")
            scores = [twins.previous_token(models, kind)[2:] for kind in KINDS]
            bars(
                [score for score, _ in scores],
                labels=KINDS,
                before=[baseline for _, baseline in scores],
                alt="Mean weight on the token before of the best head of each twin, and its shuffled baseline.",
                key="previous_token",
            )


def show_long_texts(screen: Board) -> None:
    """The loss of each twin by place in texts longer than those of the training."""
    places, by_place = twins.by_length()
    screen.heading(
        "Texts three times as long as in training",
        "Mean loss by place in held-out texts. Dotted: where texts ended in training, and learned positions end.",
    )
    curves(
        by_place,
        over=places,
        x_title="place in the text",
        y_title="nats a token",
        alt="Loss of each twin by place in texts of 192 tokens; the twins were trained on 64.",
        key="by_length",
        at=float(twins.config().max_tokens),
        height=280,
    )


def sizes() -> dict[str, list[str | int]]:
    """The sizes of the paper's base model and of these twins, column by column."""
    own = twins.config()
    return {
        "size": ["N, layers", "h, heads", "d_model", "d_k = d_v", "h · d_v", "d_ff"],
        "paper": [6, 8, 512, 64, 8 * 64, 2048],
        "each twin": [own.n_layers, own.n_heads, own.d_model, own.d_head, own.n_heads * own.d_head, own.d_mlp],
    }


@failures.caught("twin_sizes")
def show_sizes() -> None:
    """The sizes of the paper's base model and of these twins."""
    st.caption(
        f"How small they are: each twin was trained on {twins.tokens_seen() / 1e6:.1f} million tokens, the same rows "
        "in the same order. Beside it the sizes of the paper’s base model (Vaswani et al. 2017)."
    )
    st.dataframe(sizes(), hide_index=True, alt="Sizes of the paper's base model and of each twin.")
