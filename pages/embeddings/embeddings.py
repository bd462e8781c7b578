"""Static embeddings: a map of word vectors or of the model's own, the nearest ones, and their rows."""

from typing import Any, Literal

import numpy as np

from headlight.formulas import vectors as vector_formulas
from headlight.pages.embeddings import listed, window, word_list
from headlight.pages.embeddings.listed import Listed
from headlight.parts import dials, tokens
from headlight.parts.nouns import Chart, Dial, Key, OneOf, State, bundled, view
from headlight.pictures import Group, Screen
from headlight.state import doors
from transformer.similarity import cosines, nearest

NEAREST = 8  # listed for the chosen word
_BESIDE = 3  # nearest rows of the chosen word, in three dimensions
_ROWS, _ROW = 3, 36  # nearest rows that are drawn, and pixels of each
_TWO_MEANINGS = {
    "bear": "One vector for two meanings: novels bear pain more often than they meet a bear. What did this model read?",
    "bank": "One vector for two meanings: beside a river, and with money in it.",
}
FRAME = Dial(
    "one_of",
    Key("frame", OneOf(("near my words", "all words")), "the part of the map that is seen"),
    "Show",
    "near my words",
    "deeper",
    help="Which part of the map you see: your words and those near them, or the whole list.",
)

DIMENSIONS = Dial[int](
    "one_of",
    Key("map_dimensions", OneOf((2, 3)), "of the map of the embeddings"),
    "Dimensions of the map",
    2,
    "deeper",
    width="content",
    help="2: a flat map. 3: one that you can turn, along the three directions in which all rows differ most.",
)


@view(
    box=dials.sentence(),
    late=dials.ON_CHIPS,
    dials=[
        listed.TABLE,
        word_list.CENTRE,
        dials.TOKEN,
        window.SIZE,
        window.METHOD,
        listed.PROJECTION,
        FRAME,
        DIMENSIONS,
    ],
    alone="they are measured on its own table of embeddings",
    code={
        "embeddings": "the tokens' rows of W_E, and how near they are",
        "word_vectors": "how sure the word vectors are of two pairs",
    },
)
def embeddings(state: State, screen: Screen) -> None:
    """Draw the map of the vectors, and those nearest to the chosen one."""
    found = listed.read(state)
    listed.chips(screen, state)
    (near,), (values,) = nearest(found.units, [found.chosen], NEAREST)
    places, bars = screen.columns(56, 44, least=(420, 260))
    with places.headed("A map of the vectors", f"Lit: “{found.word}” and the nearest ones. Choose another word."):
        _map(screen, found, near, whole=state[FRAME] == "all words")
    with bars.headed(f"Nearest to “{found.word}”", "By cosine these are nearest, whatever the sentence."):
        screen.bars(
            values.clip(min=0).tolist(),
            labels=found.named(near),
            alt=f"The {NEAREST} with the largest cosine to the chosen one.",
            key="nearest",
            quantity="cosine",
            linked=True,
        )
        said = _TWO_MEANINGS.get(found.word) if state[listed.TABLE] == listed.WORDS else None
        if said and not tokens.compact(state):  # a slide has room for the list alone
            screen.note(said)


@embeddings.more
def more(state: State, screen: Screen) -> None:
    """Draw the row of the chosen word above those of the nearest, and how near each two of the sentence are."""
    found = listed.read(state)
    own, (near,) = [*found.own][: word_list.MOST_DISTINCT], nearest(found.units, [found.chosen], _ROWS)[0]
    left, right = screen.columns(60, 40, least=(480, 300))
    with left.headed(
        f"The rows: {found.rows.shape[-1]} numbers each", "Find columns in which all of them have one colour."
    ):
        ids = [found.chosen, *near.tolist()]
        names = [f"row of “{name.strip()}”" for name in found.named(ids)]
        opens = {}
        if state[listed.TABLE] != listed.WORDS:
            opens = {names[0]: doors.shows(state, state.trace(), "embedded", [listed.token(state)])}
        screen.strips(
            {name: found.rows[[row]] for name, row in zip(names, ids, strict=True)},
            tokens=[found.word],
            alt="The row of the chosen word in its table, and the rows of those nearest to it.",
            key="embedding_rows",
            height=_ROW,
            shows=opens,
        )
    with right.headed("Compare your words", "Cosine: 1 same direction, 0 nothing in common. Choose a word."):
        screen.matrix_of_cosines(
            cosines(found.rows[own], found.rows[own]),
            rows=found.named(own),
            alt="Cosine of the vectors of each pair of words of the sentence.",
            key="cosines",
            on_cell=lambda cell: found.own[own[cell[0]]],
        )


