"""The first minute: what a newcomer sees at the root address without scrolling, and where the three ways lead."""

import re

from playwright.sync_api import expect

from tests.browser.screen import Screen


def test_the_insight_is_seen_without_scrolling_and_a_large_screen_is_filled(screen: Screen) -> None:
    said = screen.page.get_by_text(re.compile("^“bear”, 81%: layer 6, head 5 brought it from “bear”"))
    for number, (width, height) in enumerate([(390, 844), (1024, 768), (1366, 768), (1920, 1080)]):
        screen.page.set_viewport_size({"width": width, "height": height})
        screen.rest() if number else screen.go("start")
        seen = [screen.box, screen.page.get_by_role("radio", name=re.compile("^the")), said]
        if width > 1000:
            seen += [
                screen.page.get_by_text("What comes next", exact=True),
                *screen.page.locator(".st-key-ways a").all(),
            ]
        for part in seen:
            box = part.bounding_box()
            assert box and box["y"] >= 0 and box["y"] + box["height"] <= height
        screen.fits()
    ends = [
        box["y"] + box["height"] for each in screen.page.locator(".st-key-ways").all() if (box := each.bounding_box())
    ]
    assert 0.85 * 1080 < max(ends) <= 1080
    word, box = screen.page.get_by_role("radio", name="country").bounding_box(), screen.box.bounding_box()
    highest = screen.page.locator("path[data-word]").evaluate_all(
        "all => Math.min(...all.map(e => e.getBoundingClientRect().top))"
    )
    assert word and box and highest - (box["y"] + box["height"]) < 100, "the ribbons use the room above the words"


def test_country_is_found_next_a_bar_adds_its_word_and_a_chosen_word_stays_in_the_address(
    screen: Screen,
) -> None:
    screen.go("start")
    with screen.answered():
        screen.page.get_by_role("button", name="what does “country” attend to").click()
    expect(screen.page.get_by_text(re.compile("^country gives 73% of its attention to bear"))).to_be_visible()
    expect(screen.page.get_by_role("button", name="what does “country” attend to")).to_be_hidden()
    with screen.answered():
        screen.page.get_by_role("button", name=re.compile("^bear 81%")).click()
    expect(screen.box).to_have_value("The girl stepped into bear country and helped the bear")
    expect(screen.page.get_by_role("radio", name=re.compile("^bear")).last).to_have_attribute("aria-checked", "true")
    with screen.answered():
        screen.page.get_by_role("radio", name="stepped").click()
    expect(screen.page).to_have_url(re.compile("query=2"))
    with screen.answered():
        screen.page.keyboard.press("ArrowLeft")
    expect(screen.page).to_have_url(re.compile("query=1"))
    expect(screen.page.get_by_role("radio", name="girl")).to_be_focused()
    with screen.answered():
        screen.page.get_by_role("radio", name="Layer 6, head 5").click()
    expect(screen.page).to_have_url(re.compile("(?=.*layer=6)(?=.*head=5)"))
    screen.page.reload()
    expect(screen.page.get_by_role("radio", name="girl")).to_have_attribute("aria-checked", "true")


def test_it_is_said_under_the_bars_why_the_word_comes_and_its_chance_opens(screen: Screen) -> None:
    page = screen.go("start").page
    line, bars = page.locator(".read .says"), page.locator(".next")
    expect(line).to_have_text(re.compile("^“bear”, 81%: layer 6, head 5 brought it from “bear”"))
    assert line.evaluate("line => getComputedStyle(line).color") == bars.evaluate("e => getComputedStyle(e).color")
    box, above, below = (part.bounding_box() for part in (line, bars, page.locator(".heads .all")))
    assert box and above and below and above["y"] + above["height"] <= box["y"] <= below["y"] - box["height"]
    with screen.answered():
        line.get_by_role("button", name="81%").click()
    expect(page).to_have_url(re.compile("at=attributed.*probability."))
    with screen.went():
        page.go_back()
    with screen.answered():
        line.get_by_role("button", name="5%").click()
    expect(page.get_by_text("Here no head can attend to “bear” from the last position.")).to_be_visible()
    with screen.answered():
        page.get_by_role("button", name="Undo the cut").click()
    expect(page).not_to_have_url(re.compile("cut="))
    screen.no_trouble()


