// The line to the server: each message of ours has a number, and is told again until the server has heard it.
//
// Streamlit's client sends a message and forgets it. What is sent while the line is cut, or over one that is mute, or to a
// server that was started anew, is lost, and nobody says so. So after two repeats the whole page is asked for, after three a
// sentence says that the page is older than what is set on it, and in the end it is loaded anew. What was not heard comes with it.

import { ANSWERED } from "../shared/around.js";
import { ofTab, wasReloaded } from "../shared/storage.js";
import { element } from "../shared/written.js";
import { keeping } from "../shared/kept.js";

const keptOf = /** @type {typeof keeping<{ words?: string }>} */ (keeping)();

const WAITS = [700, 1000, 1500, 2000, 3000, 4000]; // ms for an answer until a message is told again; the last from then on
const [ASKS, SAYS, LOADS] = [2, 3, 8]; // repeats after which the page is asked for, a sentence says so, the page is loaded anew
const APART = 30; // ms between two messages: Streamlit takes those of one moment for parts of one change
const IN_VAIN = 3; // tellings of what nobody listens to any more, as a picture that has gone with its view
const LOOKS = 3000; // ms for an answer to a control of Streamlit's, which numbers nothing
const TIMES = 3; // that the page is loaded anew for it
const FIRST = "resumed"; // says to a server that has forgotten this tab where it stands: until it has heard that, nothing else is told
const [LEFT, LOADED] = ["headlight-unheard", "headlight-loaded"]; // in the storage of the tab: messages; how often it was loaded so
const [NO_ANSWER, NO_SERVER] = ["The server has not answered yet.", "The server cannot be reached."];
const KEPT = "What you typed or set last is kept and sent again. Until then this page shows an older state.";
const ASKED = "What you set last may be lost: this page still shows an older state, and asks again."; // by a control of Streamlit's

/** @type {Map<string, Unheard>} */
const unheard = new Map(); // the newest message of each kind, by its component and its name
/** @type {Map<string, Component<Json>>} */
const ends = new Map(); // of the line: components as Streamlit called them last, by their keys
/** @type {Unheard[]} */
const left = wasReloaded() ? JSON.parse(ofTab.get(LEFT) ?? "[]") : []; // by the page as it was before, but for what is typed: the box knows that
let last = 0; // the number of the last message
let answers = 0; // of the server
let tries = 0; // since it answered last
let reached = 0; // looks in a row that have found the server
let session = /** @type {string | undefined} */ (undefined); // of the server, as it said last: one that has forgotten this tab hears nothing that was told to another
let timer = /** @type {number | undefined} */ (undefined);
let own = /** @type {Component<{ lost: string }> | undefined} */ (undefined); // the component that draws the sentence
let looking = /** @type {number | undefined} */ (undefined); // whether all of the page has come

ofTab.remove(LEFT);

/** @param {Component<Json>} component gives it a line of its own: what it tells is told again until it is heard. */
export function through(component) {
  const key = keyOf(component.parentElement);
  ends.set(key, component);
  for (const [each, { parentElement }] of ends) if (!parentElement.isConnected && each !== key) ends.delete(each); // it left the page
  const by = (/** @type {Unheard["kind"]} */ kind) => (/** @type {string} */ name, /** @type {Told} */ value) => tell({ key, kind, name, value });
  for (const message of left.filter((each) => each.key === key)) keep(left.splice(left.indexOf(message), 1)[0]);
  return {
    ...component,
    setTriggerValue: by("setTriggerValue"),
    setStateValue: by("setStateValue"),
    isUnheard: (/** @type {string} */ name) => unheard.has(`${key} ${name}`),
    isWaiting,
  };
}

/** Whether something is on its way that the server has not heard yet. */
export const isWaiting = () => unheard.size > 0;

/** @type {(root: ComponentRoot) => string} the key that Python gave a component, which Streamlit makes a class of: its own `key` is another one after each mount. */
const keyOf = (root) => / st-key-(\S+)/.exec(` ${(root.host ?? /** @type {OfFrame} */ (root)).closest("[class*=st-key-]")?.className}`)?.[1] ?? "";

/** @typedef {Pick<Unheard, "key" | "kind" | "name" | "value">} Telling */

/** @type {(telling: Telling) => Unheard} */
function keep({ key, kind, name, value }) {
  const message = { key, kind, name, value, number: (last += 1), times: 0, answers };
  unheard.set(`${key} ${name}`, message);
  if (!timer || !tries) wait();
  return message;
}

function tell(/** @type {Telling} */ message) {
  const kept = keep(message);
  if (kept.name === FIRST || !isHeld()) send(kept);
}

const isHeld = () => [...unheard.values()].some(({ name }) => name === FIRST);

