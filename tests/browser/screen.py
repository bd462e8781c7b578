"""What a reader does and sees in the browser, in words that the tests share."""

import json
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from urllib.parse import urlencode

from playwright.sync_api import Locator, Page, Route, WebSocket, expect
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from headlight.state.address import AT
from headlight.state.places import START

EVERYWHERE = {"more": "false", "arithmetic": "false", "code": "false", "orientation": "rows"}  # what stays as it is set
STAYS = {"present", "walk", "walk_at", "from_stop", "embed", "embed_options"}  # so do these, and no address ends them
UNDRAWN = ("look_up",)  # views that have no picture, only a list to read
_LOOK = 50  # ms until it is looked again: each look takes 2 ms of a core that other tests wait for
DEMONSTRATED = "localStorage.setItem('headlight-demonstrated', 'yes');"  # this browser has had its first visit
PATIENCE = 60_000  # ms until a thing that was waited for counts as missing: no limit of speed, the machine may be busy


def address_of(view: str = "", **state: str | int | float) -> str:
    """The address of a view, with what it has to set there; keys may stand behind its name, after a "?"."""
    name, _, keys = view.partition("?")
    at = urlencode({AT: name}) if name not in ("", START) else ""
    return "/?" + "&".join(filter(None, (at, keys, urlencode(state))))


@contextmanager
def held(page: Page, *addresses: str) -> Iterator[None]:
    """Inside the `with` block nothing comes that the page asks for at these addresses; all of it comes afterwards."""
    waiting, holds = list[Route](), True
    for address in addresses:
        page.route(address, lambda route: waiting.append(route) if holds else route.continue_())
    yield
    holds = False
    for route in waiting:
        route.continue_()
    for address in addresses:
        page.unroute(address)


def hurry(*pages: Page, times: int = 20) -> None:
    """Let what pages wait for, or show for a while, take a fraction of the time from now on, until they load anew."""
    for page in pages:
        page.evaluate(
            """times => {
                const real = (globalThis.unhurried ??= {
                    setTimeout: setTimeout.bind(globalThis), now: performance.now.bind(performance),
                });
                const [from, began] = [performance.now(), real.now()];
                performance.now = () => from + (real.now() - began) * times;
                globalThis.setTimeout = (act, wait, ...given) => real.setTimeout(act, wait / times, ...given);
            }""",
            times,
        )


