"""The tokens of the sentence among the tokens nearest to them, projected to two or three dimensions."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

import numpy as np

from headlight.pages.embeddings import embedding_space
from headlight.pages.embeddings.embedding_space import Space
from headlight.parts import vocabulary
from headlight.parts.nouns import Chart, Dial, Key, OneOf, bundled
from headlight.pictures import Group, Screen
from transformer import Trace
from transformer.similarity import nearest

BESIDE = 3  # nearest tokens drawn for each token of the sentence
DIMENSIONS = Dial[int](
    "one_of",
    Key("map_dimensions", OneOf((2, 3)), "of the map of the embeddings"),
    "Dimensions of the map",
    2,
    "deeper",
    width="content",
    help="2 at first. 3: a map that you can turn.",
)
_TITLE = "The embeddings, projected"


@dataclass(frozen=True, eq=False)
class Rows:
    """Rows of W_E that a map shows: those of the sentence, a repeated token once, and the nearest ones of each.

    `far` are neighbours that the shadow throws far off: a picture that held them all would squash the words.
    """

    own: Sequence[int]  # ids
    words: Sequence[str]  # as the sentence has them
    beside: Sequence[int]
    far: Sequence[int]


def show(screen: Screen, trace: Trace, n_dimensions: int) -> None:
    """The rows along the two widest directions; or along each two of three, below the chart."""
    space = embedding_space.of(bundled())
    shown = rows(space, trace)
    if n_dimensions == 2:
        screen.heading(_TITLE, _hint(space, 2))
        side(screen, space, shown, (0, 1), key="projection")
        return
    screen.heading("The same from three sides", "Two directions at a time: are words that touch here apart there?")
    for one, other in screen.beside(combinations(range(3), 2), least=300):
        side(screen, space, shown, (one, other), key=f"side_{one + 1}_{other + 1}", height=270)


def in_space(trace: Trace, ground: Literal["light", "dark"]) -> Chart:
    """The rows along three directions, to be turned."""
    from headlight.figures.embeddings import projection_scatter
    from headlight.figures.theme import palette

    space = embedding_space.of(bundled())
    shown = rows(space, trace)
    around = [*shown.beside, *shown.far]
    figure = projection_scatter(
        space.projected[shown.own],
        space.projected[around],
        framed=space.projected[[*shown.own, *shown.beside]],
        labels=shown.words,
        beside_labels=_names(around),
        shares=space.shares,
        text=trace.text,
        model=bundled().name,
        colours=palette(ground),
    )
    return Chart(figure, _TITLE, _hint(space, 3), "The embeddings of the sentence's tokens in 3 dimensions.")


def _hint(space: Space, n_dimensions: int) -> str:
    """How much of the space the shadow shows."""
    return (
        f"The {n_dimensions} directions in which all {len(space.rows):,} rows differ most hold only "
        f"{space.shares[:n_dimensions].sum():.1%} of their variance: points far apart here means far apart; close "
        "together may be an accident of the projection."
    )


def rows(space: Space, trace: Trace) -> Rows:
    """The rows that a map of a sentence shows."""
    word_of = {token.id: word for token, word in reversed(list(zip(trace.tokens, trace.words, strict=True)))}
    own = list(dict.fromkeys(token.id for token in trace.tokens))
    near = np.array([id for id in dict.fromkeys(nearest(space.units, own, BESIDE)[0].flat) if id not in word_of])
    away = np.linalg.norm(space.projected[near][:, None] - space.projected[own], axis=-1).min(axis=1)
    spread = np.sqrt(np.square(space.projected).sum(axis=-1).mean())  # of all rows: how far from their mean they are
    return Rows(own, [word_of[id] for id in own], near[away <= spread].tolist(), near[away > spread].tolist())


def side(screen: Screen, space: Space, rows: Rows, axes: tuple[int, int], *, key: str, height: int = 400) -> None:
    """The rows along two of the directions, from 0."""
    first, second = (f"direction {axis + 1}: {space.shares[axis]:.1%} of the variance" for axis in axes)

    def places(ids: Sequence[int]) -> np.ndarray:
        return space.projected[np.ix_(ids, axes)]

    screen.plane(
        [
            Group(places(rows.far), _names(rows.far), "soft"),
            Group(places(rows.beside), _names(rows.beside), "soft", "near one of them"),
            Group(places(rows.own), rows.words, "accent", "in the sentence", size=6.0),
        ],
        alt=f"The embeddings of the sentence's tokens along directions {axes[0] + 1} and {axes[1] + 1}.",
        key=key,
        axes=(first, second),
        height=height,
        framed=[1, 2] if len(rows.own) + len(rows.beside) > 1 else None,  # one point has no extent
    )


def _names(ids: Sequence[int]) -> list[str]:
    return [vocabulary.shown(bundled(), id) for id in ids]
