"""The live page in a real browser: opened from a disk without a network, typed into, broken, restored from a link."""

import re
import shutil
from pathlib import Path

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, expect

from headlight.outside import live_read
from headlight.outside.live_page import facts_of, site
from headlight.parts import read_before, vocabulary, why
from headlight.pictures.decimals import percent
from headlight.pictures.scripts import BROWSER
from headlight.reading import sentences
from headlight.reading.reader import EXAMPLE
from headlight.state.places import PAGES
from headlight.state.registry import find
from headlight.state.state import State
from tests.awkward import AWKWARD
from tests.browser.live.conftest import Reader
from tests.browser.screen import hurry
from tests.sampled import sampled
from transformer import Intervention, load
from transformer.bundled.folders import MODELS
from transformer.bundled.training_text import NOTICE, read_end
from transformer.sampling import Sampling
from transformer.writing import write_words

COLOURS = {"runOnly": ["color-contrast", "link-in-text-block"]}
BROKEN = """async options => {
    const {violations} = await axe.run({selectors: false, elementRef: false, resultTypes: ['violations'], ...options});
    return violations.map(each => each.id);
}"""
AT_REST = """() => document.documentElement.scrollWidth <= innerWidth
    && !document.getAnimations().some(each => each instanceof CSSTransition)"""
LONG = "The work of William Shakespeare inspired many movies. " * 11


def test_the_first_picture_is_there_before_the_weights_are_read(file: Path, reader: Reader, tmp_path: Path) -> None:
    bare = tmp_path / "bare.html"
    bare.write_text(re.sub(r'(id="weights">)[^<]*', r"\1", file.read_text("utf-8")), "utf-8")
    reader.page.goto(bare.as_uri())
    reader.shows(EXAMPLE)
    said = "The weights of the model cannot be read: this file is not whole, or was changed. Please fetch it again."
    expect(reader.page.get_by_role("alert")).to_have_text(said)


@pytest.mark.parametrize("share", sampled([0.02, 0.06, 0.5, 0.99], [0.06, 0.99]))
def test_half_a_file_says_so(file: Path, reader: Reader, tmp_path: Path, share: float) -> None:
    whole, half = file.read_bytes(), tmp_path / "half.html"
    half.write_bytes(whole[: int(share * len(whole))])
    reader.page.goto(half.as_uri())
    expect(reader.page.locator("body")).to_contain_text("not whole")
    reader.wrong = [each for each in reader.wrong if "JSON" not in each and "Unexpected end" not in each]


def test_a_sentence_is_typed_fast_at_the_end_and_in_the_middle(file: Path, reader: Reader) -> None:
    reader.open(f"{file.as_uri()}#attention?layer=3&head=1")
    reader.box.fill("")
    reader.box.press_sequentially("The girl walked in bear country", delay=0)
    reader.shows("The girl walked in bear country")
    for _ in range(12):
        reader.box.press("ArrowLeft")
    reader.box.press_sequentially("big ")
    reader.shows("The girl walked in big bear country")
    expected = load("story").trace("The girl walked in big bear country").layers[2].pattern[0][-1]
    reader.says(f"country gives {percent(expected.max())} of its attention to bear.")
    reader.box.fill("")
    reader.shows(EXAMPLE)  # while nothing is typed
    expect(reader.box).to_have_value("")


def test_in_a_pause_the_start_says_why_and_what_flips_the_next_word(file: Path, reader: Reader) -> None:
    reader.open(f"{file.as_uri()}#text=Anna+put+the+key+in+the")
    text = "Tom and Lisa went to the park. Tom gave the ball to"
    reader.box.fill(text)
    state = State.of(find("start"), text=text)
    reader.says("".join(piece for piece, _ in why.reason(state).says))
    marks = reader.page.locator(".board [data-picture=looks] .stage button.marked")
    expect(marks).to_have_count(12)  # each word is one token
    reader.page.locator(".board [data-picture=looks] .stage button", has_text="Lisa").click()
    swap = reader.page.locator(".board [data-picture=looks] .swaps button").first
    expect(swap).to_have_text(re.compile(" → .* \\d+%"))
    swap.click()
    expect(reader.box).to_have_value(re.compile("Tom and (?!Lisa).* went to the park"))
    expect(reader.page).to_have_url(re.compile("#text=Tom"))


