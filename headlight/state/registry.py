"""Every view, found by the name of its file: `pages/PAGE/NAME.py` declares it with `@view`.

`pages/PAGE/__init__.py` names the page, its question and its views in order. The lesson of a view, its code and its
tests go by NAME, which is also its short address.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal

from headlight.pictures import Screen
from headlight.reading import reader, running
from headlight.reading.cache import cached
from headlight.reading.reader import NONE_HERE, CannotShow, Need
from headlight.reading.real_models import BUNDLED, REAL_MODELS
from headlight.state.address import KEYS, Key, declare
from headlight.state.first_path import VIEW as GUESSES
from headlight.state.places import PAGES, page_of
from headlight.state.state import ALWAYS, Button, Choices, Dial, DialPlace, Pressed, Readable, State, read, written
from headlight.state.story import STORIES
from transformer import LanguageModel
from transformer.learning.run import TinyModel

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

Draw = Callable[[State, Screen], None]
Taken = tuple[LanguageModel | TinyModel, Mapping[str, Any]]  # the model on the screen, and the keys of its page
Take = Callable[[State], Taken]
Control = Readable[Any] | Button | Choices
Depth = Literal["main", "more", "arithmetic"]  # which of the boards of a view: what it is, and what is closed at first
_KEPT = 12  # boards that are held for all visitors


@dataclass(frozen=True)
class Link:
    """A way on: a page or a view by its short address, the words of the link, and the keys that it sets there.

    Without keys it opens what the menu would open.
    """

    to: str
    label: str
    state: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Chart:
    """A figure of Plotly's with its heading, above an arithmetic whose pictures cannot be turned as it can."""

    figure: "Figure"
    title: str
    hint: str
    alt: str


@dataclass(frozen=True)
class Entry:
    """A row of a view that is read: what it says in Markdown, and the view that shows it."""

    words: str
    shown_in: str


_IN_THE_MENU = "orientation"  # of the frame, with the model: it is of all pictures
_WIDTHS: Mapping[str, int] = {"slider": 220, "scale": 220, "menu": 220, "number": 130, "text": 260}

Entries = Callable[[State], Sequence[Entry]]  # CannotShow where there is none
Step = Callable[[State], Callable[[bool], Pressed] | None]
# None in states without one. The ground says which colours; only here is Plotly imported, which takes its time.
DrawChart = Callable[[State, Literal["light", "dark"]], Chart | None]


