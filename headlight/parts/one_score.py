"""One cell of a head's matrices taken apart: its products, its sum, its scaling, its softmax."""

import numpy as np

from headlight.formulas import attention
from headlight.parts import words
from headlight.pictures import Screen
from headlight.pictures.picture import Door
from headlight.state import doors
from headlight.state.state import State
from transformer import Trace


def show(screen: Screen, state: State, trace: Trace, layer: int, head: int, query: int, key: int) -> None:
    """Who looks at whom, the products of which their score is the sum, and how this becomes their weight."""
    stages = trace.layers[layer]
    looking, looked_at = stages.queries[head, query], stages.keys[head, key]
    screen.sentence(words.look(trace, layer, head, query, key), key="look")
    products = looking * looked_at
    added_up(
        screen,
        products,
        {"query": looking, "key": looked_at},
        alt=f"The {len(looking)} products of query {query} and key {key}, whose sum is {looking @ looked_at:.4f}.",
        key="products",
        shows=doors.shows(state, trace, "score", layer, head, query, key),
    )
    left, right = screen.columns(1, 1)
    with left:
        screen.formula(attention.score_and_scaled(products, trace.factor, trace.plan.softcap), key="score_formula")
    with right:
        screen.formula(attention.weight_of(stages.masked[head, query], key), key="weight_formula")
        if np.isneginf(stages.masked[head, query, key]):
            screen.note("Masked: e to the −∞ is 0.")


def added_up(
    screen: Screen, terms: np.ndarray, parts: dict[str, np.ndarray], *, alt: str, key: str, shows: Door | None = None
) -> None:
    """A bar for each term of a sum, and a line that adds them up from the left; `parts` are what hovering shows."""
    screen.column_chart(
        {"query × key": terms},
        labels=[str(index) for index in range(len(terms))],
        axes=("dimension of d_head", "term"),
        alt=alt,
        key=key,
        quantity="signed",
        notes=[
            ", ".join(f"{part} {words.decimal(value, '.4f')}" for part, value in zip(parts, of_term, strict=True))
            for of_term in zip(*parts.values(), strict=True)
        ],
        running_sum=True,
        shows={"query × key": shows},
        height=220,
    )
