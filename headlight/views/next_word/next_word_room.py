"""How the next token is chosen: its dials, the likeliest tokens as bars and a table, and the surprise of a text."""

import numpy as np
import streamlit as st

from headlight.formulas import prediction
from headlight.frame import controls, tokens, vocabulary, widgets, words
from headlight.frame.reader import Model
from headlight.pictures.bars import bars
from headlight.pictures.board import Board
from headlight.pictures.formula import formula
from headlight.pictures.table import table
from headlight.pictures.token_chips import token_chips
from transformer import Trace
from transformer.ranking import largest
from transformer.readings.loss import surprises
from transformer.sampling import NextToken, Sampling, draw

_SHOWN = 12  # tokens in the bars and in the table


def sampling() -> tuple[Sampling, int]:
    """The dials in the sidebar of how the next token is chosen: output temperature, top-k, top-p; and the seed."""
    with st.sidebar:
        temperature = widgets.output_temperature()
        top_k = controls.slider(
            "top_k", "Top-k (0: off)", 0, help="Only this many of the likeliest tokens may be drawn."
        )
        top_p = controls.slider(
            "top_p",
            "Top-p (1: off)",
            1.0,
            help="Only the fewest likeliest tokens whose probabilities sum to at least this may be drawn.",
        )
        seed = controls.number(
            "seed", "Seed", 1, help="Chance, made repeatable: the same seed after the same text draws the same token."
        )
    return Sampling(temperature, top_k or None, top_p), seed


def show_cut(screen: Board, step: NextToken, sampling: Sampling) -> None:
    """What the dials leave to be drawn from."""
    screen.heading("What is cut", "Top-k keeps a number of tokens, top-p a share of the probability.")
    cut = prediction.cut(step.probabilities, step.in_top_k, step.final, sampling.top_k, sampling.top_p)
    formula(cut, key="cut_formula")


def show_way(screen: Board, model: Model, step: NextToken, sampling: Sampling) -> None:
    """From logits to the probabilities that are drawn from: as a table, and as sums for the likeliest."""
    everything, sums = screen.columns(66, 34)
    with everything:
        screen.heading(
            "From logit to probability",
            "Left to right: divide by the temperature T, exp, divide by the sum, cut, divide by the sum again.",
        )
        show_table(model, step)
    with sums:
        screen.heading("The likeliest token, step by step", "Its row of the table, worked out.")
        likeliest = prediction.probability_of_likeliest(
            step.logits, step.probabilities, step.final, sampling.temperature
        )
        formula(likeliest, key="likeliest_formula")


def show_bars(model: Model, step: NextToken, *, seed: int, text: str) -> None:
    """The likeliest tokens; those that top-k or top-p cut are faded, and outlines show what the others were before."""
    order = largest(step.probabilities, _SHOWN)
    cut = bool((step.final == 0).any())
    drawn = vocabulary.shown(model, draw(step.final, seed=seed, text=text))
    bars(
        step.final[order],
        labels=vocabulary.labels(model, order),
        before=step.probabilities[order] if cut else None,
        faded={place for place, id in enumerate(order) if not step.final[id]},
        says=[(f"After this text, seed {seed} draws “", False), (drawn, True), ("”.", False)],
        alt="Probabilities of the likeliest next tokens; faded ones are cut and cannot be drawn.",
        key="next_word",
    )


def way(model: Model, step: NextToken) -> dict[str, list]:
    """The way of the likeliest tokens from logit to what is drawn from, column by column."""
    order = largest(step.probabilities, _SHOWN)
    with np.errstate(over="ignore"):  # a logit over a tiny temperature may be too large for a double: infinity
        powers = np.exp(step.tempered[order])
    columns = {
        "logit": step.logits[order],
        "logit / T": step.tempered[order],
        "exp": powers,
        "probability": step.probabilities[order],
        "running sum": step.probabilities[order].cumsum(),
        "top-k": step.in_top_k[order],
        "top-p": step.in_top_p[order],
        "renormalised": step.final[order],
    }
    labels = {"token": vocabulary.labels(model, order)}
    return labels | {name: column.tolist() for name, column in columns.items()}


def show_table(model: Model, step: NextToken) -> None:
    """The table, with four decimals; the card of a cell tells all."""
    columns = way(model, step)
    table(
        columns | {"exp": [words.number(power, 4) for power in columns["exp"]]},
        formats={
            "logit": "{:.3f}",
            "logit / T": "{:.3f}",
            "exp": "",
            "probability": "{:.4f}",
            "running sum": "{:.4f}",
            "renormalised": "{:.4f}",
        },
        faded={row for row, final in enumerate(columns["renormalised"]) if not final},
        alt="The likeliest next tokens, each from its logit to the probability that it is drawn with.",
        key="way",
    )


def show_surprises(screen: Board, trace: Trace) -> None:
    """Each token of the sentence, coloured by how little the model expected it, in bits."""
    bits = surprises(trace)
    blind = float(np.log2(trace.config.vocab_size))
    screen.heading(
        "How surprised the model was by your words",
        "Each token was predicted from those before it. Deeper colour: less expected.",
    )
    token_chips(
        trace.words,
        notes=["first", *(f"{cost:.2f} bits" for cost in bits)],
        joined=tokens.continued(trace),
        shares=[0.0, *np.minimum(bits / blind, 1.0)],
        key="surprises",
    )
    screen.note(_surprise_in_words(bits, trace.config.vocab_size))
    tokens.say_if_cut(trace)


def _surprise_in_words(bits: np.ndarray, n_vocab: int) -> str:
    """The mean of the surprises as a choice among so many."""
    if not len(bits):
        return "The first token has nothing before it, so nothing was predicted: type another."
    mean = float(bits.mean())
    return (
        f"On average {mean:.2f} bits a token: as unsure as a fair choice among {2**mean:.0f} tokens. "
        f"A blind guess among all {n_vocab:,} would cost {np.log2(n_vocab):.2f} bits."
    )
