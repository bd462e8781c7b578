"""All heads of a model on one wall, the chosen one, and what comes next: of the bundled model and of real ones."""

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

from headlight.parts import head_lines, orientation, reduced, tokens, vocabulary, words
from headlight.parts.by_hand import ByHand
from headlight.parts.dials import BRINGING, QUERY, choose_query
from headlight.parts.hero import hero
from headlight.parts.nouns import Dial, Key, Model, OneOf, State, decimal
from headlight.pictures import Column, Screen
from headlight.reading import reader
from headlight.state import doors
from transformer import LanguageModel, OpenedModel, Plan, Trace
from transformer.ranking import largest
from transformer.readings.aims import AIMS, ENTROPY, MEASURES, measured
from transformer.readings.clusters import clustered
from transformer.readings.reduced import Reduced, farthest_from_zero, pooled
from transformer.roles import HEAD_ROLES, IN_MENUS

AS_THEY_STAND = "their layers"
SIMILAR = "similar patterns"
BROUGHT = "what they bring"
ORDERS = (AS_THEY_STAND, BROUGHT, SIMILAR, *MEASURES)
NOTHING_BROUGHT = "No head leads straight to a next word here, so they are sorted by layer."
ORDER = Dial(
    "menu",
    Key("heads_by", OneOf(ORDERS), "what all heads are ordered by"),
    "Sort heads by",
    AS_THEY_STAND,
    help="By layer, by what each adds for the next word, by similar patterns, or by where they attend most.",
)
ANYWHERE = "anywhere"
LOOKS: Mapping[str, str | None] = {  # to what heads were measured to attend, and the role that this is
    ANYWHERE: None,
    **{HEAD_ROLES[name].attends: name for name in IN_MENUS},
}

_SIDE, _WIDE = 84, 130  # pixels of a head at most, of many heads and of few
_CELLS = 270 * 48**2  # of all heads that travel, two bytes each
FEW = 20  # heads that are drawn large under the hero
_LEAST, _ABOVE = 240, 490  # pixels of these, and of what stands above them
_HEIGHT, _LOW = 560, 380  # pixels of many heads and of few, so that they end where a laptop's screen does


def is_small(state: State) -> bool:
    """Whether it is the bundled model that is shown, which has so few heads that each needs no saving of room."""
    return isinstance(state.model, LanguageModel)


def columns(screen: Screen, state: State, least: Sequence[int] = (200, 280, 160)) -> list[Column]:
    """Three beside each other: for the wall, for the chosen head, and for the next word.

    Those of the bundled model are at `least` so many pixels wide; of a real model the wall needs more of the room.
    """
    if is_small(state):
        return screen.columns(36, 38, 26, least=least)
    return screen.columns(46, 32, 22, least=(285, 230, 160))


def two_columns(screen: Screen, state: State) -> list[Column]:
    """The wall and the chosen head beside each other; of few heads the words and what comes next stand over that.

    A slide has those alone, so its wall is larger.
    """
    wide = 44 if tokens.compact(state) else 30
    return screen.columns(*((wide, 100 - wide) if is_small(state) else (58, 42)), least=(250, 280))


def show_looking(screen: Screen, state: State, hands: ByHand, temperature: float = 1.0) -> int:
    """Where a word looks in the chosen head, and what comes next; the token whose row that is."""
    trace = hands.trace
    softened = temperature != 1 and trace.plan.predicts == "next"
    after = vocabulary.probabilities(trace, temperature) if softened else None
    about = "" if tokens.compact(state) and not is_small(state) else None  # on a slide its squares are headed by it
    return hero(screen, state, trace, state[BRINGING], query=state[QUERY], after=after, about=about, hands=hands)


def show_all(
    screen: Screen,
    state: State,
    trace: Trace,
    looks: str = ANYWHERE,
    effects: Float[Array, "layer head query key"] | None = None,
) -> None:
    """Every head of every layer, in the order that the reader chose, and faded unless it `looks` so.

    With `effects` what its cells are worth, in place of its weights. They end where a laptop's screen does.
    """
    plan, roles, small = trace.plan, state.model.roles, is_small(state)
    arrangement = ordered(state.model, trace, state[ORDER])
    every_head = list(np.ndindex(plan.n_layers, plan.n_heads))
    role = LOOKS[looks]
    faded = [head for head in every_head if role and roles.of(*head) != role]
    # A screen is wider than it is high: of many heads whatever there is more of runs across.
    across = not small and plan.n_layers >= plan.n_heads
    stand = "Columns are layers, rows are heads." if across else "Rows are layers, columns are heads."
    shown = (
        f"{len(every_head) - len(faded)} of {len(every_head)} heads attend {HEAD_ROLES[role].attends}" if role else ""
    )
    heads = f"All {len(every_head)} heads"
    title = shown if role else heads if effects is None else f"{heads}, by effect"
    screen.heading(title, f"{arrangement.hint or stand} Choose one.")
    _grid(
        screen,
        state,
        trace,
        [layer.pattern for layer in trace.layers] if effects is None else effects,
        key="head_grid" if small else "wall",
        names=arrangement.names,
        across=across,
        order=arrangement.places,
        clusters=arrangement.clusters,
        faded=faded,
        group=plan.group,
        largest=_WIDE if small else _SIDE,
        tallest=_LOW if small else _HEIGHT,
        extent=None if effects is None else float(np.abs(effects).max(initial=1e-9)),
    )


