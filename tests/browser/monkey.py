"""A monkey at the app: random clicks, keys and words, looked at after each: python -m tests.browser.monkey [--seed N].

It types as soon as it has clicked, goes back and forward, reloads, presents. After every step no failure may be on the
page and no error in its scripts; what it has typed must be in the box, and the pictures must follow. A failure is
printed with the seed and the steps that led to it; the same seed takes the same steps.
"""

import argparse
import os
import random
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from playwright.sync_api import Error, Locator, Page, sync_playwright

from benchmarks.chromium import QUIET, find
from benchmarks.servers import serve, stop
from headlight.app.links import VIEWS
from tests.browser.screen import Screen, address_of

# Letters that a keyboard has, which may be typed while the page is being changed, and what is put in at once.
KEYED = (" bear", " cage", "s", " <b>bold</b>", " $x^2$", " **bold**", " [a](b)", " :red[x]", " `code` # 1 | 2", "  ")
PUT_IN = (" 🐻‍❄️ ate é", " שלום", " zero\u200bwidth", " ![x](http://example.org/y.png)", " bear" * 30, "")
SENTENCE = "Your sentence"
BOX = ".sentence-box input, .stTextInput input"
LINKS = "nav a, [data-testid=stMain] a[href^='./?at=']"
SHARE = "[data-testid=stDialog]:has-text('Share what you see')"
FAILURES = (
    "[data-testid=stException], [data-testid=stAlertContentError], [class*=st-key-failed_], "
    "[data-testid=stDialog]:not(:has-text('Share what you see'))"  # Streamlit's own, such as a lost connection
)
KEYS = ("ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown", "PageDown", "Escape", "Enter", "Tab", "p", " ", "Home", "x")
LONGEST = 300  # characters; longer a text is taken away before more is typed
PATIENCE = 60  # seconds for a page to come to rest


class Trouble(AssertionError):
    """The faults that the monkey has found."""


