"""A board: what stands where, which picture a choice came from, and new data for pictures that stand there already."""

import base64

import numpy as np
import pytest
from playwright.sync_api import expect

from headlight.pictures import Labels, Screen
from tests.pictures.caught import Caught, caught, in_values

VALUES = np.array([[0.25, 0.5], [0.75, 1.0]])


def small(screen: Screen, key: str, values=VALUES, **named) -> None:
    labels = Labels(["a", "b"], ["x", "y"], "weight")
    screen.matrix(values, labels, alt=f"The matrix {key}.", key=key, **in_values(Screen.matrix, named))


def board_of(first=VALUES, text="one", remark="") -> Caught:
    """Pictures, a heading and a note, the right column filled before the left one; a remark makes it another board."""
    screen = Screen(text)
    if remark:
        screen.note(remark)
    screen.sentence([("Above.", False)], key="above")
    left, right = screen.columns(30, 70)
    with right:
        screen.heading("Right", "Look <here>.")
        small(screen, "second", VALUES[::-1], on_cell=print)
    with left:
        small(screen, "first", first, on_cell=print)
        screen.note("A note.")
    screen.token_chips(["un", "do"], notes=["1", "2"], key="chips", on_place=print)
    return Caught(screen.message())


def test_columns_stand_side_by_side_as_wide_as_their_weights_whatever_was_filled_first(glass) -> None:
    glass.show(board_of(), width=1000)
    places = glass.page.evaluate(
        """() => Object.fromEntries([...document.querySelector('#stage > div').shadowRoot.querySelectorAll('.column')]
            .map((column) => [
                [...column.children].map((each) => each.className).join(), column.getBoundingClientRect().toJSON()
            ]))"""
    )
    left, right = places["spot,note"], places["heading,spot"]
    assert left["x"] < right["x"] and left["y"] == right["y"]
    assert 1.8 < right["width"] / left["width"] < 2.8
    assert places["spot"]["y"] > max(left["bottom"], right["bottom"]) - 1, "the chips, added last, stand below"
    assert glass.page.locator("h2").all_text_contents() == ["Right"]
    assert glass.page.locator(".heading p, .note p").all_text_contents() == ["A note.", "Look <here>."]


def test_a_column_that_would_be_too_narrow_moves_below(glass) -> None:
    screen = Screen("one")
    for key, column in zip(("first", "second"), screen.columns(1, 1, least=(400, 200)), strict=True):
        with column:
            small(screen, key)
    for width, below in ((700, False), (620, True)):
        glass.show(Caught(screen.message()), width=width)
        first, second = (glass.page.get_by_label(f"The matrix {key}.").bounding_box() for key in ("first", "second"))
        assert first and second and (second["y"] > first["y"] + 50) is below


def test_a_choice_comes_with_the_key_of_its_picture(glass) -> None:
    glass.show(board_of(), width=1000)
    for key, cell in (("first", [0, 1]), ("second", [1, 0])):
        canvas = glass.page.get_by_label(f"The matrix {key}.")
        canvas.focus()
        glass.page.keyboard.press("ArrowUp" if cell == [0, 1] else "ArrowDown")
        if cell == [0, 1]:
            glass.page.keyboard.press("ArrowRight")
        glass.page.keyboard.press("Enter")
        assert glass.page.evaluate("chosen.splice(0)") == [["chosen", [key, cell]]]
    glass.page.locator("ol > *").nth(1).click()
    assert glass.page.evaluate("chosen.splice(0)") == [["chosen", ["chips", 1]]]


def test_words_that_stay_are_not_written_again_and_others_are(glass) -> None:
    def shown(hint: str) -> Caught:
        screen = Screen("one")
        screen.heading("The scale d_k", hint)
        small(screen, "first")
        return Caught(screen.message())

    heading, about = glass.page.locator("h2"), glass.page.locator(".heading p")
    glass.show(shown("Before."))
    glass.page.evaluate(
        """() => {
            window.changed = [];
            const root = document.querySelector('#stage > div').shadowRoot;
            new MutationObserver(seen => changed.push(...seen.map(({ target }) => target.localName)))
                .observe(root.querySelector('.heading'), { childList: true, characterData: true, subtree: true });
        }"""
    )
    glass.show(shown("After."), again=True)
    assert glass.page.evaluate("changed") == ["p"]
    assert (heading.inner_html(), about.inner_text()) == ("The scale <i>d</i><sub>k</sub>", "After.")
    heading.evaluate("(heading) => heading.replaceChildren('Another head')")  # as while one is pointed at
    glass.show(shown("After."), again=True)
    assert heading.inner_html() == "The scale <i>d</i><sub>k</sub>"