@dataclass(eq=False)
class View:
    """One screen: a function from what the reader set to a board of pictures, and what it asks for.

    `box` is its sentence box, `dials` are its other controls. `needs` is what it asks of a model that is not the
    bundled one; None for a view that shows the bundled one alone, and `alone` says why. `code` names its snippets and
    what each computes, where it has others than its own. `onward` stands in its *Read more*, `ways` under its pictures,
    drawn anew with each key where they depend on the state. `bundled` says whether it shows the bundled model, `lesson`
    whether words stand around its pictures, `late` why its first one begins lower than others. While it
    `asks`, box and picture are alone on the page, so that nothing tells the answer. A view that is a script declares
    its `own` keys, which have no dial.

    It is the decorator of its function, and named by the file that this stands in. What the function draws is the page,
    and the slide; what else there is, `more` and `deeper` draw.
    """

    box: Dial[str] | None = None
    dials: Sequence[Control] = ()
    needs: tuple[Need, ...] | None = None
    alone: str | None = None
    code: Mapping[str, str] = field(default_factory=dict)
    onward: Link | None = None
    ways: Sequence[Link] | Callable[[State], Sequence[Link]] = ()
    bundled: bool = True
    lesson: bool = True
    late: str = ""
    own_keys: Sequence[Key] = ()
    asks: Callable[[State], bool] = lambda state: False
    name: str = field(default="", init=False)
    page: str = field(default="", init=False)
    draw: Draw | None = field(default=None, init=False)  # None for a view that is a list to read, or a script
    entries: Entries | None = field(default=None, init=False)
    script: Callable[[State], None] | None = field(default=None, init=False)
    others: Draw | None = field(default=None, init=False)
    arithmetic: Draw | None = field(default=None, init=False)
    take_live_model: Take | None = field(default=None, init=False)
    poll: Callable[[], float | None] | None = field(default=None, init=False)
    step: Step | None = field(default=None, init=False)
    figure: DrawChart | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        declare(*self.own_keys)

    def __reduce__(self) -> tuple[Callable[[str], "View"], tuple[str]]:
        """Be found again by name: there is one of each, also where a state of it was pickled."""
        return find, (self.name,)

    def __call__(self, draw: Draw) -> "View":
        """The view of a pure function, whose pictures it draws."""
        self.draw = draw
        return self._named(draw)

    def listed(self, entries: Entries) -> "View":
        """Declare a view that is a list to read, such as the glossary: a function from the state to its entries."""
        self.entries = entries
        return self._named(entries)

    def scripted(self, script: Callable[[State], None]) -> "View":
        """Declare a view that draws its page itself, because it keeps what no address can hold."""
        self.script = script
        return self._named(script)

    def _named(self, function: Callable[..., Any]) -> "View":
        *_, self.page, self.name = function.__module__.split(".")
        return self

    @property
    def title(self) -> str:
        """Its name in the row of views of its page."""
        return PAGES[self.page].views[self.name]

    @cached_property
    def streams(self) -> bool:
        """Whether it has a stream, in the strip under the menu, which follows its sentence or its guesses."""
        typed = self.box is not None and self.box.key == "text"
        return self.name == GUESSES or bool(PAGES[self.page].part_of(self.name) and typed)

    @cached_property
    def parts(self) -> tuple[Dial[Any] | Button | Choices, ...]:
        """All its controls one by one, without the box."""
        return tuple(part for dial in self.dials for part in dial.parts)

    @cached_property
    def controls(self) -> tuple[Dial[Any], ...]:
        """Its dials alone."""
        return tuple(part for part in self.parts if isinstance(part, Dial))

    def placed(self, place: DialPlace, state: State) -> list[Dial[Any] | Button | Choices]:
        """Its controls at a place in a state; above the picture, first those that a slide leaves out."""
        parts = [part for part in self.parts if part.place == place and part.when(state) and part.key != _IN_THE_MENU]
        if place == "above" and not state.get("present"):
            return [*(_in_a_row(part) for part in self.placed("page", state) if _kind(part) != "hidden"), *parts]
        return parts

    @cached_property
    def keys(self) -> frozenset[str]:
        """The keys of the address that it reads."""
        box = (self.box.key,) if self.box else ()
        return frozenset((*ALWAYS, *box, *(dial.key for dial in self.controls), *(key.name for key in self.own_keys)))

    @cached_property
    def firsts(self) -> Mapping[str, Any]:
        """Where its keys stand at first, as far as that does not depend on the state."""
        dials = [*self.controls, *([self.box] if self.box else [])]
        return {**ALWAYS, "code": False, **{dial.key: dial.default for dial in dials if not callable(dial.default)}}

    @property
    def first_model(self) -> str:
        """The model that it shows until another is chosen. CannotShow where it needs a real one and none is here."""
        if self.bundled:
            return BUNDLED
        if not REAL_MODELS:
            raise CannotShow(NONE_HERE)
        return next(iter(REAL_MODELS))

    def more(self, draw: Draw) -> Draw:
        """A decorator: the other pictures, which are closed under *More pictures*."""
        self.others = draw
        return draw

    def deeper(self, draw: Draw) -> Draw:
        """A decorator: what stands one click deeper, under *Show the arithmetic*."""
        self.arithmetic = draw
        return draw

    def live_model(self, take: Take) -> Take:
        """A decorator: the model that a live page has in place of the bundled one, and the keys that it opens with."""
        self.take_live_model = take
        return take

    def polled(self, every: Callable[[], float | None]) -> Callable[[], float | None]:
        """A decorator: after how many seconds the view is drawn anew by itself; None while nothing goes on."""
        self.poll = every
        return every

    def stepped(self, step: Step) -> Step:
        """A decorator: what the view does next by itself, a moment after it was drawn."""
        self.step = step
        return step

    def goes_on(self, state: State) -> Callable[[bool], Pressed] | None:
        """Return its next step in this state, or all that are to come if it is called with True; None for none."""
        return self.step(state) if self.step else None

    def every(self) -> float | None:
        """After how many seconds it is drawn anew by itself just now."""
        return self.poll() if self.poll else None

    def chart(self, draw: DrawChart) -> DrawChart:
        """A decorator: a figure of Plotly's above the board of its arithmetic."""
        self.figure = draw
        return draw

    def lacking(self, model: str) -> Need | str | None:
        """Return what this view needs that a model does not have; None where it can show the model."""
        if model == BUNDLED:
            return None
        return (self.alone or "it shows no other") if self.needs is None else reader.lacking(model, self.needs)

    @property
    def depths(self) -> Sequence[Depth]:
        """The boards that it has, in their order."""
        drawn: Mapping[Depth, Draw | None] = {"main": self.draw, "more": self.others, "arithmetic": self.arithmetic}
        return tuple(depth for depth, draw in drawn.items() if draw)

    def board(self, state: State, depth: Depth = "main", told_above: Iterable[str] = ()) -> Screen:
        """Draw its pictures in this state: its main one with what follows, the others, or those of its arithmetic.

        Args:
            state: what the reader set.
            depth: which of its boards.
            told_above: what boards above it say of the texts, which this one does not repeat.

        Raises:
            CannotShow: there is nothing to show, and a sentence says why.
        """
        draw = {"main": self.draw, "more": self.others, "arithmetic": self.arithmetic}[depth]
        assert draw, f"{self.name} has no such board"
        text = state.text if self.box and self.box.key == "text" else ""
        model = state.model_name if text else ""
        screen = Screen(text, model)
        state.tell_of_boxes(screen)
        draw(state, screen)
        state.tell_of_passes(screen)
        for words in told_above:
            screen.told.pop(words, None)
        if depth == "main" and (begun := self._before_its_story(state)):
            screen.outline(as_it_was(begun, "main"))
            screen.leave_out_hints()
        return screen

    def boards(self, state: State, *, deeper: bool = False) -> list[Screen]:
        """All its pictures, the main one first; with `deeper` those of its arithmetic too. CannotShow as in `board`."""
        drawn: list[Screen] = []
        for depth in self.depths:
            if deeper or depth != "arithmetic":
                drawn.append(self.board(state, depth, [words for board in drawn for words in board.told]))
        return drawn

    def _before_its_story(self, state: State) -> State | None:
        """Return what a story of this view had set before its deed; None where none is told."""
        story = STORIES.get(state.get("told") or "")
        if story is None or story.view != self.name:
            return None
        told_state = {key: written(value) for key, value in story.state.items()}
        return State.made(self, {**read(told_state), "model": state.get("model"), "present": state.get("present")})


