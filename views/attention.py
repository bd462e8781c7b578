"""Attention, one head: where each word looks and what that brings back; one click deeper, every number between."""

from collections.abc import Mapping

from components.board import Board, board
from components.lines import lines
from components.strips import strips
from transformer import Plan, Trace
from transformer.config import NormPlace
from ui import (
    code,
    contents,
    dials,
    lesson,
    live_check,
    one_score,
    one_value,
    orientation,
    page,
    reading,
    stages,
    tokens,
    words,
)
from ui.real import models
from ui.real.models import Model

_ADDED: Mapping[NormPlace, str] = {
    "before": "is added to the residual stream",
    "after": "is added to the residual stream, whose sum is then normalized",
    "around": "is normalized before it is added to the residual stream",
}


def show() -> None:
    """Draw the view."""
    lesson.lead("attention")
    model = reading.shown_model()
    layer, head = dials.head(model)
    places = dials.cell_beside()
    dials.queries_as()
    sentence_and_pictures(model, layer, head, places)
    code.show("attention")
    lesson.more("attention", _to_the_bench)


def _to_the_bench() -> None:
    contents.link("learning", "Watch one head learn where to look: train a tiny transformer →", {"task": "reverse"})


@page.part
def sentence_and_pictures(model: Model, layer: int, head: int, places: dials.Places) -> None:
    """The pattern beside the context that it makes, and the queries and keys that it comes from."""
    text = reading.sentence()
    trace = reading.trace(text)
    cell = dials.cell_of(trace.layers[layer].pattern[head], places)
    with board(key="looks", text=text) as screen:
        tokens.chips(trace, strong=cell, on_place=dials.choose_looking)
        left, right = screen.columns(1, 1)
        with left:
            _looks(screen, model, trace, layer, head, cell)
        with right:
            _brings_back(screen, trace, layer, head)
        screen.heading(
            "What they look with",
            "A token looks with its query and is found by its key: where they point the same way, the weight is large. "
            f"Two learned matrices make them, W_Q and W_K{_turned(trace.plan)}. "
            f"{models.keys_are_shared(trace.plan, head)}".strip(),
        )
        _strips(trace, layer, head, "queries", "keys", height=104)
    if page.arithmetic():
        with board(key="to_weights", text=text) as screen:
            _from_scores_to_weights(screen, trace, layer, head, cell)
            _one_number(screen, model, trace, layer, head, cell)
            left, right = screen.columns(1, 1)
            with left:
                _as_lines(screen, trace, layer, head)
            with right:
                _attended(screen, trace, layer)


def _turned(plan: Plan) -> str:
    """What a model does to queries and keys besides."""
    return (
        (", with a bias each" if {"query", "key"} <= plan.biased else "")
        + ("; each is normalized" if plan.head_norms else "")
        + ("; then its place turns it (rotary positions)" if plan.rates else "")
    )


def _looks(screen: Board, model: Model, trace: Trace, layer: int, head: int, cell: tuple[int, int]) -> None:
    screen.heading(
        words.head_title(model, layer, head, trace), f"{orientation.softmax_direction()} Choose a word, or a cell."
    )
    says = words.look(trace, layer, head, *cell)
    stages.picture(trace, layer, head, "pattern", says=says, selected=cell, on_cell=dials.choose_cell)
    screen.note(live_check.in_words(trace, layer))


def _brings_back(screen: Board, trace: Trace, layer: int, head: int) -> None:
    screen.heading(
        "What it brings back",
        f"Every token hands on a value of {trace.config.d_head} numbers. A token's context is the mean of the values, "
        "each with the weight that it has in the pattern.",
    )
    _strips(trace, layer, head, "values", "context", height=150)


def _strips(trace: Trace, layer: int, head: int, *names: str, height: int) -> None:
    strips(
        {name: getattr(trace.layers[layer], name)[head] for name in names},
        tokens=trace.words,
        alt=f"{' and '.join(names).capitalize()} of layer {layer + 1}, head {head + 1}: a row for each token, a column "
        "for each dimension.",
        key=names[0],
        height=height,
    )


def _from_scores_to_weights(screen: Board, trace: Trace, layer: int, head: int, cell: tuple[int, int]) -> None:
    screen.heading("From scores to weights", "Softmax of the last of these is the pattern. Choose a cell in any.")
    for stage, column in zip(("scores", "scaled", "masked"), screen.columns(1, 1, 1), strict=True):
        with column:
            screen.note(f"{stage}: {stages.says(trace, stage)}")
            stages.picture(trace, layer, head, stage, selected=cell, on_cell=dials.choose_cell)


def _one_number(screen: Board, model: Model, trace: Trace, layer: int, head: int, cell: tuple[int, int]) -> None:
    query, key = cell
    screen.heading("One number, taken apart", "The chosen cell: why its score is what it is.")
    one_score.picture(trace, layer, head, query, key)
    one_score.sums(screen, trace, layer, head, query, key)
    left, right = screen.columns(55, 45)
    with left:
        one_value.among_keys(screen, trace, layer, head, query)
    with right:
        one_value.in_words(screen, model, trace, layer, head, query, key)


def _as_lines(screen: Board, trace: Trace, layer: int, head: int) -> None:
    screen.heading(
        "Who looks at whom",
        "The pattern once more: a thicker line is more weight. Point at a token to see its lines alone.",
    )
    alt = f"Weights of layer {layer + 1}, head {head + 1}."
    lines(trace.layers[layer].pattern[head], tokens=trace.words, alt=alt, key="lines")


def _attended(screen: Board, trace: Trace, layer: int) -> None:
    screen.heading(
        "What the layer adds",
        f"attended: the contexts of all {trace.config.n_heads} heads side by side, times W_O"
        f"{', plus a bias' if 'output' in trace.plan.biased else ''}. It mixes every head of "
        f"layer {layer + 1}, not this one alone, and {_ADDED[trace.plan.norm_place]}.",
    )
    alt = f"What all heads of layer {layer + 1} add: a row for each token, a column for each of d_model dimensions."
    strips({"attended": trace.layers[layer].attended}, tokens=trace.words, alt=alt, key="attended", height=200)
