"""Two stacks: encoder and decoder with the reader's sentence flowing through, and what each box holds."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from headlight.frame import dials, head_lines, live_check, orientation, tokens, translators
from headlight.frame.nouns import Dial, State, view
from headlight.pictures import Board, Box, Heads, lines, matrix, stacks, strips, token_chips
from headlight.views.translate import cross, decode, worth
from headlight.views.translate.cross import CrossHead, sizes
from headlight.views.translate.decode import pieces
from transformer import AttentionTrace, TranslationTrace, Translator
from transformer.readings.translation_effects import Kind

_TITLES = {"embedding": "embedding + position", "cross": "cross-attention"}


BOX = Dial("menu", "box", "Open box", "decoder 2 cross")
PIECE = Dial[int | None](
    "hidden", "french_piece", "The French piece that looks are worth something for", None, "picture"
)


@view(
    box=translators.ENGLISH,
    dials=[cross.HEAD, BOX, dials.ORIENTATION, head_lines.AS_LINES, head_lines.CHOICE, PIECE, worth.CUT],
)
def encoder_decoder(state: State, screen: Board) -> None:
    """Both stacks from the bottom up, and what the open box computed."""
    result = translators.translated("translate", translators.english(state))
    trace, selected = result.trace, state[BOX]
    screen.about(trace.source_text, "translate")
    left, right = screen.columns(*(58, 42) if tokens.compact() else (1, 1))
    with left:
        screen.heading("The two stacks", "From the bottom up. Choose a box to see what it computed.")
        _drawing(translators.main(), trace, selected)
        said = decode.stopped(result)
        screen.note(said or "The line in the middle carries the memory to every cross-attention.")
    with right:
        _inside(screen, trace, selected, state)
    screen.note(live_check.of_translation(trace))


@encoder_decoder.deeper
def arithmetic(state: State, screen: Board) -> None:
    """The three kinds of attention of one layer, on the same sentence, side by side."""
    head, trace = state[cross.HEAD], translators.translated("translate", translators.english(state)).trace
    screen.about(trace.source_text, "translate")
    source, read, target = (pieces(each) for each in (trace.source, trace.inputs, trace.target))
    layer = head.layer
    kinds: tuple[tuple[str, str, AttentionTrace, list[str], list[str]], ...] = (
        ("Encoder, self", "English looks at English, both ways.", trace.encoder[layer], source, source),
        ("Decoder, masked self", "French looks back at French.", trace.decoder[layer], read, read),
        ("Cross", "French looks at English.", trace.cross[layer], target, source),
    )
    for title, hint, stage, rows, columns in screen.beside(kinds):
        screen.heading(f"{title}: {head.name}", hint)
        _pattern(stage, head, rows, columns, f"{title}, {head.name}", title)
    _worth(screen, state, trace, head)


def _worth(screen: Board, state: State, trace: TranslationTrace, head: CrossHead) -> None:
    """What each look of these three is worth for one piece of the French."""
    translator, target, layer = translators.main(), pieces(trace.target), head.layer
    found = worth.effects(translator, trace)
    most = np.abs(found.own[layer]).sum((0, 2))[: max(1, len(target) - 1)].argmax()  # a word, not the end mark
    asked = state[PIECE]
    row = int(most) if asked is None else min(asked, len(target) - 1)
    screen.heading(
        f"What each look is worth for “{target[row]}”",
        "What cutting it takes off the logit of that piece, to first order. Choose another piece, or a cell to cut it "
        "and run again.",
    )
    token_chips(
        target, notes=[""] * len(target), strong=(row,), key="worth_for", on_place=lambda place: {"french_piece": place}
    )
    kinds: dict[Kind, str] = {"encoder": "Encoder, self", "decoder": "Decoder, masked self", "cross": "Cross"}
    every = [getattr(found, kind)[row, layer] for kind in kinds]
    largest = [np.abs(each.sum(0) if head.head is None else each[head.head]).max() for each in every]
    for kind, title in screen.beside(kinds.items()):
        screen.heading(f"{title}: effects", "Colours are the same in all three.")
        worth.show(
            screen, state, translator, trace, kind, layer, head.head, row, f"{kind}_effects", extent=float(max(largest))
        )


def names(translator: Translator) -> list[str]:
    """Every box, from the English up to the memory, then from the French up to the unembedding."""
    layers = range(1, sizes(translator)[0] + 1)
    return [
        "encoder embedding",
        *(f"encoder {layer} {part}" for layer in layers for part in ("self-attention", "FFN")),
        "memory",
        "decoder embedding",
        *(f"decoder {layer} {part}" for layer in layers for part in ("self-attention", "cross", "FFN")),
        "unembedding",
    ]


class _At(NamedTuple):
    """What the name of a box says: "decoder 2 cross" is the cross-attention of the decoder's second layer."""

    side: str
    number: str  # of its layer, from 1; "" where it belongs to none
    part: str

    @property
    def layer(self) -> int:
        return int(self.number) - 1


