"""Contextual embeddings: one word, one row of W_E, a different vector in each sentence; deeper, what moved it."""

from itertools import combinations

import numpy as np

from headlight.formulas import vectors as vector_formulas
from headlight.pages.embeddings import contexts, embedding_space, movers
from headlight.pages.embeddings.contexts import Context
from headlight.parts import dials, tokens, vocabulary
from headlight.parts.nouns import Dial, Key, Number, Says, State, bundled, decimal, said, view
from headlight.pictures import Colour, Group, Screen, Square
from transformer.principal import principal_components
from transformer.readings.occurrences import any_two, neighbours, stages
from transformer.similarity import unit

NEAREST = 3  # words listed for each sentence and layer
_FIRST = 2  # of the stages: before the first layer all sentences have the same neighbours, or nearly
_HEIGHT = 400  # of the paths, in pixels
_LAYERS = 6  # of the bundled model, the only one that this view shows
_FILM = 5  # seconds from the embedding to the last layer
_COLOURS: tuple[Colour, ...] = ("accent", "d_model", "vocab")  # of the sentences
AFTER = Dial[int](
    "slider",
    Key("after_layer", Number(0, _LAYERS), "the layer up to which the vectors of a word are followed"),
    "After layer",
    _LAYERS,
    "beside",
    look={"plays": _FILM},
    width=230,
    help="0: the embedding, before any layer. 6: the vectors that predict the next word.",
)


@view(
    box=dials.sentence(),
    late=dials.ON_CHIPS,
    dials=[*contexts.DIALS, AFTER],
    alone="",
    code={
        "contextual": "the cosine of the word in two sentences, after each layer",
        "movement": "how much each token moved the chosen one, by head",
    },
)
def contextual(state: State, screen: Screen) -> None:
    """Draw the way of the word's vector in each sentence up to a layer, and how similar the vectors are there."""
    compared = contexts.read(state)
    for note in compared.notes:
        screen.note(note)
    _drift(screen, compared.with_word, state[AFTER], named=not tokens.compact(state))  # boxes of a slide name them


@contextual.more
def more(state: State, screen: Screen) -> None:
    """The sentences with the word in them, and the words nearest to it in each."""
    compared = contexts.read(state)
    for context in screen.beside(compared.contexts):
        trace = context.trace
        screen.token_chips(
            trace.words,
            notes=[str(position) for position in range(len(trace.tokens))],
            joined=tokens.continued(trace),
            strong=context.occurrence.places if context.occurrence else (),
            key=f"chips_{context.number}",
            on_place=contexts.choice_of_word(trace) if context.number == 1 else None,
        )
    _nearest(screen, compared.with_word)


@contextual.deeper
def arithmetic(state: State, screen: Screen) -> None:
    """Draw what moved the word, and the cosines in numbers."""
    with_word = contexts.read(state).with_word
    movers.show(screen, state, bundled(), with_word, layer(state))
    if len(with_word) > 1:
        named = drift(with_word)
        left, right = screen.columns(55, 45)
        with left.headed("The cosines in numbers", "As embedded it is 1: one row of W_E."):
            screen.matrix_of_cosines(
                np.stack([*named.values()]),
                rows=[*named],
                columns=stages(len(with_word[0].trace.layers)),
                alt="Cosine of the word's vectors for each pair of sentences, from the embedding to the last layer.",
                key="drift",
            )
        with right.headed(
            f"The cosine of {next(iter(named))} after the last layer", "Divide the dot product by both lengths."
        ):
            screen.formula(vector_formulas.cosine(with_word[0].path[-1], with_word[1].path[-1]), key="cosine_formula")


def layer(state: State) -> int:
    """Return the layer, from 0, whose heads are told: the last one that the vectors have passed."""
    return max(state[AFTER], 1) - 1


def pairs(with_word: list[Context]) -> list[tuple[Context, Context]]:
    """Each two of the sentences that have the word."""
    return list(combinations(with_word, 2))


def by_stage(first: Context, second: Context) -> np.ndarray:
    """The cosine of the word's two vectors at each stage."""
    return (unit(first.path) * unit(second.path)).sum(axis=-1)


def drift(with_word: list[Context]) -> dict[str, np.ndarray]:
    """Find it for each pair, by what it is called."""
    return {f"{first.number} and {second.number}": by_stage(first, second) for first, second in pairs(with_word)}


