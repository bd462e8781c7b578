"""Logit attribution: the logit of a next word as a sum of what every part put there, and each number as its terms."""

import re

import numpy as np

from headlight.pages.next_word import terms
from headlight.parts import asked as words_asked
from headlight.parts import cut as parts_cut
from headlight.parts import dials, open_number
from headlight.parts.asked import Ids
from headlight.parts.nouns import (
    Comparison,
    Key,
    Line,
    Model,
    Says,
    State,
    cached,
    chosen_in_picture,
    count,
    decimal,
    said,
    view,
)
from headlight.pictures import Labels, Listeners, Screen, Style, Wire
from headlight.state import opening
from transformer import OpenedModel, Trace, attribution
from transformer.ranking import largest, peak
from transformer.readings.answer import Word, logit, logit_of
from transformer.readings.attribution import Attribution, silenced, unwired
from transformer.readings.effects import can_be_cut, cut
from transformer.readings.opened import Place

Look = tuple[int, int, int]  # the layer, the head and the key, from 0
_MOST, _PRESENTED = 15, 11  # bars of parts; of more the smallest are drawn as one
_WIRES = 10  # that are drawn, besides those that are cut
WORD = words_asked.word(when=terms.closed)
HEAD = dials.in_picture(dials.HEAD)
WIRES = chosen_in_picture(
    Key("wires", Line(300), "links of the last token whose way to the answer is cut, as layer.head.key"), ""
)


@view(
    box=dials.sentence("The girl stepped into bear country and helped the"),
    dials=[
        WORD,
        HEAD,
        dials.KEY,
        WIRES,
        open_number.OPENED,
        dials.TOKEN,
        parts_cut.CUT,
        parts_cut.UNDO,
        terms.CLOSE,
    ],
    needs=(),
)
def attributed(state: State, screen: Screen) -> None:
    """Draw what single heads brought from single words as wires that can be cut; of an open number its terms."""
    trace = state.trace()
    if terms.chosen(state, trace):
        return terms.show(state, screen)
    word, label = words_asked.asked(state, WORD, trace, screen)
    _wired(state, screen, trace, _found(state.model, trace, word), word, label)


@attributed.more
def more(state: State, screen: Screen) -> None:
    """Draw the share of every part of the model, and from which words the heads of each layer took theirs."""
    trace = state.trace()
    if terms.chosen(state, trace):
        return
    word, label = words_asked.asked(state, WORD, trace)
    attribution = _found(state.model, trace, word)
    parts, looks = screen.columns(42, 58, least=(270, 330))
    with parts.headed(f"What does each part add to {label}?", "Left of the line: against it. Which part adds most?"):
        _parts(screen, state, attribution, trace, word, label)
    with looks.headed(
        "Which words did the heads read?",
        "Each cell adds up the heads of a layer. Choose one, and its strongest head is cut off from that word.",
    ):
        _looks(state, screen, trace, attribution, word, label, _chosen(state, attribution))


