// A page that stands alone: its boards stand in it, one below the other. Or a head and a word that are chosen in two
// boards side by side are shown there, without asking anybody. In a live notebook what is chosen is told to what holds
// the frame (widget.js), which brings what follows from it.
//
// The script is part of a file that pictures/standalone.py writes, with everything that it imports; standalone.html has
// unpacked it.

import show from "../components/board.js";
import { itemsOf, pack, unpack } from "../shared/message.js";
import { frameIn, still } from "../shared/read_only.js";

const page = /** @type {HTMLElement} */ (document.querySelector("main"));
const around = /** @type {HTMLElement | null} */ (window.frameElement); // which a notebook shows the page in
const listens = around?.dataset.listens !== undefined; // a live notebook does
/** @typedef {[number, number]} Slice where a message begins and ends */

const GROUND = "--st-background-color";
/** @type {{ body: Uint8Array<ArrayBuffer>, boards: Slice[], heads?: Record<string, { about: object, message: Slice }>, head: number[], word: number | null, source?: string }} */
let contents = /** @type {OfFrame} */ (globalThis).headlightBoards; // see `Contents` in standalone.py
let brought = 0; // how often others were

/** @type {(what: string, value: Spot) => void} tell what holds the frame */
function tell(what, value) {
  around?.dispatchEvent(new CustomEvent("told", { detail: [what, value] }));
}

function paint() {
  const { heads, boards, head, word } = contents;
  const count = heads ? 2 : boards.length;
  if (page.children.length !== count) {
    page.className = heads ? "row" : "";
    page.replaceChildren();
    for (let board = 0; board < count; board++) frameIn(page);
  }
  const frames = [...page.children].map(({ shadowRoot }) => /** @type {BoardRoot} */ (shadowRoot));
  if (heads) {
    const { about, message } = heads[head.join()];
    const choose = (/** @type {string} */ _, /** @type {[string, Spot]} */ [key, value]) => (key === "heads" ? look(value, word) : look(head, pointed(key, value)));
    show({ parentElement: frames[0], data: changed(bytes(boards[0]), () => about), setTriggerValue: choose });
    show({ parentElement: frames[1], data: changed(bytes(message), framed), setTriggerValue: choose });
    return;
  }
  frames.forEach((frame, board) => {
    const choose = (/** @type {string} */ what, /** @type {[string, Spot]} */ value) => what === "chosen" && tell("chosen", [board, ...value]);
    if (listens) show({ parentElement: frame, data: bytes(boards[board]), setTriggerValue: choose });
    else show({ parentElement: frame, data: signed(bytes(boards[board]), board === boards.length - 1) });
  });
}

/** @type {(head: number[], word: number | null) => void} show a head and a word; one whose board is not here is asked for */
function look(head, word) {
  const before = contents;
  if (String(head) === String(before.head) && word === before.word) return;
  if (before.heads?.[head.join()]) {
    contents = { ...before, head, word };
    paint();
  }
  if (String(head) !== String(before.head)) tell("head", head);
  if (word !== before.word) tell("word", word);
}

/** @type {(key: string, value: Spot) => number | null} the word that a choice in a picture means: that of the row of a cell, or of a line; the chosen one is let go */
function pointed(key, value) {
  if (key === "lines") {
    const places = /** @type {number[]} */ (value[1][1]);
    return places.find((place) => place !== contents.word) ?? null;
  }
  const word = Array.isArray(value) ? value[0] : value;
  return word === contents.word ? null : word;
}

/** @param {Item} item what the chosen word changes in its header */
function framed({ name }) {
  const { word } = contents;
  if (name === "matrix") return { row: word };
  return name === "lines" ? { chosen: word === null ? null : ["queries", [word]] } : {};
}

/** @type {(message: Message, fields: (item: Item) => object) => Message} the message of a board with other fields in the headers of its pictures */
function changed(message, fields) {
  const { header, body } = unpack(message);
  for (const item of itemsOf(header)) if (item.header) Object.assign(item.header, fields(item));
  return pack(header, body);
}

/** @type {(message: Message, last: boolean) => Message} the message of a board that is only read; the last one is signed */
function signed(message, last) {
  return still(message, last ? signature(unpack(message).header) : []);
}

/** @param {BoardHeader} header what was read, by whom, and where */
function signature({ text, model }) {
  const lines = [text && `“${text}”`, model && `Model: ${model}`, contents.source];
  return lines.flatMap((words) => (words ? [{ kind: "note", words }] : []));
}

/** @param {Slice} slice the message that lies there */
function bytes([start, end]) {
  return contents.body.subarray(start, end);
}

/** What the live notebook brings: other contents, packed, or what is chosen in these. */
async function bring(/** @type {CustomEvent} */ { detail: { packed, ...chosen } }) {
  const now = (brought += 1);
  const unpacked = packed ? await /** @type {OfFrame} */ (globalThis).headlightUnpacked(packed) : contents;
  if (now !== brought) return; // later ones were quicker
  contents = { ...unpacked, ...chosen };
  if (contents.heads && !contents.heads[contents.head.join()]) contents.head = unpacked.head; // its board is on its way
  paint();
}

/** @param {HTMLElement} frame stand on the ground of the notebook, and be as high as the pictures: a frame cannot know how high they are. */
function follow(frame) {
  const { documentElement: around, body } = frame.ownerDocument;
  const { documentElement: root } = document;
  const stand = () => {
    const ground = groundOf(frame);
    if (root.style.getPropertyValue(GROUND) === ground) return;
    if (!ground) return root.style.removeProperty(GROUND), (root.className = "light");
    const [, red, green, blue] = pixelOf(ground);
    root.className = 0.3 * red + 0.59 * green + 0.11 * blue < 128 ? "dark" : "light";
    root.style.setProperty(GROUND, ground);
    window.dispatchEvent(new Event("resize")); // pictures look at their surroundings
  };
  const seen = new MutationObserver(stand);
  for (const element of [around, body]) seen.observe(element, { attributes: true });
  stand();
  new ResizeObserver(() => (frame.style.height = `${document.body.offsetHeight}px`)).observe(document.body);
}

/** @param {Element} element what stands behind it, as #rrggbb: the first ground from the inside out that is not transparent, or none. */
function groundOf(element) {
  for (let each = element; each; each = each.parentElement ?? /** @type {ShadowRoot} */ (each.getRootNode()).host) {
    const [alpha, ...colour] = pixelOf(getComputedStyle(each).backgroundColor);
    if (alpha > 128) return `#${colour.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
  }
  return "";
}

const pen = /** @type {OffscreenCanvasRenderingContext2D} */ (new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true }));

/** @param {string} colour in whichever way it is written, as [alpha, red, green, blue] from 0 to 255 */
function pixelOf(colour) {
  pen.clearRect(0, 0, 1, 1);
  pen.fillStyle = colour;
  pen.fillRect(0, 0, 1, 1);
  const [red, green, blue, alpha] = pen.getImageData(0, 0, 1, 1).data;
  return [alpha, red, green, blue];
}

if (around) follow(around);
paint();
window.addEventListener("brought", /** @type {any} */ (bring));
tell("ready", null);
