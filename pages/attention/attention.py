"""Attention, one head: where each word looks and what that brings back; one click deeper, every number between."""

from collections.abc import Mapping

import numpy as np

from headlight.pages.attention import one_value
from headlight.parts import by_hand, dials, live_check, one_score, orientation, reduced, stages, tokens, words
from headlight.parts.hero import hero
from headlight.parts.nouns import Link, State, view
from headlight.pictures import Screen
from headlight.reading.sentences import MIX
from headlight.state import doors
from transformer import Head, Plan, Trace
from transformer.config import NormPosition
from transformer.ranking import largest

_ADDED: Mapping[NormPosition, str] = {
    "before": "",
    "after": "; then the stream is normalized",
    "around": ", normalized before it is added",
    "added": ", normalized before it is added",
}
_MIXED, _LEAST = 4, 0.1  # words of a mix that have a row of their own, and the weight that others than the first need
_LINE, _LARGE_LINE = 32, 40  # pixels of a row of it, and on a slide
REDUCED = reduced.dials()


@view(
    box=dials.sentence(),
    dials=[dials.BRINGING, dials.CELL, dials.EDITED, dials.ORIENTATION, REDUCED],
    needs=(),
    onward=Link("learning", "Watch one head learn where to attend: train a tiny transformer →", {"task": "reverse"}),
)
def attention(state: State, screen: Screen) -> None:
    """Where each word attends, and what that brings the chosen one."""
    trace, head, cell = _chosen(state)
    row = hero(screen, state, trace, head, query=cell[0], hands=by_hand.read(state, state.trace()))
    if tokens.compact(state):  # a slide has room for one more picture that is read from the last row
        return _mix(screen, trace, head, cell[0], line=_LARGE_LINE)
    left, right = screen.columns(3, 2)
    with left.headed(words.head_title(state.model, *head, trace), orientation.softmax_direction(state)):
        # Where a word attends most is said under the words.
        says = words.look(trace, *head, *cell) if state[dials.KEY] is not None else ()
        reduced.picture(screen, state, trace, head, says=says, chosen=cell, row=row, on_cell=dials.choose_cell)
    with right:
        _mix(screen, trace, head, cell[0])


@attention.more
def more(state: State, screen: Screen) -> None:
    """The queries and keys that the pattern comes from, and of all words what they hand on and what they get."""
    trace, head, _ = _chosen(state)
    screen.heading(
        "Queries and keys",
        "A token attends with its query and is found by its key: where they point the same way, the weight is large. "
        f"Two learned matrices make them, W_Q and W_K{_turned(trace.plan)}. "
        f"{words.keys_are_shared(trace.plan, head.head)}".strip(),
    )
    _strips(screen, state, trace, head, "queries", "keys", height=104)
    screen.heading(
        "Values, and the head output made of them",
        f"Each token offers a value ({trace.config.d_head} numbers). A token's context is the mean of the values, "
        "each with the weight that it has in the pattern.",
    )
    _strips(screen, state, trace, head, "values", "context", height=150)


@attention.deeper
def arithmetic(state: State, screen: Screen) -> None:
    """From the scores to the weights, one of them taken apart, and what the layer makes of them."""
    trace, head, cell = _chosen(state)
    reduced.say_of_arithmetic(screen, state, trace)
    screen.heading("From scores to weights", "Choose a cell.")
    for stage in screen.beside(("scores", "scaled", "masked")):
        screen.note(f"{stage}: {stages.says(state, trace, stage)}")
        stages.picture(screen, state, trace, *head, stage, cell=cell)
    screen.heading("One number, taken apart", "The line adds up query × key.")
    one_score.show(screen, state, trace, *head, *cell)
    one_value.why(state, screen, trace, head, *cell)
    left, right = screen.columns(1, 1)
    with left:
        one_value.show_as_words(screen, state.model, trace, head, *cell)
    with right.headed(
        "What does the layer add?",
        f"All {trace.config.n_heads} contexts × W_O{', plus a bias' if 'output' in trace.plan.biased else ''}"
        f"{_ADDED[trace.plan.norm_position]}.",
    ):
        screen.strips(
            {"attended": trace.layers[head.layer].attended},
            tokens=trace.words,
            alt=f"What all heads of layer {head.layer + 1} add: a row for each token, a column for each of d_model "
            "dimensions.",
            key="attended",
            shows={"attended": doors.shows(state, trace, "attended", head.layer)},
            height=200,
        )
    screen.note(live_check.in_words(state, trace, head.layer))


def _chosen(state: State) -> tuple[Trace, Head, tuple[int, int]]:
    trace, head = by_hand.read(state, state.trace()).trace, state[dials.BRINGING]
    return trace, head, dials.cell(state, trace, head)


def _mix(screen: Screen, trace: Trace, head: Head, query: int, line: int = _LINE) -> None:
    """Draw what one word gets: the values with most weight, each times its weight, and the sum of all."""
    screen.heading("The weighted values", "Weight × value of each word; their sum is the head output.")
    of_layer, tokens_of_text = trace.layers[head.layer], trace.words
    weights = of_layer.pattern[head.head, query].astype(np.float64)
    parts = weights[:, None] * of_layer.values[head.head]
    first, *rest = largest(weights, min(_MIXED, len(tokens_of_text))).tolist()
    named = [first, *(key for key in rest if weights[key] >= _LEAST)]
    labels = [f"{weights[key]:.2f} × {tokens_of_text[key]}" for key in named]
    rows = [parts[key] for key in named]
    if others := int((weights > 0).sum()) - len(named):
        labels.append(f"{others} other{'s' if others > 1 else ''}")
        rows.append(parts.sum(axis=0) - np.sum(rows, axis=0))
    screen.strips(
        {"weight × value": np.stack([*rows, parts.sum(axis=0)])},
        tokens=[*labels, f"= {tokens_of_text[query]}"],
        alt=MIX.format(word=tokens_of_text[query], head=head.title),
        key="mix",
        height=line * (len(rows) + 1),
    )


def _turned(plan: Plan) -> str:
    """Say what a model does to queries and keys beyond the products."""
    return (
        (", with a bias each" if {"query", "key"} <= plan.biased else "")
        + ("; each is normalized" if plan.head_norms == "each" else "")
        + ("; those of all heads are normalized as one" if plan.head_norms == "all" else "")
        + ("; then its position turns it (rotary positions)" if plan.rotary_frequencies else "")
    )


def _strips(screen: Screen, state: State, trace: Trace, head: Head, *names: str, height: int) -> None:
    screen.strips(
        {name: getattr(trace.layers[head.layer], name)[head.head] for name in names},
        tokens=trace.words,
        alt=f"{' and '.join(names).capitalize()} of {head.title}: a row for each token, a column for each dimension.",
        key=names[0],
        shows={name: doors.shows(state, trace, doors.STAGES.get(name, name), *head) for name in names},
        height=height,
    )
