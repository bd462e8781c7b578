"""What looks of a translator are worth for the pieces that it writes: to first order, and the chosen one exactly."""

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

from headlight.frame import orientation
from headlight.frame.nouns import Dial, Says, State, cached, said
from headlight.pictures import Board, matrix
from headlight.views.translate.decode import pieces
from transformer import TranslationTrace, Translator, translation_effects
from transformer.readings.effects import rank_correlation
from transformer.readings.translation_effects import (
    Kind,
    Look,
    TranslationEffects,
    can_be_cut,
    stages_of,
    taken_off,
    value_lengths,
)
from transformer.seq2seq import Seq2Seq

CUT = Dial("hidden", "look_cut", "The look that is cut", "", "picture")


@cached(most=6)
def effects(translator: Translator, trace: TranslationTrace) -> TranslationEffects:
    """The effects of all looks on every piece of the translation."""
    return translation_effects(translator.model, trace)


@cached(most=24)
def _exact(translator: Translator, trace: TranslationTrace, look: Look) -> Float[Array, " row"]:
    return taken_off(_transformer(translator), trace, look)


def _transformer(translator: Translator) -> Seq2Seq:
    assert isinstance(translator.model, Seq2Seq)  # the main translator is one
    return translator.model


def show(
    screen: Board,
    state: State,
    translator: Translator,
    trace: TranslationTrace,
    kind: Kind,
    layer: int,
    head: int | None,
    row: int | None,
    key: str,
    extent: float | None = None,
) -> None:
    """A matrix of what each look of a head, or of all of a layer, is worth for the piece of a row.

    Without a row each look is worth what it is for the piece of its own row. Colours reach to the `extent`, or to the
    largest here.
    """
    found = effects(translator, trace)
    every = found.own[layer] if row is None else getattr(found, kind)[row, layer]
    worth = (every.sum(0) if head is None else every[head]).copy()
    queries = pieces(trace.source if kind == "encoder" else trace.target if kind == "cross" else trace.inputs)
    keys = pieces(trace.inputs if kind == "decoder" else trace.source)
    query, at = cell = _chosen(state[CUT], kind, worth)
    about = query if row is None else row
    label = pieces(trace.target)[about]
    look = Look(kind, layer, int(np.abs(every[:, query, at]).argmax()) if head is None else head, query, at)
    says: Says = said(
        "**{query}** looks at nothing else, so this cannot be cut, or it is hidden.", query=queries[query]
    )
    if can_be_cut(trace, look):
        exact = float(_exact(translator, trace, look)[about])
        if head is not None:
            worth[cell] = exact
        says = _told(look, exact, queries[query], keys[at], label, named=head is None)
    matrix(
        worth,
        rows=queries,
        columns=keys,
        noun="effect",
        scale="diverging",
        extent=max(extent or 1e-9, float(np.abs(worth).max())),
        hidden=np.isneginf(stages_of(trace, kind)[layer].masked[0]),
        alt=f"Effect of each look on {'the piece that is written' if row is None else label}: {kind}.",
        key=key,
        selected=cell,
        on_cell=lambda chosen: {"look_cut": f"{kind}.{chosen[0]}.{chosen[1]}"},
        transposed=orientation.transposed(),
        says=says,
    )
    if head is not None:
        _say_how_alike(screen, translator, trace, kind, layer, head, worth)


def _chosen(text: str, kind: Kind, worth: Float[Array, "query key"]) -> tuple[int, int]:
    """The cell of the address; the one that is worth most where there is none of this kind and size."""
    named, *places = text.split(".")
    if named == kind and len(places) == 2 and all(place.isascii() and place.isdigit() for place in places):
        query, key = map(int, places)
        if query < worth.shape[0] and key < worth.shape[1]:
            return query, key
    query, key = np.unravel_index(np.abs(worth).argmax(), worth.shape)
    return int(query), int(key)


def _told(look: Look, exact: float, query: str, key: str, label: str, *, named: bool) -> Says:
    return said(
        "**{query}** looking at **{key}**{head}: cut and run again, the logit of **{label}** {moves} by "
        "**{effect:.2f}**.",
        query=query,
        key=key,
        head=f" in head {look.head + 1}, the strongest there" if named else "",
        label=label,
        moves="falls" if exact >= 0 else "rises",
        effect=abs(exact),
    )


def _say_how_alike(
    screen: Board,
    translator: Translator,
    trace: TranslationTrace,
    kind: Kind,
    layer: int,
    head: int,
    worth: Float[Array, "query key"],
) -> None:
    """How well the weights, and the lengths of what they bring, order the sizes of the effects."""
    stages = stages_of(trace, kind)[layer]
    free = ~np.isneginf(stages.masked[head])
    free &= free.sum(-1, keepdims=True) > 1  # a row of one cell has nothing to cut
    free &= worth.any(-1, keepdims=True)  # what is read later does nothing for a piece
    values = stages.pattern[head], value_lengths(_transformer(translator), trace, kind, layer)[head]
    if not free.any():
        return
    found = [rank_correlation(each[free], np.abs(worth)[free]) for each in values]
    if np.isfinite(found).all():
        weights, lengths = (f"{each:.2f}".replace("-", "−") for each in found)
        screen.note(f"Rank correlation with the size of the effects: weight {weights}, weight × |value W_O| {lengths}.")