def test_a_first_visit_sees_the_demonstration_then_a_question_and_never_again(file: Path, browser: Browser) -> None:
    context = browser.new_context(offline=True, viewport={"width": 1366, "height": 768})
    page = context.new_page()
    reader = Reader(page).open(file.as_uri())
    around = page.locator(":is(.lead, nav, footer, header button, .heads):visible")
    expect(around).to_have_count(0)
    hurry(page)
    reader.says(sentences.WHICH_WORD)
    expect(around).to_have_count(0)
    page.locator(".board [data-picture=looks] .stage button", has_text="Lisa").click()
    expect(page.locator(".board [data-picture=looks] .says")).to_have_text(re.compile("^Yes. “Lisa”"))
    page.get_by_role("button", name=sentences.ASKED_NEXT).click()
    reader.says(sentences.WHAT_NEXT)
    page.locator(".next li button", has_text="drawer").click()
    page.get_by_role("button", name=sentences.TYPE_YOUR_OWN).click()
    expect(reader.box).to_be_focused()
    page.keyboard.type("bear country")
    reader.shows("bear country")
    expect(around).to_have_count(5)
    again = Reader(context.new_page()).open(file.as_uri())
    again.says("“bear”, 81%: layer 6, head 5 brought it from “bear”. Hide that word: 5%.")
    expect(again.page.locator(".board [data-picture=looks] .hand")).to_be_hidden()
    expect(again.page.locator(".lead")).to_have_text(PAGES["start"].question.replace("*", ""))
    context.close()
    assert reader.wrong == again.wrong == []


def test_a_processor_six_times_slower_loses_no_letter(file: Path, reader: Reader) -> None:
    slowed, text = reader.page.context.new_cdp_session(reader.page), "The dog chased the cat up the tree"
    reader.open(f"{file.as_uri()}#text=a")
    slowed.send("Emulation.setCPUThrottlingRate", {"rate": 6})
    reader.box.fill("")
    reader.box.press_sequentially(text, delay=0)
    expect(reader.box).to_have_value(text)
    reader.shows(text)
    slowed.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    reader.says("".join(piece for piece, _ in why.reason(State.of(find("start"), text=text)).says))


def test_where_nobody_looks_nothing_is_computed_and_no_frame_is_asked_for(file: Path, browser: Browser) -> None:
    context = browser.new_context(offline=True)
    page = context.new_page()
    page.clock.install()
    page.add_init_script(
        """(() => {
            Object.assign(globalThis, { away: true, products: 0, called: 0 });
            Object.defineProperty(document, "hidden", { get: () => away });
            for (const name of ["requestAnimationFrame", "setTimeout", "setInterval"]) {
                const ask = globalThis[name];
                globalThis[name] = (act, ...more) => ask((...given) => (called++, act(...given)), ...more);
            }
            const instantiate = WebAssembly.instantiate;
            WebAssembly.instantiate = async (...given) => {
                const { instance: { exports } } = await instantiate(...given);
                const counted = Object.entries(exports).map(
                    ([name, act]) => [name, typeof act === "function" ? (...more) => (products++, act(...more)) : act]);
                return { instance: { exports: Object.fromEntries(counted) } };
            };
        })()"""
    )
    reader = Reader(page)
    page.goto(f"{file.as_uri()}#text=bear+country")
    expect(page.locator("p.line")).to_have_text("")
    reader.box.fill("a big dog")
    page.clock.run_for(60_000)
    page.evaluate("called = 0")
    page.clock.run_for(60_000)
    assert page.evaluate("[called, products]") == [0, 0]
    page.evaluate("(away = false, document.dispatchEvent(new Event('visibilitychange')))")
    page.clock.run_for(10_000)
    reader.shows("a big dog")
    assert page.evaluate("products") > 0
    page.evaluate("called = 0")
    page.clock.run_for(60_000)
    assert page.evaluate("called") == 0, "a page that rests is at rest"
    context.close()
    assert reader.wrong == []


