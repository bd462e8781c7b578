"""A translated sentence, and how the search came to it: what `translate` gives of any translator."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol, runtime_checkable

from transformer.brief import Brief
from transformer.decoding import DecodingStep, Hypothesis, Search
from transformer.tokenizer import Token
from transformer.trace import warn_if_cut
from transformer.translation_trace import TranslationTrace


def longest_translation(n_source: int) -> int:
    """How many tokens a translation of so many may have: an end to writing that finds none by itself."""
    return 2 * n_source + 10


@dataclass(frozen=True)
class Read:
    """A text and an answer to it, as the tokens that a translator is given; how many of the text did not fit."""

    source_text: str
    target_text: str
    source: tuple[Token, ...]
    source_dropped: int
    target: tuple[Token, ...]

    def kept(self, longest: int) -> tuple[Token, ...]:
        """Leave room for a mark among the longest that the decoder reads, and warn of what is cut on either side."""
        kept = self.target[: longest - 1]
        warn_if_cut(len(self.source), self.source_dropped)
        warn_if_cut(len(kept), len(self.target) - len(kept))
        return kept

    def told(self, kept: tuple[Token, ...]) -> dict[str, Any]:
        """Return what a trace says of both texts, where these tokens of the answer were kept."""
        told = {name: getattr(self, name) for name in ("source_text", "target_text", "source", "source_dropped")}
        return told | {"target_dropped": len(self.target) - len(kept)}


@runtime_checkable
class Writer(Protocol):
    """The writer of a translation: a bundled translator, or one from a folder."""

    @property
    def config(self) -> Any: ...

    def text_of(self, ids: tuple[int, ...]) -> str: ...

    def _trace(self, read: Read) -> TranslationTrace: ...


@dataclass(frozen=True, eq=False, repr=False)
class Translation(Brief):
    """A translated sentence, and how the search came to it."""

    source_text: str
    text: str
    source: tuple[Token, ...]  # with the end mark
    target: tuple[Token, ...]  # with the end mark
    dropped: int  # tokens at the end of the source that did not fit the model
    beams: int
    search: Search = field(repr=False)
    translator: "Writer" = field(repr=False)

    @property
    def steps(self) -> tuple[DecodingStep, ...]:
        """The search step by step: hypotheses before it, and the likeliest ways to go on."""
        return self.search.steps

    @property
    def hypotheses(self) -> tuple[Hypothesis, ...]:
        """The translations that the search ended with, the best first; `translator.text_of(ids)` reads them."""
        return self.search.hypotheses

    @property
    def stopped(self) -> str | None:
        """Why writing was stopped before the model ended it, as a sentence; None when it ended by itself."""
        match self.search.best.ending:
            case "length":
                return f"Writing was stopped after {len(self.search.best.ids)} tokens: the model found no end."
            case "repetition":
                return "Writing was stopped because the model began to repeat itself."
        return None

    @cached_property
    def trace(self) -> TranslationTrace:
        """Everything the model computes for the sentence and this translation."""
        return self.translator._trace(Read(self.source_text, self.text, self.source, self.dropped, self.target[:-1]))