def test_keys_go_on_in_a_picture_beside_which_something_new_stands(glass) -> None:
    glass.show(board_of(), width=1000)
    canvas = glass.page.get_by_label("The matrix second.")
    glass.press("ArrowUp", "ArrowRight", on=canvas)
    for message in (board_of(text="two", remark="New."), board_of(text="three")):
        glass.show(message, width=1000, again=True)
        assert canvas.evaluate("canvas => canvas.getRootNode().activeElement === canvas")
        assert "a → y" in glass.page.locator(".card:visible").text_content()
    glass.page.keyboard.press("Enter")
    assert glass.page.evaluate("chosen.splice(0)") == [["chosen", ["second", [0, 1]]]]


def test_a_style_that_has_come_once_is_there_at_once(glass) -> None:
    glass.show(caught(small, "first"))
    looks = "canvas => getComputedStyle(canvas.parentElement).position"
    dressed = glass.page.get_by_label("The matrix first.").evaluate(looks)
    glass.page.route("**/*.css", lambda route: route.abort())
    try:
        glass.show(caught(small, "other"), again=True)
    finally:
        glass.page.unroute("**/*.css")
    assert dressed == "relative" and glass.page.get_by_label("The matrix other.").evaluate(looks) == dressed


def test_a_style_that_is_there_in_part_is_waited_for(sharp) -> None:
    faults, seen = [], []

    def late(route) -> None:
        """The style loads anew because its picture was moved: what was loaded before is told of in the meantime."""
        seen.append(sharp.page.locator("link[href*=matrix]").evaluate(tell))
        route.fulfill(body=":host { color: rgb(1, 2, 3); }", content_type="text/css")

    tell = "link => link.dispatchEvent(new Event('load')) && link.getRootNode().host.style.visibility"
    sharp.page.on("pageerror", lambda fault: faults.append(str(fault)))
    sharp.page.route("**/matrix.css", lambda route: route.fulfill(body="@import 'late.css';", content_type="text/css"))
    sharp.page.route("**/late.css", late)
    sharp.show(caught(small, "first"))
    assert (faults, seen) == ([], ["hidden"])
    assert sharp.page.locator(".picture").first.evaluate("place => getComputedStyle(place).color") == "rgb(1, 2, 3)"


def test_a_board_keeps_its_place_until_its_pictures_have_come_which_are_asked_for_again_where_they_were_lost(
    sharp,
) -> None:
    empty = []

    def lost(route) -> None:
        empty.append(sharp.page.locator(".board").bounding_box()["height"])
        route.abort() if len(empty) == 1 else route.continue_()

    sharp.page.route("**/matrix.js", lost)
    sharp.page.route("**/matrix.css", lambda route: route.abort(), times=1)
    sharp.show(caught(small, "first"))
    expect(sharp.page.get_by_label("The matrix first.").locator("..")).to_have_css("position", "relative")
    assert empty == 2 * [0.6 * 900] and sharp.page.locator(".board").bounding_box()["height"] < 300