/** Tell all that is unheard again, or what comes first. */
function tellAll() {
  const due = [...unheard.values()].filter(({ name }) => name === FIRST || !isHeld());
  due.forEach((message, nth) => setTimeout(() => unheard.get(`${message.key} ${message.name}`) === message && send(message), APART * nth));
}

/** @param {Unheard} message a state has its number of times too: the same one again would be no change, of which nobody is called. */
function send(message) {
  const { key, kind, name, value, number } = message;
  message.times += 1;
  ends.get(key)?.[kind](name, { number, times: message.times, session, value });
}

function wait() {
  clearTimeout(timer);
  timer = unheard.size ? setTimeout(again, WAITS[Math.min(tries, WAITS.length - 1)]) : undefined;
}

function again() {
  tries += 1;
  if (own && tries > ASKS && tries % 2 && !isHeld()) ask();
  else tellAll();
  wait();
  if (tries >= SAYS && !document.hidden) look();
}

/** Messages that are more than a question for the page. */
const ours = () => [...unheard.values()].filter(({ name }) => !name.endsWith("asked"));

/** Ask for the whole page: a server that knows nothing of this tab has no part of it to draw. */
const ask = () => own?.setTriggerValue("asked", 0);

/** @param {Answer} answer of the server: it has heard messages of these numbers. */
function answered({ heard, session: now }) {
  const held = isHeld();
  session = now;
  answers += 1;
  tries = 0;
  for (const [name, message] of unheard) {
    const left = !ends.get(message.key)?.parentElement.isConnected; // the page
    const inVain = message.times >= IN_VAIN && answers > message.answers + IN_VAIN; // nobody is called of it any more
    const gone = message.kind === "setTriggerValue" && message.name !== FIRST && (left || inVain);
    if (gone || heard.includes(message.number)) unheard.delete(name);
  }
  wait();
  if (held && !isHeld()) tellAll();
  clearTimeout(looking);
  if (unheard.size) return;
  looking = setTimeout(complete, LOOKS);
  say("");
}
addEventListener(ANSWERED, (event) => answered(/** @type {CustomEvent} */ (event).detail));

/** A style or a script that was lost with the line: Streamlit says so where its component would be, for good. Load the page anew. */
function complete() {
  if (!answers) looking = setTimeout(complete, LOOKS); // the box, which tells of answers, may be what was lost
  const times = Number(ofTab.get(LOADED));
  if (!own || !document.querySelector(own.data.lost)) return ofTab.remove(LOADED);
  if (times >= TIMES) return;
  ofTab.set(LOADED, String(times + 1));
  location.reload();
}

/**
 * Say that the page is old, and why; where the server is there and answers nothing, load the page anew, each time after a longer wait.
 * The first time that it is there again, Streamlit's client is about to join it, and somebody may type meanwhile.
 */
async function look() {
  const before = answers;
  const there = await fetch(import.meta.url, { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(WAITS[4]) }).then(({ ok }) => ok, () => false);
  reached = there ? reached + 1 : 0;
  if (before !== answers || !unheard.size) return;
  say([there ? NO_ANSWER : NO_SERVER, ours().length ? KEPT : ASKED].join(" "), there);
  const times = Number(ofTab.get(LOADED));
  if (reached < 2 || tries < LOADS * 2 ** times) return;
  ofTab.set(LOADED, String(times + 1));
  location.reload();
}

/** @param {Component<{ lost: string }>} component of the sentence, which the page has once; for Streamlit it stands outside of all parts that are drawn alone. */
export default function (component) {
  own = component;
  looking ??= setTimeout(complete, LOOKS);
}

function say(/** @type {string} */ words, there = false) {
  const place = own?.parentElement.querySelector(".unheard");
  if (!place || keptOf(place).words === words + there) return;
  keptOf(place).words = words + there;
  place.hidden = !words;
  place.replaceChildren(words, ...(there ? [element("button", { textContent: "Load the page again", onclick: () => location.reload() })] : []));
}

// A control of Streamlit's numbers nothing. Where one was turned and nothing came, the page is asked for.
addEventListener("change", turned, true);
addEventListener("click", turned, true);
function turned(/** @type {Event} */ event) {
  const path = event.composedPath();
  const control = event.type === "change" || path.some((each) => each instanceof Element && each.matches("button, [role=option], [role=radio]") && !each.ariaExpanded);
  if (!control || path.some((each) => each instanceof ShadowRoot)) return; // which is ours
  const before = answers;
  setTimeout(() => before === answers && !unheard.size && ask(), LOOKS);
}

addEventListener("pagehide", () => ofTab.set(LEFT, JSON.stringify(ours().filter(({ kind }) => kind === "setTriggerValue"))));
addEventListener("pageshow", ({ persisted }) => persisted && ofTab.remove(LEFT));
document.addEventListener("visibilitychange", () => !document.hidden && unheard.size && again());
