// The head of the part of a page that follows the sentence: the sentence box, and where the page stands, for its address.
//
// What is typed is here first. What the server says before it has heard the last letter is old: so nothing that it draws,
// late or anew, takes a letter away, and one that has forgotten this tab is told what stands in the box.

import { here, listen, stand, steps } from "./address.js";
import { ANSWERED, STREAM } from "../shared/around.js";
import { ofTab, wasReloaded } from "../shared/storage.js";

const LEFT = "headlight-left"; // in the storage of the tab: what stands in the box

/** @type {{ key: string, text: string } | undefined} */
let left = wasReloaded() ? JSON.parse(ofTab.get(LEFT) ?? "null") : undefined; // by the page as it was before: the address may be a few letters behind

/** @type {Record<string, string>} */
let texts = {}; // what the server has not heard of yet, by the keys of boxes
let edition = -1; // of the text that something else than the box set last
let session = /** @type {string | undefined} */ (undefined); // of the server, as it said last: one that was started anew, or that forgot this tab, has another
let box = /** @type {HTMLInputElement | undefined} */ (undefined);
let boxless = false; // the page that is open has none: the one of before may be gone with its own
let tell = () => {};
/** @type {[number, number]} */
let at = [0, 0]; // the caret, for a box that is made anew
let composing = false; // letters stand in the box that are not chosen yet, as where Japanese is typed
let focused = false; // nobody has left the box but who takes it off the page

/** @typedef {{ key: string, label: string, text: string, most: number, hint: string, edition: number }} Box what stands in it, and the number of its text */
/** @typedef {{ address: string, entry: number, went: number, line: Answer, box: Box | null, stream: Json }} Head */

/** @param {Component<Head>} component */
export default function ({ parentElement: root, data, setStateValue, setTriggerValue, isUnheard }) {
  dispatchEvent(new CustomEvent(ANSWERED, { detail: data.line }));
  const forgot = session !== undefined && session !== data.line.session;
  session = data.line.session;
  if (forgot) {
    setTriggerValue("resumed", [here(), steps()]); // it knows the address that the page was loaded with
    edition = -1;
  }
  listen((where) => setTriggerValue("went", where), () => isUnheard("went"));
  if (!isUnheard("resumed")) stand(data);
  if (data.stream) dispatchEvent(new CustomEvent(STREAM, { detail: data.stream }));
  boxless = root.querySelector(".sentence-box").hidden = !data.box;
  tell = () => setStateValue("typed", { texts: { ...texts }, after: steps() });
  if (!isUnheard("typed")) texts = {};
  if (forgot && box) {
    texts[box.name] = box.value;
    tell();
  }
  if (data.box) show(root.querySelector("input"), data.box);
}

/** @type {(found: HTMLInputElement, says: Box) => void} */
function show(found, { key, label, text, most, hint, edition: set }) {
  if (found !== box) take(found);
  box = found;
  give(box, { ariaLabel: label, placeholder: label, maxLength: most });
  give(found.parentElement?.dataset ?? {}, { hint });
  const own = texts[key];
  const other = box.name !== key;
  if (other || !composing) {
    if (own !== undefined) write(own);
    else if (other || set > edition) write(text); // one that was set earlier is told late
  }
  give(box, { name: key });
  edition = other ? set : Math.max(set, edition);
  if (left?.key === key && left.text !== box.value) (write(left.text), typed());
  left = undefined;
  keep();
}

/** @type {(element: OfFrame, properties: Record<string, string | number>) => void} set what is not set already: the browser looks at the page anew for each, the same one too. */
function give(element, properties) {
  for (const [name, value] of Object.entries(properties)) if (element[name] !== value) element[name] = value;
}

/** @param {HTMLInputElement} found make a box the one that is typed into. */
function take(found) {
  box = found;
  found.oninput = (event) => /** @type {InputEvent} */ (event).isComposing || typed();
  found.addEventListener("compositionstart", () => (composing = true));
  found.addEventListener("compositionend", () => ((composing = false), typed())); // for which there is no property
  found.onselect = found.onkeyup = () => (at = caretOf(found));
  found.onfocus = () => (focused = true);
  if (focused && document.activeElement === document.body) requestAnimationFrame(() => (found.focus({ preventScroll: true }), found.setSelectionRange(...at)));
}

/** @type {(typedInto: HTMLInputElement) => [number, number]} */
const caretOf = ({ selectionStart, selectionEnd }) => [selectionStart ?? 0, selectionEnd ?? 0];

function write(/** @type {string} */ text) {
  if (!box || box.value === text) return;
  const caret = /** @type {Document} */ (box.getRootNode()).activeElement === box ? caretOf(box) : undefined;
  box.value = text;
  if (caret) box.setSelectionRange(...caret);
}

function typed() {
  if (!box) return;
  const text = box.value.toWellFormed().slice(0, box.maxLength); // half an emoji would end the line to the server
  if (text !== box.value) write(text);
  at = caretOf(box);
  texts[box.name] = text;
  keep();
  tell();
}

/** Keep what stands in the box with each letter: who leaves a page in one process of the browser and loads it in another writes too late. */
const keep = () => box && ofTab.set(LEFT, JSON.stringify({ key: box.name, text: box.value }));

// Who leaves the box does so with the pointer or the Tab key. Else it was taken from them, with the page or by the dialog
// that says that the line is cut: what is typed then is put where it would have been.
addEventListener("pointerdown", (event) => (focused &&= Boolean(box && event.composedPath().includes(box))), true);
// Where a picture or a control is reached in another way, by a link or by a reader of the screen, its keys are its own.
addEventListener("focusin", (event) => {
  const [to] = event.composedPath();
  if (to !== box && to instanceof Element && !to.closest("[role=dialog]")) focused = false;
});
addEventListener("keydown", (event) => {
  if (event.key === "Tab") focused = false;
  const other = event.composedPath()[0];
  const typing = other instanceof HTMLElement && other !== box && (other.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(other.tagName));
  if (!focused || !box || boxless || typing || other === box || event.ctrlKey || event.metaKey || event.altKey) return;
  // While it is made anew, what is typed goes into the one of before, and is handed to the new one as not heard yet.
  const letter = [...event.key].length === 1;
  if (!letter && event.key !== "Backspace") return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const [start, end] = at;
  if (letter && box.value.length - (end - start) >= box.maxLength) return;
  box.setRangeText(letter ? event.key : "", letter || start < end ? start : Math.max(0, start - 1), end, "end");
  typed();
}, true);