class Screen:
    """One tab of a browser on the app."""

    def __init__(self, page: Page, address: str) -> None:
        self.page, self.address = page, address
        self.complaints: list[str] = []  # errors of scripts
        self.strangers: list[str] = []  # requests to another host
        self.left: dict[str, str | int | float] = {}  # keys that another test has set, as they stand at first
        self._asked = 0  # how often the server was asked to run the page
        self._went = 0  # how often it was told that the browser went back or forward
        self._step = 0  # the number of the last such step, by the browser
        self._stands = 0  # and by what the server drew last
        self._owed = False  # it was asked, and has not begun
        self._running = False
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("requestfailed", lambda request: self._note(request.url))
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        self._owed, self._running = True, False  # a page that connects asks for its first run
        self._stands = -1
        socket.on("framesent", self._sent)
        socket.on("framereceived", self._received)

    def _sent(self, message: bytes | str) -> None:
        if isinstance(message, bytes) and BackMsg.FromString(message).HasField("rerun_script"):
            self._asked += b'"event":"again"' not in message  # what a board asks for by itself
            if step := re.search(rb'"event":"went","value":.*?,(\d+)\]', message):
                self._went, self._step = self._went + 1, int(step[1])
            self._owed = True

    def _received(self, message: bytes | str) -> None:
        if not isinstance(message, bytes):
            return
        said = ForwardMsg.FromString(message)
        box = said.delta.new_element.bidi_component
        if box.id.endswith("sentence_box"):
            self._stands = json.loads(box.json)["went"]
        elif said.HasField("new_session"):
            self._owed, self._running = False, True
        elif said.HasField("script_finished"):  # early, if another run follows at once
            self._running = said.script_finished == ForwardMsg.FINISHED_EARLY_FOR_RERUN

    def _note(self, url: str) -> None:
        """A request to another host fails, so that only those that fail need to be heard of."""
        if not url.startswith((self.address, "data:", "blob:", self.address.replace("http", "ws"))):
            self.strangers.append(url)

    def open(self, view: str = "", *, box: bool = True, **state: str | int | float) -> "Screen":
        """Open a view by its address and wait for its first picture, where it has a box to make one from."""
        self.left = {}
        self.page.goto(self.address + address_of(view, **state))
        self.settle()
        expect(self.page.locator("h1")).to_be_visible()
        if box:
            expect(self.page.locator("[data-text]").first).to_be_visible()
        self.rest()
        return self

    def move(self, address: str) -> None:
        """Lead the page that is open to another address, as from outside."""
        self.page.evaluate(
            """address => {
                history.pushState(null, "", address);
                dispatchEvent(new PopStateEvent("popstate"));
            }""",
            address,
        )

    def go(self, view: str, **state: str | int | float) -> "Screen":
        """Go on to a view, by its short address, in the page that is open: half the work of loading one anew.

        Where none is open yet, it is loaded.
        """
        state, self.left = self.left | state, {}
        if not self.page.locator("[data-testid=stApp]").count():
            keys = (
                f"{'&' if '?' in view else '?'}{urlencode(state)}" if state else ""
            )  # one of them is called `box` too
            return self.open(f"{view}{keys}", box=view not in UNDRAWN)
        with self.went():
            self.move(address_of(view, **state))
        self.rest()
        return self

    def rest(self) -> None:
        """Wait until pictures, styles and type are loaded, and nothing moves or fades any more.

        In frames, not in seconds: a busy machine paints fewer of them.
        """
        self.page.evaluate(
            """async () => {
                await document.fonts.ready;
                const seen = ':is([data-testid=stMain], [data-baseweb=popover])';  // what opens finds its place
                const wholes = `${seen} :not(.katex *, svg *)`;  // a formula moves as a whole
                const place = () => [...document.querySelectorAll(wholes)]
                    .map(e => e.getBoundingClientRect().bottom).join();
                // What Streamlit shows anew fades in: until then its colours are not those that are meant.
                const fades = () => document.getAnimations().some(each => each instanceof CSSTransition);
                const bare = ({ style, shadowRoot }) => shadowRoot && (style.visibility === 'hidden'
                    || shadowRoot.querySelector('.board:not([data-text])')  // a script or a style is on its way,
                    || [...shadowRoot.querySelectorAll('*')].some(bare));  // and what is hidden takes no key
                const waits = () => document.querySelector('[data-testid$=Skeleton]')  // a script is
                    || [...document.querySelectorAll(wholes)].some(bare);
                for (let still = 0, before = null; still < 3;) {
                    await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
                    const now = place();
                    still = now !== before || fades() || waits() ? 0 : still + 1;
                    before = now;
                }
            }"""
        )

    def settle(self) -> None:
        """Wait until the server has answered all that it was asked, and the browser has shown it."""
        self._is("[data-test-connection-state=CONNECTED]")
        self.until(lambda: not self._owed and not self._running and not self._pauses(), "answered")
        self.page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        self._is("[data-test-script-state=notRunning]")

    def _pauses(self) -> bool:
        """Whether a board waits for a pause of typing, or for a turn; one that waits for rest is whole so far."""
        pauses = ".board:is([data-pauses='400'], [data-pauses='2000'])"
        boards = f"[...document.querySelectorAll('*')].map(each => each.shadowRoot?.querySelector(`{pauses}`))"
        return self.page.evaluate(f"() => {boards}.some(Boolean)")

    @contextmanager
    def answered(self) -> Iterator[None]:
        """Let the block ask the server something: wait until it was asked and has answered."""
        before = self._asked
        yield
        self.until(lambda: self._asked > before, "was asked")
        self.settle()

    @contextmanager
    def went(self) -> Iterator[None]:
        """Let the block go back or forward: wait until the server has heard where to, and has answered.

        Streamlit itself asks for a run too, which knows nothing of it.
        """
        before = self._went
        yield
        self.until(lambda: self._went > before, "heard of the step")
        self.until(lambda: self._stands >= self._step, "went there")
        self.settle()

    def _is(self, state: str) -> None:
        app = self.page.locator(f"[data-testid=stApp]{state}")
        self._soon(lambda: app.count() == 1)
        expect(app).to_be_attached()

    def _soon(self, holds: Callable[[], bool]) -> None:
        """Look often at what is expected next: Playwright itself looks after 100 ms, 250, 500, and then each second."""
        deadline = time.monotonic() + 5
        while not holds() and time.monotonic() < deadline:
            self.page.wait_for_timeout(_LOOK)

    def until(self, holds: Callable[[], bool], what: str) -> None:
        """Look often until something holds of the server, which is named if it never does."""
        deadline = time.monotonic() + PATIENCE / 1000
        while not holds():
            assert time.monotonic() < deadline, f"the server never {what}"
            self.page.wait_for_timeout(_LOOK)  # meanwhile the browser tells what was sent

    @property
    def box(self) -> Locator:
        """The sentence box."""
        return self.page.get_by_label("Your sentence")

    @property
    def menu(self) -> Locator:
        """The menu at the end of the line at the top: the pages in their sections."""
        return self.page.get_by_role("navigation", name="Pages")

    def choose(self, title: str) -> None:
        """Open a page from the menu, as it was left."""
        self.page_link(title).click()
        expect(self.page.get_by_role("heading", name=title, exact=True)).to_be_visible()
        self.settle()
        self.rest()

    def page_link(self, title: str) -> Locator:
        """Open the menu, and return its link to a page."""
        if not self.menu.locator(".pages:popover-open").count():
            self.menu.get_by_role("button", name="Menu").click()
        return self.menu.get_by_role("link", name=title, exact=True)

    def tool(self, name: str) -> Locator:
        """Open the menu, and return one of its buttons, by how its name begins."""
        self.page_link("Start")
        return self.menu.get_by_role("button", name=re.compile(f"^{name}"))

    def press(self, button: str) -> None:
        """Press a button of the line at the top."""
        self.page.get_by_role("button", name=button, exact=True).click()

    def view(self, title: str) -> Locator:
        """The link to a view of the page that is open."""
        return self.page.get_by_role("navigation", name="Views").get_by_role("link", name=title, exact=True)

    def picture(self, alt: str) -> Locator:
        """A picture of ours whose spoken description begins so."""
        return self.page.locator(f'[aria-label^="{alt}"]')

    def painted(self, text: str, alt: str | None = None) -> None:
        """Wait until the board of a picture (every board, when none is named) shows this text."""
        if alt:
            board = self.page.locator("[data-text]", has=self.picture(alt))
            self._soon(lambda: board.evaluate_all("all => all.map(e => e.dataset.text)") == [text])
            expect(board).to_have_attribute("data-text", text)
            return
        this = f"[data-text={json.dumps(text, ensure_ascii=False)}]"  # CSS reads no escapes of JSON
        self._soon(lambda: self.page.locator(this).count() > 0)
        expect(self.page.locator(this)).not_to_have_count(0)
        # Some boards show no text at all.
        expect(self.page.locator(f'[data-text]:not({this}, [data-text=""])')).to_have_count(0)

    def photograph(self, picture: Locator) -> str:
        """Return what stands on a canvas."""
        return picture.evaluate("canvas => canvas.toDataURL()")

    def repainted(self, picture: Locator, before: str) -> str:
        """Wait until a canvas shows something else than before; what it shows then."""
        self.until(lambda: self.photograph(picture) != before, "changed the picture")
        return self.photograph(picture)

    def type(self, text: str) -> None:
        """Replace the sentence, key by key."""
        self.box.fill("")
        self.box.press_sequentially(text)

    def turn_up(self, dial: str, *values: str) -> None:
        """Press the right arrow key on a slider, once for each value: the address follows, the dial stays in hand."""
        slider = self.page.get_by_role("slider", name=dial)
        slider.focus()
        for value in values:
            self.page.keyboard.press("ArrowRight")
            expect(self.page).to_have_url(re.compile(f"{dial.lower()}={value}"))
            self.settle()
            expect(slider).to_have_value(value)

    def no_trouble(self) -> None:
        """No error box and no traceback stand on the page."""
        trouble = "[data-testid=stException], [data-testid=stAlertContentError], [class*=st-key-failed_]"
        expect(self.page.locator(trouble)).to_have_count(0)

    def fits(self) -> None:
        """Nothing is wider than the screen, but what scrolls in a box of its own: tables, code, formulas, tabs.

        The input of a slider does not count: it is clipped to a point at its thumb, and no eye sees it.
        """
        width = self.page.evaluate("innerWidth")
        wide = self.page.evaluate(
            """width => [...document.querySelectorAll('[data-testid=stMain] *')]
                .filter(e => e.getBoundingClientRect().right > width + 1 && getComputedStyle(e).position !== 'fixed'
                    && !e.closest('[data-testid=stDataFrame]') && !e.closest('[data-testid=stCode]')
                    && !e.closest('.katex') && !e.closest('[role=tablist]')
                    && !e.parentElement.closest('.scroll, table') && e.type !== 'range')
                .map(e => e.outerHTML.slice(0, 200))""",
            width,
        )
        assert wide == []
        beside = self.page.get_by_test_id("stMain").evaluate("e => e.scrollWidth - e.clientWidth")
        assert beside <= 0  # what a picture has too
