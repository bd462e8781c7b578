"""Attention by hand: on the words' own vectors, and with a head's projections, side by side."""

from typing import Any

import numpy as np

from headlight.formulas import by_hand as hand_formulas
from headlight.pages.attention import four_words, shapes
from headlight.parts import dials, live_check, one_score, stages, words
from headlight.parts.hero import chosen, written
from headlight.parts.nouns import Dial, Key, OneOf, State, Switch, cached, view
from headlight.pictures import Extras, Screen, Words
from headlight.reading import reader
from headlight.state import doors
from transformer import Head, LanguageModel, Trace
from transformer.experiments.by_hand import HeadStages, look
from transformer.ranking import peak
from transformer.readings.projections import asymmetry, bilinear, look_at_themselves, normalized, symmetric_share
from transformer.similarity import unit
from transformer.words import between_words, words_of

VECTORS = Dial(
    "one_of",
    Key("vectors", OneOf(("length 1", "embedded", "normalized residual")), "X of attention without projections"),
    "Input vectors",
    "length 1",
    "deeper",
    help="Length 1: embeddings divided by their lengths, so that a score is a cosine. Embedded: as the "
    "model has them. Normalized residual: what the head on the right reads, at its layer.",
)
HIDE_LATER = Dial(
    "toggle",
    Key("hide_later", Switch(), "attention without projections has the causal mask"),
    "Causal mask",
    True,
    "deeper",
    help="The causal mask, on both sides. The model was trained with it.",
)
_ALTS = {"simple": "Without projections", "projected": "With the projections of the head"}
_HEIGHT = 100  # of a strip of vectors, in pixels: nine words are named


@view(
    box=dials.sentence(),
    dials=[
        *(dials.HEAD, VECTORS, HIDE_LATER, dials.CELL, dials.ORIENTATION, shapes.WIDTH),
        *(four_words.EXAMPLE, four_words.WORD, four_words.ANEW),
    ],
    alone="every step of it is written down for this one",
    code={
        "by_hand": "the context without projections",
        "shapes": "the scores of 32 texts at once",
        "four_words": "the context of the four words",
    },
)
def by_hand(state: State, screen: Screen) -> None:
    """Where the chosen word looks without projections and with them, as ribbons."""
    trace, head, sides = state.trace(), state[dials.HEAD], _sides(state)
    cell = _cell(state, *sides)
    above, below = *screen.columns(1), *screen.columns(1)
    with above.headed(f"Without projections: {_of_themselves(sides[0])}", ""):
        _ribbons(screen, trace, head, sides[0], "simple", cell)
    with below.headed(f"With W_Q and W_K of {head.title}: {_of_themselves(sides[1])}", ""):
        _ribbons(screen, trace, head, sides[1], "projected", cell)


@by_hand.more
def more(state: State, screen: Screen) -> None:
    """Draw both patterns as matrices, and the context of both over the vectors that it is a mixture of."""
    trace, head, sides = state.trace(), state[dials.HEAD], _sides(state)
    cell = _cell(state, *sides)
    for column, looks, key, title, values in zip(
        screen.columns(1, 1),
        sides,
        ("simple", "projected"),
        ("Weights × X", f"Weights × V of {head.title}"),
        ("X", "V"),
        strict=True,
    ):
        with column.headed(title, _symmetry(looks.scaled)):
            hidden = np.isneginf(looks.masked)
            _matrix(screen, state, trace, looks.pattern, "weight", key, cell, hidden=hidden)
            named = {"context": looks.context, values: looks.values}
            alt = f"{' and '.join(named)}: a row for each token, a column for each dimension."
            x_opens = doors.shows(state, trace, "embedded") if state[VECTORS] == "embedded" else None
            opens = {"X": x_opens, "V": doors.shows(state, trace, "value", *head)}
            screen.strips(named, tokens=trace.words, alt=alt, key=f"{key}_context", height=_HEIGHT, shows=opens)


@by_hand.deeper
def arithmetic(state: State, screen: Screen) -> None:
    """Every shape; the scores behind both patterns, the chosen one as a sum and as one form, and that form."""
    trace, head = state.trace(), state[dials.HEAD]
    simple, projected = _sides(state)
    cell = _cell(state, simple, projected)
    shapes.show(screen, state, trace.config, len(trace.tokens), state[shapes.WIDTH])
    left, right = screen.columns(1, 1)
    with left.headed("Scores X Xᵀ", ""):
        _matrix(screen, state, trace, simple.scaled, "score", "simple", cell)
    with right.headed(f"Scores Q Kᵀ / √{trace.config.d_head}", ""):
        _matrix(screen, state, trace, projected.scaled, "score", "projected", cell)
    screen.heading("One score", "Do few dimensions decide?")
    one_score.show(screen, state, trace, *head, *cell)
    _score_as_form(screen, reader.bundled(), trace, head, cell)
    _whole_form(screen, reader.bundled(), head)
    four_words.show(screen, state)
    screen.note(live_check.in_words(state, trace, head.layer))


