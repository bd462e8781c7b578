// A set of questions, before a lesson and after it or of a playlist: one on the screen, at the reader's own pace, without a
// word on what is right until the teacher shows it. What was answered stays with the tab and is sent whole each time, so that
// none is lost with a line or a server.

import { orderOf } from "./shown_order.js";
import { post } from "../shared/follow.js";
import { ofTab } from "../shared/storage.js";
import { element } from "../shared/written.js";

const UNKNOWN = -1;
const WHEN = { before: "Before the lesson", after: "After the lesson", pace: "At your own pace" };
/** @type {OneSet} */
const NONE = { id: "", phase: "before", open: false, items: [] };
const AGAIN = 3000; // ms until answers that did not arrive are sent again
/** @typedef {{ id: string, about?: string, asked: string, options: string[], ideas: string[], query: string, look: string, right?: number | null, says?: string }} Item `right` and `says` once the teacher has shown its answer */
/** @typedef {{ id: string, phase: keyof typeof WHEN, open: boolean, words?: boolean, wall?: string, items: Item[] }} OneSet */

/** @type {OneSet} the set as the room has it */
let asked = NONE;
/** @type {{ answers: Record<string, [number, number]>, place: number, begun: number, seed: number, done: boolean, words?: string, alone?: boolean }} `words`: three of another day; `alone`: who has lost them */
let own;
/** @type {HTMLElement} */
let root;
/** @type {string} */
let code;
/** @type {number | undefined} */
let timer;
let sends = true;
let sending = false; // whether a message is on its way
let later = false; // whether something was answered since it went
let drawn = ""; // which set, in which phase, open or closed, stands on the page

const name = (/** @type {string} */ phase) => `headlight-set-${asked.id}-${phase}`;
const kept = (/** @type {string} */ phase) => JSON.parse(ofTab.get(name(phase)) ?? "null");

/** @type {(element: HTMLElement, ofClass: string, data: OneSet | undefined, answers: boolean) => boolean} show the set of a class in an element; returns whether it has the page for itself. Whoever only watches sends nothing */
export function showSet(element, ofClass, data, answers) {
  [root, code, sends] = [element, ofClass, answers];
  if (!data) {
    asked = NONE;
    drawn = "";
    clearTimeout(timer);
    root.replaceChildren();
    return false;
  }
  asked = data;
  const now = `${asked.id} ${asked.phase} ${asked.open} ${asked.wall} ${asked.items.filter(isShown).length}`;
  if (now === drawn) return taken();
  drawn = now;
  own = kept(asked.phase) ?? { answers: {}, place: 0, begun: Date.now(), seed: Math.floor(2 ** 31 * Math.random()), done: false };
  draw();
  return taken();
}

/** Whether the set has the page for itself. */
const taken = () => asked.open || isShown(asked.items[0]);

/** Whether the teacher has shown the answer to a question. */
const isShown = (/** @type {Item} */ item) => "right" in item;

function draw() {
  if (!asked.open) return root.replaceChildren(...(!taken() ? theirWords() : asked.phase === "pace" ? review() : summary()));
  if (asked.words && asked.phase === "after" && !own.words && !own.alone) return root.replaceChildren(...askForWords());
  root.replaceChildren(...(own.place < asked.items.length ? question() : end()));
}

/** Before the second time on another day: the three words of the first, or none. */
function askForWords() {
  const box = element("input", { ariaLabel: "Your three words", placeholder: "amber otter north", maxLength: 80, autocomplete: "off", autocapitalize: "none", spellcheck: false, required: true });
  const form = element("form", { className: "another" }, box, element("button", { textContent: "Go on" }));
  const refused = element("p", { className: "sorry", role: "status" });
  form.onsubmit = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const { sorry = "", words, before } = await post(`./${code}/answer`, { ...said(), words: box.value });
    refused.textContent = sorry;
    if (!words) return;
    ofTab.set(name("before"), JSON.stringify({ answers: before }));
    own.words = words;
    go(own.place);
  };
  const without = button("I have lost my words", () => {
    own.alone = true;
    go(own.place);
  });
  return [
    element("h2", { textContent: "Which three words did you write down the other day?", tabIndex: -1 }),
    element("div", { className: "options" }, form),
    refused,
    element("p", { className: "count", textContent: "They say which answers of that day are yours. Nobody has your name. Without them your answers of today are counted alone." }),
    element("p", { className: "ways" }, without),
  ];
}

