"""The pictures of README, documentation and site, taken from the app: `make pictures`.

Each file keeps the words that were on the screen, so that a test tells when the app looks otherwise.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode

from PIL import Image, ImageDraw, PngImagePlugin
from playwright.sync_api import Browser, Page, expect, sync_playwright

from benchmarks.chromium import QUIET, find
from benchmarks.servers import serve, stop
from tests.browser.classroom.room import code_of
from tests.browser.classroom.thirty import AFTER, ASKED, BEFORE, PHONES, answer_all, by_messages, chosen
from tests.browser.screen import DEMONSTRATED, Screen

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
MOVING = "bent.gif"
_COLOURS, _WORDS = 160, "Words"
_TENTHS = 100  # ms of a frame of the moving picture
_WAY = ("stepped", "girl")  # the words over which the end of the ribbon goes
# The words that are in sight, in the frames of components too.
_SEEN = """() => {
    const words = [], inside = box => box.bottom > 0 && box.top < innerHeight && box.width && box.height;
    const walk = node => {
        if (node.nodeType === 3) {
            const range = document.createRange();
            range.selectNode(node);
            const parent = node.parentElement;
            const shown = !parent || parent.checkVisibility({ opacityProperty: true, visibilityProperty: true });
            if (shown && inside(range.getBoundingClientRect())) words.push(node.data);
            return;
        }
        if (node.localName === "style" || node.localName === "script") return;
        for (const child of [...(node.shadowRoot?.childNodes ?? []), ...node.childNodes]) walk(child);
    };
    walk(document.body);
    return words.join(" ");
}"""
_CURSOR = """() => {
    const hand = document.createElement("div");
    hand.style.cssText = "position:fixed;z-index:9999999;width:22px;height:22px;margin:-11px;border-radius:50%;" +
        "background:#1c1e2640;border:2px solid #1c1e26;pointer-events:none;left:-50px;top:-50px";
    document.body.append(hand);
    addEventListener("pointermove", ({ clientX, clientY }) => {
        hand.style.left = `${clientX}px`;
        hand.style.top = `${clientY}px`;
    }, true);
}"""


class Picture(NamedTuple):
    """A still: the view, what its address sets, and the size of the screen in pixels."""

    view: str
    state: dict[str, Any]
    size: tuple[int, int] = (1200, 750)


STILLS = {
    "start": Picture("start", {}),
    "card": Picture("start", {}, (1200, 630)),
    "all_heads": Picture("all_heads", {}),
    "translate": Picture("translate", {}),
    "class": Picture("attention", {"layer": 6, "head": 5}),
    "report": Picture("attention", {}, (1200, 620)),
}
_PHONE = (390, 700)
_SENTENCE = "The girl stepped into bear country and helped the"  # of the worksheet


class Taken(NamedTuple):
    """What was seen: the picture, and the words in it."""

    image: Image.Image
    words: str

    def save(self, name: str) -> Path:
        """Write it with few colours, and with its words."""
        about = PngImagePlugin.PngInfo()
        about.add_itxt(_WORDS, self.words)
        path = FOLDER / f"{name}.png"
        self.image.quantize(_COLOURS, dither=Image.Dither.NONE).save(path, optimize=True, pnginfo=about)
        return path


def kept(name: str) -> Taken:
    """Return a picture as its file has it."""
    with Image.open(FOLDER / f"{name}.png") as image:
        assert isinstance(image, PngImagePlugin.PngImageFile)
        return Taken(image.convert("RGB"), str(image.text[_WORDS]))


@contextmanager
def page_of(browser: Browser, size: tuple[int, int], **more: Any) -> Iterator[Page]:
    """A page in daylight of a reader who has had the first visit and wants no motion; its profile ends with it."""
    profile = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, color_scheme="light", reduced_motion="reduce", **more
    )
    profile.add_init_script(f"try {{ {DEMONSTRATED} }} catch {{}}")
    yield profile.new_page()
    profile.close()


def taken(browser: Browser, address: str, name: str) -> Taken:
    """Return what the app shows now where this picture was taken."""
    picture = STILLS[name]
    with page_of(browser, picture.size) as page:
        screen = Screen(page, address).open(picture.view, **picture.state)
        page.mouse.move(0, 0)
        if picture.view == "start":  # what was read, and how easily each word flips, come once the reader rests
            for last in (".known", ".legend"):
                expect(page.locator(last)).to_be_visible(timeout=60_000)
            screen.rest()
        if name == "class":
            return _class(browser, address, screen, picture.size)
        if name == "report":
            return _report(browser, address, screen, picture.size)
        return _seen(page)


def _seen(page: Page) -> Taken:
    return Taken(Image.open(BytesIO(page.screenshot())).convert("RGB"), " ".join(page.evaluate(_SEEN).split()))


def _class(browser: Browser, address: str, teacher: Screen, size: tuple[int, int]) -> Taken:
    """Three phones: one that follows, one that is asked, one that sees the answers."""
    with teacher.answered():
        teacher.page.get_by_role("button", name="Teach").click()
    expect(teacher.page.locator(".room .code")).to_be_visible()
    panel, phones = teacher.page.locator(".room"), []
    with page_of(browser, _PHONE, has_touch=True) as phone:
        phone.goto(f"{address}/class/{code_of(teacher)}")
        expect(phone.locator("[data-text]").first).to_be_visible()
        phones.append(_seen(phone))
        panel.get_by_role("button", name="What does it attend to?").click()
        phone.get_by_role("button", name="bear", exact=True).click()
        expect(phone.locator("#question .count")).to_have_text(re.compile("^1 of 1"))
        phones.append(_seen(phone))
        panel.get_by_role("button", name="Show the answers").click()
        expect(phone.locator("#results [data-picture=bars] li").first).to_contain_text("model")
        phone.wait_for_timeout(500)  # the votes grow into their bars
        phones.append(_seen(phone))
        panel.get_by_role("button", name="End the class").click()
    whole = Image.new("RGB", size, "#f3f0e8")
    wide, high = (round(side * 0.9) for side in _PHONE)
    gap = (size[0] - 3 * wide) // 4
    for place, each in enumerate(phones):
        left, top = gap + place * (wide + gap), (size[1] - high) // 2
        ImageDraw.Draw(whole).rounded_rectangle((left - 9, top - 14, left + wide + 9, top + high + 14), 22, "#1c1e26")
        whole.paste(each.image.resize((wide, high), Image.Resampling.LANCZOS), (left, top))
    return Taken(whole, " ".join(each.words for each in phones))


def _report(browser: Browser, address: str, teacher: Screen, size: tuple[int, int]) -> Taken:
    """Three sheets and phones of one lesson: the worksheet, a phone at its end, and the report of thirty to print."""
    with teacher.answered():
        teacher.page.get_by_role("button", name="Teach").click()
    expect(teacher.page.locator(".room .code")).to_be_visible()
    panel, code = teacher.page.locator(".room"), code_of(teacher)
    with page_of(browser, _PHONE, has_touch=True) as phone, by_messages(address, code, range(1, PHONES)):
        phone.goto(f"{address}/class/{code}")
        expect(teacher.page.locator(".teach .there")).to_have_text(f"{PHONES} here")
        for ask, options, close in (
            ("Ask eight", BEFORE, "Close, and begin"),
            ("Ask the same", AFTER, "Close, and show"),
        ):
            panel.get_by_role("button", name=ask).click()
            answer_all(phone, ASKED, chosen(0, options))
            expect(panel.locator(".done")).to_have_text(f"{PHONES} of {PHONES} have finished")
            panel.get_by_role("button", name=close).click()
        expect(phone.locator("#set h2")).to_contain_text("Right before")
        end = _seen(phone)
        panel.get_by_role("button", name="Show what changed").click()
        with teacher.page.expect_popup() as opened:
            panel.get_by_role("link", name="Open a page to print").click()
        paper = opened.value
        paper.set_viewport_size({"width": 760, "height": 1000})
        expect(paper.locator(".rows > li")).to_have_count(len(ASKED))
        report = _seen(paper)
        paper.set_viewport_size({"width": 794, "height": 1123})  # pixels of A4
        paper.goto(f"{address}/questions/sheet?{urlencode({'paper': 'A4', 'text': _SENTENCE})}")
        sheet = _seen(paper)
        paper.close()
        panel.get_by_role("button", name="End and forget").click()
        panel.get_by_role("button", name="End the class").click()
    whole, left = Image.new("RGB", size, "#e4dfd2"), 0
    high = size[1] - 60
    parts = [
        each.image.resize((each.image.width * high // each.image.height, high), Image.Resampling.LANCZOS)
        for each in (sheet, end, report)
    ]
    for part in parts:
        left += (size[0] - sum(each.width for each in parts)) // 4
        whole.paste(part, (left, 30))
        left += part.width
    return Taken(whole, " ".join(each.words for each in (sheet, end, report)))


def moving(browser: Browser, address: str) -> Path:
    """Record six seconds: the end of the ribbon is dragged to other words, and the bars follow."""
    frames: list[Image.Image] = []
    with page_of(browser, (960, 600)) as page:
        screen = Screen(page, address).open()
        page.evaluate(_CURSOR)
        end = page.locator('.grips i[aria-label*="attends to “bear”"]').bounding_box()
        stage, last = (page.locator(name).first.bounding_box() for name in (".stage", ".keys"))
        assert end and stage and last
        top = max(0, round(stage["y"]) - 60)
        clip = {"x": 0, "y": top, "width": 960, "height": round(last["y"] + last["height"]) - top}  # no line is halved

        def frame(times: int = 1) -> None:
            picture = Image.open(BytesIO(page.screenshot(clip=clip))).convert("RGB")
            frames.extend([picture] * times)

        def glide(x: float, y: float, steps: int) -> None:
            for step in range(1, steps + 1):
                part = step / steps
                page.mouse.move(place[0] + (x - place[0]) * part, place[1] + (y - place[1]) * part)
                page.wait_for_timeout(60)  # the bars follow
                frame()
            place[:] = [x, y]

        place = [700.0, 560.0]
        frame(8)
        glide(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, 8)
        page.mouse.down()
        for word in _WAY:
            box = page.get_by_role("radio", name=re.compile(f"^{word}")).first.bounding_box()
            assert box
            glide(box["x"] + box["width"] / 2, box["y"] + box["height"] / 3, 9)
        frame(8)
        page.mouse.up()
        page.mouse.move(480, 590, steps=4)  # a word that is pointed at shows its own ribbons
        screen.settle()
        frame(18)
    palette = frames[len(frames) // 2].quantize(64)
    small = [each.quantize(palette=palette, dither=Image.Dither.NONE) for each in frames]
    path = FOLDER / MOVING
    small[0].save(path, save_all=True, append_images=small[1:], duration=_TENTHS, loop=0, optimize=True)
    return path


def main() -> None:
    """Take them all."""
    process, address = serve()
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=find(), args=[*QUIET, "--no-sandbox"])
            paths = [taken(browser, address, name).save(name) for name in STILLS]
            paths.append(moving(browser, address))
            browser.close()
    finally:
        stop(process)
    for path in paths:
        print(f"{path.name}: {path.stat().st_size / 1e3:.0f} kB")


if __name__ == "__main__":
    main()