def _sides(state: State) -> tuple[HeadStages, HeadStages]:
    """softmax(X X^T) X, and the same with the head's three projections."""
    trace, (layer, head), causal = state.trace(), state[dials.HEAD], state[HIDE_LATER]
    vectors = {
        "length 1": lambda: unit(trace.embedded),
        "embedded": lambda: trace.embedded,
        "normalized residual": lambda: normalized(reader.bundled().transformer, trace, layer),
    }[state[VECTORS]]()
    queries, keys, values = (getattr(trace.layers[layer], name)[head] for name in ("queries", "keys", "values"))
    projected = look(queries, keys, values, factor=trace.config.d_head**-0.5, causal=causal)
    return look(vectors, vectors, vectors, causal=causal), projected


def _cell(state: State, simple: HeadStages, projected: HeadStages) -> tuple[int, int]:
    """The chosen cell; at first the one to which the projections add most weight."""
    query, key = state[dials.CELL]
    most = peak(projected.pattern - simple.pattern)
    return dials.cell_of(projected.pattern, (most[0] if query is None else query, key))


def _ribbons(screen: Screen, trace: Trace, head: Head, looks: HeadStages, key: str, cell: tuple[int, int]) -> None:
    """The sentence with ribbons from the chosen word."""
    sentence = words_of(trace.text, trace.tokens)

    def choose(choice: tuple[str, Any]) -> dict[str, int | None]:
        match choice:
            case "word", int(number) if number < len(sentence):
                return dials.choose_looking(sentence[number].tokens[-1])
        return {}

    screen.looks(
        between_words(looks.pattern[None, None], sentence),
        Words([written(word, trace.text) for word in sentence], chosen(sentence, cell[0]), head),
        extras=Extras(low=True, edits=None),
        about="",
        alt=f"{_ALTS[key]}: the words, and what one of them attends to. Arrow keys choose another word.",
        key=f"{key}_looks",
        on_choice=choose,
    )


def _of_themselves(looks: HeadStages) -> str:
    return f"{look_at_themselves(looks.pattern)} of {len(looks.pattern)} words attend most to themselves"


def _matrix(
    screen: Screen,
    state: State,
    trace: Trace,
    values: np.ndarray,
    noun: str,
    key: str,
    cell: tuple[int, int],
    **look: Any,
) -> None:
    alt = f"{noun.capitalize()}s {'without projections' if key == 'simple' else 'of the head'}"
    stages.square(screen, state, values, trace.words, noun=noun, alt=alt, key=f"{key}_{noun}s", cell=cell, **look)


def _symmetry(scores: np.ndarray) -> str:
    """Whether what one word scores with another is what the other scores with it."""
    off = asymmetry(scores)
    if len(scores) == 1:
        return "One word alone has one score."
    if off < 1e-5:
        return "The scores are symmetric: if a is like b, then b is like a."
    return (
        f"The scores are not symmetric: a score and its mirror image differ by up to {off:.2f}. A query is not a key."
    )


def _score_as_form(screen: Screen, model: LanguageModel, trace: Trace, head: Head, cell: tuple[int, int]) -> None:
    """q . k and x_i W x_j^T, equal but for rounding, for the chosen cell and at most over all."""
    x = normalized(model.transformer, trace, head.layer).astype(np.float64)
    form = x @ _form(model, head) @ x.T
    scores = trace.layers[head.layer].scores[head.head].astype(np.float64)
    screen.heading("W_Q and W_K act as one matrix W", "")
    screen.formula(hand_formulas.bilinear_form(*cell, float(scores[cell]), float(form[cell])), key="form_formula")
    screen.note(
        f"All {scores.size:,} {'pair' if scores.size == 1 else 'pairs'} agree within "
        f"{words.number(np.abs(form - scores).max())}."
    )


def _whole_form(screen: Screen, model: LanguageModel, head: Head) -> None:
    """Draw W of the head, and its singular values; say how symmetric it is."""
    form, singular = _form(model, head), _singular_values(model, head)
    d_model = model.config.d_model
    least = singular.max() * d_model * np.finfo(form.dtype).eps  # as np.linalg.matrix_rank has it
    rank = int((singular > least).sum())
    left, right = screen.columns(1, 1)
    with left:
        screen.strips(
            {"W": form},
            tokens=[f"dimension {number} of the x that attends" for number in range(d_model)],
            height=260,
            alt=f"The {d_model} by {d_model} numbers of W = W_Q W_K^T.",
            key="bilinear_form",
        )
    with right:
        screen.curves(
            {"singular value": singular},
            over=np.arange(1.0, len(singular) + 1),
            points=("singular value",),
            marks={"rank": float(rank)},
            axes=("singular value, from the largest", "its size"),
            alt=f"The {d_model} singular values of W: {rank} are above zero.",
            key="singular_values",
            height=290,
        )
    screen.note(f"W has rank {rank}; {symmetric_share(form):.1%} of its squares are symmetric (random: 50%).")


@cached(most=64)  # read by all, written by nobody: no copy for each key
def _form(model: LanguageModel, head: Head) -> np.ndarray:
    return bilinear(model.transformer, *head)


@cached(most=64)  # a sentence does not change it, and it is drawn with each
def _singular_values(model: LanguageModel, head: Head) -> np.ndarray:
    return np.linalg.svd(_form(model, head), compute_uv=False)