@embeddings.deeper
def arithmetic(state: State, screen: Screen) -> None:
    """Work out the lookup as a product and one cosine; for word vectors what the window trains, and the network."""
    found = listed.read(state)
    if state[listed.TABLE] == listed.WORDS:
        window.show(state, screen)
    row, (near,) = found.rows[found.chosen], nearest(found.units, [found.chosen], 1)[0]
    n_rows, width = found.rows.shape
    screen.heading(
        "The lookup as a product",
        f"One-hot: of {n_rows:,} numbers only number {found.chosen:,} is 1. The product is that row, {width} numbers.",
    )
    screen.formula(vector_formulas.one_hot_row(row, found.chosen), key="lookup_formula")
    screen.heading(
        f"The cosine of “{found.word}” and “{found.named(near)[0]}”",
        "The cosine is the dot product of the two rows, divided by both lengths.",
    )
    screen.formula(vector_formulas.cosine_of_terms(row, found.rows[near[0]]), key="cosine_formula")


def _map(screen: Screen, found: Listed, near: np.ndarray, *, whole: bool) -> None:
    """The sentence's words and those nearest to the chosen one, lit and joined to it, over the frequent ones."""
    own = [row for row in found.own if row != found.chosen]
    ways = [row for other in near.tolist() for row in (found.chosen, other)]  # from the chosen word to each, and back
    lit = [row for row in near.tolist() if row not in own]
    rows_of_groups = [[*found.ground], ways, own, lit, [found.chosen]]
    looks: list[dict[str, Any]] = [
        {"colour": "soft", "size": 1.6, "named": False, "name": "frequent words"},
        {"colour": "soft", "path": True, "arrow": False, "dashed": True, "named": False},
        {"colour": "ink", "size": 4.5, "name": "in your sentence"},
        {"colour": "accent", "size": 4.0, "name": "its nearest"},
        {"colour": "accent", "size": 7.0},
    ]
    groups = [
        Group(found.places[rows], [""] * len(rows) if rows is ways else found.named(rows), **look)
        for rows, look in zip(rows_of_groups, looks, strict=True)
    ]
    drawn = [row for rows in rows_of_groups for row in rows]
    screen.plane(
        groups,
        framed=range(len(groups)) if whole else range(1, len(groups)),
        alt="A map of the vectors, with the words of the sentence named.",
        key="word_map",
        axes=found.axes,
        height=430,
        on_point=lambda point: found.own.get(drawn[point]),
        linked=True,
    )


@embeddings.chart
def in_space(state: State, ground: Literal["light", "dark"]) -> Chart | None:
    """Draw the words and the rows nearest to the chosen one along three directions, to be turned."""
    if state[DIMENSIONS] == 2:
        return None
    from headlight.figures.embeddings import projection_scatter
    from headlight.figures.theme import palette

    found, (places, shares) = listed.read(state), listed.in_space(state)
    own = [*found.own]
    nearby = nearest(found.units, [found.chosen], _BESIDE)[0][0].tolist()
    near = [row for row in nearby if row not in found.own]
    away = np.linalg.norm(places[near] - places[found.chosen], axis=-1)
    spread = np.sqrt(np.square(places).sum(axis=-1).mean())  # of all rows: how far from their mean they are
    beside = [row for row, far in zip(near, away, strict=True) if far <= spread]  # one far off would squash the words
    figure = projection_scatter(
        places[own],
        places[near],
        framed=places[[*own, *beside]],
        labels=found.named(own),
        beside_labels=found.named(near),
        named=[place for place, row in enumerate(own) if row in (found.chosen, *nearby)],
        shares=shares,
        text=state.text,
        model=state[listed.TABLE] if state[listed.TABLE] == listed.WORDS else bundled().name,
        colours=palette(ground),
    )
    hint = (
        f"The 3 directions in which all {len(found.rows):,} rows differ most hold {shares.sum():.1%} of their "
        "variance: what is far apart here is far apart; what is close together may not be. "
        "Drag to turn, and point at a dot for its name."
    )
    return Chart(figure, "The map in three dimensions", hint, "The words and the nearest rows in three dimensions.")
