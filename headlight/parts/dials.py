"""The dials that views share; each declares its keys of the address once, with its words and where it is drawn."""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

import numpy as np

from headlight.reading import reader
from headlight.reading.reader import EXAMPLE
from headlight.state.state import Dial, Dials, Place, Readable, State
from transformer import Intervention, OpenedModel, Plan, Trace
from transformer.head import Head
from transformer.intervention import MaskKind
from transformer.readings.deciding import Deciding

Value = TypeVar("Value")
FIRST = {"SmolLM2": (3, 2)}  # layer and head, from 1, where "country" looks at "bear"


def sentence(example: str = EXAMPLE) -> Dial[str]:
    """The live box at the top of a page, with the example that stands in it at first."""
    return Dial("text", "text", "Your sentence", example, reads=_has_tokens)


def _has_tokens(state: State, text: str) -> bool:
    return reader.reads(state.model_name, text)


def _first(at: int, bundled: int | None = None) -> Callable[[State], int]:
    """The layer (0) or the head (1), from 1, that is open at first; of the bundled model another one, from 0."""

    def opens(state: State) -> int:
        if isinstance(state.model, OpenedModel):
            return FIRST.get(state.model.name, (1, 1))[at]
        return (state.model.roles.best("modifier")[at] if bundled is None else bundled) + 1

    return opens


def layer(
    when: Callable[[State], bool] = lambda state: True, place: Place = "side", first: int | None = None
) -> Dials[int]:
    """Which layer, from 0 where it is read and from 1 on screen; there `when` it counts.

    Of the bundled model `first`, from 0, is open at first, else the layer of the head that `HEAD` opens with.
    """
    width = None if place == "side" else 260
    part = replace(_LAYER, default=_first(0, first), place=place, width=width, when=when)
    return Dials((part,), lambda state: part.read(state) - 1)


_LAYER = Dial[int]("slider", "layer", "Layer", _first(0), most=lambda state: state.model.config.n_layers)
_HEAD = Dial[int]("slider", "head", "Head", _first(1), most=lambda state: state.model.config.n_heads)
_NOWHERE = 0  # where a layer or a head that is chosen never stands
LAYER = layer()


def _pair(layer: Dial[int], head: Dial[int]) -> Dials[Head]:
    return Dials((layer, head), lambda state: Head(layer.read(state) - 1, head.read(state) - 1))


HEAD = _pair(_LAYER, _HEAD)


def _deciding() -> Dials[Head]:
    """The same where the head is open at first that decides the next word of the reader's text.

    Of a real model it is the one a look of which speaks most for it by the direct way.

    It opens only where the address names neither layer nor head: one of them alone goes with what `HEAD` opens with.
    A head that was chosen stays in the address, though it be the one that decides: with another text that is another.
    """

    def opens(at: int) -> Callable[[State], int]:
        def of(state: State) -> int:
            own, other = (state.get(("layer", "head")[place]) for place in (at, 1 - at))
            if own is not None:
                return _NOWHERE
            head = _of_text(state) if other is None else None
            return _first(at)(state) if head is None else head[at] + 1

        return of

    layer, head = (
        replace(part, default=opens(at), partner=("head", "layer")[at], look={"always": True})
        for at, part in enumerate((_LAYER, _HEAD))
    )
    return _pair(layer, head)


def _of_text(state: State) -> Head | None:
    if isinstance(state.model, OpenedModel):
        return reader.brings_most(state.model, state.text)
    return decided(state).head


def decided(state: State) -> Deciding:
    """Which head decides what comes after the text of a state, of the bundled model."""
    return reader.decided(reader.bundled(), state.text)


def in_picture(dial: Readable[Value]) -> Dials[Value]:
    """Return a dial without controls of its own: a picture is its control."""
    return Dials(tuple(replace(part, kind="hidden", place="picture") for part in dial.parts), dial.read)


# The head that brings the bear: in the example no other one's silence costs the likeliest next word more.
BRINGS = Head(5, 4)
BRINGING = _deciding()  # for views that show what comes next beside it

