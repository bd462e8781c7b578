// A page that stands alone: its boards stand in it, one below the other. Or a head that is chosen in one board shows
// another board beside it anew.
//
// The script is part of a file that pictures/standalone.py or page.js writes, with everything that it imports;
// standalone.html has unpacked it.

import show from "./board.js";
import { itemsOf, pack, unpack } from "./shared.js";
import { frameIn, still } from "./still.js";

const { boards, heads, first, source, body } = globalThis.headlightBoards;
const page = /** @type {HTMLElement} */ (document.querySelector("main"));

if (heads) {
  page.className = "row";
  const [all, one] = [frameIn(page), frameIn(page)];
  const choose = (_, [, head]) => {
    const { about, message } = heads[head.join()];
    show({ parentElement: all, data: changed(bytes(boards[0]), about), setTriggerValue: choose });
    show({ parentElement: one, data: bytes(message) });
  };
  choose("chosen", [null, first]);
} else {
  boards.forEach((place, number) => show({ parentElement: frameIn(page), data: signed(bytes(place), number === boards.length - 1) }));
}
// A notebook shows the page in a frame, which cannot know how high it is.
const around = /** @type {HTMLElement | null} */ (window.frameElement);
if (around) new ResizeObserver(() => (around.style.height = `${document.body.offsetHeight}px`)).observe(document.body);

/** The message of a board with other words in the header of its one picture. */
function changed(message, words) {
  const { header, body } = unpack(message);
  for (const { header: own } of itemsOf(header)) if (own) Object.assign(own, words);
  return pack(header, body);
}

/** The message of a board that is only read; the last one is signed. */
function signed(message, last) {
  return still(message, last ? signature(unpack(message).header) : []);
}

/** What was read, by whom, and where. */
function signature({ text, model }) {
  const lines = [text && `“${text}”`, model && `Model: ${model}`, source];
  return lines.filter(Boolean).map((words) => ({ kind: "note", words }));
}

/** The message that lies between two places. */
function bytes([start, end]) {
  return body.subarray(start, end);
}