/** After the first time, until it is another day: the words of this phone. */
function theirWords() {
  if (!asked.words || asked.phase !== "before" || !own.words) return [];
  const why = "With them your answers of today find those of the other day. Your teacher keeps both in a file, without a name; this server forgets them with the class.";
  return [element("p", { textContent: "Write these three words on your sheet:" }), element("p", { className: "words", textContent: own.words }), element("p", { className: "count", textContent: why })];
}

const said = () => ({ set: asked.id, phase: asked.phase, answers: own.answers, done: own.done });

function question() {
  const item = asked.items[own.place];
  const { id, about = "", asked: words, options } = item;
  const [given] = own.answers[id] ?? [];
  // A playlist has an order of its own, such as “one, two, three”.
  const order = asked.phase === "pace" ? [...options.keys()] : orderOf(own.seed, own.place, options.length);
  const choices = order.map((option) => /** @type {[number, string]} */ ([option, options[option]]));
  if (asked.phase === "before") choices.push([UNKNOWN, "I do not know yet"]);
  const buttons = choices.map(([option, says]) => {
    const made = button(says, () => answer(id, option));
    made.setAttribute("aria-pressed", String(option === given));
    made.disabled = isShown(item);
    if (option === item.right) made.classList.add("right");
    return made;
  });
  const last = own.place + 1 === asked.items.length;
  const ways = element("p", { className: "ways" }, button("Back", () => go(own.place - 1)), button(last ? "To the end" : "Next", () => go(own.place + 1)));
  ways.firstChild.disabled = own.place === 0;
  const before = [...elsewhere(item), progress(), ...(about ? [element("p", { className: "about", textContent: about })] : [])];
  const after = isShown(item) ? [element("p", { className: "says" }, `${item.says} `, ...seen(item))] : [];
  return [...before, element("h2", { textContent: words, tabIndex: -1 }), element("div", { className: "options", role: "group" }, ...buttons), ...after, ways];
}

/** What leads to the question whose answer is on the wall, from another one. */
function elsewhere(/** @type {Item} */ { id }) {
  const wall = asked.items.findIndex((item) => item.id === asked.wall);
  if (wall < 0 || asked.wall === id) return [];
  return [element("p", { className: "wall" }, button(`See the answer to question ${wall + 1}`, () => go(wall)))];
}

const progress = () => element("p", { className: "count", textContent: `${WHEN[asked.phase]}: ${own.place + 1} of ${asked.items.length}` });

/** @param {Pick<Item, "query" | "look">} item a link to the view that shows its answer, where it has one */
const seen = ({ query, look }) => (query ? [element("a", { href: `../${query}`, target: "_blank", rel: "noopener", textContent: `See it: ${look}` })] : []);

function answer(/** @type {string} */ id, /** @type {number} */ option) {
  own.answers[id] = [option, Math.round((Date.now() - own.begun) / 1000)];
  own.done = false; // until this reader says so once more
  go(own.place + 1);
}

function go(/** @type {number} */ to) {
  own.place = Math.min(Math.max(to, 0), asked.items.length);
  keep();
  draw();
  root.querySelector("h2")?.focus();
  scrollTo(0, 0);
}

function keep() {
  ofTab.set(name(asked.phase), JSON.stringify(own));
  send();
}

/**
 * Send all that was answered; where it does not arrive, it is said and sent again. One message is on its way at a time: of two
 * the older one might come last, and stay.
 */
