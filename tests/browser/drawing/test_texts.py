"""Pictures made of words, as the reader finds them: tables, chips, lists, stacks and formulas."""

import re
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import expect

from headlight.pictures import Cell, Screen
from headlight.pictures.merge_tree import Block
from tests.browser.drawing.glass import BOTH_GROUNDS, KEY, all_of
from tests.pictures.caught import caught


def test_while_presenting_pictures_of_words_give_up_air_before_they_are_higher_than_the_screen(draw, glass) -> None:
    style = (Path(__file__).parents[3] / "assets" / "styles" / "present.css").read_text("utf-8")
    given = {name: value for name, value in re.findall(r"(--[a-z]+): ([^;]+);", style[: style.index("@media")])}
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
        assert min(all_of(glass, "button, small, p span", "parseFloat(getComputedStyle(e).fontSize)")) >= 14
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


def test_a_table_has_each_cell_in_its_row_and_column(draw) -> None:
    named = {"token": ["ant", "<b>"], "p": [0.123456789, -2.0], "in": [True, False]}
    glass = draw(Screen.table, named, formats={"p": "{:.3f}"}, faded=[1], alt="A table.")
    assert all_of(glass, "th") == ["token", "p", "in"]
    rows = all_of(glass, "tbody tr", "[...e.children].map(cell => [cell.textContent, cell.title, cell.className])")
    assert rows[0] == [["ant", "ant", "left"], ["0.123", "0.123456789", ""], ["✓", "yes", ""]]
    assert rows[1] == [["<b>", "<b>", "left"], ["−2.000", "−2.0", ""], ["·", "no", ""]]
    assert all_of(glass, "tbody tr", "e.className") == ["", "faded"]
    assert all_of(glass, "table", "e.getAttribute('aria-label')") == ["A table."]


@BOTH_GROUNDS
def test_a_grid_of_words_is_as_deep_as_its_shares(draw, ground: str) -> None:
    rows = [
        [Cell("ant", "0.1", 0.0), Cell("bee", "0.2", 0.25), Cell("cat", "0.3", 1.0, strong=True)],
        [Cell("<i>", "−0.4", -0.5), Cell("dog"), Cell("eel")],
    ]
    glass = draw(
        Screen.word_grid,
        rows,
        names=["layer 1", "layer 2"],
        columns=["at", "the", "end"],
        quantities=["signed", "attention", "probability"],
        alt="Words.",
        says=[("So.", False)],
        ground=ground,
    )
    assert all_of(glass, "thead th") == ["at", "the", "end"] and all_of(glass, "tbody th") == ["layer 1", "layer 2"]
    cells = all_of(glass, "tbody td", "[...e.children].map(c => c.textContent)")
    assert cells == [["ant", "0.1"], ["bee", "0.2"], ["cat", "0.3"], ["<i>", "−0.4"], ["dog", ""], ["eel", ""]]
    assert all_of(glass, "td.strong b") == ["cat"]
    depths = all_of(glass, "tbody td", "parseFloat(e.style.getPropertyValue('--depth'))")
    np.testing.assert_allclose(depths, np.array([0, 0.25, 1, 0.5, 0, 0]) * 30)
    hues = all_of(glass, "tbody td", "e.style.getPropertyValue('--hue')")
    named = ["positive", "attention", "probability", "negative", "attention", "probability"]
    assert hues == [f"var(--colour-{name})" for name in named]
    assert len(set(all_of(glass, "tbody td", "getComputedStyle(e).backgroundColor"))) == 4
    assert glass.says() == [("span", "So.")]


def test_rows_of_words_are_of_one_height_in_large_type_however_long_their_names(draw) -> None:
    glass = draw(
        Screen.word_grid,
        [[Cell("ant")], [Cell("bee")]],
        names=["unit 189", "7"],
        columns=["at"],
        quantities=["number"],
        alt="Words.",
    )
    glass.page.locator("table").evaluate("e => e.style.setProperty('--least', '19px')")
    assert len({*all_of(glass, "tbody th", "e.getBoundingClientRect().height")}) == 1