def show_few(screen: Screen, state: State, trace: Trace) -> None:
    """The heads that matter most for this text, large, with the chosen one among them; they end where a screen does."""
    plan, chosen = trace.plan, state[BRINGING]
    matter, title, hint = mattering(state.model, trace)
    places = [divmod(number, plan.n_heads) for number in largest(matter.ravel(), FEW).tolist()]
    if chosen not in places:
        places[-1] = chosen
    if tokens.compact(state):
        title = f"{words.capital(chosen.title)}, among {len(places)} of {matter.size} heads"
    screen.heading(title, f"{hint} Choose one. All {matter.size} are under More pictures.")
    _grid(
        screen,
        state,
        trace,
        [trace.layers[layer].pattern[head] for layer, head in places],
        key="few",
        names=words.roles_in_words(state.model.roles, plan.n_layers, plan.n_heads),
        order=places,
        chosen_of=(plan.n_layers, plan.n_heads),
        largest=_WIDE,
        tallest=_LEAST,
        around=_ABOVE,
    )


def mattering(model: Model, trace: Trace) -> tuple[Float[Array, "layer head"], str, str]:
    """How much each head matters for a text, the title of those that matter most, and a hint what they are sorted by.

    By what one attention weight of it adds to the logit of the next word; where none can, by its attention to words.
    """
    few = min(FEW, trace.plan.n_layers * trace.plan.n_heads)
    if (adds := reader.brought(model, trace)) is not None:
        word = vocabulary.shown(model, int(trace.next_logits.argmax()))
        return adds, f"The {few} heads that add most to “{word}”", "Sorted by what each adds to its logit."
    marks = model.tokenizer.marks if isinstance(model, OpenedModel) else frozenset[int]()
    read = [bool(number) and token.id not in marks for number, token in enumerate(trace.tokens)]
    of_words = trace.patterns[..., read].sum(-1).mean(-1)
    return of_words, f"The {few} heads that attend most to words", "The others rest on the first token or a mark."


def _grid(
    screen: Screen,
    state: State,
    trace: Trace,
    grids: Sequence[Array] | Array,
    *,
    extent: float | None = None,
    names: Sequence[Sequence[str]],
    **look: Any,
) -> None:
    """Patterns as a grid of heads, or effects up to an `extent`; the cells of long texts are blocks."""
    unseen = np.all([~layer.may_look for layer in trace.layers], axis=0)
    effects = extent is not None
    drawn = Reduced(trace) if effects else reduced.of(state, trace)
    block = _block(grids[0][..., 0, 0].size * len(grids), len(drawn.labels))
    shown = grids if effects else [drawn.of(grid) for grid in grids]
    pool = farthest_from_zero if effects else pooled
    opens = not effects and block == 1 and not reduced.said(state, drawn)
    screen.head_grid(
        np.stack([grid if block == 1 else pool(grid, block) for grid in shown]),
        hidden=drawn.hidden(unseen) if block == 1 else ~pooled(~drawn.hidden(unseen), block),
        tokens=drawn.labels if block == 1 else _blocks(drawn.labels, block),
        n_tokens=len(drawn.labels),
        selected=state[BRINGING],
        names=names,
        on_head=head_lines.alone(state),
        transposed=orientation.transposed(state),
        shows=doors.shows(state, trace, "pattern") if opens else None,
        extent=extent,
        **look,
    )


