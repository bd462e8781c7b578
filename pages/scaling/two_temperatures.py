"""Attention temperature and output temperature side by side: what each changes, and what it leaves alone."""

from dataclasses import replace

import numpy as np

from headlight.parts import dials, tokens, words
from headlight.parts.nouns import Comparison, Says, State, said, view
from headlight.pictures import Screen
from headlight.reading import reader
from transformer import UNCHANGED, Intervention, Trace
from transformer.ranking import largest

_SHOWN = 4  # bars of a picture: two below each other fit a laptop
ATTENTION, OUTPUT = (  # at 2, where both change something
    replace(dial, default=2.0, place="above", width=230)
    for dial in (dials.ATTENTION_TEMPERATURE, dials.OUTPUT_TEMPERATURE)
)


@view(box=dials.sentence(), dials=[ATTENTION, OUTPUT, dials.BRINGING], needs=("next words",))
def two_temperatures(state: State, screen: Screen) -> None:
    """Each temperature alone: what it does to the last token's weights, and to the next word."""
    plain = _read(screen, state)
    warm = plain if state[ATTENTION] == 1 else _read(screen, state, Intervention(temperature=state[ATTENTION]))
    head = state[dials.BRINGING]
    columns = screen.columns(1, 1, least=(300, 300))
    for column, (kind, compared, hint) in zip(
        columns,
        (
            ("attention", Comparison(state, plain, warm), "It divides the scores of every head."),
            (
                "output",
                Comparison(state, plain, plain, (1.0, state[OUTPUT])),
                "It divides the logits, after all heads: attention stays.",
            ),
        ),
        strict=True,
    ):
        value = state[ATTENTION if kind == "attention" else OUTPUT]
        with column.headed(f"{kind.capitalize()} temperature {value:g}: attention of “{plain.words[-1]}”", hint):
            before, now = (run.layers[head.layer].pattern[head.head, -1] for run in (plain, compared.after))
            order = np.sort(largest(np.maximum(before, now), _shown(state)))  # in the order of the text
            screen.bars(
                now[order],
                labels=[plain.words[position] for position in order],
                before=before[order],
                alt="What the last token attends to in the chosen head; outlines: at temperature 1.",
                key=f"row_{kind}",
                quantity="attention",
            )
            screen.heading("Next word", "Dashed: at temperature 1.")
            compared.next_words(
                screen,
                "outlined as they were at temperature 1",
                key=f"next_{kind}",
                count=_shown(state),
                says=[] if tokens.compact(state) else moved(compared.earlier, compared.later),
            )


def _read(screen: Screen, state: State, change: Intervention = UNCHANGED) -> Trace:
    return reader.trace(state.model, state.text, change, whole=True, board=screen)


def _shown(state: State) -> int:
    """How many bars each picture has; four of them share a slide."""
    return 3 if tokens.compact(state) else _SHOWN


def exactly(difference: float) -> str:
    """A difference with four decimals; 0 only where it is exactly 0."""
    return "0, exactly" if difference == 0 else f"{difference:.4f}" if difference >= 5e-5 else words.number(difference)


def moved(before: np.ndarray, now: np.ndarray) -> Says:
    """How far the probabilities [vocab] moved, and how many of the ten likeliest tokens changed their rank."""
    first, second = (largest(chances, 10) for chances in (before, now))
    changed = int((first != second).sum())
    return said(
        "Largest change: **{difference}**; **{ranks}**.",
        difference=exactly(float(np.abs(now - before).max())),
        ranks=f"{changed} of the first ten ranks change" if changed else "the first ten ranks stay",
    )
