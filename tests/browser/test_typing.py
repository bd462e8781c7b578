"""Nothing typed, chosen or clicked is lost while the server has not answered: it is shown, and the picture follows."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import BrowserContext, Position, Route, expect

from headlight.frame import reader
from tests.browser.screen import Screen
from tests.browser.wire import CUT, Line

BEFORE = "red bear"


@pytest.fixture(scope="module")
def app(profiles: Callable[..., BrowserContext], server: str) -> Iterator[tuple[Screen, Line]]:
    """A tab in which each test goes on where the one before has left the app, and its line to the server."""
    page = profiles(1440, 900).new_page()
    line = Line(page)
    yield Screen(page, server).open("attention"), line
    page.close()


@pytest.fixture
def slow(app: tuple[Screen, Line]) -> Iterator[Screen]:
    """A laptop's screen whose server may answer late."""
    screen, line = app
    yield screen
    line.let_through()
    assert screen.complaints == [], "the browser's console must stay empty"
    assert screen.strangers == [], "no request may leave the server"


@pytest.fixture
def line(app: tuple[Screen, Line]) -> Line:
    return app[1]


def link(screen: Screen) -> None:
    screen.page.get_by_role("link", name="mask", exact=True).click(no_wait_after=True)


def view(screen: Screen) -> None:
    screen.page.get_by_role("radio", name="By hand", exact=True).click(no_wait_after=True)


def typed(screen: Screen, what: str) -> None:
    """Type at the end of the box at once, as it is."""
    screen.box.evaluate("box => { box.focus(); box.setSelectionRange(999, 999); }")
    screen.page.keyboard.type(what)


@pytest.mark.parametrize("change", [link, view])
@pytest.mark.parametrize("before", [BEFORE, reader.EXAMPLE])
def test_what_is_typed_before_the_server_answers_is_read(
    slow: Screen, line: Line, change: Callable[[Screen], None], before: str
) -> None:
    slow.go("attention", text=before)
    line.hold()
    change(slow)
    typed(slow, " cage\N{PAW PRINTS}s")
    slow.page.keyboard.press("Backspace")
    slow.page.keyboard.press("Backspace")
    expect(slow.box).to_have_value(f"{before} cage")
    line.let_through()
    slow.painted(f"{before} cage")
    expect(slow.box).to_have_value(f"{before} cage")
    expect(slow.box).to_be_focused()
    slow.no_trouble()


def test_what_is_typed_into_the_middle_before_the_server_answers_stays_there(slow: Screen, line: Line) -> None:
    slow.go("attention", text=BEFORE)
    line.hold()
    view(slow)
    slow.box.evaluate("box => { box.focus(); box.setSelectionRange(3, 3); }")
    slow.page.keyboard.type("dish")
    line.let_through()
    slow.painted("reddish bear")
    expect(slow.box).to_have_value("reddish bear")


def test_what_is_pasted_before_the_server_answers_is_read_once(slow: Screen, line: Line) -> None:
    slow.go("attention", text=BEFORE)
    line.hold()
    view(slow)
    typed(slow, " a")
    slow.page.keyboard.insert_text(" cage d'été")
    expect(slow.box).to_have_value(f"{BEFORE} a cage d'été")
    line.let_through()
    slow.painted(f"{BEFORE} a cage d'été")
    slow.settle()
    assert [bool(each.fragment_id) for each in line.asked] == [False, True]


def test_a_box_that_is_full_before_the_server_answers_takes_no_more_and_loses_nothing(slow: Screen, line: Line) -> None:
    before = f"{BEFORE} ".ljust(599, "x")
    slow.go("attention", text=before)
    line.hold()
    view(slow)
    typed(slow, "yz")
    expect(slow.box).to_have_value(f"{before}y")
    line.let_through()
    expect(slow.page).to_have_url(re.compile("xy(&|$)"))
    expect(slow.box).to_have_value(f"{before}y")


@pytest.mark.parametrize("by_key", [True, False])
def test_what_is_put_into_a_box_that_is_drawn_empty_at_first_follows_its_text(
    slow: Screen, line: Line, by_key: bool
) -> None:
    slow.go("attention", text=BEFORE)
    line.hold()
    link(slow)
    slow.box.focus()
    slow.box.evaluate("box => Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(box, '')")
    (slow.page.keyboard.type if by_key else slow.page.keyboard.insert_text)(" cage")
    line.let_through()
    slow.painted(f"{BEFORE} cage")
    expect(slow.box).to_have_value(f"{BEFORE} cage")


