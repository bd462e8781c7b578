"""Sampling: one token is drawn from all, after two temperatures and two cuts, and the sentence goes on with it."""

import numpy as np

from headlight.formulas import prediction
from headlight.pages.next_word import cut, kept, looks, writing
from headlight.parts import dials, live_check, next_words, tokens, vocabulary, why, words
from headlight.parts.nouns import Model, State, said, view
from headlight.pictures import Screen
from headlight.pictures.bars import Rest
from headlight.reading import sentences
from headlight.state import doors
from transformer.ranking import largest
from transformer.sampling import NextToken, Sampling, draw, next_token

_BARS, _ROWS = 8, 12  # tokens that are shown


@view(
    box=dials.sentence(),
    dials=[
        dials.in_picture(dials.BRINGING),
        dials.QUERY,
        dials.EDITED,
        writing.SAMPLING,
        dials.ORIENTATION,
        kept.ALL_AGAIN,
        *writing.BUTTONS,
    ],
    needs=("next words",),
    code={
        "next_word": "what the next token is drawn from",
        "looks": "where a head attended to a step",
        "why": "why this word",
    },
)
def next_word(state: State, screen: Screen) -> None:
    """Draw the sentence as far as it is written, and the tokens that may go on with it."""
    step = next_token(writing.read(state).next_logits, state[writing.SAMPLING])
    presented = tokens.compact(state)
    if presented and state.get("told"):  # a slide has no room for both under a card
        (following,) = screen.columns(1)
    else:  # nor for both below each other
        below = screen.columns(1) + screen.columns(1) if not presented else []
        left, following = below or screen.columns(42, 58, least=(250, 350))
        with left:
            writing.so_far(state, screen)
    dashed = f"{sentences.AT_ONE if _heated(state) else sentences.BEFORE_CUT} "
    plain = not _heated(state) and step.final.all()
    with following.headed(
        "What may be drawn?",
        ("" if plain else dashed) + "Click a word to write it. Drag a line up to cut what is under it.",
    ):
        _bars(screen, state, step)


@next_word.more
def more(state: State, screen: Screen) -> None:
    """Draw where a head looked while the last tokens were written, what is kept, and what brings the next one."""
    looks.show(screen, state)
    kept.show(screen, state)
    if state[writing.SAMPLING] == Sampling() and not _heated(state):  # what is drawn from is what the model says
        why.show(screen, state)


next_word.stepped(writing.goes_on)


@next_word.deeper
def arithmetic(state: State, screen: Screen) -> None:
    """From logits to the probabilities that are drawn from: as a table, and as sums for the likeliest."""
    sampling = state[writing.SAMPLING]
    step = next_token(writing.read(state).next_logits, sampling)
    everything, sums = screen.columns(66, 34)
    with everything.headed(
        "From logit to probability",
        "Read from left to right: divide by the temperature T, exp, divide by the sum, cut, divide by the sum again.",
    ):
        columns = way(state.model, step)
        screen.table(
            columns | {"exp": [words.number(power, 4) for power in columns["exp"]]},
            formats={"logit": "{:.3f}", "logit / T": "{:.3f}", "exp": ""},
            numbers="{:.4f}",
            faded={row for row, final in enumerate(columns["renormalised"]) if not final},
            alt="The most likely next tokens, each from its logit to the probability that it is drawn with.",
            key="way",
        )
    with sums.headed("What is cut?", "Top-k keeps a number of tokens, top-p a share of the probability."):
        left = prediction.cut(step.probabilities, step.in_top_k, step.final, sampling.top_k, sampling.top_p)
        screen.formula(left, key="cut_formula")
        screen.heading("The most likely token, step by step", "See its row of the table worked out.")
        likeliest = prediction.probability_of_likeliest(
            step.logits, step.probabilities, step.final, sampling.temperature
        )
        screen.formula(likeliest, key="likeliest_formula")
    screen.note(live_check.in_words(state, writing.read(state), state[dials.BRINGING].layer))


def _heated(state: State) -> bool:
    """Whether a temperature is not 1."""
    return (state[writing.OUTPUT], state[writing.ATTENTION]) != (1, 1)


def _bars(screen: Screen, state: State, step: NextToken) -> None:
    """The likeliest tokens, and the others as one bar: the cut ones faded, all outlined as at temperature 1."""
    order, seed = largest(step.probabilities, _BARS), state[writing.SEED]
    drawn = vocabulary.shown(state.model, draw(step.final, seed=seed, text=state.text))
    own = vocabulary.probabilities(state.trace())
    others, all_kept = len(step.final) - len(order), bool(step.final.all())
    final, before = (max(0.0, 1 - float(chances[order].sum())) for chances in (step.final, own))
    changed = _heated(state) or not all_kept
    final = final if (step.final > 0).sum() > len(order) else 0.0  # no dust of rounding
    next_words.draw(
        screen,
        state.model,
        state.text,
        order,
        step.final[order],
        before=own[order] if changed else None,
        faded={index for index, id in enumerate(order) if not step.final[id]},
        says=said(sentences.DRAWS, seed=seed, drawn=drawn),
        alt="Probabilities of the most likely next tokens"
        + (sentences.FADED if not all_kept else sentences.WARM if changed else "."),
        key="next_word",
        rest=Rest(f"{others:,} others", final, before if changed else None) if others else None,
        cuts=cut.lines(state, step, order),
        on_cut=cut.dragged,
        shows=doors.shows(state, writing.read(state), "probability", order) if state[writing.OUTPUT] == 1 else None,
    )


def way(model: Model, step: NextToken) -> dict[str, list]:
    """The way of the likeliest tokens from logit to what is drawn from, column by column."""
    order = largest(step.probabilities, _ROWS)
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
