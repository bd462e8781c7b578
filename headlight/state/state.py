"""The state of a reader as one value, and the dials that set it; nothing here knows Streamlit.

A `State` is the address of a view: which view, and the keys that do not stand at their defaults. A `Dial` owns keys of
the address; `state[DIAL]` is what it stands at. So a view can be drawn for any state, whoever asks.
"""

import inspect
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, Literal, NamedTuple, Protocol, Self, TypeVar, cast
from urllib.parse import parse_qs, urlencode

from headlight.pictures import Board
from headlight.reading import reader, sentences
from headlight.reading.reader import Model
from headlight.reading.real_models import BUNDLED, SENTENCE
from headlight.state.address import KEYS, Key, declare
from headlight.state.key_types import Holds, Number, OneOf, Switch, Text, Texts
from transformer import UNCHANGED, Intervention, Trace

Value = TypeVar("Value", covariant=True)
DialKind = Literal["one_of", "menu", "scale", "slider", "number", "toggle", "text", "hidden"]
# In a row above the picture, on a page alone or on its slide too; at the right of the sentence box, below the picture,
# above the further pictures or the arithmetic; or nowhere: a picture is its control.
DialPlace = Literal["page", "beside", "above", "below", "further", "deeper", "picture"]
# Keys that any view may ask for, and what they are where they are not set.
_CLOSED = {"more": False, "arithmetic": False}
ALWAYS: Mapping[str, Any] = {"orientation": "rows", **_CLOSED, "present": None, "model": BUNDLED, "told": None}


_HOLDS: Mapping[DialKind, type] = {  # what the key of a control may hold, by its kind; of a picture anything
    **dict.fromkeys(("one_of", "menu", "scale"), OneOf),
    **dict.fromkeys(("slider", "number"), Number),
    "text": Text,
    "toggle": Switch,
}


def any_text(state: "State", text: str) -> bool:
    """For a box whose example stands in for an empty text alone."""
    return True


class _Part:
    @property
    def parts(self) -> tuple[Self]:
        """Return the controls to draw: this one."""
        return (self,)


@dataclass(frozen=True, eq=False)
class Dial(_Part, Generic[Value]):
    """A control of one key of the address, which it owns: how it is drawn (`app.controls`), and what it stands at.

    `default` may depend on the state, as the first head does on the model. `when` says in which states it is there at
    all. `look` is what else its widget takes, and may depend on the state too. A slider with `most` ends there in a
    state, and a number past it counts as it. A box whose default stands in for a text that cannot be used `reads` those
    that can. A slider with a `partner`, another dial's key, is written into the address together with it. `help` is
    what it says of itself on hover: what low does and what high does.

    Raises:
        ValueError: it has no label, or no key that says what it means and that it can show, or this key is declared
            already, and not alike. It names the file.
    """

    kind: DialKind
    owns: Key
    label: str
    default: Value | Callable[["State"], Value]
    place: DialPlace = "page"
    when: Callable[["State"], bool] = lambda state: True
    look: Mapping[str, Any] | Callable[["State"], Mapping[str, Any]] = field(default_factory=dict)
    most: Callable[["State"], int] | None = None
    reads: Callable[["State", str], bool] | None = None
    partner: str = ""
    help: str = ""
    width: int | Literal["content", "stretch"] | None = None  # in pixels, or as its words need
    placeholder: str = ""

    def __post_init__(self) -> None:
        try:
            if not isinstance(self.owns, Key):
                raise ValueError(f"A dial needs a Key, with what it holds and means, instead of {self.owns!r}.")
            if not self.label and self.kind != "hidden":  # a picture says what it is
                raise ValueError(f"The dial of the key {self.key!r} has no label: say what it is called.")
            if not isinstance(self.owns.holds, _HOLDS.get(self.kind, Holds)):
                raise ValueError(f"A {self.kind} cannot show {self.owns.holds}, which the key {self.key!r} holds.")
            declare(self.owns)
        except ValueError as error:
            raise ValueError(f"{_declared_in()}: {error}") from None

    @property
    def key(self) -> str:
        """The name of its key."""
        return self.owns.name

    def opens(self, state: "State") -> Value:
        """Where it stands until somebody turns it."""
        return cast(Value, self.default(state) if callable(self.default) else self.default)

    def looks(self, state: "State") -> dict[str, Any]:
        """All that its widget is handed besides its range."""
        options = {"help": self.help, "width": self.width, "placeholder": self.placeholder}
        look = self.look(state) if callable(self.look) else self.look
        return {name: value for name, value in options.items() if value} | dict(look)

    def read(self, state: "State") -> Value:
        value = state.get(self.key)
        if value is None or not self.when(state):
            return self.opens(state)
        if self.reads:
            return self.typed(state) or self.opens(state)
        return cast(Value, min(value, self.most(state))) if self.most else value

    def typed(self, state: "State") -> Any:
        """The text of its box as it is read; "" where none was given, or nothing of it can be read."""
        text = reader.as_read(state.get(self.key) or "")
        return text if text and self.reads and self.reads(state, text) else ""