@pytest.mark.parametrize("change", [link, view])
@pytest.mark.parametrize("clears", ["Delete", "Backspace"])
def test_a_text_that_is_cleared_before_the_server_answers_stays_so(
    slow: Screen, line: Line, change: Callable[[Screen], None], clears: str
) -> None:
    slow.go("attention", text=BEFORE)
    line.hold()
    change(slow)
    slow.box.select_text()
    slow.page.keyboard.press(clears)
    expect(slow.box).to_have_value("")
    slow.page.keyboard.type("cage")
    line.let_through()
    slow.painted("cage")
    expect(slow.box).to_have_value("cage")


def test_what_is_typed_into_two_boxes_before_the_server_answers_is_read_in_both(slow: Screen, line: Line) -> None:
    slow.go("all_heads", text="bear country", by_effect="true")
    word = slow.page.get_by_label("Next word", exact=True)
    line.hold()
    slow.page.get_by_role("radio", name="columns", exact=True).click(no_wait_after=True)
    typed(slow, " man")
    word.focus()
    slow.page.keyboard.type("boy")
    slow.box.focus()
    slow.page.keyboard.press("End")
    slow.page.keyboard.type("y")
    expect(word).to_have_value("boy")
    line.let_through()
    slow.painted("bear country many", "Effects of every cell")
    expect(slow.page.get_by_role("heading", name="effect on “boy”")).to_be_visible()
    expect(slow.box).to_have_value("bear country many")
    expect(word).to_have_value("boy")
    slow.no_trouble()


@pytest.mark.parametrize("change", [link, view])
def test_what_is_typed_while_there_is_no_box_is_put_into_the_next(
    slow: Screen, line: Line, change: Callable[[Screen], None]
) -> None:
    slow.go("attention", text=BEFORE)
    line.hold()
    change(slow)
    typed(slow, " i")
    while "delta" not in line.kept():
        slow.page.wait_for_timeout(20)
    line.let_through("new_session")
    line.let_through("new_session")  # the first run wrote the address
    if change is link:
        expect(slow.box).to_have_count(0)
    slow.page.keyboard.type("n p")  # which alone would begin to present
    line.let_through()
    slow.painted(f"{BEFORE} in p")
    slow.page.keyboard.type("ark")
    slow.painted(f"{BEFORE} in park")
    expect(slow.box).to_have_value(f"{BEFORE} in park")
    expect(slow.page).not_to_have_url(re.compile("present"))


def test_what_is_typed_just_before_a_reload_is_read(slow: Screen, line: Line) -> None:
    slow.go("attention", text=BEFORE)
    line.hold()
    view(slow)
    typed(slow, " cage")
    line.let_through("new_session")
    slow.page.reload()
    slow.painted(f"{BEFORE} cage")
    expect(slow.box).to_have_value(f"{BEFORE} cage")
    slow.page.reload()
    slow.painted(f"{BEFORE} cage")
    slow.no_trouble()


def test_what_is_typed_just_before_a_reload_waits_for_a_box_that_is_drawn_late(slow: Screen, line: Line) -> None:
    """As on a slow line: the page is at rest before the script has come that draws its boxes."""
    slow.go("attention", text=BEFORE)
    line.hold()
    view(slow)
    typed(slow, " cage")
    scripts: list[Route] = []
    slow.page.route("**/TextInput.*.js", lambda route: scripts.append(route))
    slow.page.reload()
    slow.settle()
    slow.page.wait_for_timeout(500)  # longer than a page that seems to be there is waited for
    expect(slow.box).to_have_count(0)
    for script in scripts:
        script.continue_()
    slow.page.unroute("**/TextInput.*.js")
    slow.painted(f"{BEFORE} cage")
    expect(slow.box).to_have_value(f"{BEFORE} cage")


