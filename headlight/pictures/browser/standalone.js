// A page that stands alone: its boards stand in it, and a head that is chosen in the first shows the second anew.
//
// The script is part of a file that components/standalone.py or page.js writes, with everything that it imports;
// standalone.html has unpacked it. The page of page.js has one board alone.

import show from "./board.js";
import { itemsOf, pack, styleOf, unpack } from "./shared.js";

const { overview, heads, first, body } = globalThis.headlightBoards;
const upper = frame("overview");
const lower = frame("head");

if (heads) choose("chosen", [null, first]);
else {
  show({ parentElement: upper, data: bytes(overview) });
  document.getElementById("head").remove();
}
// A notebook shows the page in a frame, which cannot know how high it is.
if (window.frameElement) new ResizeObserver(fit).observe(document.body);

function choose(_, [, head]) {
  const { about, message } = heads[head.join()];
  show({ parentElement: upper, data: changed(bytes(overview), about), setTriggerValue: choose });
  show({ parentElement: lower, data: bytes(message) });
}

/** The message of a board with other words in the header of its one picture. */
function changed(message, words) {
  const { header, body } = unpack(message);
  for (const { header: own } of itemsOf(header)) if (own) Object.assign(own, words);
  return pack(header, body);
}

function frame(id) {
  const root = document.getElementById(id).attachShadow({ mode: "open" });
  root.innerHTML = `<link rel="stylesheet" href="${styleOf("board")}"><div class="board"></div>`;
  return root;
}

function fit() {
  window.frameElement.style.height = `${document.body.offsetHeight}px`;
}

/** The message that lies between two places. */
function bytes([start, end]) {
  return body.subarray(start, end);
}
