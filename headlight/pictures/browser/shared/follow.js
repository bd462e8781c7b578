// A line to a room of a class: events as they come, cut lines that come back by themselves, and none while nobody looks.
// Where something on the way holds the events back, they are asked for, again and again.

import show from "../components/board.js";
import { frameIn, still } from "./read_only.js";

const REFUSED = ["sorry", "ended", "elsewhere"]; // events that say why nothing else comes
const FIRST = 6_000; // ms within which a line says its first word, unless something on the way holds it back
const SILENCE = 40_000; // ms without a word after which the line counts as cut: the server says something each 15 s
const BETWEEN = 1_000; // ms from what the server has answered to the next time it is asked
let held = false; // whether something on the way from this page has held events back

/**
 * Follow the events of an address for as long as the page is open: `on` has a function for each kind of event, called with
 * what it says, and `line`, which hears whether the line is cut. Returns what ends it. A room that has `ended` ends it too;
 * a line that goes on `elsewhere`, in another window of this browser, comes back when somebody turns to this one.
 *
 * @param {string} address
 * @param {{ line: (whole: boolean) => void } & Record<string, (said: never) => unknown>} hearers
 */
export function follow(address, { line, ...others }) {
  const on = /** @type {Record<string, (said: string) => unknown>} */ (others);
  /** @type {EventSource | undefined} */
  let source;
  /** @type {AbortController | undefined} */
  let asking;
  /** @type {number | undefined} */
  let timer;
  let refused = false;
  let seen = ""; // the id of what came last
  let place = ""; // what this window is known by where it asks, until it takes the place of others anew

  function open() {
    close();
    place = "";
    if (held) return void ask();
    const opened = (source = new EventSource(address));
    opened.onerror = () => {
      if (!refused) line(false);
      if (opened.readyState === EventSource.CLOSED) after(2000, open); // the server refused; others come back
      else after(SILENCE, silent); // it was cut, and nothing holds it back
    };
    for (const kind of new Set(["ping", ...REFUSED, ...Object.keys(on)])) {
      opened.addEventListener(kind, ({ data, lastEventId }) => {
        seen = lastEventId;
        after(SILENCE, silent);
        heard(kind, data);
      });
    }
    after(FIRST, ask);
  }

  /** Ask what is new since what was seen; the server answers once something is, or after a while. */
  async function ask() {
    close();
    held = true;
    const asked = (asking = new AbortController());
    after(SILENCE, () => asked.abort());
    const again = place && "&again";
    place ||= Math.random().toString(36).slice(2);
    const once = `${address}${address.includes("?") ? "&" : "?"}once=${place}${again}`;
    try {
      const headers = { "Last-Event-ID": seen };
      const answer = await fetch(once, { cache: "no-store", headers, signal: asked.signal });
      if (!answer.ok) throw Error(`the server says ${answer.status}`);
      const events = eventsIn(await answer.text());
      if (asking !== asked) return;
      after(Math.max(BETWEEN, ...events.map(({ retry = 0 }) => Number(retry))), ask);
      for (const { id, event, data } of events) {
        seen = id ?? seen;
        if (asking === asked) heard(event, data);
      }
    } catch {
      if (asking !== asked) return;
      held = false; // or no longer: the line is cut
      line(false);
      after(2000, open);
    }
  }

  /** @type {(kind: string, data: string) => void} */
  function heard(kind, data) {
    refused = REFUSED.includes(kind);
    if (!refused) line(true);
    if (kind === "ended") end();
    if (kind === "elsewhere") close();
    on[kind]?.(data);
  }

  function silent() {
    line(false);
    ask();
  }

  /** @type {(ms: number, next: () => void) => void} */
  function after(ms, next) {
    clearTimeout(timer);
    timer = setTimeout(next, ms);
  }

  function close() {
    clearTimeout(timer);
    source?.close();
    asking?.abort();
    asking = undefined;
  }

  const look = () => (document.hidden ? close() : open());
  const turnedTo = () => !asking && source?.readyState === EventSource.CLOSED && open();
  const end = () => {
    document.removeEventListener("visibilitychange", look);
    removeEventListener("focus", turnedTo);
    removeEventListener("pointerdown", turnedTo);
    close();
  };
  document.addEventListener("visibilitychange", look);
  addEventListener("focus", turnedTo);
  addEventListener("pointerdown", turnedTo);
  look();
  return end;
}

/** @type {(stream: string) => Record<string, string>[]} the events of a stream that has ended, by their fields */
function eventsIn(stream) {
  const events = stream.split("\n\n").filter(Boolean);
  return events.map((event) => Object.fromEntries(Array.from(event.matchAll(/^(\w+): ?(.*)$/gm), ([, field, said]) => [field, said])));
}

/** @param {string} letters what was packed with pictures/standalone.py: the header and the body */
export async function unpacked(letters) {
  const packed = Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/**
 * Say something to a room; the answer has `sorry`, a sentence, where it could not be done.
 *
 * @param {string | URL} address
 * @param {unknown} said
 * @param {Record<string, string>} headers
 */
export async function post(address, said, headers = {}) {
  try {
    const type = { "Content-Type": "application/json" };
    const body = JSON.stringify(said, (_, value) => value?.toWellFormed?.() ?? value); // half an emoji cannot be sent
    const answer = await fetch(address, { method: "POST", headers: { ...type, ...headers }, body });
    return await answer.json();
  } catch {
    return { sorry: "The server cannot be reached." };
  }
}

/** @type {(answered: number, here: number, left: number) => string} how many have answered, of those who are there; apart from them those who have left since. */
export function counted(answered, here, left) {
  const there = `${answered} of ${Math.max(answered, here)} ${here === 1 ? "has" : "have"} answered`;
  return left ? `${there}, and ${left} who ${left === 1 ? "has" : "have"} left` : there;
}

/** @type {(element: Element, letters: string) => void} draw the answers of a class into an element */
export function showResults(element, letters) {
  const message = Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0));
  const root = /** @type {BoardRoot | null | undefined} */ (element.firstElementChild?.shadowRoot) ?? frameIn(element);
  show({ parentElement: root, data: still(message) });
}
