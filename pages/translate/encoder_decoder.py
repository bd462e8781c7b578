"""Encoder and decoder: two stacks with the reader's sentence flowing through, and what each box holds."""

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from headlight.pages.translate import cross, opened
from headlight.pages.translate.cross import CrossHead, sizes
from headlight.pages.translate.pieces import looking, pieces
from headlight.parts import dials, live_check, orientation, tokens, translators
from headlight.parts.nouns import Dials, Key, OneOf, State, chosen_in_picture, view
from headlight.parts.open_number import OPENED
from headlight.pictures import Box, Labels, Screen
from headlight.pictures.decimals import short_percent
from headlight.pictures.picture import Door
from headlight.state import doors
from transformer import TranslationTrace, Translator
from transformer.readings.terms import Place
from transformer.readings.translation_effects import AttentionKind, stages_of

_TITLES = {"embedding": "embedding + position", "cross": "cross-attention"}
_KINDS: dict[AttentionKind, tuple[str, str]] = {  # what each kind of attention is called, and who looks at whom
    "encoder": ("Encoder, self", "English attends to English, both ways."),
    "decoder": ("Decoder, masked self", "French attends back to French."),
    "cross": ("Cross", "French attends to English."),
}


def names(layers: Iterable[int]) -> tuple[str, ...]:
    """Every box, from the English up to the memory, then from the French up to the unembedding."""
    of_layer = {"encoder": ("self-attention", "FFN"), "decoder": ("self-attention", "cross", "FFN")}
    encoder, decoder = ([f"{side} {layer} {part}" for layer in layers for part in of_layer[side]] for side in of_layer)
    return ("encoder embedding", *encoder, "memory", "decoder embedding", *decoder, "unembedding")


BOX = chosen_in_picture(
    Key("box", OneOf(names(cross.LAYERS)), "the open box of the encoder and decoder"), "decoder 1 self-attention"
)
_LAYER, _HEAD = cross.HEAD.parts
HEAD = Dials[CrossHead]((replace(_LAYER, place="deeper", width=220), _HEAD), cross.HEAD.read)


@view(box=translators.ENGLISH, dials=[HEAD, BOX, dials.ORIENTATION, OPENED])
def encoder_decoder(state: State, screen: Screen) -> None:
    """Both stacks from the bottom up, and what the open box computed."""
    result = translators.read(screen, state)
    trace = result.trace
    selected = state[BOX]
    passed = opened.way(state, screen, trace, selected)
    left, right = screen.columns(*(56, 44) if tokens.compact(state) else (1, 1))
    with left.headed("The two stacks", "Send the sentence through, or choose a box."):
        _drawing(screen, translators.main(), trace, selected)
        if result.stopped:
            screen.note(result.stopped)
    with right:
        if passed:
            opened.show(screen, trace, passed)
        else:
            _inside(screen, trace, selected, state)


@encoder_decoder.deeper
def arithmetic(state: State, screen: Screen) -> None:
    """The three kinds of attention of one layer, on the same sentence."""
    head, trace = state[cross.HEAD], translators.read(screen, state).trace
    for kind, (title, hint) in screen.beside(_KINDS.items()):
        screen.heading(f"{title}: {head.name}", hint)
        _pattern(screen, state, trace, kind, head, f"{title}, {head.name}", title)
    screen.note(live_check.of_translation(state, trace))


class _Place(NamedTuple):
    """The parts of a box's name: "decoder 2 cross" is the cross-attention of the decoder's second layer."""

    side: str
    number: str  # of its layer, from 1; "" where it belongs to none
    part: str

    @property
    def layer(self) -> int:
        return int(self.number) - 1

    @property
    def kind(self) -> AttentionKind:
        """Of its attention."""
        return "cross" if self.part == "cross" else "encoder" if self.side == "encoder" else "decoder"


def _place(name: str) -> _Place:
    match name.split(" "):
        case [side, number, part]:
            return _Place(side, number, part)
        case [side, part]:
            return _Place(side, "", part)
    return _Place("encoder" if name == "memory" else "decoder", "", name)