def _block(n_heads: int, n_tokens: int) -> int:
    """How many tokens across and down are one cell of a small pattern, so that all of them are about a megabyte."""
    most = math.isqrt(_CELLS // n_heads)
    return max(1, -(-n_tokens // most))


def _blocks(labels: Sequence[str], block: int) -> list[str]:
    """The first and the last token of each block, with their places."""
    ends = [(start, min(start + block, len(labels)) - 1) for start in range(0, len(labels), block)]
    return [f"{labels[first]} ({first}) … {labels[last]} ({last})" for first, last in ends]


class Ordered(NamedTuple):
    """All heads in an order: none is that of their layers."""

    places: list[tuple[int, int]]
    names: list[list[str]]  # what each is said to do, beside the pointer
    hint: str = ""  # what the order is, in a sentence
    clusters: Sequence[int] = ()  # of each of `places`


def ordered(model: Model, trace: Trace, order: str) -> Ordered:
    """The heads in one of ORDERS, and what was measured of each."""
    plan = trace.plan
    brought = reader.brought(model, trace) if order == BROUGHT else None
    if brought is not None:
        word = vocabulary.shown(model, int(trace.next_logits.argmax()))
        return Ordered(
            [divmod(number, plan.n_heads) for number in largest(brought.ravel()).tolist()],
            [
                [f"adds {decimal(number, '+.2f')} to the logit of “{word}” by one token" for number in row]
                for row in brought
            ],
            f"By what attention to one token adds directly to the logit of “{word}”, the most first.",
        )
    if order in (AS_THEY_STAND, BROUGHT):
        sentence = NOTHING_BROUGHT if order == BROUGHT else ""
        return Ordered([], words.roles_in_words(model.roles, plan.n_layers, plan.n_heads), sentence)
    if order == SIMILAR:
        clusters, n_heads = clustered([layer.pattern for layer in trace.layers]), plan.n_heads
        notes = [
            f"most similar to {layer + 1}.{head + 1}, distance {clusters.distances[number, near]:.2f}"
            for number, near in enumerate(clusters.nearest)
            for layer, head in [divmod(near, n_heads)]
        ]
        return Ordered(
            [divmod(number, n_heads) for number in clusters.order],
            [notes[start : start + n_heads] for start in range(0, len(notes), n_heads)],
            "Neighbours have similar patterns (Hellinger distance); a colour is a cluster.",
            [clusters.cluster[number] for number in clusters.order],
        )
    aimed = measured(trace, order)
    unit = f"on {order}" if order in AIMS else "nats of entropy" if order == ENTROPY else "tokens away"
    sentence = "The widest attention first." if order == ENTROPY else "The farthest first."
    return Ordered(
        [divmod(number, plan.n_heads) for number in largest(aimed.ravel()).tolist()],
        [[f"on average {number:.2f} {unit}" for number in row] for row in aimed],
        f"By the mean weight that tokens give to {order}." if order in AIMS else sentence,
    )


def say_what_is_shared(screen: Screen, trace: Trace) -> None:
    """How much of all weight rests on the first token, and which heads have their keys together."""
    remark = shared(trace.plan)
    if len(trace.tokens) > 1:
        share = float(np.mean([layer.pattern[:, 1:, 0].mean() for layer in trace.layers]))
        rest = f"In all heads, later tokens give {share:.0%} of their attention to the first, “{trace.words[0]}”."
        remark = f"{rest} {remark}".strip()
    if remark:
        screen.note(remark)
    say_of_blocks(screen, trace, "largest weight")


def say_of_blocks(screen: Screen, trace: Trace, kept: str) -> None:
    """Which of several numbers a cell of the wall is, where it stands for a block of them."""
    if (block := _block(trace.plan.n_layers * trace.plan.n_heads, len(trace.tokens))) > 1:
        screen.note(f"In all heads a cell is the {kept} of {block} × {block}; the chosen head has every one.")


def shared(plan: Plan) -> str:
    """Which heads share keys and values, and what that saves, in a sentence; empty where each has its own."""
    if plan.group == 1:
        return ""
    kept, unshared = (2 * plan.n_layers * heads * plan.d_head for heads in (plan.n_kv_heads, plan.n_heads))
    return (
        f"Every {plan.group} heads share their keys and values: the KV cache has {kept:,} numbers per token instead of "
        f"{unshared:,}."
    )


def show_head(
    screen: Screen,
    state: State,
    trace: Trace,
    among: tuple[np.ndarray, np.ndarray] | None = None,
    *,
    row: int | None,
) -> None:
    """The chosen head, exactly: its pattern, or lines of it and of heads beside it, `among` these tokens alone.

    The `row` of a token is framed.
    """
    head = state[BRINGING]
    if state[head_lines.AS_LINES]:
        head_lines.show(screen, state, trace, among=among)
    else:
        # What it was measured to do, and of a real model who looks and which heads have the same keys.
        if is_small(state):
            remarks = [words.measured(state.model, trace, *head) or orientation.looking(state)]
        else:
            shared_keys = words.keys_are_shared(trace.plan, head.head)
            remarks = [words.role(state.model.roles, *head), orientation.looking(state), shared_keys]
        about = " ".join(f"{words.capital(remark).removesuffix('.')}." for remark in remarks if remark)
        screen.heading(words.capital(head.title), about)
        says = words.strongest_look(trace, *head) if row is None else ()
        choose = choose_query if row is not None else None
        reduced.picture(screen, state, trace, head, says=says, row=row, on_cell=choose)
