"""Heads of one layer as lines, several at once: which ones, and of which tokens; the picture is their control."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from headlight.parts import dials, words
from headlight.pictures import Heads, OnChoose, Screen, Side
from headlight.state.address import Key
from headlight.state.key_types import ListText, Switch
from headlight.state.state import Dial, Dials, State, chosen_in_picture
from transformer import Trace
from transformer.head import Head

AS_LINES = Dial(
    "toggle",
    Key("as_lines", Switch(), "patterns are drawn as lines, several heads at once"),
    "Lines",
    False,
    "beside",
    help="The chosen head as lines from word to word; other heads of its layer can be added, each its colour.",
)
_BESIDES = chosen_in_picture(
    Key("other_heads", ListText(300), "heads of the layer whose lines are drawn beside the chosen one's, from 1"), ""
)
_TOKENS = chosen_in_picture(
    Key("lines_of", ListText(600), "tokens whose lines alone are drawn: q or k with each position"), ""
)
CHOICE = Dials[None]((_BESIDES, _TOKENS), lambda state: None)
HINT = "A click on a tile adds a head or takes it away, a double click shows it alone. Click words to see theirs alone."
_SIDES: Mapping[str, Side] = {"q": "queries", "k": "keys"}


def drawn_heads(state: State, head: int | None, n_heads: int) -> list[int]:
    """The heads of the layer that are drawn, from 0: this one and those beside it; all where it is their mean."""
    if head is None:
        return list(range(n_heads))
    others = {int(number) - 1 for number in re.findall("[0-9]+", state[_BESIDES])}
    return sorted({head, *others & set(range(n_heads))})


def chosen_tokens(state: State, n_queries: int, n_keys: int) -> tuple[Side, list[int]] | None:
    """The tokens of one side whose lines alone are drawn; None for all. Positions past an end count for nothing."""
    marks = re.findall("([qk])([0-9]+)", state[_TOKENS])
    if not marks:
        return None
    first = marks[0][0]
    count = n_queries if first == "q" else n_keys
    places = sorted({int(position) for side, position in marks if side == first and int(position) < count})
    return (_SIDES[first], places) if places else None


def chooser(
    heads: Callable[[int, list[int]], Mapping[str, Any]], layer: Callable[[int], Mapping[str, Any]], head: int | None
) -> OnChoose:
    """Return the keys that a choice in the picture sets: of `heads` the first and all, of a `layer`, or of tokens."""

    def choose(choice: tuple[str, Any]) -> Mapping[str, Any]:
        match choice:
            case "layer", int(other):
                return layer(other)
            case "heads", [int(least), *more]:
                every = sorted({least, *map(int, more)})
                first = head if head in every else least
                others = " ".join(str(number + 1) for number in every if number != first)
                return {"other_heads": others or None, **heads(first, every)}
            case "tokens", [side, list(positions)]:
                return {"lines_of": " ".join(f"{side[0]}{int(position)}" for position in positions) or None}
        return {}

    return choose


def alone(state: State) -> OnChoose:
    """Return the keys that choosing a head elsewhere sets: it is drawn without those beside the one before."""
    without = {"other_heads": None} if state.get("other_heads") else {}
    return lambda head: dials.choose_head(head) | without


def named(layer: int, heads: Sequence[int]) -> str:
    """These heads, as a heading."""
    *most, last = [str(head + 1) for head in heads]
    if not most:
        return words.capital(Head(layer, heads[0]).title)
    return f"Layer {layer + 1}, heads {', '.join(most)} and {last}"


def show(
    screen: Screen, state: State, trace: Trace, heading: str = "", *, among: tuple[np.ndarray, np.ndarray] | None = None
) -> None:
    """The chosen heads of the chosen layer, under a heading that names them or another.

    With `among`, the places of queries and of keys, the lines between these alone.
    """
    (layer, head), plan = state[dials.BRINGING], trace.plan
    heads = drawn_heads(state, head, plan.n_heads)
    every = np.arange(len(trace.tokens))
    queries, keys = among or (every, every)
    screen.heading(heading or named(layer, heads), HINT)
    screen.lines(
        trace.layers[layer].pattern[np.ix_(np.array(heads), queries, keys)],
        tokens=[trace.words[position] for position in queries],
        looked_at=[trace.words[position] for position in keys] if among else (),
        heads=Heads(heads, words.roles(state.model)[layer], layer, plan.n_layers),
        chosen=chosen_tokens(state, len(queries), len(keys)),
        alt=f"Weights of {named(layer, heads)} as lines.",
        key="lines",
        on_choice=chooser(
            lambda first, _: dials.choose_head((layer, first)), lambda other: dials.choose_head((other, head)), head
        ),
    )
