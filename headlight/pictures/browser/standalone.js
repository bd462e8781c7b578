// A page that stands alone: its boards stand in it, one below the other. Or a head that is chosen in one board shows
// another board beside it anew.
//
// The script is part of a file that pictures/standalone.py or page.js writes, with everything that it imports;
// standalone.html has unpacked it.

import show from "./board.js";
import { itemsOf, pack, styleOf, unpack } from "./shared.js";

const ASKS = /\bChoose [^.]*\.\s*/g; // a sentence that asks for a choice, as hints and notes write it
const { boards, heads, first, source, body } = globalThis.headlightBoards;
const page = /** @type {HTMLElement} */ (document.querySelector("main"));

if (heads) {
  page.className = "row";
  const [all, one] = [frame(), frame()];
  const choose = (_, [, head]) => {
    const { about, message } = heads[head.join()];
    show({ parentElement: all, data: changed(bytes(boards[0]), about), setTriggerValue: choose });
    show({ parentElement: one, data: bytes(message) });
  };
  choose("chosen", [null, first]);
} else {
  boards.forEach((place, number) => show({ parentElement: frame(), data: still(bytes(place), number === boards.length - 1) }));
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

/** The message of a board where nobody listens: nothing can be chosen or pinned. The last one is signed. */
function still(message, last) {
  const { header, body } = unpack(message);
  const rows = header.rows.map((row) => row.map((column) => ({ ...column, items: column.items.map(silent) })));
  const signed = last ? [[{ weight: 1, least: 0, items: signature(header) }]] : [];
  return pack({ ...header, pins: false, rows: [...rows, ...signed] }, body);
}

/** An item of such a board: no words ask for a choice. */
function silent(item) {
  const asked = item.kind === "picture" ? {} : { words: item.words.replace(ASKS, "").trim() };
  return { ...item, ...asked, choosable: false };
}

/** What was read, by whom, and where. */
function signature({ text, model }) {
  const lines = [text && `“${text}”`, model && `Model: ${model}`, source];
  return lines.filter(Boolean).map((words) => ({ kind: "note", words }));
}

function frame() {
  const root = page.appendChild(document.createElement("div")).attachShadow({ mode: "open" });
  root.innerHTML = `<link rel="stylesheet" href="${styleOf("board")}"><div class="board"></div>`;
  return root;
}

/** The message that lies between two places. */
function bytes([start, end]) {
  return body.subarray(start, end);
}