@pytest.mark.parametrize("view", sampled(["start", "all_heads", "attention", "next_word"], ["attention"]))
def test_text_of_strangers_stays_text(file: Path, reader: Reader, view: str) -> None:
    reader.open(f"{file.as_uri()}#{view}")
    expect(reader.page.locator("nav [aria-current=page]")).to_have_attribute("data-view", view)
    for text in [*AWKWARD, LONG, "„Hallo“ 🐻 ‚so‘ – ja…"]:
        reader.box.fill(text)
        typed = reader.box.input_value().rstrip()
        reader.shows(typed[:600] or EXAMPLE)
        expect(reader.page.get_by_role("alert")).to_be_hidden()


def test_what_is_typed_right_after_a_click_on_a_link_is_kept(file: Path, reader: Reader) -> None:
    reader.open(f"{file.as_uri()}#attention?text=bear+country")
    reader.shows("bear country")
    link = reader.page.get_by_role("link", name="Next word").element_handle()
    reader.box.evaluate(  # in one task, so that hashchange comes after the key
        "(box, link) => { link.click(); box.value = 'a small bear'; box.dispatchEvent(new Event('input')); }",
        link,
    )
    expect(reader.page).to_have_url(re.compile(r"#next_word\?.*text=a\+small\+bear"))
    reader.shows("a small bear")


def test_a_link_restores_what_was_shown_and_back_leads_there(file: Path, reader: Reader) -> None:
    reader.open(f"{file.as_uri()}#next_word?text=bear+country&layer=3&head=1&attention_temperature=0.5")
    reader.shows("bear country")
    temperature = reader.page.get_by_role("slider", name="Attention temperature")
    expect(temperature).to_have_value("0.5")
    weight = load("story").trace("bear country", Intervention(temperature=0.5)).layers[2].pattern[0, 1, 0]
    reader.says(f"country gives {percent(weight)} of its attention to bear.")
    reader.page.get_by_role("link", name="All heads").click()
    expect(reader.page).to_have_url(re.compile(r"#all_heads\?.*text=bear\+country"))
    expect(reader.page.get_by_role("link", name="All heads")).to_have_attribute("aria-current", "page")
    reader.page.go_back()
    expect(reader.page).to_have_url(re.compile("#next_word"))
    reader.page.go_forward()
    expect(reader.page).to_have_url(re.compile("#all_heads"))
    reader.shows("bear country")


@pytest.mark.parametrize("trusted", sampled(["", 'sandbox="allow-scripts"'], ['sandbox="allow-scripts"']))
def test_it_works_inside_the_frame_of_another_page(file: Path, reader: Reader, trusted: str) -> None:
    """As a course platform shows it, which may give it no origin: then it cannot write its address."""
    around = file.with_name("course.html")
    address = f"{file.name}#attention?text=bear+country&amp;layer=3&amp;head=1"
    around.write_text(f'<title>Course</title><iframe {trusted} src="{address}" width="1200" height="700">', "utf-8")
    reader.page.goto(around.as_uri())
    inside = reader.page.frame_locator("iframe")
    expect(inside.locator("p.line")).to_have_text("")
    expect(inside.locator(".board")).to_have_attribute("data-text", "bear country")
    inside.get_by_label("Your sentence").press("End")
    inside.get_by_label("Your sentence").press_sequentially("side")
    expect(inside.locator(".board")).to_have_attribute("data-text", "bear countryside")
    inside.get_by_role("slider", name="Head").fill("2")
    inside.get_by_role("link", name="All heads").click()
    expect(inside.get_by_role("link", name="All heads")).to_have_attribute("aria-current", "page")
    expect(inside.get_by_role("heading", name="Layer 3, head 2")).to_be_visible()
    expect(inside.locator(".board")).to_have_attribute("data-text", "bear countryside")
    # Chromium says so of a file without an origin, whose links it does not follow: the page has turned by itself.
    reader.wrong = [each for each in reader.wrong if not each.startswith("Not allowed to load local resource")]


