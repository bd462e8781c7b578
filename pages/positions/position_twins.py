"""Four encodings: models that differ only in how position is encoded, on shuffled words and beyond their training."""

from collections.abc import Mapping, Sequence

import numpy as np
import torch

from headlight.pages.positions import longer_texts, twin_encodings, twins
from headlight.pages.positions.twins import KINDS
from headlight.parts import dials, live_check, words
from headlight.parts.nouns import Button, Key, Number, Pressed, State, cached, chosen_in_picture, view
from headlight.pictures import Screen
from headlight.reading import reader
from transformer import Trace
from transformer.intervention import MaskKind
from transformer.model import Stages
from transformer.readings.order import moved_by_shuffle, shuffle, with_shuffle
from transformer.words import FUNCTION_WORDS, all_letters, words_of

_ROUNDING = 1e-4  # largest difference that 32-bit sums in another order make in these models
_MASKS: Mapping[MaskKind, str] = {"none": "without a mask", "causal": "with the causal mask"}
EXAMPLE = "The dog bites the man"  # which is news the other way round
SHUFFLE = chosen_in_picture(
    Key("shuffle", Number(0, 999), "which other order of the words; 0: two of them change places"), 0
)
AGAIN = Button("shuffle_again", "Shuffle your words", lambda state: Pressed({"shuffle": state[SHUFFLE] % 999 + 1}))
Readings = Mapping[str, Stages]  # by the kind of positions: the text, and the text shuffled


@view(
    box=dials.sentence(EXAMPLE),
    dials=[*(SHUFFLE, AGAIN, twin_encodings.TWIN, longer_texts.START, twin_encodings.SHIFT)],
)
def position_twins(state: State, screen: Screen) -> None:
    """How far each token's output moves where the words are shuffled, without positions and with them, unmasked."""
    screen.model = "twins"
    trace, order, readings = _shuffled(state.text, state[SHUFFLE])
    reader.say_if_cut(screen, trace)
    _draw(screen, "none", trace, order, readings, ("none", state[twin_encodings.TWIN]))


@position_twins.more
def more(state: State, screen: Screen) -> None:
    """Draw how far it moves in all twins with the causal mask, and longer texts."""
    screen.model = "twins"
    trace, order, readings = _shuffled(state.text, state[SHUFFLE])
    _draw(screen, "causal", trace, order, readings, KINDS)
    longer_texts.show(screen, state)


@position_twins.deeper
def arithmetic(state: State, screen: Screen) -> None:
    """Draw how each twin encodes positions, and the largest differences with the check."""
    screen.model = "twins"
    twin_encodings.show(screen, state)
    trace, order, readings = _shuffled(state.text, state[SHUFFLE])
    screen.heading("Largest difference |f(Px) − P f(x)|", "f is a twin, P the shuffle. Small rests are rounding.")
    screen.note(f"Without a mask: {largest(_moved(readings['none'], order))}.")
    screen.note(live_check.everywhere(state, trace))


@cached(most=4)
def _shuffled(text: str, seed: int) -> tuple[Trace, tuple[int, ...], Mapping[MaskKind, Readings]]:
    """The text as the twin without positions reads it, an order of its tokens, and what all make of both orders."""
    models = twins.models()
    trace = models["none"].trace(text)
    order, ids = by_words(trace, seed), torch.tensor([token.id for token in trace.tokens])
    readings = {
        mask: {kind: with_shuffle(model.transformer, ids, order, mask) for kind, model in models.items()}
        for mask in _MASKS
    }
    return trace, order, readings


def by_words(trace: Trace, seed: int) -> tuple[int, ...]:
    """Return an order of the tokens in which every word stays whole; with seed 0 two words change places."""
    groups = [word.tokens for word in words_of(trace.text, trace.tokens)]
    telling = [
        place
        for place, tokens in enumerate(groups)
        if all_letters(word := "".join(trace.tokens[token].text for token in tokens).strip())
        and word.lower() not in FUNCTION_WORDS
    ]
    places = [*range(len(groups))]
    if seed == 0 and len(telling) > 1:
        first, last = telling[0], telling[-1]
        places[first], places[last] = last, first
    else:
        places = [*shuffle(len(groups), seed)]
    return tuple(token for place in places for token in groups[place])


def _draw(
    screen: Screen,
    mask: MaskKind,
    trace: Trace,
    order: tuple[int, ...],
    readings: Mapping[MaskKind, Readings],
    kinds: Sequence[str],
) -> None:
    """The words in both orders and how far each output moved in some twins under a mask."""
    moved = _moved(readings[mask], order)
    shown = moved[[KINDS.index(kind) for kind in kinds]]
    screen.heading(_MASKS[mask].capitalize(), moved_text(mask, moved))
    screen.shuffles(
        shown,
        names=kinds,
        notes=[twins.HOW[kind] for kind in kinds],
        words=trace.words,
        order=order,
        extent=float(shown.max()) or 1.0,
        alt=f"How far the output of each token moved in each twin where the words are shuffled, {_MASKS[mask]}.",
        key=f"shuffle_{mask}",
    )


def _moved(readings: Readings, order: tuple[int, ...]) -> np.ndarray:
    """max |f(Px) - P f(x)| of each token in each twin: [twin, token]."""
    return np.stack([moved_by_shuffle(reading, order) for reading in readings.values()])


def moved_text(mask: str, moved: np.ndarray) -> str:
    """Say what the largest differences under a mask, [twin, token], mean for the twin without positions."""
    if moved.shape[1] == 1:
        return "One token has only one order: type a second one."
    if moved[KINDS.index("none")].max() < _ROUNDING:
        return "✓ To the twin without positions, your text is a bag of words."
    if mask == "causal":
        return "Each token now sees other tokens before it: the mask shows order too."
    return "✗ Without positions it should be 0. Please report the sentence."


def largest(moved: np.ndarray) -> str:
    """The largest difference of each twin, [twin, token]."""
    return ", ".join(
        f"{kind} {words.number(value, 2)}" for kind, value in zip(KINDS, moved.max(axis=1).tolist(), strict=True)
    )
