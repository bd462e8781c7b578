"""Pictures made of words, as the reader finds them: tables, chips, lists, stacks and formulas."""

import re
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import expect
from safetensors.numpy import save

from headlight.pictures import Screen, Sentences, Tinted
from headlight.pictures.decimals import percent, short_percent
from tests.browser.drawing.glass import KEY, all_of
from tests.pictures.caught import caught


def test_while_presenting_pictures_of_words_give_up_air_before_they_are_higher_than_the_screen(draw, glass) -> None:
    style = (Path(__file__).parents[3] / "assets" / "styles" / "present.css").read_text("utf-8")
    given = {name: value for name, value in re.findall(r"(--[a-z-]+): ([^;]+);", style[: style.index("@media")])}
    every = "given => Object.entries(given).forEach(one => document.documentElement.style.setProperty(...one))"
    glass.page.evaluate(every, given)
    try:
        parts = ["embedding", *(f"{part} {layer}" for layer in (1, 2, 3) for part in ("self", "cross", "FFN")), "end"]
        boxes = [(part, f"masked {part}", "16 × 192") for part in parts]
        french = {"read": ["mot"] * 40, "written": ["mot"] * 12}
        named = {"source": ["word"] * 40, **french, "selected": "cross 2", "on_box": print, "alt": "S."}
        frame = draw(Screen.stacks, boxes[:8], boxes, **named, width=810).page.locator(".stacks").bounding_box()
        assert frame["height"] <= 354 and frame["width"] <= 810, (
            "1280 by 720 pixels, at one and a half times the size, without what stands above"
        )
        heights = all_of(glass, ".stacks button", "e.getBoundingClientRect().height")
        assert max(heights) - min(heights) < 0.1, "the box that is chosen is no higher"
        types = all_of(glass, "button, small, p span", "parseFloat(getComputedStyle(e).fontSize)")
        assert min(types) * 1.5 >= 20, "px, as a slide is enlarged"
        top = glass.page.locator("p").first
        assert top.bounding_box()["width"] > 600 and top.evaluate("e => e.scrollWidth - e.clientWidth") == 0
        draw(Screen.bars, np.arange(14) / 100, labels=["word"] * 14, alt="B.", width=392)
        assert glass.page.locator("ol").bounding_box()["height"] <= 14 * 22
        draw(Screen.token_chips, ["word"] * 16, notes=["1"] * 16, one_line=True, width=422)
        assert glass.page.locator("ol").bounding_box()["height"] <= 36
        long = "An example of this app: The hiking trail led us through bear country and through all that lay behind"
        draw(Screen.bars, [1, 2], labels=[long, "b c"], alt="B.", width=500)
        assert all_of(glass, "b", "e.scrollHeight - e.clientHeight") == [0, 0], "no name ends after two lines"
    finally:
        glass.page.evaluate(every, dict.fromkeys(given, ""))


def test_the_sentence_climbs_through_the_boxes_the_english_to_the_memory_and_the_french_to_the_words(draw) -> None:
    named = {"source": ["red"], "read": ["<s>"], "written": ["rouge"], "on_box": print, "alt": "S."}
    encoder, decoder = ([(name, name, "1 × 4") for name in names] for names in (["a", "memory"], ["b", "cross", "end"]))
    glass = draw(Screen.stacks, encoder, decoder, selected="cross", **named)
    assert all_of(glass, ".here", "e.parentNode.dataset.box + ' ' + e.textContent") == ["cross <s>"]
    for box, aside in (("memory", ["b", "cross", "end"]), ("b", ["cross", "end", "a", "memory"]), ("cross", ["end"])):
        glass.page.locator(f"[data-box={box}]").hover()
        assert all_of(glass, ".aside", "e.dataset.box") == aside, "it is not computed from these"
    glass.page.locator(".stacks").evaluate("""frame => {
        globalThis.climbed = [];
        new MutationObserver(() => {
            const climber = frame.querySelector(".climber");
            if (climber) globalThis.climbed.push([climber.textContent, climber.style.translate]);
        }).observe(frame, { attributes: true, subtree: true, childList: true });
    }""")
    glass.page.emulate_media(reduced_motion="no-preference")  # else it goes a box further with each click
    glass.page.get_by_role("button", name="Send it through").click()
    glass.page.wait_for_function("climbed.some(([words]) => words === 'rouge')")
    expect(glass.page.locator(".climber, .plays")).to_have_count(0)
    climbed = glass.page.evaluate("[...new Map(globalThis.climbed.map((each) => [String(each), each])).values()]")
    places = [(words, float(place.split()[1].removesuffix("px"))) for words, place in climbed if place]
    for words, boxes in (("red", 2), ("<s>", 2), ("rouge", 1)):
        heights = [place for text, place in places if text == words]
        assert len(heights) >= boxes and heights == sorted(heights, reverse=True), "upwards"
    glass.page.emulate_media(reduced_motion="reduce")