def _wired(state: State, screen: Screen, trace: Trace, attribution: Attribution, word: Ids, label: str) -> None:
    """The looks that brought most, each as a wire that can be cut, and what comes next without those that are."""
    cut = _cut(state, attribution)
    places = np.unravel_index(largest(np.abs(attribution.looks.ravel()), _WIRES), attribution.looks.shape)
    order = [(int(layer), int(head), int(key)) for layer, head, key in zip(*places, strict=True)]
    shown = [*order, *(wire for wire in cut if wire not in order)]

    def choose(number: int) -> dict[str, str | None]:
        layers = sorted(set(cut) ^ {shown[number]})
        return {"wires": " ".join(f"{layer + 1}.{head + 1}.{key}" for layer, head, key in layers) or None}

    final = None
    says: Says = ()
    if cut:
        final = unwired(state.model, trace, cut)
        says = said(
            "{count} cut: their shares sum to **{shares:+.3f}**, and the logit of {label} moves by **{moves:+.3f}**; "
            "the last norm divides by another number without them.",
            count=count(len(cut), "wire"),
            shares=float(sum(attribution.looks[wire] for wire in cut)),
            label=label,
            moves=float(logit_of(state.model, trace, final, word) - logit(state.model, trace, word)),
        )
    shares = np.array([attribution.looks[look] for look in shown])
    stage, ids = ("look_difference", word) if isinstance(word, tuple) else ("look", (word,))
    fan, following = screen.columns(66, 34, least=(330, 220))
    with fan.headed(f"The wires to {label}", "Click one to remove its direct effect."):
        screen.wires(
            [Wire(*look, look in cut) for look in shown],
            shares,
            words=trace.words,
            n_layers=len(trace.layers),
            answer=label,
            alt=f"The {len(shown)} links that brought most to {label}, as wires from words to the answer.",
            key="wires",
            says=says,
            on_wire=choose,
            shows=opening.shows_each(state, trace, [Place(stage, (*look, *ids)) for look in shown]),
        )
    with following.headed("What comes next?", "Dashed bars show it uncut." if cut else "Cut a wire: what changes?"):
        change = "with the wires cut, outlined as they were" if cut else ""
        Comparison(state, trace, trace, final=final).next_words(screen, change, count=8)


def _cut(state: State, attribution: Attribution) -> list[Look]:
    """The wires that are cut, from 0; those that this text and its model do not have are left out."""
    numbers = (tuple(map(int, match)) for match in re.findall(r"(\d+)\.(\d+)\.(\d+)", state[WIRES]))
    named = {(layer - 1, head - 1, key) for layer, head, key in numbers}
    sizes = attribution.looks.shape
    return sorted(wire for wire in named if all(0 <= index < size for index, size in zip(wire, sizes, strict=True)))


@attributed.deeper
def arithmetic(state: State, screen: Screen) -> None:
    """Each head's share, and what switching it off really does."""
    trace = state.trace()
    if terms.chosen(state, trace):
        return
    word, label = words_asked.asked(state, WORD, trace)
    attribution = _found(state.model, trace, word)
    direct, total = screen.columns(1, 1, least=(330, 330))
    with direct.headed(f"Direct: each head’s share of {label}", "Rows are layers, columns are heads."):
        _heads(screen, attribution.heads, "share")
    with total.headed("Total: what switching the head off takes away", "Measured: the whole model without it."):
        if isinstance(state.model, OpenedModel):
            layer, head, _ = _chosen(state, attribution)
            effect = decimal(silenced(state.model, trace, word, layer, head), "+.3f")
            return screen.note(
                f"This model has too many heads to switch each off. Layer {layer + 1}, head {head + 1}: {effect}."
            )
        real = _silenced(state.model, trace, word)
        says = []
        if np.ptp(real) and np.ptp(attribution.heads):  # a word has the same in all heads beside itself
            says = said(
                "Over all heads the two correlate by **{agree:.2f}**: later layers read what a head writes, and some "
                "make up for it.",
                agree=np.corrcoef(real.ravel(), attribution.heads.ravel())[0, 1],
            )
        _heads(screen, real, "total", says)


@cached(most=6)
def _found(model: Model, trace: Trace, word: Word) -> Attribution:
    return attribution(model, trace, word)


@cached(most=6)
def _silenced(model: Model, trace: Trace, word: Word) -> np.ndarray:
    """Measure the effect of silencing each head: [layer, head]."""
    heads = range(trace.config.n_heads)
    return np.array(
        [[silenced(model, trace, word, layer, head) for head in heads] for layer in range(len(trace.layers))]
    )


@cached(most=6)
def _without(model: Model, trace: Trace, look: Look) -> Trace | None:
    """The run in which the last word does not look there; None where it has nothing else to attend to."""
    layer, head, key = look
    cell = (layer, head, trace.last, key)
    return cut(model, trace, *cell) if can_be_cut(trace, cell) else None