def _drawing(screen: Screen, translator: Translator, trace: TranslationTrace, selected: str) -> None:
    """Both stacks, with the sentence below and above; each box has its title and the shape of what it makes."""

    def box(name: str) -> Box:
        place = _place(name)
        length = len(trace.source if place.side == "encoder" else trace.target)
        width = translator.config.vocab_size if place.part == "unembedding" else translator.config.d_model
        title = (
            "masked self-attention"
            if place[::2] == ("decoder", "self-attention")
            else _TITLES.get(place.part, place.part)
        )
        return name, f"{title} {place.number}".strip(), f"{length} × {width:,}"

    boxes = names(range(1, sizes(translator)[0] + 1))
    split = boxes.index("memory") + 1
    screen.stacks(
        [box(name) for name in boxes[:split]],
        [box(name) for name in boxes[split:]],
        source=pieces(trace.source),
        read=pieces(trace.inputs),
        written=pieces(trace.target),
        selected=selected,
        on_box=lambda name: {"box": name, "opened": None},
        alt="The encoder at the left, the decoder at the right, from the bottom up. Choose a box to open it.",
        key="flow",
    )


def _inside(screen: Screen, trace: TranslationTrace, name: str, state: State) -> None:
    """Draw the inside of a box: its pattern, or its vectors."""
    place, head, encodes = _place(name), state[cross.HEAD], name.startswith("encoder")
    of_head = head.name.partition(", ")[2]

    def shows(stage: str, *layer: int) -> Door | None:
        return doors.shows_of_translation(trace, f"{place.side}_{stage}", *layer)

    match place.part:
        case "self-attention" | "cross":
            title, hint = f"Cross-attention {place.number}", "The French asks, the memory answers."
            if place.part == "self-attention":
                hint = "Every token sees every other." if encodes else "Hatched cells are later, so they are not seen."
                title = f"Self-attention {place.number} of the {place.side}"
            screen.heading(f"{title}, {of_head}", hint)
            _pattern(screen, state, trace, place.kind, replace(head, layer=place.layer), name.capitalize(), "opened")
        case "embedding":
            embedded, positions, stack, read = (
                (trace.source_embedded, trace.source_positions, trace.encoder, trace.source)
                if encodes
                else (trace.target_embedded, trace.target_positions, trace.decoder, trace.inputs)
            )
            screen.heading("Embedding + position", "Both languages share the embedding matrix; waves are added.")
            stages = {
                "embedded": (embedded, shows("embedded")),
                "+ position": (positions, shows("position")),
                "= residual": (stack[0].residual_in, shows("residual_in", 0)),
            }
            _vectors(screen, stages, pieces(read))
        case "FFN":
            stack, words = (trace.encoder, trace.source) if encodes else (trace.decoder, trace.target)
            screen.heading(
                f"FFN {place.number} of the {place.side}",
                "Each token has its own hidden units; see the stream after them.",
            )
            _vectors(
                screen, {"hidden": (stack[place.layer].hidden, shows("hidden", place.layer))}, pieces(words), "hidden"
            )
            _vectors(
                screen,
                {"residual": (stack[place.layer].residual_out, shows("residual_out", place.layer))},
                pieces(words),
            )
        case "memory":
            screen.heading("Memory", "Every cross-attention reads it: a row for each English token.")
            _vectors(
                screen, {"memory": (trace.memory, doors.shows_of_translation(trace, "memory"))}, pieces(trace.source)
            )
        case "unembedding":
            screen.heading("Unembedding", "Softmax turns logits into the probability of each token written.")
            ids = [token.id for token in trace.target]
            chances = trace.probabilities[np.arange(len(ids)), ids]
            screen.token_chips(
                pieces(trace.target),
                notes=[short_percent(chance) for chance in chances],
                shares=chances.tolist(),
                numbers=chances.tolist(),
                key="opened",
                on_place=lambda row: {"opened": Place("decoder_probability", (row, ids[row])).label},
            )


def _pattern(
    screen: Screen, state: State, trace: TranslationTrace, kind: AttentionKind, head: CrossHead, name: str, key: str
) -> None:
    stage, (rows, columns) = stages_of(trace, kind)[head.layer], looking(trace, kind)
    screen.matrix(
        head.of(stage.pattern),
        Labels(rows=rows, columns=columns, noun="weight", attends=True),
        hidden=np.isneginf(stage.masked[0]),
        alt=f"{name}: {orientation.looking(state)}.",
        key=key,
        transposed=orientation.transposed(state),
        shows=cross.shows(trace, kind, head),
    )


def _vectors(
    screen: Screen, named: dict[str, tuple[np.ndarray, Door | None]], tokens: list[str], key: str = "opened"
) -> None:
    """Draw vectors by their names, each with where its numbers open."""
    screen.strips(
        {name: values for name, (values, _) in named.items()},
        tokens=tokens,
        alt=f"{', '.join(named)}: a row for each token, a column for each dimension.",
        key=key,
        height=150,
        shows={name: opens for name, (_, opens) in named.items()},
    )