@dataclass
class Monkey:
    """One reader of the app, who does what `chance` says."""

    screen: Screen
    chance: random.Random
    steps: list[str] = field(default_factory=list)

    @property
    def page(self) -> Page:
        return self.screen.page

    def step(self) -> None:
        """Do one thing, and look at the page.

        Raises:
            Trouble: something is wrong with it.
        """
        acts: dict[Callable[[], str], int] = {
            self.type: 30,
            self.follow: 20,
            self.view: 14,
            self.press: 12,
            self.click_a_picture: 10,
            self.click_a_control: 10,
            self.turn_a_dial: 6,
            self.go_back: 5,
            self.go_forward: 3,
            self.reload: 2,
            self.open: 3,
        }
        act = self.chance.choices(list(acts), list(acts.values()))[0]
        if self.page.locator(SHARE).count():
            act = self.close  # nothing else can be reached
        self.steps.append(f"{act.__name__} ...")  # what it was about to do, should it never come back
        try:
            self.steps[-1] = f"{act.__name__} {act()}"
        except Error as error:  # what was to be clicked is gone, or is covered
            self.steps[-1] += f" in vain: {str(error).splitlines()[0]}"
        if act is not self.type and self.chance.random() < 0.5:
            self.page.wait_for_timeout(
                self.chance.choice((0, 20, 80, 200, 400))
            )  # on at once, before the page is there
        else:
            self.rest()
        self.look()

    def type(self) -> str:
        """Type into a box at once; then it must have that, and the pictures must follow."""
        boxes = self.page.locator(BOX)
        if not (count := boxes.count()):
            return "nowhere"
        box = boxes.nth(0 if self.chance.random() < 0.8 else self.chance.randrange(count))
        label = box.get_attribute("aria-label", timeout=2000) or ""
        name = self._name_of(box)
        keyed = self.chance.random() < 0.7 or label != SENTENCE
        words = self.chance.choice(KEYED if keyed else PUT_IN)
        if not keyed:
            self.rest()  # letters of no key need a box to be put into
        if len(box.input_value()) > LONGEST:
            self.rest()
            box.fill("")
            self.rest()
        start = 9999 if label == SENTENCE else 0  # the others are short
        focused = box.evaluate(
            "(box, start) => (box.focus(), box.setSelectionRange(start, 9999), document.activeElement === box)",
            start,
            timeout=2000,
        )
        if not focused:  # one that is not shown, as those of the sidebar on a slide, leaves the other one in focus
            return "into a box that was just taken away"
        if keyed:
            self.page.keyboard.type(words, delay=self.chance.choice((0, 0, 10, 40)))
        else:
            self.page.keyboard.insert_text(words)
        done = f"{words!r} into {name}"
        self.rest()
        there = self.page.locator(f".{name} input") if name else self.page.get_by_label(label, exact=True)
        if not there.count():
            there = self.page.get_by_label(label, exact=True)
        if there.count():
            self._follows(there.first, words, label)
        return done

    def _name_of(self, box: Locator) -> str:
        return box.evaluate("box => box.closest('[class*=st-key-]')?.className.match(/st-key-\\S+/)[0] ?? ''")

    def _follows(self, box: Locator, words: str, label: str) -> None:
        value = box.input_value()
        if not value.endswith(words):
            raise Trouble(f"{words!r} was typed, and the box {label!r} has {value!r}")
        if label != SENTENCE or not value.strip():
            return
        deadline = time.monotonic() + PATIENCE / 4
        while time.monotonic() < deadline:
            texts = [text for text in self._texts() if text]
            if not texts or value.rstrip() in texts:
                return
            self.page.wait_for_timeout(50)
        raise Trouble(f"the box has {value!r}, and the pictures are of {texts}")

    def _texts(self) -> list[str]:
        return self.page.locator("[data-text]").evaluate_all("all => all.map(each => each.dataset.text)")

    def _one(self, selector: str) -> Locator | None:
        """One of the visible things that are so."""
        found = self.page.locator(f":is({selector}):visible")
        count = found.count()
        place = self.chance.random()  # drawn in any case, so that what follows is the same
        return found.nth(int(place * count)) if count else None

    def _click(self, selector: str, **how: object) -> str:
        if not (one := self._one(selector)):
            return "nothing"
        said = one.evaluate("each => each.ariaLabel || each.textContent.slice(0, 40) || each.className")
        one.click(timeout=2000, no_wait_after=True, **how)  # type: ignore[arg-type]
        return repr(said)

    def follow(self) -> str:
        """Follow a link of the page."""
        return self._click(LINKS)

    def view(self) -> str:
        """Open another view, or choose another option of a row."""
        return self._click("[data-testid=stMain] [data-testid=stButtonGroup] [role=radio]")

    def press(self) -> str:
        """Press keys, wherever the focus is."""
        keys = [self.chance.choice(KEYS) for _ in range(self.chance.randint(1, 4))]
        if self.page.evaluate(f"document.activeElement.matches('{BOX}, textarea')"):
            self.page.evaluate("document.activeElement.blur()")
        for key in keys:
            self.page.keyboard.press(key)
        return " ".join(map(repr, keys))

    def click_a_picture(self) -> str:
        """Click anywhere in a picture."""
        x, y = self.chance.random(), self.chance.random()
        if not (one := self._one("canvas, .stage")):
            return "nothing"
        box = one.bounding_box(timeout=2000)
        if not box:
            return "nothing"
        one.click(position={"x": x * box["width"], "y": y * box["height"]}, timeout=2000, no_wait_after=True)
        return f"at {x:.2f}, {y:.2f}"

    def click_a_control(self) -> str:
        """Click a button, a switch, what opens a list or a fold."""
        return self._click(
            "[data-testid=stMain] button, [role=switch], summary, "
            "[data-testid=stPopover] button, [data-testid=stSelectbox] input"
        )

    def turn_a_dial(self) -> str:
        """Move a slider."""
        if not (one := self._one("[role=slider], input[type=range]")):
            return "nothing"
        one.focus(timeout=2000)
        key = self.chance.choice(("ArrowRight", "ArrowLeft", "End"))
        self.page.keyboard.press(key)
        return key

    def close(self) -> str:
        """Close the dialog that is open."""
        self.page.keyboard.press("Escape")
        return ""

    def go_back(self) -> str:
        """The button of the browser; from the first page of all it leads out of the app, which is opened anew."""
        self.page.evaluate("history.back()")
        self.page.wait_for_timeout(self.chance.choice((0, 100)))
        if self.page.url.startswith(self.screen.address):
            return ""
        self.page.goto(self.screen.address)
        return "and out"

    def go_forward(self) -> str:
        """The button of the browser."""
        self.page.evaluate("history.forward()")
        return ""

    def reload(self) -> str:
        """The button of the browser."""
        self.page.reload()
        return ""

    def open(self) -> str:
        """An address, typed by hand."""
        name = self.chance.choice(VIEWS)
        state = self.chance.choice(("", "text=bear+country", "present=1&walk_at=1", "arithmetic=true", "code=true"))
        address = address_of(f"{name}?{state}")
        self.page.goto(self.screen.address + address)
        return address

    def rest(self) -> None:
        """Wait until the page has come to rest: nothing runs, and for a moment nothing begins."""
        quiet = "[data-testid=stApp]"
        deadline, since = time.monotonic() + PATIENCE, None
        while since is None or time.monotonic() - since < 0.3:
            if time.monotonic() > deadline:
                raise Trouble(f"the page has not come to rest in {PATIENCE} seconds")
            try:
                state = self.page.locator(quiet).get_attribute("data-test-script-state", timeout=PATIENCE * 1000)
            except Error:
                state = None  # a new document
            since = (since or time.monotonic()) if state == "notRunning" else None
            self.page.wait_for_timeout(30)

    def look(self) -> None:
        """Check every page at any time; a page without a title or a place for it, when it is at rest."""
        if self.screen.complaints:
            raise Trouble(f"an error in a script: {self.screen.complaints}")
        if self.screen.strangers:
            raise Trouble(f"requests to strangers: {self.screen.strangers}")
        if self.page.locator(FAILURES).count():
            raise Trouble("a failure is on the page: " + self.page.locator(FAILURES).first.inner_text()[:300])
        if not self.page.locator("h1").count():
            self.rest()
            if not self.page.locator("h1").count():
                raise Trouble("the page is empty")


