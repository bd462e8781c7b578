"""The dials that views share; each declares its keys of the address once, with its words and where it is drawn."""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

import numpy as np

from headlight.reading import reader, running
from headlight.reading.reader import EXAMPLE, Model
from headlight.reading.real_models import SENTENCE
from headlight.state import address
from headlight.state.address import Key
from headlight.state.key_types import ListText, Number, OneOf, Switch, Text
from headlight.state.state import Dial, DialPlace, Dials, Readable, State, chosen_in_picture
from transformer import Intervention, OpenedModel, Plan, Trace
from transformer.head import Head
from transformer.intervention import MaskKind
from transformer.readings.deciding import Deciding

Value = TypeVar("Value")
TOKENS = 128  # that the bundled model reads at most
PLACE = Number(0, TOKENS - 1)  # of a token
FIRST = {"SmolLM2": (3, 2)}  # layer and head, from 1, where "country" looks at "bear"


def sentence(example: str = EXAMPLE, placeholder: str = "") -> Dial[str]:
    """Return the live box at the top of a page, with the example that stands in it at first."""
    return Dial(
        "text",
        Key("text", Text(SENTENCE), "the sentence", "to other pages"),
        "Your sentence",
        example,
        reads=_has_tokens,
        placeholder=placeholder,
    )


def _has_tokens(state: State, text: str) -> bool:
    return reader.reads(state.model_name, text)


def _first(axis: int, bundled: int | None = None) -> Callable[[State], int]:
    """The layer (0) or the head (1), from 1, that is open at first; of the bundled model another one, from 0."""

    def opens(state: State) -> int:
        if isinstance(state.model, OpenedModel):
            return FIRST.get(state.model.name, (1, 1))[axis]
        return (state.model.roles.best("modifier")[axis] if bundled is None else bundled) + 1

    return opens


def layer(
    when: Callable[[State], bool] = lambda state: True, place: DialPlace = "page", first: int | None = None
) -> Dials[int]:
    """Which layer, from 0 where it is read and from 1 on screen; there `when` it counts.

    Of the bundled model `first`, from 0, is open at first, else the layer of the head that `HEAD` opens with.
    """
    width = None if place == "page" else 260
    part = replace(_LAYER, default=_first(0, first), place=place, width=width, when=when)
    return Dials((part,), lambda state: part.read(state) - 1)


_LAYER = Dial[int](
    "slider",
    Key("layer", Number(1, 200), "the layer, from 1, up to the last of the model", "with its model"),
    "Layer",
    _first(0),
    most=lambda state: state.model.config.n_layers,
    help="Which layer of the model. Low: near the words themselves. High: near the next word.",
)
_HEAD = Dial[int](
    "slider",
    Key("head", Number(1, 200), "the head of that layer, the same way", "with its model"),
    "Head",
    _first(1),
    most=lambda state: state.model.config.n_heads,
    help="Which attention head of the layer. Each attends in its own way; the numbers have no order.",
)
_AXES = ("layer", "head")
_NOWHERE = 0  # "not chosen": layers and heads count from 1


def _pair(layer: Dial[int], head: Dial[int]) -> Dials[Head]:
    return Dials((layer, head), lambda state: Head(layer.read(state) - 1, head.read(state) - 1))


HEAD = _pair(_LAYER, _HEAD)


def head_of(state: State) -> Head | None:
    """Return the head that a view shows; None in a view of no single head."""
    axes = {dial.key: dial.read(state) - 1 for dial in state.view.controls if dial.key in _AXES and dial.when(state)}
    return Head(*(axes[key] for key in _AXES)) if len(axes) == 2 else None


def _deciding() -> Dials[Head]:
    """Return the pair of dials that opens at the head that brings what the next word of the reader's text needs most.

    It is found once typing rests.

    It applies only if the address has neither `layer` nor `head`: one of them alone goes with what `HEAD` opens with.
    A head that was chosen stays in the address, though it be the one that decides: with another text that is another.
    """

    def opens(axis: int) -> Callable[[State], int]:
        def of(state: State) -> int:
            own, other = (state.get(_AXES[index]) for index in (axis, 1 - axis))
            if own is not None:
                return _NOWHERE
            head = deciding(state.model, state.text) if other is None else None
            return _first(axis)(state) if head is None else head[axis] + 1

        return of

    layer, head = (
        replace(part, default=opens(axis), partner=_AXES[1 - axis], look={"always": True})
        for axis, part in enumerate((_LAYER, _HEAD))
    )
    return _pair(layer, head)


def deciding(model: Model, text: str) -> Head | None:
    """The head that decides what comes after a text; None where none can.

    While somebody types it stays: it would be another one with many a letter, and costs two passes to find.
    """
    if running.typing() and (head := reader.last_head(model, text)):
        return head
    return reader.deciding_head(model, text)


def decided(state: State) -> Deciding:
    """Which head decides what comes after the text of a state, of the bundled model."""
    return reader.why(reader.bundled(), state.text).parts


def in_picture(dial: Readable[Value]) -> Dials[Value]:
    """Return a dial without controls of its own: a picture is its control."""
    return Dials(tuple(replace(part, kind="hidden", place="picture") for part in dial.parts), dial.read)


# The head that brings the bear: in the example no other one's silence costs the likeliest next word more.
BRINGS = Head(5, 4)
BRINGING = _deciding()  # for views that show what comes next beside it
BRINGING_LAYER = Dials(BRINGING.parts[:1], lambda state: state[BRINGING].layer)  # and for one that shows a whole layer

