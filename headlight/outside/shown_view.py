"""A view of the app as `headlight.view` draws it: its boards in a state, and what a choice in them changes of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, Self

from headlight.outside import strict
from headlight.outside.slider import Slider
from headlight.parts.dials import KEY, QUERY, choose_head, head_of
from headlight.pictures import Board
from headlight.pictures.standalone import Contents
from headlight.state.address import KEYS
from headlight.state.key_types import Number, OneOf
from headlight.state.state import Dial, State
from transformer.counted import pair
from transformer.inference import processor


@dataclass(frozen=True, eq=False)
class ShownView:
    """A view in a state, with its boards: the main one, the others, and where they are `deeper` its arithmetic.

    `head` counts from 0, as everything in Python; the keys of its state count from 1, as the screen does.
    """

    state: State
    deeper: bool
    boards: tuple[Board, ...]

    @classmethod
    def drawn(cls, state: State, *, deeper: bool = False) -> Self:
        """Draw a state.

        Raises:
            ValueError: there is nothing to show. A TextCutWarning says what is left out of a long text.
        """
        with processor():
            return cls(state, deeper, strict.boards(state, deeper=deeper))

    def __reduce__(self) -> tuple[Any, ...]:
        """Be drawn again from the state: what listens to a picture is a function of its view."""
        return partial(ShownView.drawn, deeper=self.deeper), (self.state,)

    @cached_property
    def _dials(self) -> dict[str, Dial[Any]]:
        return {dial.key: dial for dial in self.state.view.controls if dial.when(self.state)}

    @property
    def head(self) -> tuple[int, int] | None:
        """The layer and the head that are chosen; None in a view of no single head."""
        return head_of(self.state)

    @property
    def word(self) -> int | None:
        """The position of the token whose row is chosen; None where none is, or nothing can be."""
        return self.state.get(QUERY.key)

    @property
    def values(self) -> dict[str, Any]:
        """Read its dials, by their keys."""
        return {key: dial.read(self.state) for key, dial in self._dials.items()}

    def looking(self, head: tuple[int, int] | None, word: int | None) -> Self:
        """Return it with this head and this word chosen.

        Raises:
            ValueError: it has no head or no word to choose, or not this one.
        """
        changes: dict[str, Any] = {}
        head = None if head is None else pair("a head", head)
        if head != self.head:
            if head is None:
                raise ValueError("this view shows one head: choose another, as (layer, head) from 0")
            changes |= choose_head(head)
        if word != self.word:
            changes |= {QUERY.key: word} | ({KEY.key: None} if KEY.key in self.state.view.keys else {})
        return self.turned(changes)

    def turned(self, values: Mapping[str, Any]) -> Self:
        """Return it with keys of its address set; None puts one back to where it stands at first.

        Raises:
            ValueError: the view has no such key, the key cannot hold the value, or there is nothing to show.
        """
        return self.drawn(self.state.moved(**values), deeper=self.deeper)

    def same_as(self, other: object) -> bool:
        """Whether both are one state."""
        return isinstance(other, ShownView) and self.state == other.state

    def chosen(self, board: int, key: str, value: Any) -> Self:
        """Return it after a choice in the picture of this key, as its view answers it."""
        changes = self.boards[board].listeners[key](value) or {}
        return self.turned({name: to for name, to in changes.items() if name in self.state.view.keys})

    def contents(self, *, whole: bool = True) -> Contents:
        """Give a page its contents."""
        return Contents([board.message() for board in self.boards], word=self.word)

    @property
    def sliders(self) -> list[Slider]:
        """Its dials that are sliders in the app."""
        sliders = []
        for key, dial in self._dials.items():
            holds, value = KEYS[key].holds, dial.read(self.state)
            if dial.kind == "slider" and isinstance(holds, Number):
                high = dial.most(self.state) if dial.most else holds.high
                if high > holds.low:
                    sliders.append(Slider(key, dial.label, value, holds.low, high, holds.step))
            elif dial.kind == "scale" and isinstance(holds, OneOf):
                sliders.append(Slider(key, dial.label, value, options=holds.options))
        return sliders