def test_what_is_typed_after_an_example_was_chosen_wins_over_it(slow: Screen, line: Line) -> None:
    slow.go("attention", text=BEFORE)
    slow.page.get_by_role("button", name="Stories").click()
    slow.page.get_by_text("Or just a sentence").click()
    example = slow.page.get_by_test_id("stRadio").get_by_text(reader.EXAMPLES[1], exact=True)
    expect(example).to_be_visible()
    line.hold()
    example.click()
    while not line.asked:  # before the choice is sent, what is typed came first
        slow.page.wait_for_timeout(20)
    typed(slow, " cage")
    line.let_through()
    slow.painted(f"{BEFORE} cage")
    expect(slow.box).to_have_value(f"{BEFORE} cage")


def test_what_is_typed_right_after_going_back_is_read(slow: Screen, line: Line) -> None:
    slow.go("attention", text=BEFORE)
    link(slow)
    expect(slow.page.locator("h1")).to_have_text("Masking")
    slow.settle()
    line.hold()
    slow.page.evaluate("history.back()")
    typed(slow, " cage")
    line.let_through()
    expect(slow.page.locator("h1")).to_have_text("Attention")
    slow.painted(f"{BEFORE} cage")
    expect(slow.box).to_have_value(f"{BEFORE} cage")


def test_a_click_into_a_page_that_is_being_left_asks_the_server_nothing(slow: Screen, line: Line) -> None:
    """Asked while the other page is run, it would take the values of that one out of the address."""
    slow.go("all_heads", text=BEFORE, layer=3, head=1)
    cell: Position = {"x": 140, "y": 160}
    picture = slow.page.locator(".spot canvas").first
    with slow.answered():
        picture.click(position=cell)
    assert line.asked[-1].fragment_id, "a click is a request of a part of the page"
    picture.scroll_into_view_if_needed()
    line.hold()
    slow.page.get_by_role("link", name="Tokens →").click(no_wait_after=True)
    picture.click(position=cell, no_wait_after=True)
    slow.page.wait_for_timeout(300)  # what is not asked gives no sign
    line.let_through()
    slow.painted(BEFORE)
    expect(slow.page.locator("h1")).to_have_text("Tokens")
    expect(slow.page).to_have_url(re.compile(r"tokens\?.*text=red.bear"))
    assert [each.fragment_id for each in line.asked] == [""]
    slow.no_trouble()


def test_a_click_that_waits_for_the_page_is_made_anew(slow: Screen, line: Line) -> None:
    """The server may count on what the browser has of its messages, and later that is something else."""
    slow.go("attention", text=" ".join([BEFORE] * 20), orientation="rows")  # so long that its message is kept
    picture = slow.picture("Pattern of")
    line.hold()
    slow.page.get_by_role("radio", name="columns", exact=True).click(no_wait_after=True)
    picture.click(no_wait_after=True)
    slow.page.wait_for_timeout(300)
    assert not line.asked[-1].fragment_id and line.asked[-1].cached_message_hashes
    line.let_through()
    slow.settle()
    slow.page.wait_for_timeout(300)
    click = line.asked[-1]
    assert click.fragment_id and click.page_script_hash and click.widget_states.widgets
    assert not click.cached_message_hashes
    slow.no_trouble()


@pytest.mark.parametrize("forgotten", [False, True])
def test_what_is_typed_while_the_line_is_cut_is_read_when_it_is_back(slow: Screen, line: Line, forgotten: bool) -> None:
    slow.go("attention", text=BEFORE)
    typed(slow, " in")
    slow.painted(f"{BEFORE} in")
    slow.settle()
    line.asked = []
    with line.cut() as attempts:
        expect(slow.page.get_by_text(CUT)).to_be_visible()
        slow.page.evaluate("forgotten => { window.forgotten = forgotten; }", forgotten)
        slow.page.keyboard.type(" a cages")
        slow.page.keyboard.press("Backspace")
        expect(slow.box).to_have_value(f"{BEFORE} in a cage")
        while len(attempts) < 3:  # Streamlit says after the second what it thinks of it
            slow.page.wait_for_timeout(100)
        expect(slow.page.get_by_text("Connection error")).to_be_hidden()
    slow.painted(f"{BEFORE} in a cage")
    expect(slow.box).to_have_value(f"{BEFORE} in a cage")
    expect(slow.box).to_be_focused()
    expect(slow.page.get_by_text(CUT)).to_be_hidden()
    assert not line.asked[0].fragment_id, "whoever is not known runs the page first"
    slow.page.keyboard.type("!")
    slow.painted(f"{BEFORE} in a cage!")
    slow.no_trouble()


