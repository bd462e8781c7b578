"""Looked up?: the longest end of the text that was read in training, what followed there, and what the model says."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from headlight.parts import dials, next_words, vocabulary
from headlight.parts.nouns import CannotShow, Model, Says, State, cached, said, view
from headlight.parts.why import percent
from headlight.pictures import Screen
from headlight.pictures.tinted_sentences import Sentences, Tinted
from transformer.bundled.read_end import ReadEnd, read_end
from transformer.ranking import largest

_OF_MODEL, _OF_TEXT = 5, 3  # next words: the likeliest, and the most frequent others
_NAMES = {
    "tinystories": "TinyStories",
    "tatoeba": "Tatoeba, everyday sentences",
    "standardebooks": "Standard Ebooks, old books",
    "fairytales": "Fairy tales",
    "storybooks": "African Storybook and Pratham Books",
    "teaching": "Sentences written for Headlight",
}


@view(
    box=dials.sentence("I love my little dog and I love my big"),
    alone="the text that it was trained on is kept beside it",
)
def looked_up(state: State, screen: Screen) -> None:
    """Draw the end that was read, what followed it in training beside what the model says, and where it stood."""
    trace = state.trace()
    read = _read(state.model, tuple(token.id for token in trace.tokens))
    first = len(trace.tokens) - read.length
    screen.token_chips(
        trace.words,
        notes=[""] * len(trace.words),
        strong=range(first, len(trace.tokens)),
        key="read_end",
        one_line=True,
        alt=f"Your tokens; the last {read.length}, framed, were read in training." if read.length else "Your tokens.",
    )
    followed, chances = _shares(read, trace.config.vocab_size), vocabulary.probabilities(trace)
    left, right = screen.columns(1, 1, least=(320, 320))
    with left.headed(
        "What comes next?", "Filled: the model. Dashed: how often each followed the framed words in training."
    ):
        order, known = _shown(followed, chances), dict(read.ids)
        alt = "The most likely next tokens, outlined by how often each followed the framed words in training."
        next_words.draw(
            screen,
            state.model,
            trace.text,
            order,
            chances[order],
            before=followed[order],
            notes=[f"{percent(float(chances[id]))}, {known.get(int(id), 0):,} of {read.times:,}" for id in order],
            says=verdict(state.model, read, chances),
            alt=alt,
            key="followed",
        )
    if read.places:
        groups = _places(read)
        with right.headed(
            f"Where did it read “{read.end}”?", "Up to five places of the training text. Click one to type it."
        ):
            screen.tinted_sentences(
                groups, alt="Places of the training text.", key="places", on_sentence=lambda at: _typed(groups, at)
            )


@cached(most=32)
def _read(model: Model, ids: tuple[int, ...]) -> ReadEnd:
    """Look the end up, or say why nobody can."""
    try:
        return read_end(model, ids)
    except ValueError as error:
        raise CannotShow(str(error)) from error


def _shares(read: ReadEnd, n_vocab: int) -> np.ndarray:
    """How often each token followed the end, as a share of all times that something did: [vocab]."""
    counts = np.bincount([id for id, _ in read.ids], [times for _, times in read.ids], n_vocab)
    return counts / max(counts.sum(), 1)


def _shown(followed: np.ndarray, chances: np.ndarray) -> np.ndarray:
    """The likeliest next tokens of the model, then the most frequent in the training text that are none of them."""
    of_model = largest(chances, _OF_MODEL)
    of_text = [id for id in largest(followed, _OF_MODEL + _OF_TEXT) if followed[id] and id not in of_model]
    return np.array([*of_model, *of_text[:_OF_TEXT]])


def verdict(model: Model, read: ReadEnd, chances: np.ndarray) -> Says:
    """Say whether a look-up could have given what the model says."""
    best = int(chances.argmax())
    known = dict(read.ids).get(best, 0)
    told: dict[str, Any] = {
        "end": read.end,
        "times": times(read.times),
        "word": vocabulary.shown(model, best),
        "chance": percent(float(chances[best])),
    }
    if not read.length:
        return said("The training text has no such token. The model says “**{word}**”, **{chance}**.", **told)
    if not known:
        return said(
            "“**{end}**” was read **{times}** and never went on with “{word}”. The model says “**{word}**”, "
            "**{chance}**: it does not look that up.",
            **told,
        )
    if known == max(times for _, times in read.ids):
        return said(
            "“**{end}**” was read **{times}** and went on with “{word}” most often, {known}. The model says "
            "“**{word}**”, **{chance}**: a table would say so too.",
            known=times(known),
            **told,
        )
    return said(
        "“**{end}**” was read **{times}** and went on with “{word}” {known}. The model says “**{word}**”, "
        "**{chance}**; a table would say “{other}”.",
        known=times(known),
        other=vocabulary.shown(model, read.ids[0][0]),
        **told,
    )


def times(count: int) -> str:
    """Say how often."""
    return {1: "once", 2: "twice"}.get(count, f"{count:,} times")


def _places(read: ReadEnd) -> list[Sentences]:
    """The places, source by source; the end that was read is tinted."""
    by_source: dict[str, list[Tinted]] = {}
    for before, after, source in read.places:
        tokens = [before and f"{before} ", f"{read.end}", after and f" {after}"]
        by_source.setdefault(source, []).append(Tinted(tokens, [0.0, 1.0, 0.0], looks=-1, looked_at=None))
    return [Sentences(_NAMES[source], "", sentences) for source, sentences in by_source.items()]


def _typed(groups: list[Sentences], at: Any) -> Mapping[str, Any]:
    """Type a place up to the end that was read: what does the model say there?"""
    group, sentence = at
    before, end, _ = groups[group].sentences[sentence].tokens
    return {"text": f"{before}{end}"}
