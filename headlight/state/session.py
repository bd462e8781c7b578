"""The session of one reader: the open view and the values of all keys. It is the one truth, without Streamlit.

Widgets and the address show it. It is read from an address when a visit begins or is resumed, when a link is followed,
and when the browser goes back or forward; everything else that changes it is a call of `move`, `go` or `type`.
"""

import math
import time
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import count
from typing import Any
from urllib.parse import urlencode

from headlight.state.address import AT, KEYS
from headlight.state.places import START, page_of, view_of
from headlight.state.registry import View, all_keys, find
from headlight.state.state import State, read, shown, written
from headlight.state.story import STORIES, Story

MODEL = "model"
Query = Mapping[str, Sequence[str]]
_VISITORS = count(1)
_Place = tuple[str, str]  # where a value is remembered, and its key


class Session:
    """The open view, what each key stands at, and counts by which the browser knows what is newer.

    A value is remembered where its key says: for the reader, for a model, or for a view, which then opens as it was
    left.
    """

    def __init__(self, query: Query) -> None:
        self.visitor = str(next(_VISITORS))
        self.entry = 0  # rises where the address is to be an entry of the browser's history of its own
        self.edition = 0  # rises where something else than its box has set a text
        self.typed = -math.inf  # when the last letter came from the box, by time.monotonic
        self.seen: float | None = None  # the last letter of which all was drawn, as `typed` tells it
        self.went = 0  # the number of the last step back or forward that has come from the browser
        # How many steps back or forward the browser had made when something was last typed, and what that was, by the
        # keys of its boxes. A step that was made before, and comes after it, must not undo it.
        self._last_typed: tuple[int, Mapping[str, str]] = 0, {}
        self._values: dict[_Place, Any] = {}
        self._last: dict[str, str] = {}  # the view of each page that was open last
        self.view = find(START)
        self._open(query)

    def get(self, key: str) -> Any:
        """Return what a key stands at in the open view; None where it is not set."""
        return self._values.get(self._place(self.view, key))

    @property
    def state(self) -> State:
        """Everything set in the open view, as one value."""
        return State.made(self.view, {key: self.get(key) for key in self.view.keys})

    @property
    def elsewhere(self) -> dict[str, Any]:
        """Everything set that follows the reader and that the open view does not read, by its keys."""
        values = {key: value for (scope, key), value in self._values.items() if scope == ""}
        return {key: value for key, value in values.items() if key not in self.view.keys}

    @property
    def story(self) -> Story | None:
        """The open story."""
        return STORIES.get(self.get("story") or "")

    @property
    def asks(self) -> bool:
        """Whether the open view asks something, or its story, which waits for a guess or *Show what happens*."""
        story = self.story
        asked = story is not None and story.view == self.view.name and self.get("told") != story.id
        return asked or self.view.asks(self.state)

    def address(self) -> str:
        """Return the query by which a newcomer sees what this reader sees: `?at=attention&text=bear+country`."""
        others = {key: written(value) for key, value in self.elsewhere.items()}
        return query_of(self.state, others)

    def move(self, **values: Any) -> None:
        """Set keys of the address; None puts one back to where it stands at first."""
        for key in sorted(values, key=lambda key: key != MODEL):  # the model says where a head is remembered
            self._set(self.view, key, values[key])
        self.edition += self.view.box is not None and self.view.box.key in values
        self.entry += _is_entry(values)

    def choose(self, **values: Any) -> None:
        """Set keys by a choice in a picture, which the reader may go back from."""
        self.move(**values)
        self.entry += not _is_entry(values)

    def type(self, texts: Mapping[str, str], after: int = 0) -> None:
        """Hear what was typed into boxes, by their keys, `after` so many steps back or forward."""
        self.typed, self._last_typed = time.monotonic(), (after, texts)
        for key in self.view.keys:
            if KEYS[key].of_its_text:
                self._set(self.view, key, None)
        self._write(texts)

    def _write(self, texts: Mapping[str, str]) -> None:
        for key, text in texts.items():
            if key in KEYS:
                self._set(self.view, key, KEYS[key].holds.clean([text])[0])

    def go(self, name: str, *, menu: bool = False) -> None:
        """Open a view as it was left; from the menu, the view of its page that was open last."""
        self._show(find(self._last.get(page_of(name), name) if menu else name))
        self.entry += 1

    def follow(self, query: Query) -> None:
        """Follow a link inside the app: show what a newcomer with this address sees, in the reader's presentation."""
        self._open(query, keep=("forward", "everywhere"))
        self.entry += 1

    def went_to(self, query: Query, number: int) -> None:
        """Stand where the browser went back or forward to, its step of this `number`.

        A step that comes late, after a newer one, is passed over: a request that was lost may be made again. What was
        typed after the step stays, though a busy server may hear of it first.
        """
        if number <= self.went:
            return
        self.went = number
        self._open(query, keep=("everywhere",))
        after, texts = self._last_typed
        if after >= number:
            self._write(texts)

    def resume(self, query: Query, number: int) -> None:
        """Stand where a page does that was open before this session, after so many steps back or forward."""
        self.went = number
        self._open(query)

    def _open(self, query: Query, keep: Collection[str] = ()) -> None:
        """Open what an address says; what it does not name stands where it does at first, but for what to `keep`."""
        query = whole(query)
        view = find(view_of((query.get(AT) or [""])[-1]) or START)
        if not query.keys() <= KEYS.keys() | {AT}:  # a view that nobody has opened yet may declare it
            all_keys()
        values = {key: value for key, value in read(query).items() if KEYS[key].follows or key in view.keys}
        for scope, key in list(self._values):
            if scope == view.name or (scope == "" and KEYS[key].follows not in keep):
                del self._values[scope, key]
        if MODEL in values:
            self._set(view, MODEL, values.pop(MODEL))
        of_model = {self._place(view, key) for key in KEYS if KEYS[key].follows == "with its model"}
        self._values = {
            scope_and_key: value for scope_and_key, value in self._values.items() if scope_and_key not in of_model
        }
        for key, value in values.items():
            self._values[self._place(view, key)] = value
        self._show(view)

    def _show(self, view: View) -> None:
        self.view = view
        self._last[view.page] = view.name
        self.edition += 1

    def _set(self, view: View, key: str, value: Any) -> None:
        """Set a key, unless it stands there at first anyway, which elsewhere may be another place."""
        first = view.firsts.get(key)
        if value is None or (value == first and type(value) is type(first)):
            self._values.pop(self._place(view, key), None)
        else:
            self._values[self._place(view, key)] = tuple(value) if isinstance(value, list) else value

    def _place(self, view: View, key: str) -> _Place:
        """Where a key of a view is remembered."""
        follows = KEYS[key].follows
        if not follows:
            return view.name, key
        return (f"model {shown(view, self._values.get(('', MODEL)))}" if follows == "with its model" else ""), key


def _is_entry(keys: Iterable[str]) -> bool:
    return any(KEYS[key].is_entry for key in keys)


def whole(query: Query) -> Query:
    """Return an address with the view that it opens: one that names a story alone opens what the story's link does."""
    story = STORIES.get((query.get("story") or [""])[-1])
    if story is None or AT in query:
        return query
    return {AT: [story.view], **{key: written(value) for key, value in story.address.items()}, **query}


def query_of(state: State, others: Mapping[str, Sequence[str]] | None = None) -> str:
    """Return the address of a state, relative to that of the app: "" for the start as it opens."""
    view = "" if state.view.name == START and not state.get("story") else urlencode({AT: state.view.name})
    return "?" + "&".join(filter(None, (view, state.written(), urlencode(others or {}, doseq=True))))
