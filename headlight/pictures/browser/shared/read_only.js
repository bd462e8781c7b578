// Boards that are only read: where nobody listens nothing can be chosen or pinned, and no words ask for it.

import { pack, styleOf, unpack } from "./message.js";

const ASKS = /\bChoose [^.]*\.\s*/g; // a sentence that asks for a choice, as hints and notes write it

/** @type {(message: Message, more?: Pick<Item, "kind" | "words">[]) => Uint8Array<ArrayBuffer>} the message of such a board; `more` are items of a row below it */
export function still(message, more = []) {
  const { header, body } = unpack(message);
  const rows = header.rows.map((row) => row.map((column) => ({ ...column, items: column.items.map(silent) })));
  const last = more.length ? [[{ weight: 1, least: 0, items: more }]] : [];
  return pack({ ...header, pins: false, rows: [...rows, ...last] }, body);
}

/** @param {Item} item of such a board: no words ask for a choice */
function silent(item) {
  const asked = item.kind === "picture" ? {} : { words: item.words.replace(ASKS, "").trim() };
  return { ...item, ...asked, choosable: false };
}

/** @param {Element} element at whose end a board can be shown */
export function frameIn(element) {
  const root = /** @type {BoardRoot} */ (element.appendChild(document.createElement("div")).attachShadow({ mode: "open" }));
  root.innerHTML = `<link rel="stylesheet" href="${styleOf("components/board")}"><div class="board"></div>`;
  return root;
}
