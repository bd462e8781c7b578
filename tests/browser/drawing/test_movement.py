"""Movement: what a choice or a dial changes goes to its new place in a quarter of a second, by a clock of the test."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from headlight.pictures import Demonstration, Extras, Group, Labels, Screen, Style, Words
from tests.browser.drawing.glass import KEY, Glass, all_of
from tests.browser.screen import DEMONSTRATED, hurry
from tests.pictures.caught import Caught, in_values
from transformer import Head

LASTS = 250
WORDS = ["ant", "bee", "cow"]
CLOCK = """async () => {
    const { clock } = await import("/shared/movement.js");
    const waiting = [];
    window.time = 0;
    Object.assign(clock, { now: () => time, frame: paint => waiting.push(paint) });
    window.at = ms => { time = ms; waiting.splice(0).forEach(paint => paint()); return waiting.length; };
}"""


@pytest.fixture
def clocked(glass: Glass) -> Iterator[Glass]:
    """The blank page of a newcomer who has nothing against motion; time stands until `at` is called."""
    glass.page.evaluate("localStorage.clear()")
    glass.page.emulate_media(reduced_motion="no-preference")
    glass.page.evaluate(CLOCK)
    yield glass
    glass.page.emulate_media(reduced_motion="reduce")
    glass.page.evaluate(DEMONSTRATED)


# Of the words, of which the last is chosen, and of one head.
SAID: dict[str, Any] = {"words": [(word, True) for word in WORDS], "chosen": 2, "head": (0, 0), "names": []}
SAID |= {"following": [("dog", 0.75)], "about": "", "alt": "Words.", "on_choice": print}


@pytest.fixture
def show(clocked: Glass) -> Callable[..., None]:
    """Draw a picture of a text: the first one anew, each later one in its place."""
    shown: list[Callable[..., None]] = []

    def show(function: Callable[..., None], *given: Any, text: str = "a text", **named: Any) -> None:
        board = Screen(text)
        function(board, *given, key=KEY, **in_values(function, named))
        clocked.show(Caught(board.message()), again=bool(shown))
        shown.append(function)

    return show


def eased(share: float) -> float:
    return 1 - (1 - share) ** 3


def at(glass: Glass, share: float) -> int:
    """Let the share of the time be over; how many pictures go on."""
    return glass.page.evaluate("ms => at(ms)", share * LASTS)


def widths(glass: Glass) -> list[float]:
    return [round(each, 3) for each in all_of(glass, "i.now, .next i:not(.before)", "parseFloat(e.style.width)")]


def test_bars_grow_from_what_was_painted_to_what_is_new(clocked: Glass, show: Callable) -> None:
    def draw(*values: float) -> None:
        show(Screen.bars, list(values), labels=["a", "b"], alt="Bars.")

    draw(0.8, 0.2)
    draw(0.4, 0.6)
    clocked.page.evaluate("at(0)")
    for share in (0, 0.5, 1):
        going = at(clocked, share)
        assert widths(clocked) == pytest.approx([80 - 40 * eased(share), 20 + 40 * eased(share)], abs=0.01)
        assert bool(going) == (share < 1)


def test_columns_grow_from_what_was_painted_to_what_is_new(clocked: Glass, show: Callable) -> None:
    def draw(value: float) -> None:
        show(Screen.column_chart, {"a": np.array([value])}, labels=["a"], axes=("", ""), alt="A.", limit=("", 1.0))

    draw(1.0)
    clocked.page.locator("canvas").evaluate("""canvas => {
        const pen = canvas.getContext("2d"), { fillRect } = pen;
        pen.fillRect = (...given) => fillRect.apply(pen, (window.column = given));
    }""")
    draw(1.0)
    whole = clocked.page.evaluate("column[3]")
    draw(0.5)
    clocked.page.evaluate("at(0)")
    for share in (0.5, 1):
        at(clocked, share)
        assert clocked.page.evaluate("column[3]") == pytest.approx(whole * (1 - 0.5 * eased(share)), abs=0.5)


def test_a_ball_rolls_along_its_line_to_the_next_place(clocked: Glass, show: Callable) -> None:
    def draw(at: float) -> None:
        show(Screen.curves, {"loss": np.array([4.0, 2.0, 0.0])}, at=at, axes=("steps", "loss"), alt="A loss.")

    def ball() -> np.ndarray:
        return np.array(clocked.page.evaluate("window.ball"))

    draw(0)
    clocked.page.locator("canvas").evaluate("""canvas => {
        const pen = canvas.getContext("2d"), { arc } = pen;
        pen.arc = (...given) => arc.apply(pen, (window.ball = given));
    }""")
    draw(0)
    begin = ball()
    draw(2)
    clocked.page.evaluate("at(0)")
    at(clocked, 0.5)
    between = ball()
    assert at(clocked, 1) == 0
    np.testing.assert_allclose((between - begin)[:2] / (ball() - begin)[:2], eased(0.5), atol=0.01)


def test_a_machine_that_leaves_frames_out_shows_half_of_the_way_all_the_same(clocked: Glass, show: Callable) -> None:
    for value in (0.0, 1.0):
        show(Screen.bars, [value], labels=["a"], alt="Bars.")
    assert at(clocked, 3) == 1 and widths(clocked) == pytest.approx([100 * eased(0.5)], abs=0.01)
    assert at(clocked, 6) == 0 and widths(clocked) == [100]


def test_what_is_typed_or_of_another_shape_and_all_with_little_motion_is_there_at_once(
    clocked: Glass, show: Callable
) -> None:
    def draw(*values: float, **more: Any) -> None:
        show(Screen.bars, list(values), alt="Bars.", **({"labels": ["a", "b"]} | more))

    draw(0.8, 0.2)
    draw(0.4, 0.6, text="a text that goes on")
    assert widths(clocked) == [40, 60] and at(clocked, 0) == 0
    draw(0.1, 0.9, text="a text that goes on", labels=["a", "c"])
    assert widths(clocked) == [10, 90] and at(clocked, 0) == 0
    clocked.page.emulate_media(reduced_motion="reduce")
    draw(0.3, 0.7, text="a text that goes on", labels=["a", "c"])
    assert widths(clocked) == [30, 70] and at(clocked, 0) == 0


def test_what_comes_after_a_pause_of_typing_is_there_at_once_too(clocked: Glass) -> None:
    for value, again in ((0.8, 1), (0.4, 0)):
        board = Screen("a text")
        board.again, board.pause = again, 60  # seconds: nobody waits for it here
        board.bars([value], labels=["a"], alt="Bars.", key="bars")
        clocked.show(Caught(board.message()), again=not again)
    assert widths(clocked) == [40] and at(clocked, 0) == 0


def test_ribbons_lead_over_from_one_word_to_another_and_become_as_wide_as_its_weights(
    clocked: Glass, show: Callable
) -> None:
    weights = np.array([[1, 0, 0], [0.25, 0.75, 0], [0.5, 0.1, 0.4]])

    def draw(chosen: int) -> None:
        show(Screen.looks, weights[None, None], **SAID | {"chosen": chosen, "compact": True})

    def ribbon() -> tuple[float, float]:
        """Where the ribbon to the first word begins, and how wide it is."""
        path = clocked.page.locator("path[data-word='0']")
        begins, width = path.evaluate("e => [e.getPointAtLength(0).x, Number(e.getAttribute('stroke-width'))]")
        return begins, width

    draw(1)
    (from_x, from_width) = ribbon()
    draw(2)
    clocked.page.evaluate("at(0)")
    assert ribbon() == pytest.approx((from_x, from_width), abs=0.01)
    at(clocked, 0.5)
    half = ribbon()
    assert at(clocked, 1) == 0
    to_x, to_width = ribbon()
    assert to_x > from_x and to_width > from_width
    assert half == pytest.approx(
        (from_x + (to_x - from_x) * eased(0.5), from_width + (to_width - from_width) * eased(0.5)), abs=0.01
    )


def test_ribbons_lead_over_to_a_head_that_is_pointed_at_so_that_none_jumps(clocked: Glass, show: Callable) -> None:
    patterns = np.zeros((1, 2, 3, 3))
    patterns[0, :, 2] = [[0.8, 0.2, 0], [0.2, 0.8, 0]]
    show(Screen.looks, patterns, **SAID | {"names": [["", ""]], "following": []})

    def thick() -> float:
        return float(clocked.page.locator("path[data-word='0']").get_attribute("stroke-width") or 0)

    wide = thick()
    clocked.page.locator(".heads button").nth(1).hover()
    assert thick() == wide, "it begins where it was"
    at(clocked, 0.5)
    between = thick()
    assert at(clocked, 1) == 0 and thick() < between < wide
    clocked.page.mouse.move(0, 890)
    at(clocked, 3)


def test_a_head_that_is_pointed_at_in_a_grid_is_led_to_in_the_words_and_in_the_matrix_of_its_board(
    clocked: Glass,
) -> None:
    patterns = np.stack([np.eye(3), [[1, 0, 0], [0.5, 0.5, 0], [0.2, 0.7, 0.1]]])
    board = Screen("ant bee cow")
    words = Words([(word, True) for word in WORDS], 2, Head(0, 0), places=[0, 1, 2])
    board.looks(
        patterns[None, :1], words, extras=Extras(compact=True), about="It.", alt="W.", key="hero", on_choice=print
    )
    grid, chosen = board.columns(1, 2)
    with grid:
        named = {"hidden": np.triu(np.ones((3, 3), bool), 1), "names": [["", ""]], "selected": (0, 0), "on_head": print}
        board.head_grid(patterns[None], tokens=WORDS, key="grid", **named)
    with chosen:
        board.matrix(patterns[0], Labels(WORDS, WORDS, "weight"), alt="P.", key="pattern", style=Style(extent=1.0))
    clocked.show(Caught(board.message()), width=1000)
    own, about = clocked.page.locator("path[data-word='2']"), clocked.page.locator(".about")
    matrix = clocked.page.locator("[data-picture=matrix] canvas")

    def seen() -> tuple[float, bytes]:
        return float(own.get_attribute("stroke-width") or 0), clocked.shot(matrix).tobytes()

    before = seen()
    box = clocked.page.locator("[data-picture=head_grid] canvas").bounding_box()
    clocked.page.mouse.move(box["x"] + 0.8 * box["width"], box["y"] + 0.7 * box["height"])
    assert about.inner_text() == "Layer 1, head 2." and own.get_attribute("stroke-width") == str(before[0])
    at(clocked, 0.5)
    between = seen()
    assert at(clocked, 1) == 0 and seen()[0] < between[0] < before[0] and len({before[1], between[1], seen()[1]}) == 3
    clocked.page.mouse.move(0, 890)
    at(clocked, 2)
    assert at(clocked, 3) == 0 and about.inner_text() == "It." and seen()[0] == before[0]


def test_cells_change_their_colour_on_the_way_and_say_their_numbers_at_once(clocked: Glass, show: Callable) -> None:
    def draw(value: float, **more: Any) -> None:
        show(Screen.matrix, np.array([[value]]), rows=["a"], columns=["b"], noun="weight", alt="Cell.", **more)

    def colour() -> np.ndarray:
        high, wide = clocked.image().shape[:2]
        return clocked.image()[high - 14, wide - 14, :3]

    draw(0.0)
    first = colour()
    draw(1.0)
    clocked.page.evaluate("at(0)")
    assert "1.00" in clocked.words() and (colour() == first).all()
    at(clocked, 0.5)
    half = colour()
    at(clocked, 1)
    last = colour()
    assert (half != first).any() and (half != last).any()
    draw(eased(0.5), text="other")
    assert (colour() == half).all()


def test_words_that_are_shuffled_again_move_to_their_new_places_and_say_them_at_once(
    clocked: Glass, show: Callable
) -> None:
    def shuffled(order: list[int], change: float, **named: Any) -> None:
        header = {"names": ["none"], "notes": [""], "words": WORDS, "order": order, "extent": 1.0, "alt": "S."}
        show(Screen.shuffles, np.full((1, 3), change), **header | named)

    def below() -> dict[str, float]:
        clocked._texts = None
        return {text["text"]: text["x"] for text in clocked.texts[-3:]}

    shuffled([1, 2, 0], 0.25)
    before = below()
    shuffled([2, 1, 0], 0.75)
    assert below() == pytest.approx(before) and "largest change 0.75" in clocked.words()
    assert at(clocked, 0.5) == 1
    halfway = below()
    assert at(clocked, 1) == 0
    after = below()
    assert sorted(after, key=lambda word: after[word]) == ["cow", "bee", "ant"]
    for word in WORDS:
        assert halfway[word] == pytest.approx(before[word] + (after[word] - before[word]) * eased(0.5), abs=0.01)
    shuffled([1, 2, 0], 0.25, text="another text")
    assert below() == pytest.approx(before) and at(clocked, 0.5) == 0, "typed words are there at once"


def test_the_demonstration_of_a_first_visit_moves_the_ribbon_and_brings_it_back_and_is_seen_once(
    clocked: Glass, show: Callable
) -> None:
    weights = np.array([[1, 0, 0], [0.25, 0.75, 0], [0.1, 0.8, 0.1]])
    edit = (0, 0, 2, 1, 0)

    def draw(**more: Any) -> None:
        show(Screen.looks, weights[None, None], **SAID | {"following": [("dog", 0.75), ("fox", 0.125)]}, **more)

    def at_ms(ms: int) -> int:
        return clocked.page.evaluate("ms => at(ms)", ms)

    def end() -> float:
        """Where the ribbon ends that leads to the second word."""
        path = clocked.page.locator("path[data-word='1']")
        return path.evaluate("e => e.getPointAtLength(e.getTotalLength()).x")

    def numbers() -> list[str]:
        return clocked.page.locator(".stage small").all_text_contents()

    def middle(place: int) -> float:
        return clocked.page.locator(".stage button").nth(place).evaluate("e => e.offsetLeft + e.offsetWidth / 2")

    draw(demonstration=Demonstration(edit, [0.25, 0.5]))
    path = clocked.page.locator("path[data-word='1']")
    assert widths(clocked) == [0, 0] and path.get_attribute("stroke-dasharray") == "0 2", "nothing is drawn yet"
    assert at_ms(1400) == 1 and widths(clocked) == [75, 12.5] and not path.get_attribute("stroke-dasharray")
    at_ms(1850)
    assert middle(0) < end() < middle(1), "its end is on the way"
    at_ms(2900)
    assert widths(clocked) == [25, 50] and numbers() == ["90%", "", "10%"], "the other word has its weight"
    assert all_of(clocked, ".before", "[e.hidden, e.style.width]") == [[False, "75%"], [False, "12.5%"]]
    draw(demonstration=Demonstration(edit, [0.25, 0.5]))
    assert widths(clocked) == [25, 50], "a picture that is drawn anew goes on with it"
    assert at_ms(4000) == 0 and widths(clocked) == [75, 12.5] and numbers() == ["10%", "80%", "10%"]
    assert clocked.page.locator(".hand").text_content() == "now you"
    clocked.page.keyboard.press("Shift")
    assert clocked.page.locator(".hand").is_hidden() and clocked.page.locator(".before").first.is_hidden()
    draw(demonstration=Demonstration(edit, [0.25, 0.5]))
    assert clocked.page.locator(".hand").is_hidden() and widths(clocked) == [75, 12.5], "a browser sees it once"


_ENDS: dict[str, Callable[[Page], object]] = {
    "a key": lambda page: page.keyboard.press("a"),
    "a click": lambda page: page.mouse.click(5, 300),
    "the wheel": lambda page: page.mouse.wheel(0, 10),
    "a finger": lambda page: page.evaluate("document.body.dispatchEvent(new Event('touchmove', { bubbles: true }))"),
    "another text": lambda page: None,
}


@pytest.mark.parametrize("way", _ENDS)
def test_whatever_a_reader_does_ends_the_demonstration_at_any_moment_and_then_a_word_is_chosen(
    clocked: Glass, show: Callable, way: str
) -> None:
    def draw(text: str, **more: Any) -> None:
        show(Screen.looks, np.eye(3)[None, None], text=text, **SAID, **more)

    for number, (moment, seen) in enumerate({300: 0, 1400: 75, 2900: 25, 4000: 75}.items()):
        clocked.page.evaluate("localStorage.clear()")
        start = 10_000 * number  # of the clock
        clocked.page.evaluate("ms => at(ms)", start)
        draw(f"text {number}", demonstration=Demonstration((0, 0, 2, 2, 0), [0.25]))
        clocked.page.evaluate("ms => at(ms)", start + moment)
        assert widths(clocked) == [seen], moment
        _ENDS[way](clocked.page)
        if way == "another text":
            draw("typed")
        expect(clocked.page.locator(".next i:not(.before)")).to_have_attribute("style", re.compile(r"width: 75%"))
        expect(clocked.page.locator(".hand")).to_be_hidden()
        assert widths(clocked) == [75], moment
        assert clocked.page.evaluate("ms => at(ms)", start + moment + 100) == 0, "nothing goes on"
        clocked.chosen()
        clocked.page.locator(".stage button").first.click()
        assert clocked.chosen() == [["word", 0]], moment


def test_who_wants_little_motion_sees_the_demonstrations_last_state_and_then_is_asked(
    clocked: Glass, show: Callable
) -> None:
    clocked.page.emulate_media(reduced_motion="reduce")
    hurry(clocked.page)
    show(Screen.looks, np.eye(3)[None, None], demonstration=Demonstration((0, 0, 2, 2, 0), [0.25]), **SAID)
    hurry(clocked.page, times=1)
    assert widths(clocked) == [75] and clocked.page.evaluate("at(0)") == 0, "no frame follows"
    assert clocked.page.locator(".hand").text_content() == "now you" and clocked.chosen() == []
    clocked.page.wait_for_function("() => chosen.length")
    assert clocked.chosen() == [["ask", 0]]


def test_a_step_is_carried_to_its_new_place_once_and_not_while_somebody_types(clocked: Glass, show: Callable) -> None:
    def tip(*end: float) -> float:
        step = np.array([[0.0, 0.0], [2.0, 0.0]])
        carried = Group(step + end, ["", "tip"], "accent", path=True, carried=step, size=5)
        corners = Group(np.array([[0.0, 0.0], [2.0, 2.0]]), ["", ""], "soft", size=1)
        show(Screen.plane, [corners, carried], alt="A step.")
        return lift()

    def lift() -> float:
        clocked.frames()
        return clocked.text("tip")["y"]

    start = tip(0.0, 2.0)
    assert at(clocked, 1) == 1  # it lasts longer than others
    half = lift()
    assert at(clocked, 3) == 1 and at(clocked, 6) == 0
    end = lift()
    assert start - 20 > half > end
    assert tip(0.0, 2.0) == end and at(clocked, 0) == 0, "the same again is there"
    assert tip(0.0, 1.9) > end + 20 and at(clocked, 9) == 1 and at(clocked, 12) == 0, "another one is carried"
    clocked.page.evaluate("document.body.append(document.createElement('input'))")
    clocked.page.locator("input").focus()
    assert tip(0.0, 2.0) == end and at(clocked, 0) == 0
    clocked.page.evaluate("document.querySelector('input').remove()")