def main() -> int:
    """Let it loose."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=random.randrange(10_000), help="of its steps; drawn when left out")
    parser.add_argument("--steps", type=int, default=1000)
    parser.add_argument("--address", help="of an app that runs already, such as http://127.0.0.1:8501")
    wanted = parser.parse_args()
    path = find()
    if not path:
        sys.exit("no Chromium: python -m tests.browser.chromium installs one")
    process, address = (None, wanted.address) if wanted.address else serve()
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    print(f"seed {wanted.seed}, {wanted.steps} steps", flush=True)
    try:
        with sync_playwright() as playwright:
            chromium = playwright.chromium.launch(
                executable_path=path, args=[*QUIET, *(["--no-sandbox"] if root else [])]
            )
            page = chromium.new_page(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
            monkey = Monkey(Screen(page, address.rstrip("/")), random.Random(wanted.seed))
            page.goto(address)
            monkey.rest()
            for number in range(1, wanted.steps + 1):
                try:
                    monkey.step()
                except Trouble as trouble:
                    print("\n".join(f"{at:5} {each}" for at, each in list(enumerate(monkey.steps, 1))[-40:]))
                    print(f"After step {number} at {page.url}\n{trouble}")
                    print(f"Again: python -m tests.browser.monkey --seed {wanted.seed} --steps {number}")
                    return 1
                if number % 100 == 0:
                    print(f"{number} steps, now at {page.url}", flush=True)
            chromium.close()
    finally:
        if process:
            stop(process)
    print("Nothing was found.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
