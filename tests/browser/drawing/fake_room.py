"""A room of a class without a server: what it says in each state, and a page whose line and answers are the test's."""

import base64
import json
from functools import cache

from headlight.pictures import Screen
from headlight.pictures.standalone import packed
from headlight.rooms.room import events
from tests.server.test_commands import STATES, Asked, changed, sentence

CODE = "BCDFG"
OPENED = {"code": CODE, "secret": "secret", "link": f"x/class/{CODE}", "qr": "data:,", "number": "", "row": 1}
PHONE, TEACHER = ("room", "board", "results", "set"), ("room", "results")
LINE = """
const later = window.setTimeout;
window.setTimeout = (call, ms = 0) => (ms < 1000 ? later(call, ms) : 0); // nothing comes by itself
Math.random = () => 0.5; // a phone's order of options is of chance
window.EventSource = class extends EventTarget {
  constructor() { super(); window.line = this; this.readyState = 1; }
  close() { this.readyState = 2; }
};
EventSource.CLOSED = 2;
window.says = {}; // by the server, beside yes to all
window.fetch = async () => {
  await window.held; // until then its answers are late
  return { ok: true, json: async () => ({ ...room, ...says }) };
};
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
// Something of a reader's own: choices, half a word in each box, and the focus in the last of them.
window.act = () => {
  all(".options button, summary").filter((each) => each.checkVisibility()).slice(-1).forEach((each) => each.click());
  for (const each of all("select")) each.selectedIndex = each.options.length - 1;
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
PANEL = """async (code) => {
  const host = Object.assign(document.createElement("div"), { className: "st-key-teach" });
  host.attachShadow({ mode: "open" }).innerHTML = '<div class="teach"></div>';
  document.querySelector("#stage").replaceChildren(host);
  const { default: show } = await import("/components/teach.js");
  const data = { code, page: "", files: [], asks: false, playlist: "question row\\n\\n/?at=tokens", lists: ["a list"] };
  window.said = (more) => show({ parentElement: host.shadowRoot, data: { ...data, ...more }, setTriggerValue() {} });
  said({});
  host.shadowRoot.querySelector("button").click();
}"""


def begun() -> Asked:
    """Questions before and after are asked the first time."""
    return sentence().put(changed(sentence().room, "set", {"form": "short"}))


def twice() -> Asked:
    """They are asked again, and closed."""
    asked = begun()
    for command in ("close set", "set again", "close set"):
        asked = asked.put(changed(asked.room, command, {}))
    return asked


MORE = {  # states that a command alone does not lead to and out of
    "before the lesson": begun,
    "it is over": lambda: begun().put(changed(begun().room, "close set", {})),
    "a head drawn together": lambda: sentence().ask({"kind": "map"}),
    "a playlist answered, one has gone": lambda: (
        sentence().given(1, 2, 1).put({"left:phone0": b"", "phones:here": b"9999999999 phone1 phone2 phone3"})
    ),
    "it was asked twice": twice,
}


@cache
def said(name: str) -> list[tuple[str, str]]:
    """The events of a room in a state that it can be in, with no board, one, or two."""
    asked = {**STATES, **MORE}[name]()
    assert asked
    header, body = dict[str, list[int]](), b""
    for key in ("one", "two")[: [*STATES, *MORE].index(name) % 3]:
        board = Screen(name)
        board.note(f"{name}: {key}.")
        header[key] = [len(body), len(body) + len(board.message())]
        body += board.message()
    about = {"title": name, "pictures": [*header], **json.loads(asked.fields.get("about", b"{}"))}
    shown = base64.b64encode(packed({"boards": header}, body))
    found = events({**asked.fields, "board": shown, "about": json.dumps(about).encode()})
    return [(event.kind, event.data.decode()) for event in found]