async function send() {
  clearTimeout(timer);
  if (!sends) return;
  if (sending) return void (later = true);
  const { id, phase } = asked;
  [sending, later] = [true, false];
  const { sorry = "", words } = await post(`./${code}/answer`, { ...said(), words: phase === "after" ? own.words : undefined });
  sending = false;
  if (later && asked.open) return send();
  if (asked.id !== id || asked.phase !== phase) return;
  if (words && words !== own.words) {
    own.words = words;
    ofTab.set(name(phase), JSON.stringify(own));
    if (own.done || !asked.open) draw();
  }
  if (!asked.open) return;
  root.querySelector(".sorry")?.remove();
  if (!sorry) return;
  root.append(element("p", { className: "sorry", role: "status", textContent: `${sorry} Your answers are kept here, and sent again.` }));
  timer = setTimeout(send, AGAIN);
}

/** After the last question: what is left, or thanks. */
function end() {
  const open = asked.items.findIndex((item) => !(item.id in own.answers) && !isShown(item));
  const back = element("p", { className: "ways" }, button("Back", () => go(asked.items.length - 1)));
  if (open >= 0) return [element("h2", { textContent: "Not all are answered yet.", tabIndex: -1 }), button(`Answer question ${open + 1}`, () => go(open)), back];
  if (own.done) return [element("h2", { textContent: "Thank you. You have finished.", tabIndex: -1 }), ...theirWords(), element("p", { textContent: "You can change an answer until your teacher closes the questions." }), back];
  const finish = button("Finish", () => {
    own.done = true;
    keep();
    draw();
  });
  return [element("h2", { textContent: "All questions are answered.", tabIndex: -1 }), finish, back];
}

/** Once a playlist is over: how many were right, and each question with what was chosen and what is right. */
function review() {
  const known = asked.items.filter(({ right }) => right !== null);
  const right = known.filter(({ id, right }) => own.answers[id]?.[0] === right).length;
  const line = (/** @type {Item} */ { asked: words, id, options, right, says, query, look }) => {
    const chosen = own.answers[id]?.[0];
    const mark = right === null ? "" : chosen === right ? "✓ " : "✗ ";
    const yours = chosen === undefined ? "You have not answered." : `${mark}You: ${options[chosen]}`;
    const better = right === null || chosen === right ? [] : [element("p", {}, element("b", { textContent: `Right: ${options[Number(right)]}` }))];
    return element("li", {}, element("p", { textContent: words }), element("p", { textContent: yours }), ...better, element("p", { className: "says" }, `${says} `, ...seen({ query, look })));
  };
  return [element("h2", { textContent: known.length ? `Right: ${right} of ${known.length}.` : "Thank you. The questions are closed." }), element("ol", { className: "review" }, ...asked.items.map(line))];
}

/** Once both times are over: which ideas of this reader's left, and the view for each that stayed. */
function summary() {
  const [before, after] = [kept("before")?.answers ?? {}, kept("after")?.answers ?? {}];
  const count = (/** @type {typeof own["answers"]} */ answers) => asked.items.filter(({ id, right }) => answers[id]?.[0] === right).length;
  const left = asked.items.filter(({ id, right, ideas }) => ideas[before[id]?.[0]] && after[id]?.[0] === right);
  const stayed = asked.items.filter(({ id, ideas }) => ideas[after[id]?.[0]]);
  /** @type {(title: string, items: Item[], line: (item: Item) => (Node | string)[]) => HTMLElement[]} */
  const list = (title, items, line) => (items.length ? [element("h3", { textContent: title }), element("ul", {}, ...items.map((item) => element("li", {}, ...line(item))))] : []);
  return [
    element("h2", { textContent: `Right before: ${count(before)}. Right after: ${count(after)} of ${asked.items.length}.` }),
    ...list("Ideas that left you", left, ({ id, ideas }) => [ideas[before[id][0]]]),
    ...list("Ideas to look at once more", stayed, (item) => [`${item.ideas[after[item.id][0]]} `, ...seen(item)]),
  ];
}

const button = (/** @type {string} */ words, /** @type {() => void} */ act) => element("button", { type: "button", textContent: words, onclick: act });