def _in_a_row(part: Dial[Any] | Button | Choices) -> Dial[Any] | Button | Choices:
    """A control as wide as it is in a row."""
    return replace(part, width=part.width or _WIDTHS.get(part.kind)) if isinstance(part, Dial) else part


def _kind(part: Dial[Any] | Button | Choices) -> str:
    return part.kind if isinstance(part, Dial) else ""


view = View  # as a decorator


@cached(most=_KEPT)
def as_it_was(state: State, depth: Depth) -> Screen:
    """Draw the board of a state that others are compared with, once for all visitors; nobody may change it.

    It is the same whoever asks first, and though they type.
    """
    with running.in_one_go():
        return state.view.board(state.kept(), depth)


@cache
def views() -> Mapping[str, View]:
    """Every view by its short address, in the order of the pages."""
    return {name: _declared(page, name) for page, about in PAGES.items() for name in about.views}


@cache
def all_keys() -> Mapping[str, Key]:
    """Every key of the address, as the frame and all views declare them."""
    views()
    return KEYS


def _declared(page: str, name: str) -> View:
    module = import_module(f"headlight.pages.{page}.{name}")
    (declared,) = {value for value in vars(module).values() if isinstance(value, View) and value.name == name}
    return declared


@cache
def find(name: str) -> View:
    """A view by its short address; only its own file is read.

    Raises:
        ValueError: there is none of this name.
    """
    return _declared(page_of(name), name)