def _at(name: str) -> _At:
    match name.split(" "):
        case [side, number, part]:
            return _At(side, number, part)
        case [side, part]:
            return _At(side, "", part)
    return _At("encoder" if name == "memory" else "decoder", "", name)


def _drawing(translator: Translator, trace: TranslationTrace, selected: str) -> None:
    """Both stacks, with the sentence below and above."""
    every = [_box(translator, trace, name) for name in names(translator)]
    split = names(translator).index("memory") + 1
    stacks(
        every[:split],
        every[split:],
        source=pieces(trace.source),
        read=pieces(trace.inputs),
        written=pieces(trace.target),
        selected=selected,
        on_box=lambda name: {"box": name},
        alt="The encoder at the left, the decoder at the right, from the bottom up. Choose a box to open it.",
        key="flow",
    )


def _box(translator: Translator, trace: TranslationTrace, name: str) -> Box:
    """A box with its title and the shape of what it makes."""
    at = _at(name)
    length = len(trace.source if at.side == "encoder" else trace.target)
    width = translator.config.vocab_size if at.part == "unembedding" else translator.config.d_model
    title = "masked self-attention" if at[::2] == ("decoder", "self-attention") else _TITLES.get(at.part, at.part)
    return name, f"{title} {at.number}".strip(), f"{length} × {width:,}"


def _inside(screen: Board, trace: TranslationTrace, name: str, state: State) -> None:
    """What is behind a box: its pattern, as a matrix or as lines, or its vectors."""
    at, head = _at(name), state[cross.HEAD]
    match at.part:
        case "self-attention" | "cross" if state[head_lines.AS_LINES]:
            _lines(screen, trace, at, state)
        case "embedding":
            _embedding(screen, trace, at)
        case "self-attention":
            _self_attention(screen, trace, at, head)
        case "cross":
            title = f"Cross-attention {at.number}, {_which(head)}"
            screen.heading(title, "Queries of the French, keys and values of the memory.")
            rows, columns = pieces(trace.target), pieces(trace.source)
            _pattern(trace.cross[at.layer], head, rows, columns, name.capitalize(), "opened")
        case "FFN":
            _ffn(screen, trace, at)
        case "memory":
            screen.heading("Memory", "What the encoder hands to every cross-attention: a row for each English piece.")
            _vectors({"memory": trace.memory}, pieces(trace.source))
        case "unembedding":
            _unembedding(screen, trace)