def _drift(screen: Screen, with_word: list[Context], after: int, *, named: bool) -> None:
    """The paths that the word's vectors take up to a layer, and there the cosine of each two of them."""
    steps, stage = stages(len(with_word[0].trace.layers)), after + 1  # the first stage is the embedding
    places, shares = paths_in_plane(with_word)
    left, right = screen.columns(60, 40, least=(420, 260))
    with left.headed("The path of each vector", "Each layer is named by its nearest word. Where do the paths part?"):
        whole = [
            Group(points, [""] * len(points), colour="soft", path=True, arrow=False, dashed=True, named=False)
            for points in places
        ]
        gone = [
            Group(
                points[: stage + 1],
                ["", "", *_nearest_word(context)[2:stage], context.title][-stage - 1 :],
                notes=steps[: stage + 1],
                name=f"{context.number}: {context.trace.text}" if named else "",
                colour=_COLOURS[context.number - 1],
                size=5,
                path=True,
            )
            for points, context in zip(places, with_word, strict=True)
        ]
        screen.plane(
            [*whole, *gone],
            alt="The word's vectors after each layer, projected to a plane and joined to a path for each sentence.",
            key="drift_paths",
            axes=(f"direction 1: {shares[0]:.0%} of their variance", f"direction 2: {shares[1]:.0%}"),
            height=_HEIGHT,
        )
    if len(with_word) < 2:
        return
    values = np.stack([*drift(with_word).values()])[:, stage]
    usual = float(any_two(with_word[0].trace)[stage])
    with right.headed("How similar are its vectors?", least_alike(with_word, values, after)):
        screen.bars(
            [*values, usual],
            labels=[*(f"{first.title} · {second.title}" for first, second in pairs(with_word)), "any two words"],
            faded=[len(values)],
            alt=f"The cosine of the word's vectors in each two sentences after layer {after}.",
            key="drift_cosines",
            quantity="cosine",
        )


def _near(context: Context) -> tuple[np.ndarray, np.ndarray]:
    """The rows of W_E nearest to the word's vector at each stage, the word itself left out, and their cosines."""
    return neighbours(embedding_space.of(bundled()).units, context.path, context.word.ids, NEAREST)


def _nearest_word(context: Context) -> list[str]:
    """The nearest of them at each stage."""
    return vocabulary.labels(bundled(), _near(context)[0][:, 0])


def least_alike(with_word: list[Context], values: np.ndarray, after: int) -> str:
    """Which two are furthest apart after a layer, by the cosines of each pair: [pair]."""
    furthest = int(values.argmin())
    first, second = pairs(with_word)[furthest]
    where = f"after layer {after}" if after else "before any layer"
    return f"{first.quoted} and {second.quoted} are furthest apart: their cosine is {values[furthest]:.2f} {where}."


def paths_in_plane(with_word: list[Context]) -> tuple[list[np.ndarray], np.ndarray]:
    """The paths along the two directions in which all their points differ most (PCA), and the shares of variance."""
    seen = principal_components(np.concatenate([context.path for context in with_word]), 2)
    return np.split(seen.places, len(with_word)), seen.shares


def _nearest(screen: Screen, with_word: list[Context]) -> None:
    """For each layer and sentence the rows of W_E that are nearest to the word's vector, itself left out."""
    model = bundled()
    near = [_near(context) for context in with_word]
    names = stages(len(with_word[0].trace.layers))
    shown = (0, *range(_FIRST, len(names)))

    def cell(ids: np.ndarray, values: np.ndarray) -> Square:
        listed = zip(vocabulary.labels(model, ids), values, strict=True)
        return Square(
            ", ".join(f"{label} {decimal(value)}" for label, value in listed),
            share=max(0.0, float(values[0])),
            number=float(values[0]),
        )

    screen.heading(
        "The nearest words",
        "The tokens nearest to the word’s vector after each layer, itself left out. Where do the sentences start to "
        "disagree?",
    )
    screen.word_grid(
        [[cell(ids[stage], values[stage]) for ids, values in near] for stage in shown],
        names=[names[stage] for stage in shown],
        columns=[context.title for context in with_word],
        quantities=["cosine"] * len(with_word),
        says=_nothing_in_common([ids for ids, _ in near], names),
        alt="The tokens nearest to the word's vector after each layer, in each sentence.",
        key="neighbours",
    )


def _nothing_in_common(ids: list[np.ndarray], names: list[str]) -> Says:
    """From which layer on no two sentences have all their neighbours in common, and that the last ones are guesses."""
    same = [
        max(
            (len(set(first) & set(second)) for first, second in combinations([stages[stage] for stages in ids], 2)),
            default=0,
        )
        for stage in range(len(names))
    ]
    apart = next((stage for stage in range(len(names)) if max(same[stage:]) < NEAREST), None)
    if len(ids) < 2:
        parted = ""
    elif apart is None:
        parted = "Two of the sentences keep the same neighbours to the end. "
    else:
        parted = "From **{layer}** on, no two sentences share all three nearest words. "
    return said(
        f"{parted}After the last layer they are guesses of the next word, because W_U is W_E.", layer=names[apart or 0]
    )