def test_a_shorter_text_may_follow_before_the_chosen_chip_was_scrolled_to(glass) -> None:
    def chips(count: int, **named):
        return caught(Screen.token_chips, ["word"] * count, notes=["1"] * count, one_line=True, key=KEY, **named)

    glass.show(chips(30, strong={2}), width=390)
    glass.page.evaluate("""() => {
      window.frame = window.requestAnimationFrame;
      window.late = [];
      window.requestAnimationFrame = (work) => String(work).includes("scrollLeft") ? late.push(work) : frame(work);
    }""")
    glass.show(chips(30, strong={29}), width=390, again=True)
    glass.show(chips(2), width=390, again=True)
    glass.page.evaluate("() => { window.requestAnimationFrame = frame; }")  # the page is that of other tests too
    assert glass.page.evaluate("() => late.splice(0).map((work) => work()).length") == 2
    assert glass.page.locator("ol > *").count() == 2


def test_a_table_fits_a_phone_by_wrapping_and_one_that_cannot_fades_where_it_goes_on(draw) -> None:
    wide = ["scores, scaled, masked, pattern", "William Shakespeare is a"]
    named = {"array": wide, "how": wide, "axes": ["32 × 6 × 128 × 32", "1 × 8"], "sentence": wide, "in training": wide}
    over = "e.scrollWidth - e.clientWidth"
    fade = "getComputedStyle(e).maskImage"
    assert all_of(draw(Screen.table, named, formats={"axes": ""}, alt="T.", width=358), ".scroll, td", over) == [0] * 11
    assert all_of(draw(Screen.table, named, formats={}, alt="T.", width=1300), ".scroll, td", over) == [0] * 11
    glass = draw(Screen.table, {f"c{place}": [123456789.0] for place in range(9)}, formats={}, alt="T.", width=358)
    assert all_of(glass, ".scroll", over) > [0] and "gradient" in all_of(glass, ".scroll", fade)[0]
    glass.page.locator(".scroll").evaluate("e => e.scrollTo(9999, 0)")
    glass.frames()
    assert all_of(glass, ".scroll", fade) == ["none"]


def test_a_list_of_chips_is_a_stop_of_the_keyboard_unless_its_chips_are(glass) -> None:
    def stops(count: int, **named) -> list[bool]:
        words = [f"word{place}" for place in range(count)]
        glass.show(caught(Screen.token_chips, words, notes=["1"] * count, one_line=True, key=KEY, **named), width=390)
        return [each.get_attribute("tabindex") == "0" for each in glass.page.locator("ol, ol > *").all()]

    assert stops(30) == [True] + [False] * 30
    assert stops(30, on_place=print) == [False] + [True] * 30


def test_training_examples_are_what_they_would_be_anew_after_another_key(glass) -> None:
    """Rows that a key leaves alone stay in the page; what it changes, one number of one row or its words, is shown."""

    def drawn(words: list[str], losses: list[float], before: list[float] | None, look: np.ndarray, **how) -> list[str]:
        named = {
            "chances": np.exp(-np.array(losses)),
            "losses": np.array(losses),
            "before": None if before is None else np.array(before),
        }
        glass.show(caught(Screen.training_examples, words, look, **named, alt="Examples.", key=KEY), **how)
        return all_of(glass, "li", "e.outerHTML")

    causal = np.tri(4, dtype=bool)
    toggled = causal.copy()
    toggled[1, 0] = False
    first = (["ant", "bee", "cat", "dog"], [1.0, 2.0, 3.0], None, causal)
    for later in (
        (["ant", "bee", "cat", "dodo"], [1.0, 2.0, 3.5], None, causal),
        (["ant", "bee", "cat", "dog"], [1.0, 2.5, 3.0], None, causal),
        (["ant", "bee", "cat", "dog"], [1.0, 2.0, 3.0], [1.0, 0.0, 3.0], causal),
        (["ant", "bee", "cat", "dog"], [1.0, 2.0, 3.0], None, toggled),
        (["ant", "bee", "cat"], [1.0, 2.0], None, np.tri(3, dtype=bool)),
    ):
        drawn(*first)
        again = drawn(*later, again=True)
        assert again == drawn(*later), later


