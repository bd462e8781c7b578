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

from headlight.frame import address, places
from headlight.frame.address import KEYS
from headlight.frame.holds import Texts
from headlight.frame.registry import View, find
from headlight.frame.state import State, shown
from headlight.frame.streamlit_private import unbind, went_to

_VIEW = "view"
MODEL = "model"
LINK = "link"  # the one parameter of a link inside the app; its value is an address
_PLACE = "page and view that were last open"
_TURNED = "the view that was chosen"  # until it is open; the first one is ""
_ARRIVED = "the last run wrote the address"
_REMEMBERED = "what controls were set to"
_DEFAULTS = "values of controls at first"
_ALL = ""  # where `_REMEMBERED`, by page and by view, has what follows the reader
_OF = "of a model"  # and, by the name of a model, what follows with it

Address = dict[str, Texts]


def link(state: Mapping[str, str]) -> dict[str, str]:
    """The parameters of a link inside the app whose page is to show what a newcomer with the address `state` sees.

    They are one: of the parameters of a link, Streamlit drops those that a control of the page it stands on is bound
    to, and one whose value is the default loses to what the session remembers.
    """
    return {LINK: urlencode(state)}


def remember(key: str, value: Any, default: Any, *, even_default: bool = False) -> None:
    """Keep the value of a control that was just drawn, unless it is the default, which elsewhere may be another."""
    st.session_state.setdefault(_DEFAULTS, {})[key] = default
    page, view = place()
    if KEYS[key].follows == "with its model":
        kept = _of_model(open_view(), st.session_state.get(MODEL) or text_of(MODEL))
    else:
        kept = _remembered(*((_ALL,) if KEYS[key].follows else (page,) if key == _VIEW else (page, view)))
    if value == default and not even_default:
        kept.pop(key, None)
    else:
        kept[key] = address.written(value)


def view_chosen() -> None:
    """Another view of the page was chosen: it opens as it was left, and so will the one that is left now.

    A callback of the row of views, which knows better than the address what was chosen: a busy browser may send an
    address of before the choice. What was chosen with it may include a control that no run has drawn since, as where
    the server was slow to answer.
    """
    before, defaults = state(), st.session_state.get(_DEFAULTS, {})
    for key, default in defaults.items():
        value = st.session_state.get(key)
        if key != _VIEW and value is not None and address.written(value) != before.get(key):
            remember(key, value, default)
    chosen = st.session_state.get(_VIEW)
    st.session_state[_TURNED] = "" if chosen is None or chosen == defaults.get(_VIEW) else chosen


def model_chosen() -> None:
    """Another model was chosen: it opens with the head that was left in it. A callback of the menu of models."""
    left = _of_model(open_view(), st.session_state[MODEL])
    of_models = [key for key in KEYS.values() if key.follows == "with its model"]
    move(**{key.name: key.holds.value(left[key.name]) if key.name in left else None for key in of_models})


def _texts(key: str) -> list[str]:
    """What the address says of a key, as far as a control could show it."""
    return KEYS[key].holds.clean(st.query_params.get_all(key)) if key in st.query_params else []


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


def write(key: str, value: str) -> None:
    """Write a key that has no control into the address, and remember it."""
    st.query_params[key] = value
    remember(key, value, None)


def place() -> tuple[str, str]:
    """The page that is open and its view; the first view is ""."""
    return st.session_state.get(_PLACE, (_ALL, ""))


def open_at(page: str, view: str) -> None:
    """Say which page and view are open; the first view is ""."""
    st.session_state[_PLACE] = page, view


def state() -> Address:
    """What a link to the open view would say: all its controls that do not stand at their defaults."""
    page, view = place()
    return _with_its_model(page, {**_remembered(_ALL), **_remembered(page), **_remembered(page, view)})


def open_view() -> View:
    """The view that is open."""
    return find(places.short_of(*place()))


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
        elif value is None:
            forget(key)
        else:
            st.query_params[key] = address.written(value)
            remember(key, value, None)
    if any(key in st.session_state and key in beside for key in values):
        st.rerun()


def now(view: View) -> State:
    """The state of the open view: what its controls stand at, and what the address says of keys without a control."""
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