def test_chips_show_tokens_their_notes_and_what_they_belong_to(draw) -> None:
    named = {"notes": ["5", "7", "11"], "joined": {1}, "strong": {2}, "shares": [0.0, 0.5, 1.0], "on_place": print}
    glass = draw(Screen.token_chips, ["un", "believ", "<able>"], **named)
    assert all_of(glass, "ol > *", "[...e.children].map(c => c.textContent)") == [
        ["un", "5"],
        ["believ", "7"],
        ["<able>", "11"],
    ]
    assert all_of(glass, "ol > *", "[...e.classList].filter(name => name !== 'choosable').join()") == [
        "",
        "joined",
        "strong",
    ]
    assert all_of(glass, "ol > *", "e.style.getPropertyValue('--depth')") == ["4%", "25%", "46%"]
    assert all_of(glass, "ol", "e.getAttribute('aria-label')") == ["3 tokens in the order of the text"]
    chips = glass.page.locator("ol > *")
    chips.nth(1).click()
    assert glass.chosen() == [1]
    assert glass.press("Enter", on=chips.nth(2)) == [2] and glass.press(" ", on=chips.nth(0)) == [0]
    plain = draw(Screen.token_chips, ["un"], notes=["5"])
    plain.page.locator("ol > *").click()
    assert plain.chosen() == [] and all_of(plain, "ol", "e.getAttribute('aria-label')") == [
        "1 token in the order of the text"
    ]


@pytest.mark.parametrize("width", [390, 1000])
def test_chips_on_one_line_keep_their_height_and_follow_the_end_of_the_text(glass, width: int) -> None:
    def chips(count: int, **named):
        words = [f"word{place}" for place in range(count)]
        return caught(Screen.token_chips, words, notes=["1"] * count, one_line=True, key=KEY, on_place=print, **named)

    heights = []
    for count in (1, 5, 30):
        glass.show(chips(count), width=width, again=count > 1)
        glass.frames()
        heights.append(glass.page.locator(".picture").bounding_box()["height"])
        last = glass.page.locator("ol > *").last.bounding_box()
        assert last["x"] + last["width"] <= width + 1, count
        assert last["y"] == glass.page.locator("ol > *").first.bounding_box()["y"]
    assert len(set(heights)) == 1
    glass.page.locator("ol").evaluate("list => { list.scrollLeft = 0; }")
    glass.show(chips(30, strong={2}), width=width, again=True)
    glass.frames()
    assert glass.page.locator("ol").evaluate("list => list.scrollLeft") == 0  # the same text: nothing moves
    glass.show(chips(30, strong={29}), width=width, again=True)
    expect(glass.page.locator("ol > *").last).to_be_in_viewport()  # but to the chip that is chosen elsewhere


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


def test_a_sentence_is_plain_text_with_strong_pieces(draw) -> None:
    glass = draw(Screen.sentence, [("<b>ant</b>", True), (" looks.", False)])
    assert glass.says() == [("b", "<b>ant</b>"), ("span", " looks.")]


def test_each_merge_is_under_what_it_joins_and_a_token_reaches_the_last_row(draw) -> None:
    blocks = [
        ("b", "", 0, 0, 0, False),
        ("e", "", 1, 1, 0, False),
        ("a", "", 2, 2, 0, True),
        ("be", "no. 3", 0, 1, 1, True),
    ]
    glass = draw(Screen.merge_tree, [Block(*block) for block in blocks], alt="Merges.", says=[("Two.", False)])
    assert all_of(glass, "li", "[...e.children].map(c => c.textContent).join()") == ["b,", "e,", "a,", "be,no. 3"]
    b, e, a, be = all_of(
        glass, "li", "(({left, right, top, bottom}) => [left, right, top, bottom])(e.getBoundingClientRect())"
    )
    assert (be[0], be[1]) == pytest.approx((b[0], e[1])) and be[2] > b[3] == e[3], "over both, under them"
    assert (a[2], a[3]) == pytest.approx((b[2], be[3])), "what nothing joins"
    assert all_of(glass, "li.token b") == ["a", "be"]
    assert glass.says() == [("span", "Two.")]