def test_dials_and_buttons_change_what_the_model_computes(file: Path, reader: Reader) -> None:
    reader.open(f"{file.as_uri()}#all_heads?layer=3&head=1")
    reader.page.get_by_role("radio", name="None").click()
    expect(reader.page).to_have_url(re.compile("mask=none"))
    weight = load("story").trace(EXAMPLE, Intervention(mask="none")).layers[2].pattern[0, -1].max()
    expect(reader.page.locator(".board [data-picture=looks] .says")).to_contain_text(percent(weight))
    reader.page.get_by_role("switch", name="Scale by 1/√d").click()
    expect(reader.page).to_have_url(re.compile("scaled=false"))
    reader.page.get_by_role("link", name="Next word").click()
    reader.shows(EXAMPLE)  # the sentence stays, not the example that the view opens with
    expect(reader.page.locator(".lead")).to_contain_text("The model gives every token a probability")
    expect(reader.page.locator(".controls .slide").first).to_contain_text(re.compile(r"Output temperature.*1\.0", re.S))
    for _ in range(3):  # dragged on: each place is drawn
        reader.page.get_by_role("slider", name="Output temperature").press("ArrowRight")
    expect(reader.page).to_have_url(re.compile("output_temperature=1.3"))


def test_ten_words_come_one_after_another_as_in_the_app_and_can_be_stopped(file: Path, browser: Browser) -> None:
    context = browser.new_context(offline=True)
    page = context.new_page()
    page.clock.install(time=0)
    reader = Reader(page).open(f"{file.as_uri()}#next_word?text=bear+country&seed=3")
    page.clock.pause_at(3_600)  # seconds: from here on it is moved by hand
    whole = write_words(load("story"), "bear country", 10, Sampling(), seed=3, max_chars=600).text
    ten, undo = (page.locator(".controls button", has_text=name) for name in (re.compile("writ", re.I), "Undo"))
    expect(undo).to_be_hidden()
    ten.click()
    for words in (3, 4):
        reader.shows(" ".join(whole.split()[:words]))
        expect(ten).to_have_text("Stop writing")
        page.clock.run_for(150)
    ten.click()
    page.clock.run_for(60_000)
    reader.shows(" ".join(whole.split()[:5]))
    for motion in ("no-preference", "reduce"):
        undo.click()
        reader.shows("bear country")
        page.emulate_media(reduced_motion=motion)
        ten.click()
        page.clock.run_for(60_000 if motion == "no-preference" else 150)
        reader.shows(whole)
        expect(ten).to_have_text("Write ten words")
    context.close()
    assert reader.wrong == []


@pytest.mark.parametrize("view", sampled(["start", "all_heads", "attention", "next_word"], ["start"]))
def test_it_fits_and_breaks_no_rule_of_accessibility(file: Path, reader: Reader, view: str) -> None:
    """On a laptop and on a phone, in the light and in the dark, where only colours differ."""
    page = reader.open(f"{file.as_uri()}#{view}").page
    expect(page.locator("nav [aria-current=page]")).to_have_attribute("data-view", view)
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    for width in (1366, 390):
        for ground, rules in (("dark", COLOURS), ("light", {})):
            page.set_viewport_size({"width": width, "height": 844})
            page.emulate_media(color_scheme=ground)
            expect(page.locator("body")).to_have_class(ground)
            page.wait_for_function(AT_REST)
            assert page.evaluate(BROKEN, rules) == []


def test_its_letters_are_those_of_the_app_and_no_layer_takes_two_lines_on_a_phone(file: Path, reader: Reader) -> None:
    page = reader.open(f"{file.as_uri()}#text=bear+country").page
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("getComputedStyle(document.body).fontFamily") == '"Source Sans", sans-serif'
    loaded = """["400", "600"].every(weight => document.fonts.check(`${weight} 16px "Source Sans"`))
        && [...document.fonts].map(face => face.status).join()"""
    assert page.evaluate(loaded) == "loaded"
    layers = page.locator(".board [data-picture=looks] .heads b")
    expect(layers).to_have_text([f"Layer {number}" for number in range(1, 7)])
    assert (
        layers.evaluate_all("""all => all.map(each => {
        const letters = document.createRange();
        letters.selectNodeContents(each);
        return letters.getClientRects().length;
    })""")
        == [1] * 6
    )
    assert file.stat().st_size < 12.5e6


@pytest.fixture(scope="module")
def folder() -> Path:
    """The page as a static host gets it."""
    folder = Path(__file__).parents[3] / "runs" / "site"
    shutil.rmtree(folder, ignore_errors=True)  # what an earlier page needed
    return site(folder)


