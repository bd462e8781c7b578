"""Cross-attention on screen: the dials that choose a head, its labels in words or pieces, and the pictures of it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from headlight.parts import orientation, translators
from headlight.parts.nouns import Dial, Dials, Key, OneOf, Says, State, said
from headlight.pictures import Labels, OnChoose, Screen
from headlight.pictures.picture import Door
from headlight.state import doors
from transformer import Config, TranslationTrace, Translator
from transformer.readings.translation_effects import AttentionKind
from transformer.tokenizer import Token
from transformer.words import FUNCTION_WORDS, Word, all_letters, as_typed

MEAN = "mean"
LAYERS, HEADS = range(1, 4), range(1, 7)  # of the transformer, as the address counts them
LabelledBy = Literal["words", "tokens"]
Places = tuple[int, ...]
READABLE = 320  # pixels across in which a matrix of a dozen words has names of ten pixels
END = "end"  # what stands for the mark at the end of a sentence
_CLEAR = 0.5  # weight from which a link is taken for a translation of the word


@dataclass(frozen=True)
class CrossHead:
    """A head of cross-attention, or the mean of its layer's heads. Counted from 0."""

    layer: int
    head: int | None

    @property
    def name(self) -> str:
        """As it is called on screen, in the middle of a sentence."""
        return f"layer {self.layer + 1}, " + ("mean of its heads" if self.head is None else f"head {self.head + 1}")

    def of(self, values: np.ndarray) -> np.ndarray:
        """Its own numbers among those of the heads of a layer, [head, ...]."""
        return values.mean(axis=0) if self.head is None else values[self.head]


def sizes(translator: Translator) -> tuple[int, int]:
    """Layers of cross-attention, and heads in each: one and one in a recurrent translator."""
    config = translator.config
    return (config.n_layers, config.n_heads) if isinstance(config, Config) else (1, 1)


def _best(axis: int) -> Callable[[State], str]:
    """The layer (0) or the head (1) that aligns best, from 1: it is open at first."""
    return lambda state: str(translators.main().alignment.best[axis] + 1)


_LAYER = Dial[str](
    "one_of",
    Key("cross_layer", OneOf(tuple(map(str, LAYERS))), "the layer of the decoder, from 1"),
    "Layer",
    _best(0),
    help="Layer of the decoder: each attends to the English again. The layers differ in how well they align.",
)
_HEAD = Dial[str](
    "one_of",
    Key("cross_head", OneOf((*map(str, HEADS), MEAN)), "its head, or the mean of all"),
    "Head",
    _best(1),
    help="Each head attends in its own way; mean is the average of the layer. Some heads align the words.",
)
HEAD = Dials[CrossHead](
    (_LAYER, _HEAD),
    lambda state: CrossHead(int(state[_LAYER]) - 1, None if state[_HEAD] == MEAN else int(state[_HEAD]) - 1),
)


def choose(chosen: CrossHead) -> dict[str, str]:
    """The keys that choosing a head sets."""
    return {"cross_layer": str(chosen.layer + 1), "cross_head": MEAN if chosen.head is None else str(chosen.head + 1)}


@dataclass(frozen=True, eq=False)
class Shown:
    """A pattern with the labels of its rows (the French) and columns (the English)."""

    weights: np.ndarray  # [target, source]
    source: list[str]
    target: list[str]
    source_tokens: list[Places]  # of each column
    target_tokens: list[Places]  # of each row
    joined_source: frozenset[int]  # places of pieces that go on with the word before
    joined_target: frozenset[int]
    target_text: str

    @property
    def ends(self) -> dict[str, Any]:
        """Return what stands at both ends of its ribbons, as an alignment takes it."""
        return {name: getattr(self, name) for name in ("source", "target", "joined_source", "joined_target")}


def shown(trace: TranslationTrace, chosen: CrossHead, labels: LabelledBy) -> Shown:
    """One head's cross-attention, merged to words or as it is."""

    def side(text: str, tokens: Sequence[Token], words: Sequence[Word]) -> tuple[list[str], list[Places], set[int]]:
        """The names of one language, the tokens of each, and which of them go on with the word before."""
        if labels == "words":
            return [word.text for word in words], [word.tokens for word in words], set()
        joined = {position for word in words for position in word.tokens[1:]}
        return list(as_typed(text, tokens)), [(position,) for position in range(len(tokens))], joined

    source, source_tokens, joined_source = side(trace.source_text, trace.source, trace.source_words)
    target, target_tokens, joined_target = side(trace.target_text, trace.target, trace.target_words)
    pattern = trace.word_pattern if labels == "words" else trace.pattern
    return Shown(
        pattern(chosen.layer, chosen.head),
        source=[*source[:-1], END],
        target=[*target[:-1], END],
        source_tokens=source_tokens,
        target_tokens=target_tokens,
        joined_source=frozenset(joined_source),
        joined_target=frozenset(joined_target),
        target_text=trace.target_text,
    )


def reversed_sentence(picture: Shown) -> Says:
    """Where the order of the words turns round; nothing where no clear links between content words say so."""
    if len(picture.weights) < 2:
        return [("Nothing is written.", False)]
    links = {
        row: int(weights.argmax())  # the largest weight of each row, where both are content words in one piece
        for row, weights in enumerate(picture.weights[:-1])
        if weights.max() >= _CLEAR
        and _is_content(picture.target, picture.joined_target, row)
        and _is_content(picture.source[:-1], picture.joined_source, int(weights.argmax()))
    }
    rows, says = turned(links), list[tuple[str, bool]]()
    if len(rows) < 2:
        return []
    for row in rows:
        says += said(
            (", **{target}** to" if says else "**{target}** attends to") + " **{source}** ({weight:.0%})",
            target=picture.target[row],
            source=picture.source[links[row]],
            weight=picture.weights[row, links[row]],
        )
    return [*says, (": the word order is reversed.", False)]


def _is_content(words: list[str], joined: frozenset[int], index: int) -> bool:
    """Whether a whole word with a meaning of its own stands here: no sign, no elision, no function word."""
    whole = index < len(words) and not {index, index + 1} & joined
    return whole and all_letters(words[index]) and words[index].lower() not in FUNCTION_WORDS


def turned(links: dict[int, int]) -> list[int]:
    """The longest run of these rows, from above, whose columns go backwards."""
    best: list[int] = []
    run: list[int] = []
    for row, column in links.items():
        run = [*run, row] if run and column < links[run[-1]] else [row]
        best = max(best, run, key=len)
    return best


def looking(state: State) -> str:
    """Say which way the matrices are drawn, and what sums to 1."""
    across, down = ("French", "English") if orientation.transposed(state) else ("English", "French")
    return f"{down} down, {across} across. The {orientation.line(state)} of each French word sums to 1."


def shows(trace: TranslationTrace, kind: AttentionKind, chosen: CrossHead) -> Door | None:
    """Where the weights of a head of one of the three kinds of attention open; those of a mean nowhere."""
    if chosen.head is None:
        return None
    return doors.shows_of_translation(trace, f"{kind}_pattern", chosen.layer, chosen.head)


def grid(
    screen: Screen,
    state: State,
    picture: Shown,
    *,
    alt: str,
    key: str,
    on_cell: OnChoose | None = None,
    shows: Door | None = None,
) -> None:
    """The pattern as a matrix: English across, French down, as in the translation figures of the papers."""
    screen.matrix(
        picture.weights,
        Labels(rows=picture.target, columns=picture.source, noun="weight", attends=True),
        alt=alt,
        key=key,
        on_cell=on_cell,
        transposed=orientation.transposed(state),
        shows=shows,
    )
