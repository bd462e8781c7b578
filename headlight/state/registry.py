"""Every view, found by the name of its file: `pages/PAGE/NAME.py` declares it with `@view`.

`pages/PAGE/__init__.py` names the page, its question and its views in order. The lesson of a view, its code and its
tests go by NAME, which is also its short address.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal

from headlight.pictures import Screen
from headlight.pictures.outlined import outline
from headlight.reading import reader
from headlight.reading.cache import cached
from headlight.reading.found import BUNDLED, FOUND
from headlight.reading.reader import NONE_HERE, CannotShow, Need
from headlight.state import opening
from headlight.state.places import PAGES, current_name, page_of
from headlight.state.state import ALWAYS, Button, Choices, Dial, Readable, State, read, written
from headlight.state.story import STORIES
from transformer import LanguageModel
from transformer.learning.run import TinyModel

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

Draw = Callable[[State, Screen], None]
Taken = tuple[LanguageModel | TinyModel, Mapping[str, Any]]  # the model on the screen, and the keys of its page
Take = Callable[[State], Taken]
Control = Readable[Any] | Button | Choices
_KEPT = 12  # boards that are held for all visitors


@dataclass(frozen=True)
class Link:
    """A way on: a page or a view by its short address, the words of the link, and the keys that it sets there.

    `about` is one more sentence, which makes it a card. Without keys it opens what the menu would open.
    """

    to: str
    label: str
    state: Mapping[str, Any] = field(default_factory=dict)
    about: str = ""


@dataclass(frozen=True)
class Chart:
    """A figure of Plotly's with its heading, above an arithmetic whose pictures cannot be turned as it can."""

    figure: "Figure"
    title: str
    hint: str
    alt: str


@dataclass(frozen=True)
class Entry:
    """A row of a view that is read: its theme, what it says in Markdown, and the view that shows it."""

    theme: str
    words: str
    shown_in: str


Entries = Callable[[State], Sequence[Entry]]  # CannotShow where there is none
# None in states without one. The ground says which colours; only here is Plotly imported, which takes its time.
DrawChart = Callable[[State, Literal["light", "dark"]], Chart | None]


