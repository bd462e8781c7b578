// The head of the part of a page that follows the sentence: the sentence box, and where the page stands, for its address.
//
// What is typed is here first. Each letter has a number; what the server says of an older one is old. So nothing that it
// draws, late or anew, takes a letter away, and what it has not heard it is told again: when the line was cut, when the
// server was started anew, when another page was asked for meanwhile.

import { listen, stand, steps } from "./address.js";
import { ANSWERED, STANDS, STREAM } from "../shared/around.js";
import { ofTab } from "../shared/storage.js";

const PATIENCE = 700; // ms for an answer
const LEFT = "headlight-left"; // in the storage of the tab: what stood in the box when the page was loaded anew

let last = 0; // the number of the last letter
let heard = 0; // of the last one that the server has heard
let texts = {}; // what it has not heard of yet, by the keys of boxes
let after = 0; // how many steps back or forward there were before the last letter
let edition = -1; // of the text that something else than the box set last
let box, tell, waiting;
let begun = false; // what stood in the box when the page was loaded anew has been asked for
let at = [0, 0]; // the caret, for a box that is made anew
let composing = false; // letters stand in the box that are not chosen yet, as where Japanese is typed
let focused = false; // nobody has left the box but who takes it off the page

export default function ({ parentElement: root, data, setStateValue, setTriggerValue }) {
  listen((where) => setTriggerValue("went", where));
  stand(data);
  dispatchEvent(new CustomEvent(STANDS, { detail: data.stands }));
  if (data.stream) dispatchEvent(new CustomEvent(STREAM, { detail: data.stream }));
  dispatchEvent(new Event(ANSWERED));
  root.querySelector(".sentence-box").hidden = !data.box;
  tell = (value) => setStateValue("typed", value);
  const anew = data.heard < heard; // a server that was started anew, or one that forgot: it knows what the address says
  if (anew && box) texts[box.name] = box.value;
  heard = data.heard;
  if (heard >= last && !anew) {
    texts = {};
    clearTimeout(waiting);
  } else wait();
  if (data.box) show(root.querySelector("input"), data.box);
}

function show(found, { key, label, text, most, hint, edition: set }) {
  if (found !== box) take(found);
  give(box, { ariaLabel: label, placeholder: label, maxLength: most });
  give(box.parentElement.dataset, { hint });
  const own = texts[key];
  if (own !== undefined) write(own);
  else if (box.name !== key || (set !== edition && !composing)) write(text);
  give(box, { name: key });
  edition = set;
  if (begun) return;
  begun = true;
  const left = JSON.parse(ofTab.get(LEFT) ?? "null");
  ofTab.remove(LEFT);
  const again = performance.getEntriesByType("navigation")[0]?.["type"] === "reload";
  if (again && left?.key === key && left.text !== box.value) (write(left.text), typed());
}

/** Set what is not set already: the browser looks at the page anew for each, the same one too. */
function give(element, properties) {
  for (const [name, value] of Object.entries(properties)) if (element[name] !== value) element[name] = value;
}

/** Make a box the one that is typed into. */
function take(found) {
  box = found;
  box.oninput = (event) => event.isComposing || typed();
  box.addEventListener("compositionstart", () => (composing = true));
  box.addEventListener("compositionend", () => ((composing = false), typed())); // for which there is no property
  box.onselect = box.onkeyup = () => (at = [box.selectionStart, box.selectionEnd]);
  box.onfocus = () => (focused = true);
  if (focused && document.activeElement === document.body) requestAnimationFrame(() => (box.focus({ preventScroll: true }), box.setSelectionRange(...at)));
}

function write(text) {
  if (box.value === text) return;
  const caret = box.getRootNode().activeElement === box ? [box.selectionStart, box.selectionEnd] : undefined;
  box.value = text;
  if (caret) box.setSelectionRange(...caret);
}

function typed() {
  const text = box.value.toWellFormed().slice(0, box.maxLength); // half an emoji would end the line to the server
  if (text !== box.value) write(text);
  at = [box.selectionStart, box.selectionEnd];
  last += 1;
  texts[box.name] = text;
  after = steps();
  send();
}

function send() {
  tell({ number: last, texts: { ...texts }, after });
  wait();
}

/** The line may be cut, or the request may have been lost: it is told again. */
function wait() {
  clearTimeout(waiting);
  waiting = setTimeout(() => ((last += 1), send()), PATIENCE);
}

// Who leaves the box does so with the pointer or the Tab key. Else it was taken from them, with the page or by the dialog
// that says that the line is cut: what is typed then is put where it would have been.
addEventListener("pointerdown", (event) => (focused &&= event.composedPath().includes(box)), true);
// Where a picture or a control is reached in another way, by a link or by a reader of the screen, its keys are its own.
addEventListener("focusin", (event) => {
  const [to] = event.composedPath();
  if (to !== box && to instanceof Element && !to.closest("[role=dialog]")) focused = false;
});
addEventListener("keydown", (event) => {
  if (event.key === "Tab") focused = false;
  const other = event.composedPath()[0];
  const typing = other instanceof HTMLElement && other !== box && (other.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(other.tagName));
  if (!focused || !box || box.parentElement.hidden || typing || other === box || event.ctrlKey || event.metaKey || event.altKey) return;
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

// The address may be a few letters behind.
addEventListener("pagehide", () => box && ofTab.set(LEFT, JSON.stringify({ key: box.name, text: box.value })));