def test_one_may_type_at_once_and_the_ribbons_follow_every_key_and_the_stage_keeps_its_place(screen: Screen) -> None:
    """A key gives the box nothing that it has."""
    screen.open()
    expect(screen.box).to_be_focused()  # a caret blinks there
    screen.box.evaluate(
        """(box) => {
            window.given = [];
            const watch = new MutationObserver(seen => given.push(...seen.map(({ attributeName }) => attributeName)));
            for (const each of [box, box.parentElement]) watch.observe(each, { attributes: true });
        }"""
    )
    screen.page.keyboard.type(" bear")
    screen.painted("The girl stepped into bear country and helped the bear")
    ways = screen.page.locator(".st-key-ways")
    places = set()
    for text in ("a", "bear country", "The old bear walked home through the dark and snowy woods"):
        screen.type(text)
        screen.painted(text)
        screen.rest()
        places.add(round(ways.bounding_box()["y"]))
        expect(screen.page.get_by_role("radio", name=text.split()[-1]).first).to_have_attribute("aria-checked", "true")
    assert len(places) == 1
    assert screen.page.evaluate("given") == []


def test_on_a_phone_the_sentence_stands_under_its_box_and_ribbons_bars_and_heads_share_a_screen(phone: Screen) -> None:
    phone.go("start")
    for text in ("bear country", "The girl stepped into bear country and helped the"):
        phone.box.fill(text)
        phone.painted(text)
        phone.rest()
        parts = [
            phone.page.locator(part).first.bounding_box() for part in (".stage button", ".next", ".says", ".heads")
        ]
        word, following, said, heads = parts
        box = phone.box.bounding_box()
        assert word and box and 0 < word["y"] - (box["y"] + box["height"]) < 160
        stage = phone.page.locator(".stage").bounding_box()
        assert 0 <= following["y"] - (stage["y"] + stage["height"]) < 20, "there is no hole"
        assert following["y"] + following["height"] <= said["y"] < heads["y"]
        assert heads["y"] + heads["height"] - stage["y"] < 844


def test_a_panel_that_closes_by_escape_hands_the_focus_back_to_its_button(screen: Screen) -> None:
    page = screen.go("attention").page
    for name in ("Stories", "Menu", "Take away"):
        opener = page.get_by_role("button", name=name, exact=True).first
        opener.focus()
        page.keyboard.press("Enter")
        page.keyboard.press("Tab")
        expect(opener).not_to_be_focused()
        page.keyboard.press("Escape")
        expect(opener).to_be_focused()
    screen.no_trouble()


def test_while_one_types_the_head_stays_and_once_typing_rests_it_is_the_one_that_decides(screen: Screen) -> None:
    screen.go("start", text="The girl stepped into bear country and helped the")
    screen.page.get_by_text("lost without it").click()
    caption = screen.page.locator(".heads .above p")
    expect(caption).to_contain_text("Blue: “bear” drops without this head.")
    screen.page.evaluate(
        """() => {
            const inside = root => [...root.querySelectorAll('*')].flatMap(e =>
                [...(e.matches('.heads') ? [e] : []), ...(e.shadowRoot ? inside(e.shadowRoot) : [])]);
            const [heads] = inside(document);
            const one = selector => heads.querySelector(selector);
            const now = () => [one('p').textContent, one('[aria-checked=true]').ariaLabel];
            window.seen = [now()];
            const about = { subtree: true, childList: true, characterData: true, attributes: true };
            new MutationObserver(() => window.seen.push(now())).observe(heads, about);
        }"""
    )
    screen.box.press("End")
    screen.box.press_sequentially(" boy. They went to the")
    screen.painted("The girl stepped into bear country and helped the boy. They went to the")
    screen.settle()
    captions, heads = zip(*screen.page.evaluate("window.seen"), strict=True)
    typing = ["once typing rests" in caption for caption in captions]
    assert any(typing) and not typing[-1]
    # On a busy machine a rest may come between later letters, and its picture go by unseen.
    assert heads[typing.index(True)].split(":")[0] == heads[0].split(":")[0], "the head stays while letters come"
    assert "% without it" in heads[-1]
    screen.no_trouble()
