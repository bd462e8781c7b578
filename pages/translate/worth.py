"""Effects of a translator's attention on the tokens that it writes: to first order, and the chosen one exactly."""

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

from headlight.pages.translate.cross import CrossHead
from headlight.pages.translate.pieces import looking, pieces
from headlight.parts import orientation, translators
from headlight.parts.nouns import Key, State, Text, cached, chosen_in_picture, decimal, said
from headlight.pictures import Labels, Listeners, Screen, Style
from transformer import TranslationTrace, Translator
from transformer.ranking import peak
from transformer.readings import translation_effects
from transformer.readings.effects import agreement
from transformer.readings.translation_effects import Kind, Look, TranslationEffects
from transformer.seq2seq import Seq2Seq

CUT = chosen_in_picture(
    Key("look_cut", Text(24), "the link whose effect is exact: encoder, decoder or cross, and its two tokens, from 0"),
    "",
)


@cached(most=6)
def effects(translator: Translator, trace: TranslationTrace) -> TranslationEffects:
    """The effects of all looks on every piece of the translation."""
    return translation_effects.translation_effects(translator.model, trace)


@cached(most=24)
def _exact(translator: Translator, trace: TranslationTrace, look: Look) -> Float[Array, " row"]:
    return translation_effects.taken_off(_transformer(translator), trace, look)


def _transformer(translator: Translator) -> Seq2Seq:
    assert isinstance(translator.model, Seq2Seq)  # the main translator is one
    return translator.model


def together(effects: Float[Array, "head query key"], head: CrossHead) -> Float[Array, "query key"]:
    """The effects of the looks of a head, or of all heads of its layer together."""
    return effects.sum(0) if head.head is None else effects[head.head]


def show(
    screen: Screen,
    state: State,
    trace: TranslationTrace,
    kind: Kind,
    chosen: CrossHead,
    row: int | None,
    *,
    key: str,
    extent: float = 1e-9,
) -> None:
    """A matrix of what each look of a head, or of all of a layer, is worth for the piece of a row.

    Without a row each look is worth what it is for the piece of its own row. Colours reach at least to the `extent`.
    """
    translator, layer, head = translators.main(), chosen.layer, chosen.head
    measured = effects(translator, trace)
    by_head = measured.own[layer] if row is None else getattr(measured, kind)[row, layer]
    worth = together(by_head, chosen).copy()
    queries, keys = looking(trace, kind)
    query, key_position = cell = _cell(state[CUT], kind, worth)
    about = query if row is None else row
    label = pieces(trace.target)[about]
    look = Look(
        kind,
        layer,
        int(np.abs(by_head[:, query, key_position]).argmax()) if head is None else head,
        query,
        key_position,
    )
    says = said("**{query}** attends to nothing else, so this cannot be cut, or it is hidden.", query=queries[query])
    if translation_effects.can_be_cut(trace, look):
        exact = float(_exact(translator, trace, look)[about])
        if head is not None:
            worth[cell] = exact
        says = said(
            "Without **{query}** attending to **{key}**{head}, the logit of **{label}** {moves} by **{effect:.2f}**.",
            query=queries[query],
            key=keys[key_position],
            head=f" in head {look.head + 1}, the strongest there" if head is None else "",
            label=label,
            moves="falls" if exact >= 0 else "rises",
            effect=abs(exact),
        )
    stage = translation_effects.stages_of(trace, kind)[layer]
    screen.matrix(
        worth,
        Labels(rows=queries, columns=keys, noun="effect", attends=True),
        style=Style(scale="diverging", extent=max(extent, float(np.abs(worth).max()))),
        hidden=np.isneginf(stage.masked[0]),
        alt=f"Effect of each link on {'the token that is written' if row is None else label}: {kind}.",
        key=key,
        selected=cell,
        listeners=Listeners(cell=lambda cell: {"look_cut": f"{kind}.{cell[0]}.{cell[1]}"}),
        transposed=orientation.transposed(state),
        says=says,
    )
    if head is None:
        return
    counts_not = np.isneginf(stage.masked[head]) | ~worth.any(-1, keepdims=True)  # read later, it does nothing here
    lengths = translation_effects.value_lengths(_transformer(translator), trace, kind, layer)[head]
    alike = [agreement(sizes, worth, counts_not) for sizes in (stage.pattern[head], lengths)]
    if np.isfinite(alike).all():
        by_weight, by_length = map(decimal, alike)
        screen.note(
            f"Rank correlation with the size of the effects: weight {by_weight}, weight × |value W_O| {by_length}."
        )


def _cell(text: str, kind: Kind, worth: Float[Array, "query key"]) -> tuple[int, int]:
    """The cell of the address; the one that is worth most where there is none of this kind and size."""
    named, *indices = text.split(".")
    if named == kind and len(indices) == 2 and all(index.isascii() and index.isdigit() for index in indices):
        query, key = map(int, indices)
        if query < worth.shape[0] and key < worth.shape[1]:
            return query, key
    query, key = peak(np.abs(worth))
    return query, key