ORIENTATION = Dial("one_of", "orientation", "Queries are", "rows")
ATTENTION_TEMPERATURE = Dial("slider", "attention_temperature", "Attention temperature", 1.0)
OUTPUT_TEMPERATURE = Dial("slider", "output_temperature", "Output temperature", 1.0)


# Which keys a query may look at; an encoder has no mask.
MASK = Dial[MaskKind]("one_of", "mask", "Mask", "causal", when=lambda state: Plan.of(state.model.config).causal)
SCALED = Dial("toggle", "scaled", "Scale by 1/√d", True)
POSITIONS_ON = Dial("toggle", "positions_on", "Positions", True)
# The dials that change the forward pass.
CHANGE = Dials[Intervention](
    (ATTENTION_TEMPERATURE, MASK, SCALED),
    lambda state: Intervention(temperature=state[ATTENTION_TEMPERATURE], mask=state[MASK], scaled=state[SCALED]),
)


def multiplier(label: str, *, help: str) -> Dial[float]:
    """Multiplies what goes into the softmax of the view."""
    return Dial("scale", "multiplier", label, 1, "above", help=help, width=420)


def _in_picture(key: str, label: str) -> Dial[int | None]:
    """A place that is chosen in a picture, by a chip or a cell; None until one is."""
    return Dial("hidden", key, label, None, "picture")


QUERY = _in_picture("query", "Query position")
KEY = _in_picture("key_position", "Key position")
CELL = Dials[tuple[int | None, int | None]]((QUERY, KEY), lambda state: (state[QUERY], state[KEY]))
TOKEN = _in_picture("token", "Token at position")
OTHER_TOKEN = _in_picture("other_token", "Compared with position")
PAIR = Dials[tuple[int | None, int | None]]((TOKEN, OTHER_TOKEN), lambda state: (state[TOKEN], state[OTHER_TOKEN]))
WORD = _in_picture("word", "Word")


def cell_of(pattern: np.ndarray, places: tuple[int | None, int | None], *, empty: int | None = None) -> tuple[int, int]:
    """The cell [query, key] of a pattern that `CELL` chooses.

    Where its boxes are empty it is the last token, or the query `empty`, and the key that it gives most weight. A
    position past the end of the text counts as its last.
    """
    query = at(places[0], pattern.shape[0], empty=empty)
    return query, at(places[1], pattern.shape[1], empty=int(pattern[query].argmax()))


def cell(state: State, trace: Trace, head: tuple[int, int]) -> tuple[int, int]:
    """The cell [query, key] of a head's pattern that `CELL` chooses."""
    return cell_of(trace.layers[head[0]].pattern[head[1]], state[CELL])


def at(chosen: int | None, count: int, *, empty: int | None = None) -> int:
    """The place that a box chooses of so many; where it is empty `empty`, else the last, which is also past the end."""
    wanted = empty if chosen is None else chosen
    return count - 1 if wanted is None else min(wanted, count - 1)


def token(state: State, trace: Trace) -> int:
    """The place of the token that `TOKEN` chooses."""
    return at(state[TOKEN], len(trace.tokens))


# What a choice in a picture sets: keys of the address with their values.


def choose_cell(cell: tuple[int, int]) -> dict[str, int | None]:
    """A cell, [query, key]."""
    return {"query": cell[0], "key_position": cell[1]}


def choose_query(cell: tuple[int, int]) -> dict[str, int | None]:
    """The token that looks, by any cell of its row."""
    return {"query": cell[0]}


def choose_word(place: int) -> dict[str, int | None]:
    """The word that looks, by a token of it."""
    return {"query": place}


def choose_looking(place: int) -> dict[str, int | None]:
    """The token that looks, and that it looks where it looks most."""
    return {"query": place, "key_position": None}


def choose_token(place: int) -> dict[str, int | None]:
    """A token."""
    return {"token": place}


def choose_pair(pair: tuple[int, int]) -> dict[str, int | None]:
    """A token and the one that it is compared with."""
    return {"token": pair[0], "other_token": pair[1]}
