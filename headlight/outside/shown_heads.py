"""All heads of a trace beside one of them: what `headlight.show` draws, for the head and the word that are chosen."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple, Protocol, Self

import numpy as np
from jaxtyping import Float
from numpy import ndarray as Array

from headlight.outside.slider import Slider
from headlight.pictures import Board, Labels, Screen
from headlight.pictures.head_grid import choice
from headlight.pictures.lines import Side
from headlight.pictures.standalone import Contents
from transformer import Trace, TranslationTrace
from transformer.counted import pair, real, whole
from transformer.trace import AttentionTrace
from transformer.words import as_typed

_HEIGHT = 560  # pixels of all heads, in the frame of a notebook
Chosen = tuple[Side, Sequence[int]] | None
_LEAST = (330, 240)  # pixels of the pattern, whose numbers are read then, and of the lines
_TEMPERATURES = (0.1, 4.0, 0.1)  # from, to, step: as the dial of the app


class Layer(Protocol):
    """A layer of heads: what is known of it at least."""

    @property
    def pattern(self) -> Float[Array, "head query key"]:
        """Their weights."""
        ...


class Heads(NamedTuple):
    """Layers of heads, the tokens that look, those that are looked at, and the text."""

    layers: Sequence[Layer]
    looking: Sequence[str]
    looked_at: Sequence[str]
    text: str
    across: bool  # from one text to another: a translator's heads between its two sides
    group: int = 1  # heads that share their keys

    @property
    def n_heads(self) -> int:
        """In each layer."""
        return len(self.layers[0].pattern) if self.layers else 0

    def hidden(self, layer: int, head: int) -> np.ndarray:
        """The cells [query, key] in which a head may not look; none, where its weights alone are known."""
        stages = self.layers[layer]
        if isinstance(stages, AttentionTrace):
            return np.isneginf(stages.masked[head])
        return np.zeros(stages.pattern[head].shape, dtype=bool)


def heads_of(trace: Trace | TranslationTrace | Heads) -> Heads:
    """The heads of a trace; of a translation those that look across."""
    if isinstance(trace, Heads):
        return trace
    if isinstance(trace, Trace):
        return Heads(trace.layers, trace.words, trace.words, trace.text, False, trace.plan.group)
    target, source = as_typed(trace.target_text, trace.target), as_typed(trace.source_text, trace.source)
    return Heads(trace.cross, target, source, f"{trace.source_text} → {trace.target_text}", True)


@dataclass(frozen=True, eq=False)
class ShownHeads:
    """All heads of a trace, the chosen one, and the token whose row is framed; layers and heads count from 0.

    `counts_from` is the number that the first of them has on the screen. With `again`, which gives the trace at another
    attention temperature, or at its own, there is a slider for it in a live notebook.
    """

    trace: Trace | TranslationTrace | Heads
    head: tuple[int, int]
    word: int | None = None
    names: Sequence[Sequence[str]] | None = None
    model: str = ""
    vectors: bool = False
    counts_from: int = 1
    again: Callable[[float | None], Trace] | None = None

    def __post_init__(self) -> None:
        layer, head = pair("a head", self.head)
        object.__setattr__(self, "head", (layer, head))
        if self.word is not None:
            object.__setattr__(self, "word", whole("the position of a word", self.word))
        n_layers = len(self.of.layers)
        if not (0 <= layer < n_layers and 0 <= head < self.of.n_heads):
            raise ValueError(f"no head {head} in layer {layer}: there are {n_layers} layers of {self.of.n_heads} heads")
        if self.word is not None and not 0 <= self.word < len(self.of.looking):
            raise ValueError(f"no token at {self.word}: there are {len(self.of.looking)} tokens, from 0")
        if self.names is not None and np.shape(self.names) != (n_layers, self.of.n_heads):
            raise ValueError(f"names are [layer][head]: {n_layers} lists of {self.of.n_heads}")
        if whole("counts_from", self.counts_from) not in (0, 1):
            raise ValueError(f"layers and heads count from 0 or from 1, got counts_from={self.counts_from!r}")
        if self.vectors and isinstance(self.trace, Heads):
            raise ValueError("Weights alone have no queries and keys: leave vectors out, or show a trace.")

    @cached_property
    def of(self) -> Heads:
        """Its heads and tokens."""
        return heads_of(self.trace)

    @property
    def values(self) -> dict[str, Any]:
        """Read its sliders."""
        return (
            {"temperature": self.trace.intervention.temperature} if isinstance(self.trace, Trace) and self.again else {}
        )

    def looking(self, head: tuple[int, int] | None, word: int | None) -> Self:
        """Return it with this head and this word chosen.

        Raises:
            ValueError: there is no such head, or no such word.
        """
        return replace(self, head=self.head if head is None else head, word=word)

    def turned(self, values: Mapping[str, Any]) -> Self:
        """Return it at another temperature; None: that of the run.

        Raises:
            ValueError: there is no slider of that name, or no run has such a temperature.
        """
        for key, value in values.items():
            if key not in self.values:
                sliders = ", ".join(self.values) or "none of a trace alone: show a run, as run.show()"
                raise ValueError(f"There is no slider {key!r}. There is {sliders}.")
            assert self.again
            return replace(self, trace=self.again(None if value is None else real(key, value)))
        return self

    def same_as(self, other: object) -> bool:
        """Whether both are of one pass."""
        return isinstance(other, ShownHeads) and self.trace is other.trace

    def chosen(self, board: int, key: str, value: Any) -> Self:
        """Return it as it is: a choice in these pictures is a head or a word."""
        return self

    @cached_property
    def boards(self) -> tuple[Board, ...]:
        """All heads, and the chosen one."""
        return self._all_heads(), self._one_head(*self.head)

    def contents(self, *, whole: bool = True) -> Contents:
        """Give a page its contents: all heads, or the chosen one alone, where the page asks for another."""
        n_layers, n_heads = len(self.of.layers), self.of.n_heads
        every = [(layer, head) for layer in range(n_layers) for head in range(n_heads)] if whole else [self.head]
        heads = {
            head: (
                choice(head, layers=n_layers, heads=n_heads, tokens=len(self.of.looking), counts_from=self.counts_from),
                self._one_head(*head).message(),
            )
            for head in every
        }
        return Contents([self._all_heads().message()], heads, self.head, self.word)

    @property
    def sliders(self) -> list[Slider]:
        """Its temperature, where it can be turned."""
        return [Slider(key, "Attention temperature", value, *_TEMPERATURES) for key, value in self.values.items()]

    def _named(self, layer: int, head: int) -> str:
        return f"layer {layer + self.counts_from}, head {head + self.counts_from}"

    def _all_heads(self) -> Board:
        n_layers, n_heads = len(self.of.layers), self.of.n_heads
        board = Screen(self.of.text, self.model)
        across = n_layers > n_heads  # a page is wider than it is high
        lie = "Columns are layers, rows are heads." if across else "Rows are layers, columns are heads."
        board.heading("All heads that attend across" if self.of.across else "All heads", f"{lie} Choose one.")
        board.head_grid(
            np.stack([layer.pattern for layer in self.of.layers]),
            hidden=np.all([self.of.hidden(layer, 0) for layer in range(n_layers)], axis=0),
            tokens=self.of.looking,
            looked_at=self.of.looked_at if self.of.across else (),
            selected=self.head,
            names=[[""] * n_heads] * n_layers if self.names is None else self.names,
            key="heads",
            on_head=_by_the_page,
            across=across,
            group=self.of.group,
            tallest=_HEIGHT,
            counts_from=self.counts_from,
        )
        return board

    def _one_head(self, layer: int, head: int) -> Board:
        pattern, name_of_head = self.of.layers[layer].pattern[head], self._named(layer, head)
        name = "" if self.names is None else self.names[layer][head]
        board = Screen(self.of.text, self.model)
        cells, ribbons = board.columns(1, 1, least=_LEAST)
        with cells:
            board.heading(
                f"L{name_of_head[1:]}", name or "Each row is a token that attends; the columns are what it attends to."
            )
            board.matrix(
                pattern,
                Labels(rows=self.of.looking, columns=self.of.looked_at, noun="weight", attends=True),
                alt=f"Pattern of {name_of_head}: each row attends to the columns.",
                key="pattern",
                hidden=self.of.hidden(layer, head),
                row=self.word,
                on_cell=_by_the_page,
            )
        with ribbons:
            if self.of.across:
                board.heading("As ribbons", "A ribbon is as wide as its weight. Point at a word.")
                alt = f"Pattern of {name_of_head} as ribbons between both texts."
                source, target = self.of.looked_at, self.of.looking
                board.alignment(pattern, source=source, target=target, alt=alt, key="ribbons", on_target=_by_the_page)
            else:
                board.heading("As lines", "From each query, left, to its keys, right. Point at a token.")
                chosen: Chosen = None if self.word is None else ("queries", [self.word])
                alt = f"Pattern of {name_of_head} as lines."
                board.lines(
                    pattern[None], tokens=self.of.looking, alt=alt, key="lines", chosen=chosen, on_choice=_by_the_page
                )
        if self.vectors:
            self._vectors(board, layer, head)
        return board

    def _vectors(self, board: Screen, layer: int, head: int) -> None:
        board.heading("Queries and keys", "The scores of the pattern are their products. A column for each dimension.")
        stages = self.of.layers[layer]
        assert isinstance(stages, AttentionTrace)
        sides = {"queries": (stages.queries, self.of.looking), "keys": (stages.keys, self.of.looked_at)}
        for (name, (vectors, tokens)), column in zip(sides.items(), board.columns(1, 1), strict=True):
            with column:
                alt = f"{name.capitalize()} of {self._named(layer, head)}: a row for each token."
                board.strips({name: vectors[head]}, tokens=tokens, alt=alt, key=name)


def _by_the_page(choice: Any) -> None:
    """Nothing: the page itself listens."""