def chosen_in_picture(owns: Key, default: Value | Callable[["State"], Value]) -> Dial[Value]:
    """Return the dial of a key that is chosen in a picture, which is its control."""
    return Dial("hidden", owns, "", default, "picture")


def _declared_in() -> str:
    """The file that is declaring a dial."""
    frame, declaring = inspect.currentframe(), (__name__, "dataclasses")
    while frame and frame.f_globals.get("__name__") in declaring:
        frame = frame.f_back
    return frame.f_code.co_filename if frame else "?"


@dataclass(frozen=True, eq=False)
class Dials(Generic[Value]):
    """Several controls that are read as one value, such as the layer and the number of a head."""

    parts: tuple[Dial[Any], ...]
    of: Callable[["State"], Value]

    def read(self, state: "State") -> Value:
        return self.of(state)


Label = str | Callable[["State"], str]


class Pressed(NamedTuple):
    """The effect of a button: the keys of the address that it sets, and what there is to say."""

    sets: Mapping[str, Any]
    says: str = ""


@dataclass(frozen=True, eq=False)
class Button(_Part):
    """A button among the dials; `press` is called when it is pressed, `can` says in which states it can be."""

    key: str
    label: Label
    press: Callable[["State"], Pressed]
    can: Callable[["State"], bool] = lambda state: True
    place: DialPlace = "above"
    when: Callable[["State"], bool] = lambda state: True


@dataclass(frozen=True, eq=False)
class Choices(_Part):
    """Things worth trying, in a list that opens under a button; each sets keys of the address.

    `offered` gives in a state what each is called, and the keys with their values.
    """

    key: str
    label: str
    offered: Callable[["State"], Mapping[str, Mapping[str, Any]]]
    place: DialPlace = "above"
    when: Callable[["State"], bool] = lambda state: True
    width: int | Literal["content"] = "content"  # pixels


Readable = Dial[Value] | Dials[Value]


class Declared(Protocol):
    """The part of a view that its states use; `View` of the registry is the whole."""

    name: str
    page: str
    box: Dial[str] | None
    asks: Callable[["State"], bool]

    @property
    def controls(self) -> Sequence[Dial[Any]]: ...
    @property
    def keys(self) -> frozenset[str]: ...
    @property
    def streams(self) -> bool: ...
    @property
    def first_model(self) -> str: ...
    def lacking(self, model: str) -> object | None: ...
    def board(self, state: "State", depth: Literal["main", "more", "arithmetic"] = "main") -> Any: ...
    def boards(self, state: "State", *, deeper: bool = False) -> Sequence[Any]: ...
    def placed(self, place: DialPlace, state: "State") -> Sequence[Any]: ...