def _lines(screen: Board, trace: TranslationTrace, at: _At, state: State) -> None:
    """The heads of a box as lines: English among itself, French among itself, or French at English."""
    source, read, target = (pieces(each) for each in (trace.source, trace.inputs, trace.target))
    stages: Sequence[AttentionTrace]
    stages, queries, keys = {
        ("encoder", "self-attention"): (trace.encoder, source, source),
        ("decoder", "self-attention"): (trace.decoder, read, read),
        ("decoder", "cross"): (trace.cross, target, source),
    }[at.side, at.part]
    head, n_heads = state[cross.HEAD].head, sizes(translators.main())[1]
    heads = head_lines.drawn_heads(state, head, n_heads)

    def choose_heads(first: int, every: list[int]) -> dict[str, str | None]:
        if len(every) == n_heads:
            return {"cross_head": cross.MEAN, "other_heads": None}
        return {"cross_head": str(first + 1)}

    name = f"{at.side.capitalize()}, {_TITLES.get(at.part, at.part)}"
    screen.heading(f"{name}: {head_lines.named(at.layer, heads).lower()}", head_lines.HINT)
    lines(
        stages[at.layer].pattern[heads],
        tokens=queries,
        looked_at=keys if at.part == "cross" else (),
        heads=Heads(heads, [""] * n_heads, at.layer, len(stages)),
        chosen=head_lines.chosen_tokens(state, len(queries), len(keys)),
        alt=f"{name}: weights of {head_lines.named(at.layer, heads).lower()} as lines.",
        key="opened_lines",
        on_choice=head_lines.chooser(
            choose_heads, lambda layer: {"box": f"{at.side} {layer + 1} {at.part}"}, -1 if head is None else head
        ),
    )


def _embedding(screen: Board, trace: TranslationTrace, at: _At) -> None:
    embedded, positions, tokens = (
        (trace.source_embedded, trace.source_positions, trace.source)
        if at.side == "encoder"
        else (trace.target_embedded, trace.target_positions, trace.inputs)
    )
    screen.heading("Embedding + position", "A row of the one embedding matrix that both languages share, plus waves.")
    _vectors({"embedded": embedded, "+ position": positions, "= residual": embedded + positions}, pieces(tokens))


def _self_attention(screen: Board, trace: TranslationTrace, at: _At, head: CrossHead) -> None:
    stages, tokens, sees = (
        (trace.encoder, pieces(trace.source), "every piece sees every other")
        if at.side == "encoder"
        else (trace.decoder, pieces(trace.inputs), "hatched: a piece does not see what comes later")
    )
    screen.heading(
        f"Self-attention {at.number} of the {at.side}, {_which(head)}",
        f"Queries, keys and values of the same words; {sees}.",
    )
    _pattern(stages[at.layer], head, tokens, tokens, " ".join(at).capitalize(), "opened")


def _ffn(screen: Board, trace: TranslationTrace, at: _At) -> None:
    stages, tokens = (
        (trace.encoder, pieces(trace.source)) if at.side == "encoder" else (trace.decoder, pieces(trace.target))
    )
    screen.heading(
        f"FFN {at.number} of the {at.side}", "For each piece alone: hidden units, and the stream after them."
    )
    _vectors({"hidden": stages[at.layer].hidden}, tokens, "hidden")
    _vectors({"residual": stages[at.layer].residual_out}, tokens)


def _unembedding(screen: Board, trace: TranslationTrace) -> None:
    chances = trace.probabilities[np.arange(len(trace.target)), [token.id for token in trace.target]]
    screen.heading(
        "Unembedding", "Logits over the vocabulary, softmax: the probability of each piece that was written."
    )
    notes = [f"{chance:.3f}" for chance in chances]
    token_chips(pieces(trace.target), notes=notes, shares=chances.tolist(), key="opened")


def _which(head: CrossHead) -> str:
    return "mean of its heads" if head.head is None else f"head {head.head + 1}"


def _pattern(stage: AttentionTrace, head: CrossHead, rows: list[str], columns: list[str], name: str, key: str) -> None:
    matrix(
        stage.pattern.mean(axis=0) if head.head is None else stage.pattern[head.head],
        rows=rows,
        columns=columns,
        noun="weight",
        hidden=np.isneginf(stage.masked[0]),
        alt=f"{name}: {orientation.looking()}.",
        key=key,
        transposed=orientation.transposed(),
    )


def _vectors(named: dict[str, np.ndarray], tokens: list[str], key: str = "opened") -> None:
    strips(
        named,
        tokens=tokens,
        alt=f"{', '.join(named)}: a row for each piece, a column for each dimension.",
        key=key,
        height=150,
    )
