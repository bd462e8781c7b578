"""The one truth of a visit: what an address opens, what a view keeps, what follows the reader, what Back restores."""

from urllib.parse import parse_qs, urlencode

import pytest

from headlight.reading.real_models import REAL_MODELS
from headlight.state.address import KEYS
from headlight.state.registry import all_keys, views
from headlight.state.session import Session
from headlight.state.story import STORIES
from tests.hostile import HOSTILE
from tests.in_turn import in_turn


def opened(address: str) -> Session:
    return Session(parse_qs(address.removeprefix("?"), keep_blank_values=True))


def keys(session: Session) -> dict[str, list[str]]:
    return parse_qs(session.address().removeprefix("?"), keep_blank_values=True)


def test_a_newcomer_stands_at_the_start_and_its_address_says_nothing() -> None:
    session = opened("")
    assert session.view.name == "start" and session.address() == "?"


OPENS = {
    **{f"at={name}{story}": name for name in views() for story in ("", "&story=bank")},
    **{f"story={story.id}": story.view for story in STORIES.values()},
    "at=ATTENTION": "attention",
    "at=+attention/": "attention",
    "at=attention&at=masking": "masking",
    "at=attention&unknown=1": "attention",
    "at=nowhere&story=bank": "start",
    "story=nowhere": "start",
}


@in_turn("address", OPENS)
def test_an_address_opens_its_view_and_is_written_again(address: str) -> None:
    session = opened(address)
    assert session.view.name == OPENS[address]
    assert opened(session.address()).view == session.view
    assert opened(session.address()).state == session.state


@pytest.mark.parametrize("text", HOSTILE)
def test_what_no_control_can_show_is_no_part_of_the_state(text: str) -> None:
    hostile = Session({"at": [text], **{key: [text] for key in all_keys()}})
    assert hostile.view.name == "start" and opened(hostile.address()).state == hostile.state


def test_a_key_of_a_view_that_nobody_has_opened_yet_follows_the_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    english = KEYS["english"]
    monkeypatch.delitem(KEYS, "english")
    monkeypatch.setattr("headlight.state.session.all_keys", lambda: KEYS.setdefault("english", english))
    assert opened("text=bear&english=A+cat").elsewhere == {"english": "A cat"}


def test_a_sentence_follows_the_reader_and_a_dial_stays_with_its_view() -> None:
    session = opened("at=next_word&text=bear&seed=3&mask=none")
    session.go("masking")
    assert (session.get("text"), session.get("mask"), session.get("seed")) == ("bear", "none", None)
    session.go("tokens")
    assert session.elsewhere["mask"] == "none", "which the page names"
    session.go("next_word")
    assert session.get("seed") == 3


def test_the_menu_opens_the_view_of_a_page_that_was_open_last_and_the_row_of_views_the_one_that_is_named() -> None:
    session = opened("at=by_hand")
    session.go("start", menu=True)
    session.go("attention", menu=True)
    assert session.view.name == "by_hand"
    session.go("attention")
    assert session.view.name == "attention"


def test_a_story_alone_opens_as_its_link_sets_it_but_for_what_is_named() -> None:
    linked = urlencode({"at": "heads", **STORIES["one-head"].address, "layer": 2})
    assert opened("story=one-head&layer=2").address() == opened(linked).address()


def test_a_link_shows_what_a_newcomer_sees_in_the_readers_own_presentation() -> None:
    session = opened("at=attention&text=bear&layer=2&mask=none&present=1&orientation=columns&story=one-head")
    session.follow({"at": ["attention"], "text": ["a river"]})
    assert {key: session.get(key) for key in ("text", "layer", "mask", "present", "orientation", "story")} == {
        **dict.fromkeys(("layer", "mask")),
        **{"text": "a river", "present": 1, "orientation": "columns", "story": "one-head"},
    }


def test_back_stands_where_one_was_and_closes_the_story_that_was_opened_since() -> None:
    session = opened("at=attention&text=bear&layer=2&head=3")
    before = session.address()
    session.follow({"at": ["heads"], "text": ["a river"], "story": ["one-head"]})
    session.move(layer=5)
    session.went_to(parse_qs(before[1:]), 1)
    assert session.address() == before and session.get("story") is None and session.went == 1
    session.go("heads")
    assert session.get("layer") == 2, "the head is one of the model, wherever it is shown"


def test_a_head_is_remembered_with_its_model() -> None:
    name = next(iter(REAL_MODELS))
    session = opened("at=attention&layer=2&head=3")
    session.move(model=name)
    assert session.get("layer") is None
    session.move(layer=7, head=1)
    session.move(model=None)
    assert (session.get("layer"), session.get("head")) == (2, 3)
    session.move(model=name)
    assert (session.get("layer"), session.get("head")) == (7, 1)


def test_what_is_typed_after_a_step_back_stays_though_it_is_heard_of_before() -> None:
    session = Session({"at": ["attention"], "text": ["bear"]})
    before = session.address()
    session.go("masking")
    session.type({"text": "bears"})
    session.type({"text": "bears go"}, after=1)
    session.went_to(parse_qs(before[1:]), 1)
    assert (session.view.name, session.get("text")) == ("attention", "bears go")
    session.went_to(parse_qs(before[1:]), 2)
    assert session.get("text") == "bear", "it was typed before this step"


def test_a_page_that_goes_on_in_another_session_stands_where_it_did() -> None:
    before, after = opened("at=heads&layer=2&more=true&present=1"), opened("at=attention&present=1")
    before.move(layer=3, more=None, present=None)
    after.resume(parse_qs(before.address()[1:]), 4)
    assert (after.address(), after.went) == (before.address(), 4)
    assert after.get("present") is None


def test_what_is_set_back_to_where_it_stands_at_first_is_not_remembered() -> None:
    session = opened("at=masking&scaled=false")
    session.go("scaling")
    assert session.get("scaled") is False
    session.move(scaled=True)
    assert session.get("scaled") is None and "scaled" not in keys(session)
