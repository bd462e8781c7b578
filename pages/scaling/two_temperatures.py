"""Attention temperature and output temperature side by side: what each changes, and what it leaves alone."""

from dataclasses import replace

import numpy as np

from headlight.parts import dials, tokens, words
from headlight.parts.nouns import Button, Comparison, Pressed, Says, State, said, view
from headlight.pictures import Screen
from headlight.reading import reader
from transformer import UNCHANGED, Intervention, Trace
from transformer.ranking import largest

_SHOWN = 5  # bars of a picture: all four fit a laptop
ATTENTION, OUTPUT = (  # no wider, so that both buttons stand beside them on a small laptop
    replace(dial, place="above", width=230) for dial in (dials.ATTENTION_TEMPERATURE, dials.OUTPUT_TEMPERATURE)
)


def _both_at(value: int) -> Button:
    moved = {"attention_temperature": float(value), "output_temperature": float(value)}
    return Button(
        f"both_at_{value}",
        f"Both at {value}",
        press=lambda state: Pressed(moved),
        can=lambda state: value != 1 or not state[ATTENTION] == state[OUTPUT] == 1,
    )


@view(box=dials.sentence(), dials=[dials.HEAD, ATTENTION, OUTPUT, _both_at(2), _both_at(1)], needs=("next words",))
def two_temperatures(state: State, screen: Screen) -> None:
    """Two pictures for each temperature alone, the last token's weights and the next word."""
    plain = _read(state)
    warm = plain if state[ATTENTION] == 1 else _read(state, Intervention(temperature=state[ATTENTION]))
    again = plain if state[OUTPUT] == 1 else _read(state)  # so that the difference is measured
    columns = iter(screen.columns(1, 1, 1, 1, least=(200, 200, 200, 200)))
    for kind, value, compared, of_pattern, of_next in (
        (
            "attention",
            state[ATTENTION],
            Comparison(state, plain, warm),
            "Divides scores: where the last token looks changes.",
            "... and all that is computed after it.",
        ),
        (
            "output",
            state[OUTPUT],
            Comparison(state, plain, again, (1.0, state[OUTPUT])),
            "Divides logits, after all heads: these cannot change.",
            "... and only this: bolder below 1, more even above.",
        ),
    ):
        with next(columns).headed(f"{kind.capitalize()} temperature {value:g}: weights", of_pattern):
            layer, head = state[dials.HEAD]
            before, now = (one.layers[layer].pattern[head, -1] for one in (plain, compared.after))
            order = np.sort(largest(np.maximum(before, now), _shown(state)))  # in the order of the text
            moved_by = float(np.abs(compared.after.patterns - plain.patterns).max())
            screen.bars(
                now[order],
                labels=[plain.words[place] for place in order],
                before=before[order],
                says=said("Largest change in any head: **{by}**.", by=exactly(moved_by)),
                alt="Where the last token looks in the chosen head; outlines: at temperature 1.",
                key=f"row_{kind}",
                quantity="attention",
            )
        with next(columns).headed(f"{kind.capitalize()} temperature {value:g}: next word", of_next):
            compared.next_words(
                screen,
                "outlined as they were at temperature 1",
                key=f"next_{kind}",
                count=_shown(state),
                says=moved(compared.earlier, compared.later),
            )


def _read(state: State, change: Intervention = UNCHANGED) -> Trace:
    return reader.trace(state.model, state.text, change, whole=True, board=state.board)


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
