"""What the address of a page says, what the session remembers, and which of the two a page opens with.

A value that is bound to the address survives a reload, but Streamlit 1.67 drops it when a link of the menu is clicked,
because a page opens without the address of the one before it. So the session remembers every control that does not
stand at its default, in the words of the address. The first run of a page writes the address that the page is to have
and draws nothing; the second is then like that of a newcomer with this address.
"""

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import parse_qs, urlencode

import streamlit as st

from headlight.frame import older
from headlight.frame.address import KEYS
from headlight.frame.older import Address
from headlight.frame.places import PAGES, place_of
from headlight.frame.registry import View, find
from headlight.frame.state import State, shown, written
from headlight.frame.streamlit_private import unbind, went_to

VIEW = "view"
MODEL = "model"
LINK = "link"  # the one parameter of a link inside the app; its value is an address
_OPEN = "the view that is open"
_LAST = "the views that were last open"  # by page
_TURNED = "the view that was chosen"  # until it is open
_ARRIVED = "the last run wrote the address"
_REMEMBERED = "what controls were set to"
_DEFAULTS = "values of controls at first"
_ALL = ""  # where `_REMEMBERED`, by view, has what follows the reader
WRITTEN = "what was written of keys without a control"
_OF = "of a model"  # and, by the name of a model, what follows with it


def link(state: Mapping[str, str | Sequence[str]]) -> dict[str, str]:
    """The parameters of a link inside the app whose page is to show what a newcomer with the address `state` sees.

    They are one: of the parameters of a link, Streamlit drops those that a control of the page it stands on is bound
    to, and one whose value is the default loses to what the session remembers.
    """
    return {LINK: urlencode(state, doseq=True)}


def remember(key: str, value: Any, default: Any, *, even_default: bool = False) -> None:
    """Keep the value of a control that was just drawn, unless it is the default, which elsewhere may be another."""
    st.session_state.setdefault(_DEFAULTS, {})[key] = default
    if key == VIEW:  # it is known which is open
        return
    if KEYS[key].follows == "with its model":
        kept = _of_model(open_view(), st.session_state.get(MODEL) or text_of(MODEL))
    else:
        kept = _remembered(_ALL if KEYS[key].follows else st.session_state.get(_OPEN, _ALL))
    if value == default and not even_default:
        kept.pop(key, None)
    else:
        kept[key] = written(value)


def view_chosen() -> None:
    """Another view of the page was chosen: it opens as it was left, and so will the one that is left now.

    A callback of the row of views, which knows better than the address what was chosen: a busy browser may send an
    address of before the choice. What was chosen with it may include a control that no run has drawn since, as where
    the server was slow to answer.
    """
    left = st.session_state[_OPEN]
    before = _with_its_model(left, _remembered(_ALL) | _remembered(left))
    for key, default in st.session_state.get(_DEFAULTS, {}).items():
        value = st.session_state.get(key)
        if key != VIEW and value is not None and written(value) != before.get(key):
            remember(key, value, default)
    st.session_state[_TURNED], _ = older.today(place_of(left)[0], {VIEW: [st.session_state.get(VIEW) or ""]})


def model_chosen() -> None:
    """Another model was chosen: it opens with the head that was left in it. A callback of the menu of models."""
    left = _of_model(open_view(), st.session_state[MODEL])
    of_models = [key for key in KEYS.values() if key.follows == "with its model"]
    move(**{key.name: key.holds.value(left[key.name]) if key.name in left else None for key in of_models})


def _texts(key: str) -> list[str]:
    """What the address says of a key, as far as a control could show it."""
    texts = st.query_params.get_all(key)
    if key not in st.session_state:
        texts = st.session_state.get(WRITTEN, {}).get(key, texts)
    return KEYS[key].holds.clean(texts) if texts else []


def text_of(key: str) -> str | None:
    """What the address says of a key, if a control could show it; None for nothing."""
    return next(reversed(_texts(key)), None)


def value_of(key: str) -> Any:
    """The value that the address gives a key, if a control could show it; None for nothing."""
    texts = _texts(key)
    return KEYS[key].holds.value(texts) if texts else None


def keep(key: str) -> str | None:
    """What the address says of a key whose control need not be drawn just now; None for nothing. It is remembered."""
    value = text_of(key)
    remember(key, value, None)
    return value


def write(key: str, value: Any) -> None:
    """Write a key that has no control into the address, and remember it; None takes it out of both."""
    _write(key, [] if value is None else written(value))
    remember(key, value, None)


def forget(key: str) -> None:
    """Take a key without a control out of the address and out of what is remembered."""
    write(key, None)


def _write(key: str, texts: Sequence[str]) -> None:
    """Write a key that has no control into the address; no texts take it out."""
    st.session_state.setdefault(WRITTEN, {})[key] = list(texts)
    if texts:
        st.query_params[key] = texts[0] if len(texts) == 1 else texts
    else:
        st.query_params.pop(key, None)


def _write_again() -> None:
    """Write what the address lacks of what was written: the browser asked for this run before it had heard of that.

    Nobody but the server writes a key that has no control, until another address is opened.
    """
    for key, texts in list(st.session_state.get(WRITTEN, {}).items()):
        if key in st.session_state:  # it has a control now
            del st.session_state[WRITTEN][key]
        elif st.query_params.get_all(key) != texts:
            _write(key, texts)


def open_at(view: str) -> None:
    st.session_state[_OPEN] = view
    st.session_state.setdefault(_LAST, {})[place_of(view)[0]] = view