def test_a_tree_of_ten_bytes_is_whole_in_a_narrow_column_in_large_type_too(draw) -> None:
    blocks = [Block("w", "", at, at, 0, False) for at in range(10)] + [Block("prejudice", "no. 7739", 0, 9, 1, True)]
    glass = draw(Screen.merge_tree, blocks, alt="Merges.", width=440)
    tree = glass.page.locator("ol")
    for least in ("0px", "24px"):
        tree.evaluate("(e, least) => e.style.setProperty('--least', least)", least)
        assert tree.evaluate("e => e.scrollWidth <= e.clientWidth"), least


def test_the_tree_of_a_short_word_is_large_on_a_laptop(draw) -> None:
    def size(count: int) -> tuple[float, str]:
        blocks = [Block("w", "", at, at, 0, False) for at in range(count)]
        glass = draw(Screen.merge_tree, blocks, alt="Merges.", width=1300)
        (block, *_), (type_, *_) = (
            all_of(glass, "li", "e.offsetWidth"),
            all_of(glass, "li b", "getComputedStyle(e).fontSize"),
        )
        return block, type_

    assert size(10) == (76, "20px") and size(24) == (46, "16px")


def test_training_examples_show_what_each_row_lets_in_and_what_it_costs(draw) -> None:
    words = ["ant", "bee", "cat", "<d>"]
    look = np.array([[1, 0, 1, 0], [1, 1, 0, 0], [0, 1, 1, 0], [1, 1, 1, 1]], dtype=bool)
    named = {
        "chances": np.array([0.5, 0.0004, 0.25]),
        "losses": np.array([0.693, 7.824, 1.386]),
        "before": np.array([1.5, 3.912, 1.0]),
    }
    glass = draw(Screen.training_examples, words, look, **named, alt="Examples.")
    rows = all_of(
        glass,
        "li",
        """[...e.children].map(c => c.className !== 'context' ? c.textContent
            : [...c.children].map(t => t.tagName === 'I' ? '' : t.textContent))""",
    )
    assert [row[:3] for row in rows[1:]] == [
        ["1", ["ant", "", "cat", ""], "bee"],
        ["2", ["ant", "bee", "", ""], "cat"],
        ["3", ["", "bee", "cat", ""], "<d>"],
    ]
    assert [row[4:] for row in rows[1:]] == [["0.500", "0.693"], ["4e−4", "7.824"], ["0.250", "1.386"]]
    assert rows[0] == ["", "may attend to", "next token", "loss", "p", "nats"] or rows[0][2:] == [
        "next token",
        "loss",
        "p",
        "nats",
    ]
    assert all_of(glass, "b.own", "[e.textContent, e.closest('li').firstChild.textContent]") == [
        ["ant", "1"],
        ["bee", "2"],
        ["cat", "3"],
    ]
    assert all_of(glass, "b.answer") == []
    track = glass.page.locator("li:not(.head) .track").first.bounding_box()["width"]
    for kind, losses in (("now", named["losses"]), ("before", named["before"])):
        np.testing.assert_allclose(
            all_of(glass, f".track i.{kind}", "e.getBoundingClientRect().width"), losses / 7.824 * track, atol=0.6
        )
    peeking = draw(Screen.training_examples, words, np.ones((4, 4), dtype=bool), **named, alt="Peeking.")
    assert all_of(peeking, "b.answer", "[e.textContent, e.title]") == [
        [word, "the answer, in view"] for word in words[1:]
    ]
    long = draw(
        Screen.training_examples,
        ["a"] * 30,
        np.ones((30, 30), dtype=bool),
        chances=np.ones(29),
        losses=np.ones(29),
        before=None,
        alt="Long.",
    )
    assert len(all_of(long, "li")) == 25 and all_of(long, ".rest") == ["5 more rows are not shown."]


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


