"""Logit attribution: what words, heads and FFNs added straight to the logit of a next word, and can be cut from it."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from headlight.pages.next_word import balance, direct, terms
from headlight.parts import asked as words_asked
from headlight.parts import cut as parts_cut
from headlight.parts import dials, open_number, tokens
from headlight.parts.asked import Ids
from headlight.parts.hero import written
from headlight.parts.nouns import Comparison, Model, Says, State, cached, said, view
from headlight.pictures import Extras, Next, Screen, Style, Words
from headlight.pictures.decimals import percent
from headlight.state import doors
from transformer import Head, OpenedModel, Trace, attribution
from transformer.ranking import peak
from transformer.readings.answer import Word, logit, logit_of
from transformer.readings.attribution import Attribution, silenced, unwired
from transformer.words import words_of

WORD = words_asked.word(when=terms.closed)


@view(
    box=dials.sentence("The girl stepped into bear country and helped the"),
    dials=[WORD, direct.CUT, open_number.OPENED, dials.TOKEN, parts_cut.CUT, parts_cut.UNDO, terms.CLOSE],
    needs=(),
)
def attributed(state: State, screen: Screen) -> None:
    """Draw what the heads took from each word as ribbons, the largest parts as bars; of an open number its terms."""
    trace = state.trace()
    if terms.chosen(state, trace):
        return terms.show(state, screen)
    word, label = words_asked.asked(state, WORD, trace, screen)
    found = _found(state.model, trace, word)
    cut = direct.read(state, found.looks.shape)
    final = unwired(state.model, trace, cut.links, cut.ffns) if cut.labels else None
    parts, following = screen.columns(62, 38, least=(340, 230))
    with parts:
        screen.heading(f"From which words did the heads take {label}?", "Click a word to cut it off.")
        _ribbons(screen, state, trace, found, word, label, cut)
        if not tokens.compact(state):  # a slide has the ribbons alone
            balance.show(screen, state, trace, word, label, cut)
    with following.headed(
        "What comes next?", "Dashed bars show it uncut." if cut.labels else "Cut a part: what moves?"
    ):
        change = "with the direct ways cut, outlined as they were" if cut.labels else ""
        says = _moved(state, trace, final, word, label) if final is not None else None
        Comparison(state, trace, trace, final=final).next_words(screen, change, count=8, says=says)


@attributed.deeper
def arithmetic(state: State, screen: Screen) -> None:
    """Each head's share, and what switching it off really does."""
    trace = state.trace()
    if terms.chosen(state, trace):
        return
    word, label = words_asked.asked(state, WORD, trace)
    found = _found(state.model, trace, word)
    share, total = screen.columns(1, 1, least=(330, 330))
    with share.headed(f"Direct: each head’s share of {label}", "Rows are layers, columns are heads."):
        _heads(screen, found.heads, "share")
    with total.headed("Total: what switching the head off takes away", "Measured: the whole model without it."):
        if isinstance(state.model, OpenedModel):
            return screen.note("This model has too many heads to switch each off.")
        real = _silenced(state.model, trace, word)
        says = []
        if np.ptp(real) and np.ptp(found.heads):  # a word has the same in all heads beside itself
            says = said(
                "Over all heads the two correlate by **{agree:.2f}**: later layers read what a head writes, and some "
                "make up for it.",
                agree=np.corrcoef(real.ravel(), found.heads.ravel())[0, 1],
            )
        _heads(screen, real, "total", says)


def _ribbons(
    screen: Screen, state: State, trace: Trace, found: Attribution, word: Ids, label: str, cut: direct.Cut
) -> None:
    """Draw ribbons from the last word, each as wide as its part of all that the heads added to the answer."""
    words, left = words_of(trace.text, trace.tokens), found.looks.copy()
    for link in cut.links:
        left[link] = 0
    whole, rest = (np.array([looks[..., list(word.tokens)].sum() for word in words]) for looks in (found.looks, left))
    whole, rest = (np.maximum(added, 0) for added in (whole, rest))  # what speaks against it is below, to the left
    pattern = np.zeros((1, 1, len(words), len(words)))
    pattern[0, 0, -1] = rest / max(float(whole.sum()), 1e-9)
    layer, head, key = peak(np.abs(found.looks))
    stage, ids = ("look_difference", word) if isinstance(word, tuple) else ("look", (word,))

    opens = (
        doors.shows(state, trace, "pattern", layer, head, trace.last, key),
        doors.shows(state, trace, stage, layer, head, key, *ids),
    )

    def choose(click: Sequence[Any]) -> dict[str, str | None]:
        match click:
            case ("word", int(number)) | ("cut", ["word", int(number)]) if number < len(words):
                return cut.toggled(*map(str, words[number].tokens))
        return {}

    screen.looks(
        pattern,
        Words([written(each, trace.text) for each in words], len(words) - 1, (0, 0), held=True),
        Next(
            why=said(
                "Largest single part: head {head} gives **{weight}** of its attention to {source}, "
                "which adds **{share:+.1f}**.",
                head=Head(layer, head).label,
                weight=percent(float(trace.layers[layer].pattern[head, trace.last, key])),
                source=f"“{trace.words[key]}”",
                share=float(found.looks[layer, head, key]),
            ),
            why_shows=[door for door in opens if door],
        ),
        Extras(
            compact=True, edits=None, cut=direct.Words([n for n, each in enumerate(words) if cut.hides(each.tokens)])
        ),
        about="",
        alt=f"The words of the sentence. A ribbon is as wide as the part of {label} that the heads took from a word.",
        key="taken",
        on_choice=choose,
    )


def _moved(state: State, trace: Trace, final: np.ndarray, word: Ids, label: str) -> Says:
    """Say how far the answer falls with the direct ways cut."""
    had, has = logit(state.model, trace, word), float(logit_of(state.model, trace, final, word))
    return said("Cut: the logit of {label} goes from **{had:.1f}** to **{has:.1f}**.", label=label, had=had, has=has)


@cached(most=6)
def _found(model: Model, trace: Trace, word: Word) -> Attribution:
    return attribution(model, trace, word)


@cached(most=6)
def _silenced(model: Model, trace: Trace, word: Word) -> np.ndarray:
    """Measure the effect of silencing each head: [layer, head]."""
    heads = range(trace.config.n_heads)
    return np.array(
        [[silenced(model, trace, word, layer, head) for head in heads] for layer in range(len(trace.layers))]
    )


def _heads(screen: Screen, values: np.ndarray, noun: str, says: Says = ()) -> None:
    screen.matrix_of_heads(
        values, noun=noun, style=Style(scale="diverging"), alt=f"The {noun} of each head.", key=f"{noun}s", says=says
    )