@dataclass(frozen=True)
class State:
    """A view and what is set in it: frozen, hashable, and the same as its address."""

    view: Declared
    items: tuple[tuple[str, Any], ...] = ()  # keys with their values, sorted; several options are a tuple
    # No part of the value: passes that were asked for, by their change and their text where it is not that of the box.
    _passes: dict[tuple[Intervention, str | None], Trace] = field(default_factory=dict, compare=False, repr=False)

    @classmethod
    def made(cls, view: Declared, values: Mapping[str, Any]) -> "State":
        """A state of values that its keys can hold; those that stand where they open anyway are left out."""
        state = cls(view, tuple(sorted((key, value) for key, value in values.items() if value not in (None, ()))))
        opens = dict(ALWAYS)
        for dial in (*view.controls, *([view.box] if view.box else [])):
            if state.get(dial.key) is not None:
                with suppress(Exception):  # what fails here fails, and is said, where the pictures would be
                    opens[dial.key] = dial.opens(state)
        return cls(view, tuple((key, value) for key, value in state.items if key not in opens or opens[key] != value))

    @classmethod
    def of(cls, view: Declared, **values: Any) -> "State":
        """A state from Python values, such as `layer=3`; None and what is left out stand at their defaults.

        Raises:
            ValueError: the view has no such key, or the key cannot hold the value.
        """
        usable = dict[str, Any]()
        for key, value in values.items():
            if value is None:
                continue
            if key not in view.keys:
                raise ValueError(f"{view.name} has no {key!r}. It has {', '.join(sorted(view.keys))}.")
            holds, means = KEYS[key].holds, KEYS[key].means
            if isinstance(holds, Text):  # the room of a box in the app is no limit here
                if not isinstance(value, str):
                    raise ValueError(f"{key} ({means}) is a text, got {value!r:.60}.")
                usable[key] = holds.whole(value)
            elif texts := holds.clean(written(value)):
                usable[key] = holds.value(texts)
            else:
                raise ValueError(f"{key}={value!r} cannot be: {key} ({means}) is {holds}.")
        return cls.made(view, usable)

    @classmethod
    def parse(cls, view: Declared, query: str) -> "State":
        """Read an address, written as a query; keys that cannot be used stay at their defaults."""
        values = read(parse_qs(query, keep_blank_values=True))
        return cls.made(view, {key: value for key, value in values.items() if key in view.keys})

    def written(self) -> str:
        """The state as a query: `text=bear+country&layer=3`."""
        return urlencode({key: written(value) for key, value in self.items}, doseq=True)

    def moved(self, **changes: Any) -> "State":
        """Return it with some keys changed; None puts one back to its default."""
        return State.of(self.view, **{**self._values, **changes})

    def get(self, key: str) -> Any:
        """The value of a key; None where it is not set."""
        return self._values.get(key)

    def __getitem__(self, dial: Readable[Value]) -> Value:
        return dial.read(self)

    @cached_property
    def _values(self) -> dict[str, Any]:
        return dict(self.items)

    @cached_property
    def model_name(self) -> str:
        """The model whose numbers are shown: the reader's choice where this view can show it."""
        name = self.get("model") or BUNDLED
        if name == BUNDLED:
            return self.view.first_model
        return name if self.view.lacking(name) is None else BUNDLED

    @cached_property
    def model(self) -> Model:
        """Open the model. CannotShow where it cannot be."""
        return reader.model(self.model_name)

    @cached_property
    def text(self) -> str:
        """The text of the view's box as it is read; its example where nothing can be."""
        assert self.view.box, f"{self.view.name} has no sentence box"
        return self[self.view.box]

    @cached_property
    def unread(self) -> tuple[Dial[str], ...]:
        """The boxes with texts of which nothing can be read: their examples stand in for them."""
        boxes = (*filter(None, [self.view.box]), *self.view.controls)
        boxes_with_text = (box for box in boxes if box.reads and self.get(box.key) is not None and box.when(self))
        return tuple(box for box in boxes_with_text if not box.typed(self))

    def kept(self) -> "State":
        """Return this state to be kept: without its passes, which take megabytes."""
        return State(self.view, self.items)

    def tell_of_boxes(self, board: Board) -> None:
        """Say on a board which texts are not those that were given, and which filled their box."""
        for box in self.unread:
            if box is not self.view.box:
                words = sentences.INSTEAD.format(label=box.label, example=box.opens(self))
            else:
                words = sentences.UNREADABLE if reader.as_read(self.get(box.key)) else sentences.EMPTY
            board.tell(words)
        if any(isinstance(value, str) and len(value) == SENTENCE for _, value in self.items):
            board.tell(sentences.FULL)

    def trace(self, change: Intervention = UNCHANGED, text: str | None = None) -> Trace:
        """Everything that the model computes for the text of the box, or for another.

        With the text of the box and the same change it is one object, whoever asks: so a view sees that there is no
        change by `is`, though the passes of all visitors are held for a while alone.
        """
        if (change, text) in self._passes:
            return self._passes[change, text]
        computed = reader.trace(self.model, self.text if text is None else text, change)
        if text is None or computed.dropped:
            self._passes[change, text] = computed
        return computed

    @property
    def traced(self) -> Trace | None:
        """The unchanged pass over the text of the box, once a view has asked for it."""
        return self._passes.get((UNCHANGED, None))

    def tell_of_passes(self, board: Board) -> None:
        """Say on a board where the model could not take all of a text that it was asked to read."""
        for trace in self._passes.values():
            reader.say_if_cut(board, trace)


def read(query: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """Return what can be used of the parameters of an address, by their keys."""
    cleaned = {key: KEYS[key].holds.clean(list(texts)) for key, texts in query.items() if key in KEYS and texts}
    return {key: KEYS[key].holds.value(texts) for key, texts in cleaned.items() if texts}


def written(value: Any) -> Texts:
    """The value of a control as it stands in the address."""
    if isinstance(value, bool):
        return ["true" if value else "false"]
    return [str(part) for part in value] if isinstance(value, list | tuple) else [str(value)]


def shown(view: Declared, chosen: str | None) -> str | None:
    """The name of the model that a view shows where this one is chosen; None where it has none to show."""
    with suppress(reader.CannotShow):
        return State(view, (("model", chosen),) if chosen else ()).model_name
    return None
