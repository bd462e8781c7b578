// A line to a room of a class: events as they come, cut lines that come back by themselves, and none while nobody looks.

import show from "../components/board.js";
import { frameIn, still } from "./read_only.js";

const REFUSED = ["sorry", "ended", "elsewhere"]; // events that say why nothing else comes
const SILENCE = 40_000; // ms without a word after which the line counts as cut: the server says something each 15 s

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
  /** @type {number | undefined} */
  let timer;
  let refused = false;

  function open() {
    close();
    const opened = (source = new EventSource(address));
    opened.onerror = () => {
      if (!refused) line(false);
      if (opened.readyState === EventSource.CLOSED) timer = setTimeout(open, 2000); // the server refused; others come back
    };
    for (const kind of new Set(["ping", ...REFUSED, ...Object.keys(on)])) {
      opened.addEventListener(kind, ({ data }) => {
        refused = REFUSED.includes(kind);
        if (!refused) line(true);
        heard();
        if (kind === "ended") end();
        if (kind === "elsewhere") close();
        on[kind]?.(data);
      });
    }
    heard();
  }

  function heard() {
    clearTimeout(timer);
    timer = setTimeout(() => (line(false), open()), SILENCE);
  }

  function close() {
    clearTimeout(timer);
    source?.close();
  }

  const look = () => (document.hidden ? close() : open());
  const turnedTo = () => source?.readyState === EventSource.CLOSED && open();
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
    return { sorry: "The server cannot be reached just now." };
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
