"""Bars of next words, of one pass or of two that are compared: a click on one adds that word to the sentence."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from headlight.parts import vocabulary
from headlight.parts.words import NO_NEXT_WORD, Says, said
from headlight.pictures import Screen
from headlight.pictures.decimals import percent
from headlight.reading.reader import Model
from headlight.reading.real_models import SENTENCE
from headlight.state import doors
from headlight.state.state import State
from transformer import Trace
from transformer.readings.loss import sentence_loss
from transformer.softmax import softmax
from transformer.writing import with_token

KEY = "next_word"  # of the picture
SHOWN = 10  # bars of next words


@dataclass(frozen=True, eq=False)
class Comparison:
    """The text of a state read twice by its model; `after` is `before` itself where nothing is changed.

    Of a pass that was computed for its last token alone there is `final`, [d_model], what the unembedding reads there.
    """

    state: State
    before: Trace
    after: Trace
    final: np.ndarray | None = None

    @property
    def model(self) -> Model:
        """Return the model that reads both texts."""
        return self.state.model

    @property
    def changed(self) -> bool:
        """Whether there are two passes."""
        return self.before is not self.after or self.final is not None

    @property
    def predicts(self) -> bool:
        """Whether the model says what comes next."""
        return self.before.plan.predicts == "next"

    @cached_property
    def earlier(self) -> np.ndarray:
        """Probabilities of the next token before the change: [vocab]."""
        return vocabulary.probabilities(self.before)

    @cached_property
    def later(self) -> np.ndarray:
        """Return the next words after the change."""
        if self.final is not None:
            return softmax(self.before.logits_of(self.final))
        return vocabulary.probabilities(self.after) if self.changed else self.earlier

    def next_words(
        self, screen: Screen, change: str = "", *, key: str = KEY, count: int = SHOWN, says: Says | None = None
    ) -> None:
        """The most likely next tokens after the change, outlined as they were before it, in the order of before.

        `change` says what was changed, as in "with the weight cut, outlined as they were", to those who hear it.
        A sentence says what moved most; `says` stands in its place.
        """
        order = vocabulary.likeliest_of_two(self.earlier, self.later, count)
        before, after, text = self.earlier[order] if self.changed else None, self.later[order], self.after.text
        told = self.moved_most() if says is None else says
        shows = doors.shows(self.state, self.before, "probability", order)  # what they were before the change
        alt = f"The most likely next tokens {change}".rstrip() + "."
        draw(screen, self.model, text, order, after, before=before, says=told, alt=alt, key=key, shows=shows)

    def show(self, screen: Screen, title: str, hint: str, change: str, *, key: str = KEY, count: int = SHOWN) -> None:
        """Draw a heading and the bars of the next words; for a model that predicts none, a note instead."""
        if not self.predicts:
            return screen.heading("Next word", NO_NEXT_WORD)
        screen.heading(title, hint)
        self.next_words(screen, change, key=key, count=count)

    def moved_most(self) -> Says:
        """Which next token gained or lost most, and how much probability changed hands in all; nothing if none did."""
        if not self.changed:
            return []
        id = int(np.abs(self.later - self.earlier).argmax())
        return said(
            "“**{word}**” moved most, from **{earlier}** to **{later}**. In all, {moved} of the "
            "probability went to other tokens.",
            word=vocabulary.shown(self.model, id),
            earlier=percent(self.earlier[id]),
            later=percent(self.later[id]),
            moved=percent(np.abs(self.later - self.earlier).sum() / 2),
        )

    @property
    def losses(self) -> tuple[float, float] | None:
        """The mean loss of the text in nats per token, before and after; None for a text of one token."""
        if len(self.before.tokens) < 2:
            return None
        return sentence_loss(self.before), sentence_loss(self.after)


def draw(
    screen: Screen, model: Model, text: str, ids: Sequence[int] | np.ndarray, chances: np.ndarray, **look: Any
) -> None:
    """Draw tokens that may follow a text with their probabilities; what else `bars` can do is handed on."""
    labels = vocabulary.labels(model, ids)
    screen.bars(
        chances,
        labels=labels,
        on_bar=lambda number: added(model, text, int(ids[number])),
        quantity="probability",
        **look,
    )


def added(model: Model, text: str, id: int) -> dict[str, str]:
    """The keys that adding a token to the sentence sets; the sentence stays as it is where it cannot be added."""
    return {"text": with_token(model, text, id, max_chars=SENTENCE).text}