def test_a_letter_on_its_way_when_the_line_is_cut_is_read(slow: Screen, line: Line) -> None:
    slow.go("attention", text=BEFORE)
    typed(slow, "s")
    with line.cut():
        expect(slow.box).to_be_disabled()
    slow.painted(f"{BEFORE}s")
    expect(slow.box).to_be_focused()
    slow.page.keyboard.type("!")
    slow.painted(f"{BEFORE}s!")
    slow.no_trouble()


# Wishes, of which the second is sent before the answer to the first has come.
Wish = Callable[[Screen], None]


def head(screen: Screen) -> None:
    """The last of all heads, by a click."""
    grid = screen.picture("Attention patterns of 6 layers")
    box = grid.bounding_box()
    assert box
    grid.click(position={"x": box["width"] - 20, "y": box["height"] - 20})


def layer(screen: Screen) -> None:
    slider = screen.page.get_by_role("slider", name="Layer")
    slider.focus()
    slider.press("ArrowRight")


def temperature(screen: Screen) -> None:
    slider = screen.page.get_by_role("slider", name="Attention temperature")
    slider.focus()
    slider.press("ArrowRight")


def letter(screen: Screen) -> None:
    screen.box.press("End")
    screen.box.press("s")


def effects(screen: Screen) -> None:
    screen.page.get_by_role("paragraph").filter(has_text="Effects").click()


def columns(screen: Screen) -> None:
    screen.page.get_by_role("radio", name="columns", exact=True).click()


@pytest.mark.parametrize(
    ("wishes", "kept"),
    [
        ((head, letter), {"layer": "6", "head": "6", "text": "bear.countrys"}),
        ((head, temperature), {"layer": "6", "head": "6", "attention_temperature": "1.1"}),
        ((temperature, head), {"attention_temperature": "1.1", "layer": "6", "head": "6"}),
        ((layer, temperature), {"layer": "3", "attention_temperature": "1.1"}),
        ((layer, effects), {"layer": "3", "by_effect": "true"}),
        ((head, columns), {"layer": "6", "orientation": "columns"}),
    ],
    ids=lambda each: "-".join(wish.__name__ for wish in each) if isinstance(each, tuple) else "",
)
def test_of_two_wishes_that_cross_both_are_fulfilled_and_stand_in_the_address(
    slow: Screen, line: Line, wishes: tuple[Wish, Wish], kept: dict[str, str]
) -> None:
    slow.go("all_heads", text="bear country", layer=2, head=2, orientation="rows", attention_temperature=1)
    line.hold()
    for number, wish in enumerate(wishes, start=1):
        wish(slow)
        while len(line.asked) < number:
            slow.page.wait_for_timeout(20)
    line.let_through()
    for key, value in kept.items():
        expect(slow.page).to_have_url(re.compile(rf"[?&]{key}={value}(&|$)"))
    slow.settle()
    for key, value in kept.items():
        expect(slow.page).to_have_url(re.compile(rf"[?&]{key}={value}(&|$)"))
    shown = "layer {}, head {}".format(kept["layer"], kept.get("head", "6" if head in wishes else "2"))
    expect(slow.page.locator(f'.board [aria-label*="{shown}"]').first).to_be_visible()
    slow.no_trouble()


def back(screen: Screen) -> None:
    screen.page.evaluate("history.back()")


def code(screen: Screen) -> None:
    screen.page.locator(".st-key-code label").first.click(no_wait_after=True)


def test_a_slider_of_the_sidebar_goes_back_at_once(slow: Screen, line: Line) -> None:
    slow.go("all_heads", text="bear country", layer=2, head=2)
    with slow.answered():
        head(slow)
    slider = slow.page.get_by_role("slider", name="Layer")
    expect(slider).to_have_value("6")
    line.hold()
    back(slow)
    expect(slow.page).to_have_url(re.compile("layer=2"))
    expect(slider).to_have_value("2")


