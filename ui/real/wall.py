"""Pictures of a real model's heads: all of them on one wall, the chosen one, and what comes next."""

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

from components.bars import bars
from components.board import Board, Column
from components.head_grid import head_grid
from components.matrix import matrix
from transformer import OpenedModel, Plan, Trace
from transformer.ranking import largest
from transformer.readings.aims import AIMS, mean_weight, without_first
from transformer.roles import HeadRoles
from ui import dials, live_check, orientation, vocabulary, words
from ui.real import models

AS_THEY_STAND = "their layers"
ORDERS = (AS_THEY_STAND, *AIMS)
_SIDE = 84  # of a head at most, so that twelve stand above each other on one screen


def columns(screen: Board, plan: Plan, beside: tuple[int, int, int], least: tuple[int, int, int]) -> list[Column]:
    """Places for the wall, for the chosen head and for one thing more, beside each other in these shares.

    A wall that is much wider than high has the width of the page, and the others stand under it. The last of the four
    is where words about the wall stand: under it, or beside the head.
    """
    if plan.n_layers < 2 * plan.n_heads:
        every, head, following = screen.columns(*beside, least=least)
        return [every, head, following, every]
    return [*screen.columns(1), *screen.columns(28, 34, 38, least=(280, 280, 280))]


def _runs_across(plan: Plan) -> bool:
    """Whether layers are columns: a screen is wider than it is high, so whatever there is more of runs across."""
    return plan.n_layers >= plan.n_heads


def patterns_of(trace: Trace, *, first_left_out: bool) -> Float[Array, "layer head query key"]:
    """The patterns of all heads, of all tokens or without the first."""
    return np.stack([without_first(layer.pattern) if first_left_out else layer.pattern for layer in trace.layers])


def show_all(
    screen: Board,
    trace: Trace,
    patterns: Float[Array, "layer head query key"],
    roles: HeadRoles,
    *,
    chosen: tuple[int, int],
    order: str = AS_THEY_STAND,
    left_out: bool = False,
) -> None:
    """Every head of every layer, in the order of their layers or of their weight on some place."""
    plan = trace.plan
    aimed = None if order == AS_THEY_STAND else mean_weight(trace, order)
    across = _runs_across(plan)
    stand = "Columns are layers, rows are heads." if across else "Rows are layers, columns are heads."
    said = stand if aimed is None else f"By the mean weight that tokens give to {order}."
    screen.heading(f"All {plan.n_layers * plan.n_heads} heads", f"{said} Choose one.")
    unseen = np.all([np.isneginf(layer.masked[0]) for layer in trace.layers], axis=0)
    unseen[:, 0] |= left_out
    head_grid(
        patterns,
        hidden=unseen,
        tokens=trace.words,
        selected=chosen,
        names=_said(aimed, order, roles, plan),
        key="wall",
        on_head=dials.choose_head,
        transposed=orientation.transposed(),
        across=across,
        order=() if aimed is None else _in_order(aimed),
        group=plan.group,
        largest=_SIDE,
    )


def _in_order(aimed: Float[Array, "layer head"]) -> list[tuple[int, int]]:
    places = largest(aimed.ravel(), aimed.size)
    return [(int(place) // aimed.shape[1], int(place) % aimed.shape[1]) for place in places]


def _said(aimed: Float[Array, "layer head"] | None, order: str, roles: HeadRoles, plan: Plan) -> list[list[str]]:
    """What stands beside the pointer: what was measured of a head, or its weight on the place of the order."""
    if aimed is None:
        heads = range(plan.n_heads)
        return [[words.role_in_words(roles, layer, head) for head in heads] for layer in range(plan.n_layers)]
    return [[f"on average {weight:.2f} on {order}" for weight in row] for row in aimed]


def say_what_is_shared(screen: Board, trace: Trace) -> None:
    """How much of all weight rests on the first token, and which heads have their keys together."""
    if said := f"{_on_the_first(trace)} {shared(trace.plan)}".strip():
        screen.note(said)


def _on_the_first(trace: Trace) -> str:
    """How much of all weight rests on the first token, in a sentence."""
    if len(trace.tokens) < 2:
        return ""
    share = float(np.mean([layer.pattern[:, 1:, 0].mean() for layer in trace.layers]))
    return f"In all heads, {share:.0%} of the weight of the later tokens rests on the first, “{trace.words[0]}”."


def shared(plan: Plan) -> str:
    """Which heads share keys and values, and what that saves, in a sentence; empty where each has its own."""
    if plan.group == 1:
        return ""
    kept, whole = (2 * plan.n_layers * heads * plan.d_head for heads in (plan.n_key_heads, plan.n_heads))
    return (
        f"Every {plan.group} heads share their keys and values: {kept:,} numbers are kept for each token while a text "
        f"is written, instead of {whole:,}."
    )


def show_head(
    screen: Board,
    trace: Trace,
    patterns: Float[Array, "layer head query key"],
    roles: HeadRoles,
    *,
    chosen: tuple[int, int],
    left_out: bool = False,
) -> None:
    """The chosen head, exactly."""
    layer, head = chosen
    stages = trace.layers[layer]
    hidden = words.hidden(stages, head)
    hidden[:, 0] |= left_out
    measured = words.role_in_words(roles, layer, head)
    role = f"{measured[0].upper()}{measured[1:]}. " if measured else ""
    screen.heading(f"Layer {layer + 1}, head {head + 1}", role + _about(trace.plan, head, left_out))
    matrix(
        patterns[layer, head],
        rows=trace.words,
        columns=trace.words,
        noun="weight",
        alt=f"Pattern of layer {layer + 1}, head {head + 1}: {orientation.looking()}.",
        key="pattern",
        hidden=hidden,
        says=() if left_out else words.strongest_look(trace, layer, head),
        transposed=orientation.transposed(),
    )
    screen.note(live_check.in_words(trace, layer))


def _about(plan: Plan, head: int, left_out: bool) -> str:
    looking = f"{orientation.looking().capitalize()}."
    if left_out:
        return f"What is left of each {orientation.line()} without the first token, made to sum to 1."
    return f"{looking} {models.keys_are_shared(plan, head)}".strip()


def show_next(screen: Board, model: OpenedModel, trace: Trace, temperature: float = 1.0, *, count: int = 10) -> None:
    """The likeliest next tokens, of a model that predicts these."""
    if trace.plan.predicts != "next":
        screen.heading("Next word", models.NO_NEXT_WORD)
        return
    screen.heading("Next word", "The likeliest tokens after the last one.")
    labels, chances = vocabulary.likeliest(model, trace, temperature, count=count)
    bars(chances, labels=labels, alt="The likeliest next tokens.", key="next_word")