def test_a_static_host_gets_a_light_page_and_the_weights_apart(browser: Browser, files: str, folder: Path) -> None:
    page = browser.new_page()
    reader = Reader(page).open(f"{files}/runs/site/index.html")
    reader.shows(EXAMPLE)
    asked = {folder / url.removeprefix(f"{files}/runs/site/") for url in reader.asked if url.startswith(files)}
    assert sum(path.stat().st_size for path in asked if path.name != "model.safetensors") < 700_000
    reader.box.fill("bear country")
    reader.shows("bear country")
    page.get_by_role("button", name="Take away").click()
    with page.expect_download() as waiting:
        page.get_by_role("button", name="HTML", exact=True).first.click()
    saved = waiting.value.path().read_text("utf-8")
    page.set_content(saved)
    expect(page.get_by_text("“bear country”", exact=True)).to_be_visible()
    page.close()
    assert reader.wrong == []
    assert all(url.startswith((files, "data:")) for url in reader.asked)


def test_on_a_static_host_what_was_read_comes_once_somebody_typed_and_nothing_where_it_cannot(
    browser: Browser, files: str, folder: Path
) -> None:
    text, page = "I love my little dog and I love my big", browser.new_page()
    reader = Reader(page).open(f"{files}/runs/site/index.html#text=bear+country")
    known, places = (page.locator(f".board [data-picture=looks] .{name}") for name in ("known", "known_places"))
    expect(page.locator(".board [data-picture=looks] .stage button.marked")).to_have_count(2)  # all else is found
    assert not any(url.endswith(live_read.FILE) for url in reader.asked)
    reader.box.fill(text)
    trace = (story := load("story")).trace(text)
    said = read_before.verdict(
        story, read_end(story, [token.id for token in trace.tokens]), vocabulary.probabilities(trace)
    )
    expect(known).to_have_text("".join(piece for piece, _ in said))
    known.get_by_role("button").click()
    expect(places.get_by_role("button")).to_have_count(5)
    places.get_by_role("button").first.click()
    expect(reader.box).to_have_value(re.compile(" my big$"))
    assert sum(url.endswith(live_read.FILE) for url in reader.asked) == 1
    page.close()
    assert reader.wrong == [] and (folder / NOTICE).read_bytes() == (MODELS / "story" / NOTICE).read_bytes()
    page = browser.new_page()
    reader = Reader(page)
    page.route(f"**/{live_read.FILE}", lambda route: route.abort())
    reader.open(f"{files}/runs/site/index.html#text=bear+country")
    with page.expect_event("requestfailed"):
        reader.box.fill(text)
    expect(page.locator(".board [data-picture=looks] .stage button.marked").first).to_be_visible()
    expect(page.locator(".board [data-picture=looks] .known")).to_be_hidden()
    expect(page.get_by_role("alert")).to_be_hidden()
    page.close()


@pytest.mark.parametrize(
    ("name", "lost"),
    sampled(
        [(name, lost) for name in ("model.safetensors", "fused.wasm", "facts.json") for lost in (False, True)],
        [("model.safetensors", True), ("facts.json", False)],
    ),
)
@pytest.mark.usefixtures("folder")
def test_a_file_that_a_static_host_lacks_is_named(browser: Browser, files: str, name: str, lost: bool) -> None:
    page = browser.new_page()
    page.route(f"**/{name}", lambda route: route.abort() if lost else route.fulfill(status=404))
    page.goto(f"{files}/runs/site/index.html")
    said = "did not come: the line to the server is cut. Please load the page again."
    if not lost:
        said = "is missing on this server (it answers 404): it has to be put beside index.html."
    expect(page.locator("main") if name == "facts.json" else page.get_by_role("alert")).to_have_text(
        f"The file {name} {said}"
    )
    if name != "facts.json":
        expect(page.locator(".board")).to_have_attribute("data-text", EXAMPLE)  # the picture that was computed before
    page.close()


def test_the_page_has_the_sentences_that_its_scripts_fill_in_and_no_others() -> None:
    scripts = "".join(script.read_text("utf-8") for script in (BROWSER / "live").glob("*.js"))
    asked = set(re.findall(r"(?:facts\.|[^.\w])words\.(\w+)", scripts)) - {"js", "length", "map", "py", "slice"}
    assert facts_of()["words"].keys() == asked