@pytest.mark.parametrize("change", [link, back])
def test_a_control_of_a_page_that_is_being_left_asks_the_server_nothing(
    slow: Screen, line: Line, change: Callable[[Screen], None]
) -> None:
    """Asked while the other page is run, it would bring this one back under its address, or an error."""
    slow.go("masking" if change is back else "tokens", text=BEFORE)
    slow.go("attention", text=BEFORE, orientation="rows")
    line.hold()
    change(slow)
    while not line.asked:
        slow.page.wait_for_timeout(20)
    columns(slow)
    code(slow)
    slow.page.wait_for_timeout(300)  # what is not asked gives no sign
    line.let_through()
    expect(slow.page.locator("h1")).to_have_text("Masking")
    slow.settle()
    assert len(line.asked) == 1
    expect(slow.page).to_have_url(re.compile(r"masking\?text=red.bear$"))
    expect(slow.box).to_have_value(BEFORE)
    slow.no_trouble()


def test_a_control_of_an_address_that_is_being_left_asks_the_server_nothing(slow: Screen, line: Line) -> None:
    """It is of the same page, but what it would set there is not what the link says."""
    slow.go("attention", text=BEFORE, story="name", orientation="rows")
    line.hold()
    slow.page.get_by_role("link", name="Begin again").click(no_wait_after=True)
    while not line.asked:
        slow.page.wait_for_timeout(20)
    columns(slow)
    slow.page.wait_for_timeout(300)  # what is not asked gives no sign
    line.let_through()
    expect(slow.box).to_have_value(re.compile("Nobody saw Rafael"))
    slow.settle()
    assert len(line.asked) == 1
    expect(slow.page).not_to_have_url(re.compile("columns"))
    slow.no_trouble()


def test_a_control_that_waits_on_a_page_that_is_left_then_is_not_asked_for_on_the_next(
    slow: Screen, line: Line
) -> None:
    slow.go("attention", text=BEFORE, orientation="rows")
    line.hold()
    for change, asked in ((view, 1), (columns, 1), (link, 2)):
        change(slow)
        while len(line.asked) < asked:
            slow.page.wait_for_timeout(20)
    line.let_through()
    expect(slow.page.locator("h1")).to_have_text("Masking")
    slow.settle()
    assert len(line.asked) == 2
    expect(slow.page).to_have_url(re.compile(r"masking\?text=red.bear$"))
    slow.no_trouble()


def test_what_is_set_while_another_view_opens_is_set_there_and_stands_in_the_address(slow: Screen, line: Line) -> None:
    slow.go("attention", text=BEFORE, orientation="rows")
    line.hold()
    view(slow)
    while not line.asked:
        slow.page.wait_for_timeout(20)
    columns(slow)
    code(slow)
    line.let_through()
    expect(slow.page.get_by_text("The context without projections")).to_be_visible()  # the code
    slow.settle()
    expect(slow.page).to_have_url(re.compile(r"(?=.*view=By.hand)(?=.*orientation=columns)(?=.*code=true)"))
    expect(slow.picture("Weights of").first).to_have_attribute("aria-label", re.compile("columns look"))
    slow.no_trouble()


def test_of_two_views_that_are_chosen_at_once_the_last_one_opens(slow: Screen, line: Line) -> None:
    slow.go("attention", text=BEFORE)
    line.hold()
    view(slow)
    while not line.asked:
        slow.page.wait_for_timeout(20)
    slow.page.get_by_role("radio", name="Four words", exact=True).click(no_wait_after=True)
    line.let_through()
    expect(slow.picture("The pattern of the words")).to_be_visible()
    expect(slow.page).to_have_url(re.compile("view=Four.words"))
    slow.no_trouble()


def test_steps_of_a_walk_that_are_asked_for_at_once_are_made_one_after_another(slow: Screen, line: Line) -> None:
    walk = "/path\n/tokens\n/path?stop=3\n/attention"
    page = slow.go("path", present=1, walk_at=1, walk=walk).page
    expect(page.get_by_text("1 of 4")).to_be_visible()
    line.hold()
    for key in ("ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft"):
        page.keyboard.press(key)
    line.let_through()
    expect(page.get_by_text("3 of 4")).to_be_visible()
    slow.settle()
    expect(page.get_by_text("3 of 4")).to_be_visible()
    expect(page.get_by_text("3 · Position becomes a vector too")).to_be_visible()
    slow.no_trouble()
