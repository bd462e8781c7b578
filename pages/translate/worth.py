"""Effects of a translator's attention on the tokens that it writes: to first order, and the chosen one exactly."""

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

from headlight.pages.translate.cross import CrossHead
from headlight.pages.translate.pieces import pieces
from headlight.parts import orientation, translators
from headlight.parts.nouns import Key, State, Text, cached, chosen_in_picture, said
from headlight.pictures import Labels, Screen, Style
from transformer import TranslationTrace, Translator
from transformer.ranking import peak
from transformer.readings import translation_effects
from transformer.readings.translation_effects import TranslationEffects, WeightPlace
from transformer.seq2seq import Seq2Seq

CUT = chosen_in_picture(
    Key("look_cut", Text(24), "the link whose effect is exact: cross, and its two tokens, from 0"), ""
)


@cached(most=6)
def effects(translator: Translator, trace: TranslationTrace) -> TranslationEffects:
    """The effects of all looks on every piece of the translation."""
    return translation_effects.translation_effects(translator.model, trace)


@cached(most=24)
def _exact(translator: Translator, trace: TranslationTrace, look: WeightPlace) -> Float[Array, " row"]:
    assert isinstance(translator.model, Seq2Seq)  # the main translator is one
    return translation_effects.taken_off(translator.model, trace, look)


def show(screen: Screen, state: State, trace: TranslationTrace, chosen: CrossHead) -> None:
    """A matrix of what each weight of a head, or of all of a layer, is worth for the token of its row."""
    translator, layer, head = translators.main(), chosen.layer, chosen.head
    by_head = effects(translator, trace).own[layer]
    worth = (by_head.sum(0) if head is None else by_head[head]).copy()
    queries, keys = pieces(trace.target), pieces(trace.source)
    query, key_position = cell = _cell(state[CUT], worth)
    strongest = int(np.abs(by_head[:, query, key_position]).argmax()) if head is None else head
    look = WeightPlace("cross", layer, strongest, query, key_position)
    says = said("**{query}** attends to nothing else, so this cannot be cut, or it is hidden.", query=queries[query])
    if translation_effects.can_be_cut(trace, look):
        exact = float(_exact(translator, trace, look)[query])
        if head is not None:
            worth[cell] = exact
        says = said(
            "Without **{query}** attending to **{key}**{head}, its logit {moves} by **{effect:.2f}**.",
            query=queries[query],
            key=keys[key_position],
            head=f" in head {look.head + 1}, the strongest there" if head is None else "",
            moves="falls" if exact >= 0 else "rises",
            effect=abs(exact),
        )
    screen.matrix(
        worth,
        Labels(rows=queries, columns=keys, noun="effect", attends=True),
        style=Style(scale="diverging", extent=max(1e-9, float(np.abs(worth).max()))),
        alt="Effect of each link on the token that is written: cross.",
        key="cross_effects",
        selected=cell,
        on_cell=lambda cell: {"look_cut": f"cross.{cell[0]}.{cell[1]}"},
        transposed=orientation.transposed(state),
        says=says,
    )


def _cell(text: str, worth: Float[Array, "query key"]) -> tuple[int, int]:
    """The cell of the address; the one that is worth most where there is none of this size."""
    named, *indices = text.split(".")
    if named == "cross" and len(indices) == 2 and all(index.isascii() and index.isdigit() for index in indices):
        query, key = map(int, indices)
        if query < worth.shape[0] and key < worth.shape[1]:
            return query, key
    query, key = peak(np.abs(worth))
    return query, key