@dataclass(eq=False)
class View:
    """One screen: a function from what the reader set to a board of pictures, and what it asks for.

    `box` is its sentence box, `dials` are its other controls. `needs` is what it asks of a model that is not the
    bundled one; None for a view that shows the bundled one alone, and `alone` says why. `code` names its snippets and
    what each computes, where it has others than its own. `onward` stands in its *Read more*, `ways` under its pictures,
    drawn anew with each key where they depend on the state. `bundled` says whether it shows the bundled model. A view
    that is a script names its `own` keys, which no dial declares.

    It is the decorator of its function, and named by the file that this stands in.
    """

    box: Dial[str] | None = None
    dials: Sequence[Control] = ()
    needs: tuple[Need, ...] | None = None
    alone: str | None = None
    code: Mapping[str, str] = field(default_factory=dict)
    onward: Link | None = None
    ways: Sequence[Link] | Callable[[State], Sequence[Link]] = ()
    bundled: bool = True
    own: Sequence[str] = ()
    name: str = field(default="", init=False)
    page: str = field(default="", init=False)
    draw: Draw | None = field(default=None, init=False)  # None for a view that is a list to read, or a script
    entries: Entries | None = field(default=None, init=False)
    script: Callable[[State], None] | None = field(default=None, init=False)
    arithmetic: Draw | None = field(default=None, init=False)
    taken: Take | None = field(default=None, init=False)
    poll: Callable[[], float | None] | None = field(default=None, init=False)
    figure: DrawChart | None = field(default=None, init=False)

    def __call__(self, draw: Draw) -> "View":
        """The view of a pure function, whose pictures it draws."""
        self.draw = draw
        return self._named(draw)

    def listed(self, entries: Entries) -> "View":
        """The same of a list to read, such as the glossary: a function from what the reader set to its entries."""
        self.entries = entries
        return self._named(entries)

    def scripted(self, script: Callable[[State], None]) -> "View":
        """The same of what cannot be pure, because it keeps what no address can hold: it draws its page itself."""
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
    def parts(self) -> tuple[Dial[Any] | Button | Choices, ...]:
        """All its controls one by one, without the box."""
        return tuple(part for dial in self.dials for part in dial.parts)

    @cached_property
    def controls(self) -> tuple[Dial[Any], ...]:
        """Its dials alone."""
        return tuple(part for part in self.parts if isinstance(part, Dial))

    @cached_property
    def keys(self) -> frozenset[str]:
        """The keys of the address that it reads."""
        box = (self.box.key,) if self.box else ()
        return frozenset((*ALWAYS, *box, *(dial.key for dial in self.controls), *self.own))

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
        if not FOUND:
            raise CannotShow(NONE_HERE)
        return next(iter(FOUND))

    def deeper(self, draw: Draw) -> Draw:
        """A decorator: what stands one click deeper, under *Show the arithmetic*."""
        self.arithmetic = draw
        return draw

    def taken_home(self, take: Take) -> Take:
        """A decorator: the model that a live page has in place of the bundled one, and the keys that it opens with."""
        self.taken = take
        return take

    def polled(self, every: Callable[[], float | None]) -> Callable[[], float | None]:
        """A decorator: after how many seconds the view is drawn anew by itself; None while nothing goes on."""
        self.poll = every
        return every

    def every(self) -> float | None:
        """After how many seconds it is drawn anew by itself just now."""
        return self.poll() if self.poll else None

    def chart(self, draw: DrawChart) -> DrawChart:
        """A decorator: a figure of Plotly's above the board of its arithmetic."""
        self.figure = draw
        return draw

    def lacking(self, model: str) -> Need | str | None:
        """What this view needs that a model does not have; None where it can show the model."""
        if model == BUNDLED:
            return None
        return (self.alone or "it shows no other") if self.needs is None else reader.lacking(model, self.needs)

    def board(self, state: State, *, deeper: bool = False) -> Screen:
        """Its pictures in this state; with `deeper` those of its arithmetic.

        Raises:
            CannotShow: there is nothing to show, and a sentence says why.
        """
        draw = self.arithmetic if deeper else self.draw
        assert draw, f"{self.name} has no such board"
        text = state.text if self.box and self.box.key == "text" else ""
        model = state.model_name if text else ""
        screen = Screen(text, model, partial(opening.door, state) if text else None)
        state = state.telling(screen)
        state.tell_of_boxes()
        draw(state, screen)
        if not deeper and (begun := self._before_its_story(state)):
            outline(screen, as_it_was(begun, deeper=False))
        return screen

    def _before_its_story(self, state: State) -> State | None:
        """Return what a story of this view had set before its deed; None where none is told."""
        story = STORIES.get(state.get("told") or "")
        if story is None or story.view != self.name:
            return None
        said = {key: written(value) for key, value in story.state.items()}
        return State.made(self, {**read(said), "model": state.get("model"), "present": state.get("present")})


view = View  # as a decorator


@cached(most=_KEPT)
def as_it_was(state: State, deeper: bool) -> Screen:
    """Draw the board of a state that others are compared with, once for all visitors; nobody may change it."""
    return state.view.board(state, deeper=deeper)


@cache
def views() -> Mapping[str, View]:
    """Every view by its short address, in the order of the pages."""
    return {name: _declared(page, name) for page, about in PAGES.items() for name in about.views}


def _declared(page: str, name: str) -> View:
    module = import_module(f"headlight.pages.{page}.{name}")
    (declared,) = {each for each in vars(module).values() if isinstance(each, View) and each.name == name}
    return declared


@cache
def find(name: str) -> View:
    """A view by its short address, or the one that a dropped view has become part of; only its own file is read.

    Raises:
        ValueError: there is none of this name.
    """
    name = current_name(name)
    return _declared(page_of(name), name)
