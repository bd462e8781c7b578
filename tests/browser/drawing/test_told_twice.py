"""What a room says comes twice and out of order: a phone and the teacher's panel show the room as it is now.

Each state of a room is told after another one, and to a page that has heard of none; the line is the test's own.
"""

import base64
import json
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from string import Template

import pytest
from playwright.sync_api import Browser, Page, TimeoutError

from headlight.pictures import Screen
from headlight.pictures.scripts import BROWSER
from headlight.pictures.standalone import packed
from headlight.rooms.room import LENGTH, LETTERS, events
from headlight.server.commands import changed
from tests.browser.drawing.glass import BLANK
from tests.browser.screen import PATIENCE
from tests.sampled import sampled
from tests.server.test_commands import STATES, sentence

CODE = "BCDFG"
LESSONS = ["before the lesson", "it is over"]
PART = ["a story", "text written", "a second vote shown", "a playlist answered, and a choice", *LESSONS]
PHONE, TEACHER = ("room", "board", "results", "set"), ("room", "results")
_LINE = """
Math.random = () => 0.5; // a phone's order of options is of chance
window.EventSource = class extends EventTarget {
  constructor() { super(); window.line = this; this.readyState = 1; }
  close() { this.readyState = 2; }
};
EventSource.CLOSED = 2;
window.fetch = async () => ({ ok: true, json: async () => room }); // the server says yes to all
window.all = (which, within = document) => [...within.querySelectorAll("*")].flatMap((each) => [
  ...(each.matches(which) ? [each] : []), ...(each.shadowRoot ? all(which, each.shadowRoot) : []),
]);
// All that is seen: words, what is typed, chosen or switched off, and what has the focus.
window.seen = () => {
  const found = [];
  const look = (each) => {
    if (each instanceof Text) return void (each.data.trim() && found.push(each.data.trim()));
    if (!(each instanceof Element) || !each.checkVisibility() || each.matches("style, script, link")) return;
    const has = each.getRootNode().activeElement === each;
    const about = [each.value, each.ariaPressed, each.disabled, each.inert, each.open, has];
    if (about.some(Boolean)) found.push(`${each.localName} ${about}`);
    for (const child of (each.shadowRoot ?? each).childNodes) look(child);
  };
  look(document.body);
  return found.join("\\n");
};
// Something of a reader's own: a choice, half a word in each box, and the focus in the last of them.
window.act = () => {
  all(".options button, summary").filter((each) => each.checkVisibility()).slice(-1).forEach((each) => each.click());
  const boxes = all("input:not([type]), textarea").filter((each) => each.checkVisibility());
  for (const box of boxes) {
    box.value = "half";
    box.dispatchEvent(new Event("input", { bubbles: true }));
  }
  boxes.at(-1)?.focus();
};
window.tell = (events) => events.forEach(([kind, data]) => line.dispatchEvent(new MessageEvent(kind, { data })));
window.drawn = (text) => all(".board").every((each) => {
  const { dataset } = each, ofPage = each.getRootNode().host.closest("#boards");
  return "text" in dataset && (!ofPage || dataset.text === (text ?? dataset.text));
});
"""
_PANEL = """async (code) => {
  const host = Object.assign(document.createElement("div"), { className: "st-key-teach" });
  host.attachShadow({ mode: "open" }).innerHTML = '<div class="teach"></div>';
  document.querySelector("#stage").replaceChildren(host);
  const { default: show } = await import("/components/teach.js");
  const data = { code, page: "", files: [], asks: false, playlist: "", lists: ["a list"] };
  show({ parentElement: host.shadowRoot, data, setTriggerValue() {} });
  host.shadowRoot.querySelector("button").click();
}"""


@cache
def said(name: str) -> list[tuple[str, str]]:
    """The events of a room in a state that it can be in, with no board, one, or two."""
    begun = sentence().put(changed(sentence().room, "set", {"form": "short"})) if name in LESSONS else None
    asked = begun.put(changed(begun.room, "close set", {})) if begun and name == LESSONS[1] else begun or STATES[name]()
    assert asked
    header, body = dict[str, list[int]](), b""
    for key in ("one", "two")[: [*STATES, *LESSONS].index(name) % 3]:
        board = Screen(name)
        board.note(f"{name}: {key}.")
        header[key] = [len(body), len(body) + len(board.message())]
        body += board.message()
    about = {"title": name, "pictures": [*header], **json.loads(asked.fields.get("about", b"{}"))}
    shown = base64.b64encode(packed({"boards": header}, body))
    found = events({**asked.fields, "board": shown, "about": json.dumps(about).encode()})
    return [(event.kind, event.data.decode()) for event in found]


class Told:
    """A page that hears what it is told."""

    def __init__(self, page: Page, address: str, kinds: tuple[str, ...]) -> None:
        self.page, self.address, self.kinds = page, address, kinds

    def opened(self) -> "Told":
        """The page as it is loaded, of a browser that has kept nothing."""
        self.page.evaluate("sessionStorage.clear(), localStorage.clear()")
        self.page.goto(self.address)
        if self.kinds == TEACHER:
            self.page.evaluate(_PANEL, CODE)
        self.page.wait_for_function("window.line")
        return self

    def tell(self, name: str, *, backwards: bool = False, times: int = 1) -> "Told":
        """Tell what a room says, each event so often."""
        heard = [event for event in said(name) if event[0] in self.kinds]
        told = [event for event in (heard[::-1] if backwards else heard) for _ in range(times)]
        self.page.evaluate("tell", [("ping", ""), *told])
        self.page.wait_for_function("drawn", arg=name if "board" in dict(heard) else None)
        return self

    def seen(self, awaited: str = "") -> str:
        """What is seen; the test says what differs from what is waited for."""
        if awaited:
            with suppress(TimeoutError):
                self.page.wait_for_function("awaited => seen() === awaited", arg=awaited)
        return self.page.evaluate("seen()")


@pytest.fixture(scope="module", params=[PHONE, TEACHER], ids=["phone", "teacher"])
def pages(browser: Browser, scripts: str, request: pytest.FixtureRequest) -> Iterator[tuple[Told, Told]]:
    """Two phones, or teachers' panels, whose server says yes to all: one is loaded anew, one goes on."""
    page_of = Template((BROWSER / "pages" / "class.html").read_text("utf-8"))
    html = page_of.substitute(code=CODE, letters=LETTERS, length=LENGTH, scripts="..", loads="")
    html = html if request.param == PHONE else f'<body data-testid="stApp">{BLANK}'
    room = {"code": CODE, "secret": "secret", "link": f"x/class/{CODE}", "qr": "data:,", "number": "", "row": 1}
    contexts = [browser.new_context(reduced_motion="reduce") for _ in range(2)]
    complaints: list[str] = []
    told = []
    for context in contexts:
        context.add_init_script(f"const room = {json.dumps(room)};{_LINE}")
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.route(f"**/class/{CODE}", lambda route: route.fulfill(body=html, content_type="text/html"))
        page.goto(scripts)
        told.append(Told(page, f"{scripts}/class/{CODE}", request.param).opened())
    yield told[0], told[1]
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.mark.parametrize("name", sampled([name for name in STATES if name != "ended"] + LESSONS, PART))
def test_a_page_shows_a_room_as_it_is_whatever_came_before_and_keeps_what_is_its_readers(
    pages: tuple[Told, Told], name: str
) -> None:
    anew, on = pages
    alone = anew.opened().tell(name).seen()
    assert on.tell(name, backwards=True).seen(alone) == alone
    anew.page.evaluate("act()")
    own = anew.seen()
    assert anew.tell(name, backwards=True, times=2).seen(own) == own