ON_CHIPS = "one of its tokens is chosen in a row above it"  # why a picture begins low
ORIENTATION = Dial(
    "one_of",
    address.ORIENTATION,
    "Queries as",
    "rows",
    help="Rows: each row attends and sums to 1, as in the paper. Columns: the same numbers transposed, each "
    "column attends and sums to 1, as some course notes draw it.",
)
ATTENTION_TEMPERATURE = Dial(
    "slider",
    Key("attention_temperature", Number(0.1, 4.0, 0.1), "divides the scores of every head", "to other pages"),
    "Attention temperature",
    1.0,
    help="Divides the scores in every head before softmax. Low: each word attends to one token. High: to all "
    "equally. It changes what the model computes.",
)
OUTPUT_TEMPERATURE = Dial(
    "slider",
    Key("output_temperature", Number(0.1, 3.0, 0.1), "divides the logits", "to other pages"),
    "Output temperature",
    1.0,
    help="Divides the logits before the last softmax. Low: the most likely word wins. High: all words "
    "become equally likely. It changes only the choice of the next word, not the attention.",
)


# Which keys a query may look at; an encoder has no mask.
MASK = Dial[MaskKind](
    "one_of",
    Key("mask", OneOf(("causal", "none", "window")), "which keys a query may attend to", "to other pages"),
    "Mask",
    "causal",
    when=lambda state: Plan.of(state.model.config).causal,
    help="Causal: itself and earlier tokens, as in training. None: also later ones. Window: itself and some before it.",
)
SCALED = Dial(
    "toggle",
    Key("scaled", Switch(), "scores are divided by √d_head", "to other pages"),
    "Scale by 1/√d",
    True,
    help="Divide scores by the square root of d_head. Without it softmax picks nearly one token.",
)
POSITIONS_ON = Dial(
    "toggle",
    Key("positions_on", Switch(), "positional encodings are added to the embeddings"),
    "Positions",
    True,
    help="Add the positional encoding to the embeddings, as in training. Off: the model gets the embeddings alone.",
)
# The dials that change the forward pass.
CHANGE = Dials[Intervention](
    (ATTENTION_TEMPERATURE, MASK, SCALED),
    lambda state: Intervention(temperature=state[ATTENTION_TEMPERATURE], mask=state[MASK], scaled=state[SCALED]),
)


QUERY: Dial[int | None] = chosen_in_picture(
    Key("query", PLACE, "position of the token that attends", "to other pages"), None
)
KEY: Dial[int | None] = chosen_in_picture(Key("key_position", PLACE, "position of the token that is attended to"), None)
CELL = Dials[tuple[int | None, int | None]]((QUERY, KEY), lambda state: (state[QUERY], state[KEY]))
TOKEN: Dial[int | None] = chosen_in_picture(Key("token", PLACE, "position of the chosen token"), None)
WORD: Dial[int | None] = chosen_in_picture(
    Key("word", Number(0, 999), "which word of the sentence is put together, from 0"), None
)
# Edits of several views: ribbons that were moved or cut, words and heads that were cut.
EDITED = chosen_in_picture(
    Key(
        "edited",
        ListText(400),
        "attention edited by hand: a ribbon as layer.head.word.from.to, or x at the end for a cut; a head that is cut "
        "as layer.head.x, a word as word.x",
    ),
    "",
)
CANDIDATE = Dial(
    "slider",
    Key("candidate", Number(1, 12), "which likely next token is taken apart, from 1"),
    "Which candidate",
    1,
    help="1: the most likely token. 12: the twelfth.",
)


def cell_of(pattern: np.ndarray, places: tuple[int | None, int | None], *, empty: int | None = None) -> tuple[int, int]:
    """The cell [query, key] of a pattern that `CELL` chooses.

    Where its boxes are empty it is the last token, or the query `empty`, and the key that it gives most weight. A
    position past the end of the text counts as its last.
    """
    query = position(places[0], pattern.shape[0], empty=empty)
    return query, position(places[1], pattern.shape[1], empty=int(pattern[query].argmax()))


def cell(state: State, trace: Trace, head: tuple[int, int]) -> tuple[int, int]:
    """The cell [query, key] of a head's pattern that `CELL` chooses."""
    return cell_of(trace.layers[head[0]].pattern[head[1]], state[CELL])


def position(chosen: int | None, count: int, *, empty: int | None = None) -> int:
    """The position that a box chooses of `count`, at most the last; where it is empty `empty`, else the last."""
    chosen = empty if chosen is None else chosen
    return count - 1 if chosen is None else min(chosen, count - 1)


def token(state: State, trace: Trace) -> int:
    """The position of the token that `TOKEN` chooses."""
    return position(state[TOKEN], len(trace.tokens))


# What a choice in a picture sets: keys of the address with their values.


def choose_head(head: tuple[int, int]) -> dict[str, int]:
    """A head, [layer, head] from 0."""
    return {"layer": head[0] + 1, "head": head[1] + 1}


def choose_cell(cell: tuple[int, int]) -> dict[str, int | None]:
    """A cell, [query, key]."""
    return {"query": cell[0], "key_position": cell[1]}


def choose_query(cell: tuple[int, int]) -> dict[str, int | None]:
    """The token that looks, by any cell of its row."""
    return {"query": cell[0]}


def choose_word(position: int) -> dict[str, int | None]:
    """The word that looks, by a token of it."""
    return {"query": position}


def choose_looking(position: int) -> dict[str, int | None]:
    """The token that looks, and that it looks where it looks most."""
    return {"query": position, "key_position": None}


def choose_token(position: int) -> dict[str, int | None]:
    """A token."""
    return {"token": position}