def test_a_ribbon_leads_from_the_word_that_looks_to_each_word_with_a_share(draw) -> None:
    shown = Tinted([" The", " old", " bear", " slept"], [0.9, 0.01, 0.09, 0.0], 3, 0)
    unread = shown._replace(looks=-1, looked_at=None)
    glass = draw(
        Screen.tinted_sentences, [Sentences("Best", "", [shown, unread])], alt="S.", on_sentence=print, width=600
    )
    ends = "all => all.map((path) => [path.getPointAtLength(0).x, path.getPointAtLength(path.getTotalLength()).x])"
    middles = "all => all.map((word) => word.offsetLeft + word.offsetWidth / 2)"
    paths = glass.page.locator(".ribboned path")
    expect(paths).to_have_count(2)
    assert [float(path.get_attribute("stroke-width") or 0) for path in paths.all()] == pytest.approx([8.2, 1.72])
    the, _, bear, slept = glass.page.locator(".ribboned span").evaluate_all(middles)
    assert paths.evaluate_all(ends) == [pytest.approx(each, abs=0.1) for each in ([slept, the], [slept, bear])]
    glass.page.locator(".groups").evaluate("e => (e.style.width = '80px')")  # to words on a line above too
    expect(glass.page.locator(".wrapped path")).to_have_count(2)


SHARES = {
    0: "under 1%", 0.00499: "under 1%", 0.005: "1%", 0.0149: "1%", 0.015: "2%", 0.5: "50%", 0.98499: "98%",
    0.985: "99%", 0.99499: "99%", 0.995: "over 99%", 1: "over 99%",
}  # fmt: skip


def test_a_share_is_written_alike_by_python_and_in_the_browser_up_to_where_it_would_be_none_or_all(glass) -> None:
    both = "async all => { const { percent, shortPercent } = await import('/shared/written.js');"
    both += "return all.map(each => [percent(each), shortPercent(each)]); }"
    written = glass.page.evaluate(both, [*SHARES])
    assert written == [[percent(share), short_percent(share)] for share in SHARES]
    assert [words for words, _ in written] == [*SHARES.values()]


def test_words_that_somebody_else_has_changed_are_written_again(glass) -> None:
    again = """async () => {
        const { setTypeset, write, sayAtRest } = await import("/shared/written.js");
        const writers = [setTypeset, write, (place, words) => sayAtRest(place, [[words, false]])];
        return writers.map((writer) => {
            const place = document.createElement("p"), found = [];
            for (const changed of [undefined, "", "others", undefined]) {
                if (changed !== undefined) place.textContent = changed;
                writer(place, "d_model");
                found.push(place.textContent);
            }
            return found;
        });
    }"""
    words = ["dmodel", "d_model", "dmodel"]
    assert glass.page.evaluate(again) == [[each] * 4 for each in words]


def test_weights_that_were_cut_anywhere_are_not_whole(glass) -> None:
    file = save({"a": np.arange(6, dtype=np.float32).reshape(2, 3), "b": np.arange(3, dtype=np.float16)})
    read = """async bytes => {
        const { tensorsOf } = await import("/engine/weights.js"), whole = new Uint8Array(bytes);
        const said = Array.from(whole, (_, length) => {
            try { return tensorsOf(whole.slice(0, length).buffer); } catch (error) { return error.message; }
        });
        return [Object.values(tensorsOf(whole.buffer)).map((each) => [...each]), [...new Set(said)]];
    }"""
    tensors, refused = glass.page.evaluate(read, list(file))
    assert sorted(tensors) == [[0, 1, 2], [0, 1, 2, 3, 4, 5]] and refused == ["the weights are not whole"]