def _chosen(state: State, attribution: Attribution) -> Look:
    """The look that is cut: until one is chosen, the one with the largest share."""
    chosen = state[dials.KEY]
    if chosen is None:
        layer, head, key = peak(np.abs(attribution.looks))
        return layer, head, key
    return (*state[HEAD], min(chosen, attribution.looks.shape[-1] - 1))


def _parts(screen: Screen, state: State, attribution: Attribution, trace: Trace, word: Ids, label: str) -> None:
    """A bar for each part, in the order in which they write; of many layers the smallest shares are one."""
    last = trace.words[trace.last]
    named = [(f"“{last}” itself", attribution.embedding)] + (
        [("its position", attribution.position)] if attribution.position else []
    )
    for layer, (heads, ffn) in enumerate(zip(attribution.heads, attribution.ffns, strict=True), start=1):
        named += [(f"heads {layer}", heads.sum()), (f"FFN {layer}", ffn)]
    if attribution.biases:  # the last norm's, and in some families those of W_O and W_U too
        several = "output" in trace.plan.biased or trace.unembedding_bias is not None
        named.append(("biases" if several else "last norm’s bias", attribution.biases))
    shown = set(largest(np.abs([share for _, share in named]), _PRESENTED if state.get("present") else _MOST).tolist())
    rest = [share for index, (_, share) in enumerate(named) if index not in shown]
    named = [part for index, part in enumerate(named) if index in shown]
    named += [(f"{len(rest)} others", float(np.sum(rest)))] if rest else []
    shares = np.array([share for _, share in named])
    stage, ids = ("logit_difference", word) if isinstance(word, tuple) else ("logit", (word,))
    meant = opening.shows(state, trace, stage, *ids)
    screen.bars(
        shares,
        labels=[name for name, _ in named],
        notes=[decimal(share, "+.3f") for share in shares],
        quantity="signed",
        alt=f"Shares of the logit of {label}.",
        key="parts",
        says=said("Together: **{total:.3f}**, the logit of {label}.", total=attribution.total, label=label),
        shows=meant,
    )


def _looks(
    state: State, screen: Screen, trace: Trace, attribution: Attribution, word: Word, label: str, look: Look
) -> None:
    """Layers up, words across: what the heads of each layer brought to the last word from each word."""
    left = _without(state.model, trace, look)
    layer, head, key = look
    n_layers, brought = len(trace.layers), attribution.looks.sum(1)[::-1]
    strongest = np.abs(attribution.looks).argmax(1)  # head of [layer, key]

    def choose(cell: tuple[int, int]) -> dict[str, int | None]:
        layer_of_row = n_layers - 1 - cell[0]
        return {**dials.choose_head((layer_of_row, int(strongest[layer_of_row, cell[1]]))), "key_position": cell[1]}

    screen.matrix(
        brought,
        Labels(rows=[f"layer {n_layers - row}" for row in range(n_layers)], columns=trace.words, noun="share"),
        style=Style(scale="diverging"),
        alt=f"Shares of {label} by layer and by the word that the heads took them from.",
        key="looks",
        selected=(n_layers - 1 - layer, key),
        listeners=Listeners(cell=choose),
        says=said(
            "Layer {layer}, head {head} took **{share:+.3f}** from **{word}**"
            + ("; cut, the logit moves by **{moves:+.3f}**." if left else "; it attends to nothing else."),
            layer=layer + 1,
            head=head + 1,
            share=attribution.looks[look],
            word=trace.words[key],
            moves=logit(state.model, left, word) - logit(state.model, trace, word) if left else 0.0,
        ),
    )
    brought, moves = attribution.heads[layer, head], -silenced(state.model, trace, word, layer, head)
    screen.note(
        f"Layer {layer + 1}, head {head + 1} brought {decimal(brought, '+.3f')} in all. Switch it off everywhere, and "
        f"the logit moves by {decimal(moves, '+.3f')}: direct is not total."
    )


def _heads(screen: Screen, values: np.ndarray, noun: str, says: Says = ()) -> None:
    screen.matrix_of_heads(
        values, noun=noun, style=Style(scale="diverging"), alt=f"The {noun} of each head.", key=f"{noun}s", says=says
    )
