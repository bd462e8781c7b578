"""Looked up?: what the model has read of the text and what followed there; and which one word flips its answer.

Which words flip it is found once typing rests: a hundred texts are read for it.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from headlight.pages.next_word import flip_it
from headlight.parts import dials, flips, next_words, read_before, tokens, vocabulary
from headlight.parts.nouns import Model, State, view
from headlight.pictures import Screen
from headlight.pictures.decimals import percent
from headlight.pictures.tinted_sentences import Sentences, Tinted
from transformer.bundled.training_text import ReadEnd
from transformer.ranking import largest
from transformer.readings.flips import TriedWord

_ON_PAGE, _ON_SLIDE = (5, 3), (4, 2)  # next words: the likeliest, and the most frequent others
_FEW = 3  # places, or other words, that a slide has room for


@view(
    box=dials.sentence("I love my little dog and I love my big"),
    late=dials.ON_CHIPS,
    dials=[dials.TOKEN, flip_it.BEGUN, flip_it.GOAL, flip_it.BUTTON],
    alone="the text that it was trained on is kept beside it, and it reads a hundred changed texts in a pause",
)
def looked_up(state: State, screen: Screen) -> None:
    """Draw the end that was read, what followed it beside what the model says, and where it stood or what flips it."""
    trace = state.trace()
    read = read_before.read(state.model, tuple(token.id for token in trace.tokens))
    tried = flips.of(state.model, state.text, asked=state[dials.TOKEN])
    eases = [tried[place].ease if place in tried else 0.0 for place in range(len(trace.tokens))]
    screen.token_chips(
        trace.words,
        notes=[f"{ease:.0%}" if ease else "" for ease in eases],
        shares=eases,
        numbers=[tried[place].ease if place in tried else None for place in range(len(trace.tokens))],
        strong=range(len(trace.tokens) - read.length, len(trace.tokens)),
        key="read_end",
        one_line=True,
        on_place=dials.choose_token,
        alt=f"Your tokens. The last {read.length}, framed, were read in training; the number under one is the share of "
        "plausible words in its place that flip the answer.",
    )
    if game := flip_it.says(state, trace):
        screen.sentence(game, key="flip_it")
    followed, chances = _shares(read, trace.config.vocab_size), vocabulary.probabilities(trace)
    compact = tokens.compact(state)
    of_each, most = (_ON_SLIDE, _FEW) if compact else (_ON_PAGE, None)
    left, right = screen.columns(1, 1, least=(320, 320))
    with left.headed(
        "What comes next?", "Filled bars are the model’s. Dashed ones count what followed the framed words in training."
    ):
        order, known = _shown(followed, chances, *of_each), dict(read.ids)
        alt = "The most likely next tokens, outlined by how often each followed the framed words in training."
        next_words.draw(
            screen,
            state.model,
            trace.text,
            order,
            chances[order],
            before=followed[order],
            notes=[f"{percent(float(chances[id]))}, {known.get(int(id), 0):,} of {read.times:,}" for id in order],
            says=read_before.verdict(state.model, read, chances),
            alt=alt,
            key="followed",
        )
    at = state[dials.TOKEN]
    chosen = None if at is None else tried.get(at)
    if chosen:
        with right.headed(
            f"What if “{trace.words[chosen.position]}” were another word?",
            f"{len(chosen.flips)} of {len(chosen.substitutes)} plausible words flip the answer. Click one to type it.",
        ):
            _draw_substitutes(screen, state.model, chosen, most)
    elif read.places:
        groups = _places(read, most)
        with right.headed(
            f"Where did it read “{read.end}”?", "Up to five places of the training text. Click one to type it."
        ):
            screen.tinted_sentences(
                groups, alt="Places of the training text.", key="places", on_sentence=lambda at: _typed(groups, at)
            )
            if not compact:
                screen.note("Choose a word above. “Why this word?” hides a word; here another one takes its place.")


def _draw_substitutes(screen: Screen, model: Model, place: TriedWord, most: int | None) -> None:
    """Write the text with up to five words in the place of one, or `most`, those that flip the answer first."""
    shown = flips.shown(place)[:most]
    groups = [
        Sentences(
            f"{each.word}: {each.next} {each.chance}",
            "" if each.flips else "the same",
            [Tinted([f" {word}" for word in text.split()], [0.0] * len(text.split()), -1, None)],
        )
        for each, text in zip(flips.swaps(model, place)[:most], [each.text for each in shown], strict=True)
    ]
    screen.tinted_sentences(
        groups,
        alt="Your text with another word, and what comes next then.",
        key="substitutes",
        on_sentence=lambda at: {"text": shown[at[0]].text, "token": place.position},
    )


def _shares(read: ReadEnd, n_vocab: int) -> np.ndarray:
    """How often each token followed the end, as a share of all times that something did: [vocab]."""
    counts = np.bincount([id for id, _ in read.ids], [times for _, times in read.ids], n_vocab)
    return counts / max(counts.sum(), 1)


def _shown(followed: np.ndarray, chances: np.ndarray, most: int, others: int) -> np.ndarray:
    """The likeliest next tokens of the model, then the most frequent in the training text that are none of them."""
    of_model = largest(chances, most)
    of_text = [id for id in largest(followed, most + others) if followed[id] and id not in of_model]
    return np.array([*of_model, *of_text[:others]])


def _places(read: ReadEnd, most: int | None) -> list[Sentences]:
    """The places, source by source, or the first of them; the end that was read is tinted."""
    by_source: dict[str, list[Tinted]] = {}
    for before, after, source in read.places[:most]:
        parts = [before, read.end.lstrip(), after]
        by_source.setdefault(source, []).append(Tinted(parts, [0.0, 1.0, 0.0], looks=-1, looked_at=None))
    return [Sentences(read_before.NAMES[source], "", sentences) for source, sentences in by_source.items()]


def _typed(groups: list[Sentences], at: Any) -> Mapping[str, Any]:
    """Type a place up to the end that was read: what does the model say there?"""
    group, sentence = at
    before, end, _ = groups[group].sentences[sentence].tokens
    return {"text": f"{before}{end}"}