def test_a_board_whose_scripts_come_late_is_not_drawn_over_a_later_one(sharp) -> None:
    held = []
    sharp.page.route("**/token_chips.js", lambda route: held.append(route))
    late = Screen("late")
    late.token_chips(["un", "do"], notes=["1", "2"], key="chips")
    boards = [Caught(late.message())]
    for text in ("before", "latest"):
        screen = Screen(text)
        small(screen, "first")
        boards.append(Caught(screen.message()))
    sharp.show(boards[1])
    sharp.page.evaluate(
        """async (bytes) => {
            const data = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0));
            const { default: show } = await import("/components/board.js");
            show({ parentElement: document.querySelector("#stage > div").shadowRoot, data, setTriggerValue: () => {} });
        }""",
        base64.b64encode(boards[0].message).decode(),
    )
    sharp.show(boards[2], again=True)
    held[0].continue_()
    shown = """async () => {
        await import("/pictures/token_chips.js");
        for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame);
        return document.querySelector("#stage > div").shadowRoot.querySelector(".board").dataset.text;
    }"""
    assert sharp.page.evaluate(shown) == "latest"


def test_a_page_that_only_looks_on_asks_for_nothing_again(glass) -> None:
    """As a student's does: the teacher's asks, and hands on what comes."""
    screen = Screen("one")
    small(screen, "first")
    screen.again = 7
    bytes_ = base64.b64encode(screen.message()).decode()
    glass.show(board_of())
    glass.page.evaluate(
        """async (bytes) => {
            const root = document.querySelector("#stage > div").shadowRoot;
            const data = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0));
            (await import("/components/board.js")).default({ parentElement: root, data });
            await new Promise((ready) => requestAnimationFrame(() => requestAnimationFrame(ready)));
        }""",
        bytes_,
    )
    assert glass.page.locator(".board[data-text=one] canvas").count() == 1


def test_a_letter_opens_the_number_that_was_gone_to_in_the_model_that_it_is_of(glass) -> None:
    def opened(keys: str, **more) -> list:
        screen = Screen("one", "MiniLM")
        small(screen, "first", shows={"stage": "pattern", "at": [2, 3, [0, 0], [1, 0]], **more})
        heads = {"hidden": np.zeros((2, 2), dtype=bool), "tokens": ["a", "b"], "selected": (1, 0), "on_head": print}
        patterns = np.array([[[[1, 0], [0.5, 0.5]]], [[[1, 0], [0.25, 0.75]]]])
        own = {"stage": "pattern", "at": [[0, 0], [1, 0], [2, 0], [3, 0]]}
        screen.head_grid(patterns, names=[[""], [""]], shows=own, key="grid", **heads)
        screen.pins = True
        glass.show(Caught(screen.message()))
        glass.page.locator("canvas[tabindex]").nth(int(keys == "o")).focus()
        for key in keys.split():
            glass.page.keyboard.press(key)
        return [value[:2] for name, value in glass.page.evaluate("chosen.splice(0)") if name == "opened"]

    assert opened("ArrowUp ArrowRight o") == [["pattern.2.3.0.1", "MiniLM"]], "an encoder looks ahead"
    assert opened("ArrowUp o", model="SmolLM2") == [["pattern.2.3.0.0", "SmolLM2"]]
    assert opened("ArrowUp ArrowRight o", causal=True) == []
    assert opened("ArrowUp o", causal=True) == [["pattern.2.3.0.0", "MiniLM"]]
    assert opened("o") == [["pattern.1.0.1.1", "MiniLM"]], "the largest of the last row of a small pattern"


@pytest.mark.parametrize("width", [340, 900])
def test_what_opens_a_number_is_offered_within_the_picture_beside_where_one_clicked(glass, width: int) -> None:
    screen = Screen("one")
    small(screen, "first", shows={"stage": "pattern", "at": [2, 3, [0, 0], [1, 0]]})
    screen.pins = True  # as on a page with a server, which alone opens numbers
    glass.show(Caught(screen.message()), width=width)
    box, picture = (glass.page.locator(each).bounding_box() for each in ("canvas", ".spot > .picture"))
    for x in (0.6, 0.97):
        for y in (0.5, 0.9):
            glass.page.mouse.click(box["x"] + x * box["width"], box["y"] + y * box["height"])
            door = glass.page.get_by_role("button", name="Open its terms").bounding_box()
            assert box["x"] <= door["x"] <= box["x"] + x * box["width"] + 11, (x, y)
            assert door["x"] + door["width"] <= picture["x"] + picture["width"] + 1 and door["y"] > box["y"], (x, y)
            glass.page.keyboard.press("Escape")
