"""What a finger can hit on a phone: every target is 44 pixels high, by what is drawn or by what lies around it."""

import re

import pytest
from playwright.sync_api import expect

from headlight.reading.sentences import FULL
from tests.browser.screen import Screen
from tests.sampled import sampled

# Scrolls to each thing that can be pressed, and goes from its middle up and down for as long as a finger still hits it.
LOW = """() => {
    const main = document.querySelector('[data-testid=stMain]');
    const inner = (e) => (e.shadowRoot ? all(e.shadowRoot) : []);
    const all = (root) => [...root.querySelectorAll('*')].flatMap((e) => [e, ...inner(e)]);
    const at = (x, y) => {
        let [hit, under] = [document.elementFromPoint(x, y)];
        while (hit?.shadowRoot && (under = hit.shadowRoot.elementFromPoint(x, y)) && under !== hit) hit = under;
        return hit;
    };
    const inside = (e, target) => e && (e === target || inside(e.parentElement ?? e.getRootNode().host, target));
    const dials = 'input[type=range], label:has([role=switch]), [role=combobox], .grips i';
    const pressed = `button, summary, [role=button], [role=radio], nav a, ${dials}`;
    return all(main)
        // But for numbers, and for words of a text.
        .filter((e) => e.matches(pressed) && !e.disabled && !e.closest('small:not(ol *), .says, .columns'))
        .map((e) => {
            const { y: before } = e.getBoundingClientRect();
            main.scrollTop += before - 400;
            const { x, y, width, height } = e.getBoundingClientRect();
            const [middle, centre] = [x + width / 2, y + height / 2];
            const hit = (way) => inside(at(middle, centre + way), e);
            if (width < 2 || !hit(0)) return null;  // hidden, or behind the edge of a row that scrolls
            let [up, down] = [0, 0];
            while (up < 43 && hit(-up - 1)) up++;
            while (down < 43 && hit(down + 1)) down++;
            return [up + down + 1, (e.ariaLabel ?? e.textContent).trim()];
        })
        .filter((found) => found && found[0] < 43);  // whole pixels on both sides of a middle between two
}"""


DIALS = [
    ("growing_up", "Steps of training"),
    ("next_word", "Output temperature"),
    ("scaling", "Multiplier"),
    ("one_step", "Learning rate"),
]


@pytest.mark.parametrize(("address", "dial"), sampled(DIALS, DIALS[:2]))
def test_a_dial_stays_at_hand_while_the_last_picture_that_it_moves_is_in_sight(
    phone: Screen, address: str, dial: str
) -> None:
    """The dial can be pressed with the last picture in sight, and that changes."""
    phone.go(address)
    slider = phone.page.get_by_role("slider", name=dial)
    last = phone.page.locator("[data-testid=stMain] .spot > .picture").last
    last.scroll_into_view_if_needed()
    expect(slider).to_be_in_viewport()
    slider.click(trial=True)  # nothing lies over it
    slider.focus()
    drawn = "({ shadowRoot: e }) => e.innerHTML + [...e.querySelectorAll('canvas')].map((each) => each.toDataURL())"
    before = last.evaluate(drawn)
    with phone.answered():
        phone.page.keyboard.press("ArrowLeft")
    assert last.evaluate(drawn) != before
    expect(last).to_be_in_viewport()
    buttons = phone.page.get_by_role("button", name=re.compile("^Both at"))
    tops = buttons.evaluate_all("all => all.map(e => e.getBoundingClientRect().top)")
    assert len({*tops}) <= 1, "short buttons share a row"


def test_the_cross_of_a_tag_is_hit_within_24_pixels_and_takes_it_off(screen: Screen) -> None:
    screen.go("learning?silent=1.1&silent=1.2&silent=2.1")
    screen.page.get_by_role("button", name="More").click()
    crosses = screen.page.locator("[data-tag] button")
    expect(crosses).to_have_count(3)
    for box in crosses.evaluate_all("all => all.map(e => [e.offsetWidth, e.offsetHeight])"):
        assert min(box) >= 24
    with screen.answered():
        crosses.nth(1).click(position={"x": 22, "y": 22})  # far from what is drawn
    expect(crosses).to_have_count(2)
    expect(screen.page.get_by_role("button", name="Remove 1.2")).to_have_count(0)


def test_the_signs_that_send_and_take_away_have_no_row_of_their_own(phone: Screen) -> None:
    for address in ("attention", "masking", "next_word"):
        phone.go(address)
        there = phone.page.locator(".keys").first.bounding_box()
        for sign in (".send", ".opener"):
            box = phone.page.locator(sign).first.bounding_box()
            assert there and box
            assert there["y"] <= box["y"] + box["height"] / 2 <= there["y"] + there["height"], (address, sign)


def test_of_a_text_that_is_too_long_the_box_takes_what_it_can_and_says_so(phone: Screen) -> None:
    phone.go("start")
    phone.box.fill("")
    with phone.answered():
        phone.page.keyboard.insert_text("The bear went over the mountain. " * 100)
    expect(phone.box).to_have_value(re.compile("^The bear went over the mountain. The bear"))
    expect(phone.page.get_by_text(FULL)).to_be_in_viewport()


def test_a_line_that_was_read_has_the_width_of_a_phone(phone: Screen) -> None:
    phone.go("looked_up", text="x").fits()