def test_the_stacks_stand_from_the_bottom_up_and_a_box_can_be_chosen(draw) -> None:
    encoder = [("source", "Embedding", "3 × 8"), ("layer memory", "Memory", "3 × 8")]
    decoder = [
        ("target", "Embedding", "2 × 8"),
        ("first cross", "Looks at the memory", "2 × 3"),
        ("out", "Softmax", "2 × 99"),
    ]
    named = {"source": ["the", "car"], "read": ["(begin)", "la"], "written": ["la", "<x>"], "selected": "first cross"}
    glass = draw(Screen.stacks, encoder, decoder, **named, alt="Two stacks.", on_box=print)
    box = {
        name: glass.page.locator(f'[data-box="{name}"]').bounding_box()
        for name in ("source", "layer memory", "target", "first cross", "out")
    }
    assert (
        box["source"]["y"] > box["layer memory"]["y"] and box["target"]["y"] > box["first cross"]["y"] > box["out"]["y"]
    )
    assert box["source"]["y"] == box["target"]["y"] and box["source"]["x"] < box["target"]["x"]
    lines = {
        text: box
        for text, box in all_of(
            glass, "p", "[[...e.children].map((each) => each.textContent).join('\\n'), e.getBoundingClientRect().y]"
        )
    }
    assert {line.split("\n")[0]: line.split("\n")[1:] for line in lines} == {
        "French, to be written": ["la", "<x>"],
        "English": ["the", "car"],
        "French, as read": ["(begin)", "la"],
    }
    assert min(lines, key=lines.get).startswith("French, to be written")
    assert all_of(glass, "button[aria-pressed=true]", "e.dataset.box") == ["first cross"]
    assert all_of(glass, "button small") == ["2 × 8", "2 × 3", "2 × 99", "3 × 8", "3 × 8"]
    for name, aside in (
        ("source", ["target", "first cross", "out", "layer memory"]),
        ("target", ["first cross", "out", "source", "layer memory"]),
        ("first cross", ["out"]),
        ("out", []),
    ):
        glass.page.locator(f'[data-box="{name}"]').hover()
        assert all_of(glass, "button.aside", "e.dataset.box") == aside, "they have no part in it"
    glass.page.mouse.move(0, 0)
    assert all_of(glass, "button.aside", "e.dataset.box") == []
    glass.page.locator('[data-box="source"]').click()
    assert glass.chosen() == ["source"]
    glass.page.locator('[data-box="first cross"]').click()
    assert glass.chosen() == ["first cross"]


def test_a_formula_is_mathml_in_aligned_lines(draw) -> None:
    half = "<math><mo>=</mo><mfrac><mn>1</mn><mn>2</mn></mfrac></math>"
    lines = [
        [["<math><mi>long</mi></math>"], [half, "<math><mo>+</mo><mi>b</mi></math>"]],
        [["<math><mi>c</mi></math>"]],
    ]
    glass = draw(Screen.formula, lines)
    sides = [["left", "long"], ["right", "=12+b"], ["whole", "c"]]
    assert all_of(glass, ".formula > div", "[e.className, e.textContent]") == sides
    ends = [
        all_of(glass, f".{side}", f"e.getBoundingClientRect().{edge}")
        for side, edge in (("left", "right"), ("right", "left"))
    ]
    assert ends[0][0] < ends[1][0]
    assert len(all_of(glass, "math")) == 4 and len(all_of(glass, "wbr")) == 1
    assert all_of(glass, "mfrac", "[...e.children].map(c => c.textContent).join('/')") == ["1/2"]
