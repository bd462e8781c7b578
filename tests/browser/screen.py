"""What a reader does and sees in the browser, in words that the tests share."""

from urllib.parse import urlencode

from playwright.sync_api import Locator, Page, expect


class Screen:
    """One tab of a browser on the app."""

    def __init__(self, page: Page, address: str) -> None:
        self.page, self.address = page, address
        self.complaints: list[str] = []  # errors of scripts
        self.strangers: list[str] = []  # requests to another host
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", lambda request: self._note(request.url))

    def _note(self, url: str) -> None:
        if not url.startswith((self.address, "data:", "blob:", self.address.replace("http", "ws"))):
            self.strangers.append(url)

    def open(self, path: str = "", *, box: bool = True, **state: str | int | float) -> "Screen":
        """Open a page by its address and wait for its first picture, where it has a box to make one from."""
        self.page.goto(f"{self.address}/{path}" + (f"?{urlencode(state)}" if state else ""))
        expect(self.page.locator("h1")).to_be_visible()
        if box:
            expect(self.page.locator("[data-text]").first).to_be_visible()
        self.settle()
        self.rest()
        return self

    def rest(self) -> None:
        """Wait until pictures, styles and type are loaded and nothing moves any more."""
        self.page.evaluate(
            """async () => {
                await document.fonts.ready;
                const place = () => [...document.querySelectorAll('[data-testid=stMain] *')]
                    .map(e => e.getBoundingClientRect().bottom).join();
                for (let before = null, now = place(); now !== before; before = now, now = place()) {
                    await new Promise(resume => setTimeout(resume, 200));
                }
            }"""
        )

    def settle(self) -> None:
        """Wait until the server has nothing more to say."""
        expect(self.page.locator("[data-testid=stApp][data-test-script-state=notRunning]")).to_be_attached()
        expect(self.page.locator("[data-testid=stApp][data-test-connection-state=CONNECTED]")).to_be_attached()

    @property
    def box(self) -> Locator:
        """The sentence box."""
        return self.page.get_by_label("Your sentence")

    def picture(self, alt: str) -> Locator:
        """A picture of ours whose spoken description begins so."""
        return self.page.locator(f'[aria-label^="{alt}"]')

    def painted(self, text: str, alt: str | None = None) -> None:
        """Wait until the board of a picture (every board, when none is named) shows this text."""
        if alt:
            expect(self.page.locator("[data-text]", has=self.picture(alt))).to_have_attribute("data-text", text)
            return
        for drawn in self.page.locator('[data-text]:not([data-text=""])').all():  # others do not show the sentence
            expect(drawn).to_have_attribute("data-text", text)

    def type(self, text: str) -> None:
        """Replace the sentence, key by key."""
        self.box.fill("")
        self.box.press_sequentially(text)

    def no_trouble(self) -> None:
        """No error box and no traceback stand on the page."""
        expect(self.page.locator("[data-testid=stException]")).to_have_count(0)
        expect(self.page.locator("[data-testid=stAlertContentError]")).to_have_count(0)
        expect(self.page.locator("[class*=st-key-failed_]")).to_have_count(0)

    def fits(self) -> None:
        """Nothing is wider than the screen, but what scrolls in a box of its own: tables, code, formulas, tabs."""
        width = self.page.evaluate("innerWidth")
        wide = self.page.evaluate(
            """width => [...document.querySelectorAll('[data-testid=stMain] *')]
                .filter(e => e.getBoundingClientRect().right > width + 1 && getComputedStyle(e).position !== 'fixed'
                    && !e.closest('[data-testid=stDataFrame]') && !e.closest('[data-testid=stCode]')
                    && !e.closest('.katex') && !e.closest('[role=tablist]'))
                .map(e => e.tagName + '.' + e.className)""",
            width,
        )
        assert wide == []
