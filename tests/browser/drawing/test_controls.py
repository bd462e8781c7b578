"""Our own controls alone, on a clock that a test turns: states and the ways out of them, what is told late or twice."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.browser.drawing import test_layer_heads as layer
from tests.browser.drawing.alone import mount, told
from tests.browser.drawing.conftest import WINDOW
from tests.browser.drawing.glass import KEY, Glass, all_of
from tests.browser.drawing.looked import five_words
from tests.browser.drawing.test_alignment import pair
from tests.browser.drawing.test_ends import drawer, stream
from tests.pictures.caught import caught

PLACES = ["0", "1", "2", "3", "4"]
HOURS = 3 * 3600_000  # ms


@pytest.fixture
def timed(browser: Browser, scripts: str) -> Iterator[Glass]:
    """A blank page whose clock stands still until it is turned."""
    page, complaints = browser.new_page(viewport=WINDOW), list[str]()
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.clock.install(time=0)
    page.goto(scripts)
    page.clock.pause_at(1000)
    yield Glass(page)
    page.close()
    assert complaints == []


def slide(glass: Glass, again: bool = True, **said: Any) -> None:
    data = {"key": "k", "label": "Depth", "help": "", "value": "0", "first": "0", "places": PLACES}
    mount(glass, "slide", {**data, "always": True, "plays": 4, **said}, again=again)


# What happens to a slider, step by step: a key; where it is dragged to and dropped; what the server says; "answered";
# ms that pass. Then what it tells of that, and where it is.
STORIES: dict[str, list[tuple[Any, list[str | None], str]]] = {
    "while it is dragged one place at a time is told, and then the latest": [
        ("to 1", ["1"], "1"), ("to 2", [], "2"), ("to 3", [], "3"), ("answered", ["3"], "3"), ("answered", [], "3"),
        ({"value": "1"}, [], "3"), ("drop", [], "3"), ({"value": "3"}, [], "3"), ({"value": "1"}, [], "1"),
    ],
    "where it is dropped is told at once": [("to 1", ["1"], "1"), ("to 4", [], "4"), ("drop", ["4"], "4")],
    "an answer that never comes is not waited for": [("to 1", ["1"], "1"), ("to 4", [], "4"), (1600, ["4"], "4")],
    "what the server said before it heard of it does not move it": [
        ("ArrowRight", ["1"], "1"), ({"value": "0"}, [], "1"), ("answered", [], "1"), ({"value": "0"}, [], "1"),
        ({"value": "1"}, [], "1"), ({"value": "3"}, [], "3"), ("ArrowRight", ["4"], "4"),
    ],
    "what is told twice changes nothing": [({"value": "2"}, [], "2"), ({"value": "2"}, [], "2"), ("Home", ["0"], "0")],
    "hours later the server is believed": [("ArrowRight", ["1"], "1"), (HOURS, [], "0"), ({"value": "3"}, [], "3")],
    "of fewer places it is at the last": [
        ("End", ["4"], "4"), ({"places": PLACES[:3], "value": "1"}, [], "2"), (HOURS, [], "1"), ("End", ["2"], "2"),
    ],
    "the first place is none, where it need not be named": [
        ({"always": False}, [], "0"), ("ArrowRight", ["1"], "1"), ("ArrowLeft", [None], "0"),
    ],
    "the first place has its name, where it is to be named": [("End", ["4"], "4"), ("Home", ["0"], "0")],
    "it plays from its place to the end, and from there from the first": [
        ({"value": "2"}, [], "2"), ("play", [], "2"), (2600, ["3", "4"], "4"), ({"value": "4"}, [], "4"),
        ("answered", [], "4"), ("play", ["0"], "0"), ("play", [], "0"),
    ],
    "it pauses where it is, and does not go on": [
        ("play", [], "0"), (1300, ["1"], "1"), ("play", [], "1"), ({"value": "1"}, [], "1"), (9000, [], "1"),
        ("End", ["4"], "4"),
    ],
    "a key ends what plays, and leads where it leads": [
        ("play", [], "0"), (300, [], "0"), ("End", ["4"], "4"), ({"value": "4"}, [], "4"), (9000, [], "4"),
    ],
    "a tab that was left for hours plays on where it was": [("play", [], "0"), ("left", [], "0"), (1000, ["1"], "1")],
}  # fmt: skip


@pytest.mark.parametrize("story", STORIES)
def test_a_slider_that_is_moved_played_left_and_told_of_late(timed: Glass, story: str) -> None:
    slide(timed, again=False)
    page = timed.page
    said: dict[str, Any] = {}
    for step, (what, tells, stands) in enumerate(STORIES[story]):
        if isinstance(what, dict):
            said |= what
            slide(timed, **said)
        elif isinstance(what, int):
            page.clock.run_for(what)
        elif what == "answered":
            page.evaluate("dispatchEvent(new CustomEvent('answered', { detail: { heard: [], session: '' } }))")
        elif what.startswith("to "):
            value = what.removeprefix("to ")
            page.locator("#stage input").evaluate(
                "(e, value) => { e.value = value; e.dispatchEvent(new Event('input')) }", value
            )
        elif what == "drop":
            page.locator("#stage input").dispatch_event("change")
        elif what == "left":
            page.clock.fast_forward(HOURS)
        elif what == "play":
            page.locator("#stage .play").dispatch_event("click")
        else:
            page.locator("#stage input").press(what)
        assert [value for _, value in told(timed)] == tells, (step, what)
        assert page.locator("#stage output").text_content() == stands, (step, what)


def test_a_switch_stands_where_it_was_turned_for_as_long_as_the_server_works(timed: Glass) -> None:
    mount(timed, "toggles", {"toggles": [{"key": "a", "label": "A", "on": False, "help": ""}]})
    timed.page.locator("#stage input").dispatch_event("click")
    for waits in (True, True, False):
        timed.page.evaluate("waits => (window.waits = waits)", waits)
        timed.page.clock.run_for(1600)
        assert timed.page.locator("#stage input").is_checked() == waits


def test_a_line_that_asks_knows_what_it_has_seen_after_a_time_in_which_nothing_came(timed: Glass) -> None:
    timed.page.evaluate(r"""async () => {
        const said = ["id: 7\nevent: room\ndata: x\n\n", "event: ping\ndata:\n\n"];
        const { follow } = await import("/shared/follow.js");
        window.seen = [];
        window.EventSource = class { addEventListener() {} close() {} };
        window.fetch = async (_, { headers }) =>
          (seen.push(headers["Last-Event-ID"]), { ok: true, text: async () => said[seen.length - 1] ?? "" });
        follow("/events", { line() {}, room() {} });
    }""")
    for _ in range(4):
        timed.page.clock.run_for(6100)
    assert timed.page.evaluate("seen.slice(0, 3)") == ["", "7", "7"]


def presenter(glass: Glass, again: bool = True, **said: Any) -> None:
    data = {
        "presenting": False,
        "walk": "/?at=tokens\n/?at=masking\n/?at=heads",
        "offers": ["stories"],
        "questions": [["row", "Attention weights"]],
        "place": [1, 3],
    }
    mount(glass, "presenter", {**data, **said}, again=again)


# Keys of a presentation, with what each tells while one presents, and while nobody does; at the first of three stops.
WISHES = {
    "ArrowRight": (["stop", 2], None),
    "PageDown": (["stop", 2], None),
    "ArrowLeft": (["stop", 1], None),
    "PageUp": (["stop", 1], None),
    "Escape": (["present", False], None),
    "p": (["present", False], ["present", True]),
    "P": (["present", False], ["present", True]),
    "Control+p": (None, None),
    "Alt+ArrowRight": (None, None),
    "x": (None, None),
}


def test_each_key_of_a_presentation_and_its_buttons_and_none_where_one_types(glass: Glass) -> None:
    page = glass.page
    presenter(glass, again=False)
    try:
        for key, wishes in WISHES.items():
            for presenting, wish in zip((True, False), wishes, strict=True):
                presenter(glass, presenting=presenting)
                page.keyboard.press(key)
                assert told(glass) == ([wish] if wish else []), (key, presenting)
        for label, wish in {"Back": ["stop", 1], "On": ["stop", 2], "End": ["present", False]}.items():
            presenter(glass, presenting=True)
            page.locator(f"#stage button[title^='{label}']").click()
            assert told(glass) == [wish], label
        presenter(glass, presenting=True, place=[2, 3])
        for key, stop in (("ArrowLeft", 1), ("ArrowRight", 2), ("ArrowRight", 3), ("ArrowLeft", 2)):
            page.keyboard.press(key)
            assert told(glass) == [["stop", stop]], "steps that come faster than they are answered all count"
        presenter(glass)
        page.get_by_role("button", name="Playlist", exact=True).click()
        lines = page.locator("#stage textarea")
        lines.press_sequentially("p")
        presenter(glass, walk="/?at=block")  # told while one types
        assert "p" in lines.input_value() and told(glass) == [], "letters in a box are letters, and stay there"
    finally:
        presenter(glass, again=False)  # which hears the keys of the page for good: now of P alone


def test_guesses_of_all_visits_add_up_and_the_last_one_of_a_stop_counts(glass: Glass) -> None:
    now = {"first": {}, "again": {}, "forgotten": 0}
    for said, words in (
        ({"first": {"1": False}, "again": {"1": True}}, "1 of 1 right now, 0 of 1 before."),
        ({"first": {"3": True}, "again": {"3": False}}, "1 of 2 right now, 1 of 2 before."),
        ({"first": {"1": True}, "again": {"1": False}}, "0 of 2 right now, 2 of 2 before."),
        ({"forgotten": 1}, ""),
    ):
        mount(glass, "tally", {**now, **said})
        assert glass.page.locator("#stage .tally").text_content() == words


# An enlarged head, and each way back to all of them.
BACK = {
    "Escape": lambda glass: glass.press("Escape"),
    "Enter": lambda glass: glass.press("Enter"),
    "a click": lambda glass: glass.click(150, 200),
    "its button": lambda glass: glass.page.get_by_role("button", name="× all heads").click(),
    "fewer heads": lambda glass: layer.heads(
        lambda picture, *given, **named: fewer(glass, picture, **named), names=[""] * 4, silenced=[]
    ),
}


def fewer(glass: Glass, picture: Any, **named: Any) -> Glass:
    """The four heads of another layer, in the picture that is there."""
    return glass.show(caught(picture, layer.WEIGHTS[:4], key=KEY, **{**named, "hidden": layer.HIDDEN[:4]}), again=True)


@pytest.mark.parametrize("way", BACK)
def test_an_enlarged_head_is_left_in_each_way_and_the_next_one_enlarged(glass: Glass, way: str) -> None:
    layer.heads(drawer(glass))
    assert len(layer.titles(glass)) == 5
    glass.press("ArrowRight", "End", *["ArrowRight"] * 9, "Enter")  # the last of them
    assert layer.titles(glass) == ["Head 5"]
    BACK[way](glass)
    glass.frames()
    assert len(layer.titles(glass)) == (4 if way == "fewer heads" else 5), way
    glass.press("ArrowRight", "Enter")
    assert len(layer.titles(glass)) == 1, way


# Where one of several is chosen: how it is drawn, the chosen one, another to be pointed at, and what says which it is.
STOPS = {
    "the words of a sentence": (lambda glass: five_words(drawer(glass)), ".stage button", 3, 1, "ariaChecked"),
    "the heads under it": (lambda glass: five_words(drawer(glass)), ".heads .all button", 0, 2, "ariaChecked"),
    "the words of a translation": (lambda glass: pair(drawer(glass)), ".word", 5, 1, "ariaPressed"),
    "the parts of the stream": (stream, ".layers a", 2, 7, "dataset.ringed"),
}  # fmt: skip


@pytest.mark.parametrize("name", STOPS)
def test_tab_comes_to_what_is_chosen_whatever_is_pointed_at(glass: Glass, name: str) -> None:
    draw, selector, chosen, other, says = STOPS[name]
    draw(glass)
    among = glass.page.locator(selector)
    if name == "the words of a translation":
        among.nth(chosen).click()  # and is kept, under the pointer and without it
        among.nth(chosen).evaluate("e => e.blur()")
    wanted = [place == chosen for place in range(among.count())]
    for point in (None, other):
        glass.page.mouse.move(2, 880)
        if point is not None:
            for event in ("pointerenter", "pointerover"):
                among.nth(point).dispatch_event(event, {"pointerType": "mouse"})
        assert [stop == 0 for stop in all_of(glass, selector, "e.tabIndex")] == wanted, point
        assert [said in ("true", "") for said in all_of(glass, selector, f"e.{says}")] == wanted, point
    glass.page.mouse.move(2, 880)


def test_the_stream_shows_what_was_said_last_by_the_box_or_by_the_page(glass: Glass) -> None:
    now, words = stream(glass), glass.page.locator(".words")
    glass.page.evaluate("(detail) => dispatchEvent(new CustomEvent('stream', { detail }))", {**now, "text": "a dog"})
    assert words.text_content() == "a dog"
    stream(glass, again=True)
    assert words.text_content() == now["text"]
