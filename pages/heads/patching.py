"""Patching: where two sentences that differ in a word come apart, by putting parts of one run into the other."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from headlight.pages.embeddings import embedding_space
from headlight.parts import dials, tokens, vocabulary
from headlight.parts.nouns import (
    SENTENCE,
    Choices,
    Dial,
    Dials,
    Key,
    Model,
    Says,
    State,
    Switch,
    Text,
    bundled,
    cached,
    capital,
    escaped,
    said,
    view,
)
from headlight.pictures import Labels, OnChoose, Screen, Style
from headlight.pictures.decimals import percent
from headlight.reading import reader, running
from headlight.state.state import any_text
from transformer import Trace
from transformer.readings.answer import Word
from transformer.readings.neighbours import Changed, one_word_changed
from transformer.readings.patching import Estimated, Patched, estimate, patch_in_parts
from transformer.softmax import softmax

_WORDS, _ON_A_SLIDE = 8, 5  # next words
_TRIED = 8  # changes of a word: each is a pass with each key
_PAIR = ("Tom went to the park because", "Anna went to the park because")


def _other(state: State) -> str:
    """The sentence to compare with until one is given: one word changed that changes the answer."""
    trace = state.trace()
    if trace.text == _PAIR[0]:
        return _PAIR[1]
    if running.typing():  # one that changes the answer is looked for in a pause: it takes up to eight passes
        return _last_changed(state.model, trace)
    return _changing_the_answer(state.model, trace)


@cached(most=4)
def _changes(model: Model, trace: Trace) -> tuple[Changed, ...]:
    return tuple(one_word_changed(model, trace, embedding_space.of(bundled()).units))


@cached(most=4)
def _last_changed(model: Model, trace: Trace) -> str:
    """Return the text with its last word changed that can be, or as it is: the last of `_changes`, sooner."""
    units = embedding_space.of(bundled()).units
    lasts = ([*one_word_changed(model, trace, units, [place])] for place in reversed(range(len(trace.tokens))))
    return next((changes[-1].text for changes in lasts if changes), trace.text)


@cached(most=4)
def _changing_the_answer(model: Model, trace: Trace) -> str:
    """Return the text with one word changed: the first that is found to, or the last, next to the answer.

    Changes of the word that decides are tried first, where one does.
    """
    why = reader.why(bundled(), trace.text)
    decide = () if why.source is None else why.words[why.source].tokens
    changes = sorted(_changes(model, trace), key=lambda change: change.position not in decide)
    texts, answer = [change.text for change in changes], trace.next_logits.argmax()
    changing = (text for text in texts[:_TRIED] if model.trace(text).next_logits.argmax() != answer)
    return next(changing, texts[-1] if texts else trace.text)


CORRUPT = Dial(
    "text",
    Key("corrupt_text", Text(SENTENCE), "the sentence into whose run parts of the other are put"),
    "Second sentence (same number of tokens)",
    "",  # what the box suggests changes with each letter of the sentence: as its value it would come back as typed
    "above",
    look=lambda state: {"placeholder": _other(state)},
    reads=any_text,
    help="Change one word only: the positions correspond where both sentences have as many tokens.",
)
NOISING = Dial(
    "toggle",
    Key("noising", Switch(), "parts of that run are put into the first instead"),
    "Noising (is it needed?)",
    False,
    "above",
    help="Off (denoising): which parts are enough to bring the first answer back? On (noising): which does it need?",
)
LAYER = dials.layer(place="above", first=0)
HEAD = dials.in_picture(Dials(dials.HEAD.parts[1:], lambda state: state[dials.HEAD].head))


def _pairs(state: State) -> Mapping[str, Mapping[str, str]]:
    """The sentence with one word changed for another of the same form, whatever word that is."""
    trace = state.trace()
    changes = _changes(state.model, trace)
    twice = len({trace.words[change.position] for change in changes}) < len({change.position for change in changes})

    def named(change: Changed) -> str:
        position = f" (position {change.position})" if twice else ""
        return f"{escaped(trace.words[change.position])}{position} → {escaped(change.word)}"

    return {named(change): {"corrupt_text": change.text} for change in changes}


ONE_WORD = Choices("one_word", "Change one word", _pairs)


@view(
    box=dials.sentence(_PAIR[0]),
    late="it compares two sentences, and each has a box",
    dials=[CORRUPT, ONE_WORD, NOISING, LAYER, HEAD, dials.TOKEN],
    alone="every part is run again with each key, and a real model takes too long for that",
)
def patching(state: State, screen: Screen) -> None:
    """Both sentences, a word of the first of which is put into the second, and what comes next then."""
    _, _, answers, runs = _runs(state)
    labels = [f"“{vocabulary.shown(state.model, id)}”" for id in answers]
    if answers[0] == answers[1]:
        return screen.note(f"Both sentences go on with {labels[0]}: there is no difference to restore.")
    try:
        patched, whole = _patched(state.model, *runs, answers).latest()
    except ValueError as error:
        return screen.note(f"{capital(str(error))}.")
    if not patched.tells:
        return screen.note(f"Both give nearly the same logits to {labels[0]} and {labels[1]}: nothing to explain.")
    about = _estimated(state.model, *runs, answers)
    part = _chosen(state, patched, about)
    shares = _known(patched, patched.residual, about.residual)[part.layer]
    title = f"Drag a word down, as layer {part.layer + 1} reads it"
    if part.token is None:
        shares = np.full(len(shares), _known(patched, patched.heads, about.heads)[part.layer, part.head])
        title = f"Put in: what layer {part.layer + 1}, head {part.head + 1} adds"
    words, run = screen.columns(64, 36, least=(330, 240))
    verb = "takes away" if state[NOISING] else "restores"
    with words.headed(title, f"The wider the ribbon, the more of {labels[0]} against {labels[1]} it {verb}."):
        screen.alignment(
            np.diag(np.clip(shares, 0, 1)),
            source=runs[0].words,
            target=runs[1].words,
            marks=False,
            drags=True,
            chosen=part.token,
            alt="Two sentences: a word of the upper one is dragged onto the lower one.",
            key="words",
            on_target=lambda place: {"token": place, "head": None},
        )
    with run.headed("Next word", "Solid bars are with the part put in, dashed ones without."):
        _run(screen, state, runs[1], patched, part, answers)
        if not whole:
            n_done = np.isfinite(patched.residual).sum() + np.isfinite(patched.heads).sum()
            screen.note(
                f"{n_done} of {patched.residual.size + patched.heads.size} parts have been put in and run; the others "
                "show their first-order estimate until then."
            )


@patching.more
def more(state: State, screen: Screen) -> None:
    """Draw the share of every token of the stream and of every head, in all layers."""
    found = _told(state)
    if not found:
        return
    first, second, answers, runs, patched, _ = found
    about = _estimated(state.model, *runs, answers)
    part, last = _chosen(state, patched, about), len(first.layers) - 1
    row = last - part.layer
    stream, heads = screen.columns(55, 45, least=(330, 280))
    with stream.headed("All words in all layers", "Choose a cell to put that word in, where that layer reads it."):
        _shares(
            screen,
            _known(patched, patched.residual, about.residual),
            _tokens(first, second),
            "stream",
            None if part.token is None else (row, part.token),
            lambda cell: {"layer": last + 1 - cell[0], "token": cell[1], "head": None},
        )
    with heads.headed("All heads", "Choose a cell to put in what one head adds, at all words."):
        _shares(
            screen,
            _known(patched, patched.heads, about.heads),
            [f"head {index + 1}" for index in range(patched.heads.shape[1])],
            "heads",
            (row, part.head) if part.token is None else None,
            lambda cell: {**dials.choose_head((last - cell[0], cell[1])), "token": None},
        )


@patching.deeper
def first_order(state: State, screen: Screen) -> None:
    """Draw the maps to first order, from one backward pass, and how well they agree with the exact ones."""
    found = _told(state)
    if not found:
        return
    first, second, answers, runs, patched, whole = found
    if not whole:
        return screen.note("How good the estimate is follows when all parts have been run.")
    about = _estimated(state.model, *runs, answers)
    screen.heading(
        "Attribution patching: the same maps from one backward pass",
        "A part’s difference between the runs, times the gradient of the answer along it, needs no run for each part.",
    )
    columns = screen.columns(55, 45, least=(330, 280))
    maps = (("stream", patched.residual, about.residual), ("heads", patched.heads, about.heads))
    for column, (key, exact, estimated) in zip(columns, maps, strict=True):
        varies = np.ptp(exact) > 1e-6  # the stream of a single word restores all of the answer in each layer
        agree = f"{np.corrcoef(exact.ravel(), estimated.ravel())[0, 1]:.2f}" if varies else "none, all are equal"
        with column:
            _shares(
                screen,
                patched.shares(estimated),
                _tokens(first, second) if key == "stream" else [f"head {index + 1}" for index in range(exact.shape[1])],
                f"{key}_estimated",
                says=said(
                    "Correlation with the exact map: **{agree}**; the largest miss is {miss:.2f}.",
                    agree=agree,
                    miss=np.abs(patched.shares(exact) - patched.shares(estimated)).max(),
                ),
            )


def _runs(state: State) -> tuple[Trace, Trace, tuple[int, int], tuple[Trace, Trace]]:
    """Both sentences, the likeliest next token of each, and the run that parts are taken from before the other one."""
    first, second = state.trace(), state.trace(text=state[CORRUPT] or _other(state))
    answers = int(first.next_logits.argmax()), int(second.next_logits.argmax())
    return first, second, answers, (second, first) if state[NOISING] else (first, second)


def _told(state: State) -> tuple[Trace, Trace, tuple[int, int], tuple[Trace, Trace], Patched, bool] | None:
    """The runs, with what patching found in them and whether all parts were run; None where there is nothing to say."""
    first, second, answers, runs = _runs(state)
    if answers[0] == answers[1] or len(first.tokens) != len(second.tokens):
        return None
    patched, whole = _patched(state.model, *runs, answers).latest()
    return (first, second, answers, runs, patched, whole) if patched.tells else None


def _tokens(first: Trace, second: Trace) -> list[str]:
    pairs = zip(first.words, second.words, strict=True)
    return [one if one == other else f"{one} / {other}" for one, other in pairs]


@cached(most=4)
def _patched(model: Model, clean: Trace, corrupt: Trace, word: Word) -> running.Growing[Patched]:
    """Parts of one run in the other, as many as have been run."""
    return running.Growing(
        patch_in_parts(model, clean, corrupt, word), lambda patched: bool(np.isfinite(patched.residual).all())
    )


@cached(most=4)
def _estimated(model: Model, clean: Trace, corrupt: Trace, word: Word) -> Estimated:
    """Estimate it to first order, at once."""
    return estimate(model, clean, corrupt, word)


def _known(patched: Patched, exact: np.ndarray, about: np.ndarray) -> np.ndarray:
    """Shares: the exact ones where they have come, else the estimated ones."""
    return patched.shares(np.where(np.isfinite(exact), exact, about))


class _Part(NamedTuple):
    """The stream of a token as it enters a layer; without a token, what a head adds at all of them."""

    layer: int
    head: int
    token: int | None


def _chosen(state: State, patched: Patched, about: Estimated) -> _Part:
    """The part that is put in: a word, a head, or until one is chosen the word with the largest share."""
    layer, token = state[LAYER], state[dials.TOKEN]
    if token is None and state.get("head") is not None:
        return _Part(layer, state[HEAD], None)
    shares = _known(patched, patched.residual, about.residual)[layer]
    return _Part(layer, 0, int(shares.argmax()) if token is None else min(token, len(shares) - 1))


def _shares(
    screen: Screen,
    values: np.ndarray,
    columns: list[str],
    key: str,
    chosen: tuple[int, int] | None = None,
    choose: OnChoose | None = None,
    says: Says = (),
) -> None:
    """Layers up, their parts across."""
    screen.matrix(
        values[::-1],
        Labels(rows=[f"layer {layer}" for layer in range(len(values), 0, -1)], columns=columns, noun="share"),
        style=Style(scale="diverging", extent=max(1.0, float(np.abs(values).max()))),
        alt=f"Shares of the difference, {key}.",
        key=key,
        selected=chosen,
        on_cell=choose,
        says=says,
    )


def _run(screen: Screen, state: State, base: Trace, patched: Patched, part: _Part, answers: tuple[int, int]) -> None:
    """Both answers and the next words of the run with the chosen part, outlined as they were without it."""
    layer, head, token = part
    final = patched.heads_final[layer, head] if token is None else patched.residual_final[layer, token]
    if np.isnan(final).any():
        return screen.note("The run with this part is still to come.")
    before, after = softmax(base.next_logits), softmax(base.logits_of(final))
    likeliest = vocabulary.likeliest_of_two(before, after, _ON_A_SLIDE if tokens.compact(state) else _WORDS)
    order = [*answers, *(id for id in likeliest if id not in answers)][: len(likeliest)]
    labels = vocabulary.labels(state.model, order)
    screen.bars(
        after[order],
        before=before[order],
        labels=labels,
        alt="The most likely next tokens with the part put in, outlined as they were without it.",
        key="next_word",
        quantity="probability",
        says=said(
            "“{one}” goes from {had} to **{has}**, “{other}” from {other_had} to **{other_has}**.",
            one=labels[0],
            had=percent(before[order[0]]),
            has=percent(after[order[0]]),
            other=labels[1],
            other_had=percent(before[order[1]]),
            other_has=percent(after[order[1]]),
        ),
    )
