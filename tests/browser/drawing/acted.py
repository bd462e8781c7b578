"""What each control of a component tells, asks of a server and changes, as lines: a walk over all of them.

`python -m tests.browser.drawing.acted NAME` writes down those of a component again, and without a name those of all.
"""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from string import Template
from typing import Any

from playwright.sync_api import Browser, Page

from headlight.pictures.scripts import BROWSER
from headlight.rooms.room import LENGTH, LETTERS
from tests.browser.drawing.alone import address
from tests.browser.drawing.fake_room import CODE, LINE, OPENED, PANEL, PHONE, TEACHER, said
from tests.browser.drawing.glass import BLANK
from tests.browser.screen import PATIENCE

FILE = Path(__file__).with_suffix(".txt")
_WALK = FILE.with_suffix(".js").read_text("utf-8")
_MOUNT = """async ({ script, style, html, data }) => {
  const host = document.createElement("div");
  host.attachShadow({ mode: "open" }).innerHTML = html;
  host.style.cssText = "position: absolute; left: 700px; top: 300px";
  document.querySelector("#stage").replaceChildren(host);
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: style });
  await new Promise((done) => {
    link.onload = link.onerror = done;
    host.shadowRoot.append(link);
  });
  const { default: show } = await import(script);
  const setTriggerValue = (name, value) => acts.push(`tells ${name} ${JSON.stringify(value)}`);
  show({ parentElement: host.shadowRoot, data, setTriggerValue });
}"""
_LINK = {"label": "The **head**", "href": "?at=heads", "left": False, "picture": "<circle r='9'/>", "read": True}
_LINKS = [_LINK, {"label": "Softmax", "href": "?at=scaling", "left": True, "open": True, "picture": "", "read": False}]
_PRESENTER = {
    "presenting": False,
    "walk": "/?at=tokens&text=bear\n/?story=one-head\nask Who? | *bear | dog",
    "offers": ["stories", "a first lesson"],
    "questions": [["row", "Attention weights"], ["mask", "The mask"]],
    "place": [2, 3],
}
_MENU = {
    "groups": [{"title": "", "links": _LINKS}, {"title": "Look up", "links": _LINKS[:1]}],
    "choices": [{"key": "o", "label": "Queries", "help": "Where", "options": ["rows", "columns"], "at": "rows"}],
    "pin": "Pin it",
    "presenter": _PRESENTER,
}
_SHELF = {"groups": _MENU["groups"], "notes": ["A note."], "sentences": [{"text": "a bear", "look": "a word"}]}
_TOGGLES = [{"key": key, "label": f"d_model {key}", "on": key == "b", "help": "Help." * (key == "a")} for key in "ab"]
_PARTS = {"words": "tokens", "embeddings": "embeddings", "positions": "positions", "heads": "attention"}
_PARTS |= {"ffn": "block", "layer": "block", "next word": "next_word"}
_NOW = {"sizes": [2, 2], "text": "bear", "next": [["country", 0.9]], "at": [0, 0], "part": "heads", "view": "heads"}
STREAM: dict[str, Any] = {  # the strip of a model of two layers of two heads
    "leads": {part: [view, view.title()] for part, view in _PARTS.items()},
    "scales": {},
    "now": {**_NOW, "met": None, "lit": None},
}
_SLIDE = {"key": "k", "label": "Depth", "help": "", "value": "0", "first": "0", "places": ["0", "1", "2"]}
# Components that stand alone: their html, and what they are told.
ALONE: dict[str, tuple[str, dict[str, Any]]] = {
    "presenter": ("", _PRESENTER),
    "presenter, presenting": ("", {**_PRESENTER, "presenting": True}),
    **{
        f"links, {kind}": ("<nav></nav>", {"kind": kind, "label": kind.title(), **data})
        for kind, data in {
            "menu": _MENU,
            "home": {"home": _LINKS[0]},
            "row": {"links": _LINKS},
            "list": {"links": _LINKS},
            "shelf": _SHELF,
            "press": {"help": "Help."},
        }.items()
    },
    "stream": ("<nav></nav>", STREAM),
    "join": ("", {"letters": LETTERS, "length": LENGTH}),
    "toggles": ("", {"toggles": _TOGGLES}),
    "slide": ("", {**_SLIDE, "always": True, "plays": 0}),
}
# A room is told of from state to state.
ROOMS = {
    "teach": [
        "nothing shown yet", "a story", "paused", "a choice answered", "answers shown", "text written",
        "a beginning answered", "a playlist answered, one has gone", "an answer of a playlist on the wall",
        "before the lesson", "it is over",
    ],
    "class": [
        "a choice asked", "text asked", "a head drawn together", "a beginning answered", "a playlist given",
        "before the lesson",
    ],
}  # fmt: skip
NAMES = [*ALONE, *ROOMS]


@contextmanager
def acting(browser: Browser, served: str) -> Iterator[Callable[[str], list[str]]]:
    """What walks over a component by its name: a page whose server answers to all, or refuses all."""
    page_of = Template((BROWSER / "pages" / "class.html").read_text("utf-8"))
    phone = page_of.substitute(code=CODE, letters=LETTERS, length=LENGTH, scripts="..", loads="")
    context, complaints = browser.new_context(reduced_motion="reduce"), list[str]()
    context.add_init_script(f"const room = {json.dumps(OPENED)};{LINE}{_WALK}")
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.route(f"**/class/{CODE}", lambda route: route.fulfill(body=phone, content_type="text/html"))
    page.route("**/acted", lambda route: route.fulfill(body=f"<body>{BLANK}", content_type="text/html"))
    page.goto(served)
    yield lambda name: _lines(page, served, name)
    context.close()
    assert complaints == []


def _lines(page: Page, served: str, name: str) -> list[str]:
    page.evaluate("sessionStorage.clear(), localStorage.clear()")
    page.goto(f"{served}/class/{CODE}" if name == "class" else f"{served}/acted")
    if name in ALONE:
        html, data = ALONE[name]
        kind = name.partition(",")[0]
        path = address(kind)
        given = {"script": path, "style": path.replace(".js", ".css"), "html": html or f'<div class="{kind}"></div>'}
        page.evaluate(_MOUNT, {**given, "data": data})
        return page.evaluate("walk()")
    if name == "teach":
        page.evaluate(PANEL, CODE)
    page.wait_for_function("window.line")
    lines = list[str]()
    for state in ROOMS[name]:
        kinds = TEACHER if name == "teach" else PHONE
        page.evaluate("tell", [("ping", ""), *(event for event in said(state) if event[0] in kinds)])
        lines += [f"in {state}", *page.evaluate("each => walk(...each)", [state, state == ROOMS[name][-1]])]
    return lines


def read() -> dict[str, list[str]]:
    """The lines that are written down, by component."""
    blocks = FILE.read_text("utf-8").strip().split("\n\n") if FILE.exists() else []
    return {title: lines for title, *lines in (block.split("\n") for block in blocks)}


def main() -> None:
    """Write down what the named components do, or all."""
    from tests.browser.conftest import launched
    from tests.browser.drawing.conftest import served

    asked, kept = sys.argv[1:], read()
    with served() as address, launched() as browser, acting(browser, address) as walk:
        now = {name: walk(name) if not asked or name.partition(",")[0] in asked else kept[name] for name in NAMES}
    FILE.write_text("\n\n".join("\n".join([name, *lines]) for name, lines in now.items()) + "\n", "utf-8")


if __name__ == "__main__":
    main()
