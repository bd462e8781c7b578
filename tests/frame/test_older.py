"""Older addresses: the table leads nowhere but to views and keys of today, and today's addresses mean what they say."""

from urllib.parse import parse_qs, urlsplit

import pytest
from headlight.frame.older import OLDER, read, today
from starlette.applications import Starlette
from starlette.testclient import TestClient

from headlight.frame import contents, kept, older, sharing
from headlight.frame.address import KEYS
from headlight.frame.holds import Number, OneOf, SomeOf, Switch
from headlight.frame.places import PAGES, place_of
from headlight.frame.registry import find, views
from headlight.frame.state import State
from headlight.pages.translate import by_length
from headlight.server import moved

SERVER = TestClient(Starlette(routes=moved.routes()), follow_redirects=False)


@pytest.mark.parametrize("name", OLDER)
def test_the_table_leads_to_views_and_keys_of_today_which_hold_what_was_meant(name: str) -> None:
    once = OLDER[name]
    assert (once.now or name) in {*views(), *PAGES}
    assert {*once.called.values(), *once.opens.values()} <= {*views(), *OLDER}
    assert {*once.keys.values(), *once.meant} <= {*KEYS}
    assert all(KEYS[key].holds.clean([text]) == [text] for key, text in once.meant.items())
    if once.called:
        assert not {*once.called} & {*PAGES[name].views.values()}


@pytest.mark.parametrize("name", [name for name, once in OLDER.items() if once.now])
def test_a_view_that_was_dropped_is_found_by_its_short_address_and_by_what_it_was_called(name: str) -> None:
    now = find(name)
    assert today(name, {})[0] == now.name == OLDER[name].now
    for page, once in OLDER.items():
        for title in (title for title, short in once.called.items() if short == name):
            assert today(page, {"view": [title]}) == today(name, {})


def test_what_a_view_was_called_still_opens_it() -> None:
    for page, once in OLDER.items():
        for title, short in once.called.items():
            assert today(page, {"view": [title]})[0] == (OLDER[short].now if short in OLDER else "") or short


def test_whoever_writes_both_names_of_a_key_means_the_one_of_today() -> None:
    for name, once in OLDER.items():
        for old, new in once.keys.items():
            if new != "view":
                assert today(name, {old: ["1"]})[1][new] == ["1"]
                assert today(name, {new: ["2"], old: ["1"]})[1][new] == ["2"]
    assert today("heads", {"real_silenced": ["3.2"]}) == ("heads", {"silenced": ["3.2"]})


def test_a_key_of_a_view_that_was_parted_opens_the_view_that_has_it_now() -> None:
    for name, once in OLDER.items():
        for way, view in once.opens.items():
            key, _, text = way.partition("=")
            found = {key: [text or _some(once.keys.get(key, key))]}
            assert today(name, found)[0] == today(view, {})[0], way
    assert read("positions", {"encoded_position": ["3"]}) == ("every_position", {"encoded_position": ["3"]})
    chosen = {"encoded_position": ["3"]}
    assert read("positions", chosen | {"view": ["Four twins"]}) == ("position_twins", chosen)
    assert read("positions", {"encoded_position": ["none"]}) == ("positions", {})


def _some(key: str) -> str:
    """A value that a key can hold, the last of several."""
    holds = KEYS[key].holds if key in KEYS else None
    if isinstance(holds, OneOf | SomeOf):
        return str(holds.options[-1]) if holds.options else ""
    return str(holds.high) if isinstance(holds, Number) else "true" if isinstance(holds, Switch) else "2"


def test_a_switch_that_has_become_a_view_opens_it_where_it_was_on() -> None:
    compared = {"aligners": ["true"], "same_french": ["true"]}
    assert read("translate", compared) == ("translators", {"same_french": ["true"]})
    assert read("translate", {"aligners": ["false"]}) == ("translate", {})
    assert read("translate", {"view": ["Two stacks"], "aligners": ["true"]}) == ("encoder_decoder", {})


def test_a_view_that_another_page_has_now_is_asked_for_there(monkeypatch: pytest.MonkeyPatch) -> None:
    def asked(**keys: str) -> tuple[str, older.Address] | None:
        monkeypatch.setattr(kept.st, "query_params", QueryParams(keys))
        return kept.led_away("why_attention")

    class QueryParams(dict):
        def get_all(self, name: str) -> list[str]:
            return [self[name]]

    assert asked(view="One vector") == ("translators", {"english": [by_length.LONG]})
    assert asked(view="One vector", english="The red car") == ("translators", {"english": ["The red car"]})
    assert asked(link="view=One+vector&english=a+%26+b") == ("translators", {"english": ["a & b"]})
    assert asked(view="Dense layer") is None and asked() is None
    assert place_of("translators") == ("translate", "Four translators")


@pytest.mark.parametrize("name", views())
def test_an_address_that_is_shared_today_shows_the_state_that_was_shared(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many older addresses the view has: each of its keys alone, and none."""
    monkeypatch.setattr(contents, "root", lambda: "https://a.host")
    view = find(name)
    for key in ("", *sorted(view.keys - {"model"})):
        state = State.made(view, {key: KEYS[key].holds.value(KEYS[key].holds.clean([_some(key)]))} if key else {})
        to = urlsplit(sharing.address(state))
        answer = SERVER.get(to.path, params=to.query)
        landed = urlsplit(answer.headers["location"]) if answer.status_code == 307 else to
        opened, keys = read(landed.path.strip("./") or "start", parse_qs(landed.query, keep_blank_values=True))
        assert opened == name, key
        assert State.made(view, {each: KEYS[each].holds.value(texts) for each, texts in keys.items()}) == state, key
