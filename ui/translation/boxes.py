"""The boxes of the encoder and the decoder: what is written on each, and the numbers behind it."""

import numpy as np
import streamlit as st

from components.board import Board
from components.matrix import matrix
from components.stacks import Box, stacks
from components.strips import strips
from components.token_chips import token_chips
from transformer import AttentionTrace, TranslationTrace, Translator
from ui import controls, dials, orientation
from ui.translation.cross import Head, sizes
from ui.translation.decode import pieces

_FIRST = "decoder 2 cross"


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


def chosen(translator: Translator) -> str:
    """A dial in the sidebar: the box that is open."""
    with st.sidebar:
        return controls.menu("box", "Open box", _FIRST)


def drawing(translator: Translator, trace: TranslationTrace, selected: str) -> None:
    """Both stacks, with the sentence below and above."""
    config = translator.config
    source, target = len(trace.source), len(trace.target)
    titles = {"embedding": "embedding + position", "self-attention": "self-attention", "cross": "cross-attention"}

    def box(name: str) -> Box:
        part = name.split(" ")[-1]
        length = target if name.startswith(("decoder", "unembedding")) else source
        layer = f" {name.split(' ')[1]}" if name.split(" ")[1:2] and name.split(" ")[1].isdigit() else ""
        width = config.vocab_size if part == "unembedding" else config.d_model
        title = titles.get(part, part)
        if part == "self-attention" and name.startswith("decoder"):
            title = "masked self-attention"
        return name, f"{title}{layer}", f"{length} × {width:,}"

    every = [box(name) for name in names(translator)]
    split = names(translator).index("memory") + 1
    stacks(
        every[:split],
        every[split:],
        source=pieces(trace.source),
        read=pieces(trace.inputs),
        written=pieces(trace.target),
        selected=selected,
        on_box=lambda name: dials.move(box=name),
        alt="The encoder at the left, the decoder at the right, from the bottom up. Choose a box to open it.",
        key="flow",
    )


def inside(screen: Board, trace: TranslationTrace, name: str, head: Head) -> None:
    """The matrices behind a box: its pattern, or its vectors."""
    side, *rest = name.split(" ")
    part = rest[-1] if rest else side
    layer = int(rest[0]) - 1 if len(rest) == 2 else 0
    which = "mean of its heads" if head.head is None else f"head {head.head + 1}"
    source, read, target = (pieces(each) for each in (trace.source, trace.inputs, trace.target))
    if part == "embedding":
        embedded, positions, tokens = (
            (trace.source_embedded, trace.source_positions, source)
            if side == "encoder"
            else (trace.target_embedded, trace.target_positions, read)
        )
        screen.heading(
            "Embedding + position", "A row of the one embedding matrix that both languages share, plus waves."
        )
        _vectors({"embedded": embedded, "+ position": positions, "= residual": embedded + positions}, tokens, trace)
    elif part == "self-attention":
        stage = (trace.encoder if side == "encoder" else trace.decoder)[layer]
        tokens = source if side == "encoder" else read
        masked = (
            "every piece sees every other" if side == "encoder" else "hatched: a piece does not see what comes later"
        )
        screen.heading(
            f"Self-attention {layer + 1} of the {side}, {which}",
            f"Queries, keys and values of the same words; {masked}.",
        )
        _pattern(stage.pattern, stage.masked, head, tokens, tokens, name.capitalize(), "opened", trace)
    elif part == "cross":
        across = trace.cross[layer]
        screen.heading(f"Cross-attention {layer + 1}, {which}", "Queries of the French, keys and values of the memory.")
        _pattern(across.pattern, across.masked, head, target, source, name.capitalize(), "opened", trace)
    elif part == "FFN":
        stage = (trace.encoder if side == "encoder" else trace.decoder)[layer]
        tokens = source if side == "encoder" else target
        screen.heading(
            f"FFN {layer + 1} of the {side}", "For each piece alone: hidden units, and the stream after them."
        )
        _vectors({"hidden": stage.hidden}, tokens, trace, "hidden")
        _vectors({"residual": stage.residual_out}, tokens, trace)
    elif part == "memory":
        screen.heading("Memory", "What the encoder hands to every cross-attention: a row for each English piece.")
        _vectors({"memory": trace.memory}, source, trace)
    else:
        chances = trace.probabilities[np.arange(len(target)), [token.id for token in trace.target]]
        screen.heading(
            "Unembedding", "Logits over the vocabulary, softmax: the probability of each piece that was written."
        )
        token_chips(
            target,
            notes=[f"{chance:.3f}" for chance in chances],
            shares=chances.tolist(),
            key="opened",
        )


def three_attentions(screen: Board, trace: TranslationTrace, head: Head) -> None:
    """The three kinds of attention of one layer, on the same sentence, side by side."""
    source, read, target = (pieces(each) for each in (trace.source, trace.inputs, trace.target))
    layer = head.layer
    kinds: tuple[tuple[str, str, AttentionTrace, list[str], list[str]], ...] = (
        ("Encoder, self", "English looks at English, both ways.", trace.encoder[layer], source, source),
        ("Decoder, masked self", "French looks back at French.", trace.decoder[layer], read, read),
        ("Cross", "French looks at English.", trace.cross[layer], target, source),
    )
    for (title, hint, stage, rows, columns), column in zip(kinds, screen.columns(1, 1, 1), strict=True):
        with column:
            screen.heading(f"{title}: {head.name}", hint)
            _pattern(stage.pattern, stage.masked, head, rows, columns, f"{title}, {head.name}", title, trace)


def _pattern(
    pattern: np.ndarray,
    masked: np.ndarray,
    head: Head,
    rows: list[str],
    columns: list[str],
    name: str,
    key: str,
    trace: TranslationTrace,
) -> None:
    weights = pattern.mean(axis=0) if head.head is None else pattern[head.head]
    matrix(
        weights,
        rows=rows,
        columns=columns,
        noun="weight",
        hidden=np.isneginf(masked[0]),
        alt=f"{name}: {orientation.looking()}.",
        key=key,
        transposed=orientation.transposed(),
    )


def _vectors(named: dict[str, np.ndarray], tokens: list[str], trace: TranslationTrace, key: str = "opened") -> None:
    strips(
        named,
        tokens=tokens,
        alt=f"{', '.join(named)}: a row for each piece, a column for each dimension.",
        key=key,
        height=150,
    )