def forget(key: str) -> None:
    """Take a key without a control out of the address and out of what is remembered."""
    st.query_params.pop(key, None)
    remember(key, None, None)


def gone(page: str) -> tuple[str, str] | None:
    """The view that the address of a page asks for, and its state, where another page has that view now; else None."""
    found = {name: st.query_params.get_all(name) for name in st.query_params}
    if LINK in found:
        found = parse_qs(found[LINK][-1], keep_blank_values=True)
    view = places.dropped_in(page, found)
    if view is None or places.place_of(view)[0] == page:
        return None
    said = {key: texts for key, texts in found.items() if key != _VIEW}
    return view, urlencode({**places.unsaid(view, said), **said}, doseq=True)


def arrive(page: str) -> None:
    """Give the page its address; called by each page before its controls are made.

    Into a page opened from the menu come the values that follow the reader, of those of a head the ones of the model
    that is shown, the view that was open, and the view's own values as they were left. A link says it all, and so does
    the address of a page that the browser goes back to: what it does not name stands at its default. Values that no
    control could show are dropped, and so are keys that no page has.
    """
    found = {name: st.query_params.get_all(name) for name in st.query_params}
    usable = _read(page, found)
    before = st.session_state.get(_PLACE)
    came = before is not None and before[0] != page
    turned = st.session_state.pop(_TURNED, None)
    view = usable.get(_VIEW, [""])[0] or (_remembered(page).get(_VIEW, [""])[0] if came else "")
    if turned is not None and not came:
        view = turned
    open_at(page, view)
    whole = found[LINK][-1] if LINK in found else went_to()
    if whole is not None:
        wanted = _read(page, parse_qs(whole, keep_blank_values=True))
        open_at(page, wanted.get(_VIEW, [""])[0])
        for place in ((page,), st.session_state[_PLACE]):
            _remembered(*place).clear()
        everywhere = {key: texts for key, texts in _remembered(_ALL).items() if KEYS[key].follows == "everywhere"}
        _open(everywhere | wanted, anew=not came)
    elif turned is not None and not came:
        wanted = _remembered(_ALL) | _remembered(page, view) | ({_VIEW: [view]} if view else {})
        _open(_with_its_model(page, wanted))
    elif came:
        old = places.renamed_in(page)  # what follows may be called as something else was there
        following = {key: texts for key, texts in _remembered(_ALL).items() if key not in old}
        _open(_with_its_model(page, following | _remembered(page) | _remembered(page, view) | usable))
    elif usable != {name: found[name] for name in found if name in KEYS}:
        _open(usable)
    elif st.session_state.pop(_ARRIVED, False):
        # A run that is followed by another at once may not reach the browser.
        st.query_params.from_dict(found)


def _read(page: str, found: Mapping[str, Sequence[str]]) -> Address:
    """What a page can use of an address."""
    return address.read(page, found, lambda view, chosen: shown(find(view), chosen))


def _with_its_model(page: str, wanted: Address) -> Address:
    """An address of a page with what is remembered of the model that its view shows."""
    view, chosen = (wanted.get(key, [""])[0] for key in (_VIEW, MODEL))
    return {**_of_model(find(places.short_of(page, view)), chosen), **wanted}


def _of_model(view: View, chosen: str | None) -> Address:
    """What is remembered of the model that a view shows where one is chosen."""
    return _remembered(_OF, shown(view, chosen))


def _open(wanted: Address, *, anew: bool = False) -> None:
    """Write the address, forget what the controls were set to, and run the page again.

    `anew` says that the controls of the last run may stand here too: the browser, which would send their values again,
    is told where those stand that the address does not name, or names with a value that stands in no address.
    """
    bound = unbind(KEYS)
    for key in KEYS:
        if key in st.session_state:
            del st.session_state[key]
    if anew:
        for key in bound:
            first = st.session_state[_DEFAULTS][key]
            if wanted.get(key) in (None, address.written(first)):
                st.session_state[key] = first
    st.query_params.from_dict(wanted)
    st.session_state[_ARRIVED] = True
    st.rerun()


def _remembered(page: str, view: str | None = None) -> Address:
    """What is remembered of a page, None, or of one of its views, whose first is ""."""
    return st.session_state.setdefault(_REMEMBERED, {}).setdefault((page, view), {})