def open_view() -> View:
    return find(st.session_state.get(_OPEN, "start"))


def move(**values: Any) -> None:
    """Set keys of the address, as a choice in a picture does; None puts one back where it stands at first.

    Called by a callback of the picture. Where one of them has a control outside of the part of the page that is drawn
    anew with the picture, the whole page runs.
    """
    view = open_view()
    beside = {dial.key for dial in view.controls if dial.place == "side"} if view.draw else KEYS
    for key, value in values.items():
        if key in st.session_state:
            st.session_state[key] = list(value) if isinstance(value, tuple) else value
        else:
            write(key, value)
    if any(key in st.session_state and key in beside for key in values):
        st.rerun()


def now(view: View) -> State:
    """The state of the open view: what its controls stand at, and what the address says of keys without a control."""
    _write_again()
    values: dict[str, Any] = {}
    for key in view.keys:
        if key in st.session_state:
            value = st.session_state[key]
            values[key] = tuple(value) if isinstance(value, list) else value
        elif (value := value_of(key)) is not None:
            values[key] = value
    return State.made(view, values)


def keep_pictured(view: View) -> None:
    """Remember what the address says of the keys whose control is a picture, as `move` does where one is chosen."""
    for dial in view.controls:
        if dial.kind == "hidden":
            keep(dial.key)


def led_away(page: str) -> tuple[str, Address] | None:
    """The view that the address of a page asks for, and its keys, where another page has that view now; else None."""
    found = {name: st.query_params.get_all(name) for name in st.query_params}
    if LINK in found:
        found = parse_qs(found[LINK][-1], keep_blank_values=True)
    view, keys = older.today(page, found)
    return None if view in PAGES[page].views else (view, keys)


def arrive(page: str) -> None:
    """Give the page its address; called by each page before its controls are made.

    Into a page opened from the menu come the values that follow the reader, of those of a head the ones of the model
    that is shown, the view that was open, and the view's own values as they were left. A link says it all, and so does
    the address of a page that the browser goes back to: what it does not name stands at its default, and a story that
    it does not name was not open there. Values that no control could show are dropped, and so are keys that no page
    has.
    """
    found = {name: st.query_params.get_all(name) for name in st.query_params}
    view, usable = _read(page, found)
    before, turned = st.session_state.get(_OPEN), st.session_state.pop(_TURNED, None)
    came = before is not None and place_of(before)[0] != page
    if came and place_of(view)[1] is None:
        view = st.session_state[_LAST].get(page, view)
    elif turned and not came:
        view = turned
    open_at(view)
    whole = found[LINK][-1] if LINK in found else went_to()
    if whole is not None:
        view, wanted = _read(page, parse_qs(whole, keep_blank_values=True))
        open_at(view)
        _remembered(view).clear()
        follow = ("forward", "everywhere") if LINK in found else ("everywhere",)
        following = {key: texts for key, texts in _remembered(_ALL).items() if KEYS[key].follows in follow}
        _open(view, following | wanted, anew=not came)
    elif turned and not came:
        _open(view, _with_its_model(view, _remembered(_ALL) | _remembered(view)))
    elif came:
        old = older.OLDER.get(page, older.Older()).keys  # what follows may be called as something else was there
        following = {key: texts for key, texts in _remembered(_ALL).items() if key not in old}
        _open(view, _with_its_model(view, following | _remembered(view) | usable))
    elif _in_row(view) | usable != {name: found[name] for name in found if name in KEYS}:
        _open(view, usable)
    elif st.session_state.pop(_ARRIVED, False):
        # A run that is followed by another at once may not reach the browser.
        st.query_params.from_dict(found)
    _write_again()


def _read(page: str, found: Mapping[str, Sequence[str]]) -> tuple[str, Address]:
    """The view of a page that an address asks for, and what it can use of its keys."""
    return older.read(page, found, lambda view, chosen: shown(find(view), chosen))


def _in_row(view: str) -> Address:
    """The key of the row of views, which stands at the first view unless it is said."""
    _, title = place_of(view)
    return {VIEW: [title]} if title else {}


def _with_its_model(view: str, wanted: Address) -> Address:
    """An address of a view with what is remembered of the model that it shows."""
    return {**_of_model(find(view), wanted.get(MODEL, [""])[0]), **wanted}


def _of_model(view: View, chosen: str | None) -> Address:
    """What is remembered of the model that a view shows where one is chosen."""
    return _remembered((_OF, shown(view, chosen)))


def _open(view: str, keys: Address, *, anew: bool = False) -> None:
    """Write the address of a view, forget what the controls were set to, and run the page again.

    `anew` says that the controls of the last run may stand here too: the browser, which would send their values again,
    is told where those stand that the address does not name, or names with a value that stands in no address.
    """
    bound, wanted = unbind(KEYS), _in_row(view) | keys
    for key in KEYS:
        if key in st.session_state:
            del st.session_state[key]
    st.session_state.pop(WRITTEN, None)
    if anew:
        for key in bound:
            first = st.session_state[_DEFAULTS][key]
            if wanted.get(key) in (None, written(first)):
                st.session_state[key] = first
    st.query_params.from_dict(wanted)
    st.session_state[_ARRIVED] = True
    st.rerun()


def _remembered(of: str | tuple[str, str | None]) -> Address:
    """What is remembered of a view, by its short address, of a model, or of all."""
    return st.session_state.setdefault(_REMEMBERED, {}).setdefault(of, {})
