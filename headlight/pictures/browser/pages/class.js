// The page of somebody who follows a class: it shows what the teacher shows, as the teacher turns it. Who looks around
// alone has what they look at after # in the address, so that the way back leads to the class.

import { lookAround } from "./alone.js";
import { showSet } from "./before_after.js";
import { drawRow } from "./class_map.js";
import show from "../components/board.js";
import { counted, follow, post, showResults, unpacked } from "../shared/follow.js";
import { frameIn, still } from "../shared/read_only.js";
import { codeIn, wrong } from "../shared/class_code.js";
import { unpack } from "../shared/message.js";
import { ofTab } from "../shared/storage.js";
import { element } from "../shared/written.js";

const ELSEWHERE = "You follow this class in another window. It comes back here when you touch this one.";
const OWN = "="; // before a typed word, where an answer is kept
const CUT = "Connection lost. The picture stays, and the page reconnects by itself.";
const part = (/** @type {string} */ id) => /** @type {OfFrame} */ ( document.getElementById(id));
const { code, letters = "", length } = document.body.dataset;
/** @typedef {{ id: string, round: number, kind: string, words: string, options: string[], causal: boolean, hides?: boolean }} Question */

/** @type {Map<string, BoardRoot>} */
const frames = new Map(); // the boards by their keys: where each is drawn
/** @type {string | undefined} */
let latest; // what the teacher shows, packed
/** @type {Uint8Array<ArrayBuffer> | undefined} */
let drawn; // the same as it stands on the page
/** @type {Partial<Omit<Room.State, "question">> & { view?: string, state?: string, title?: string, pictures?: string[], question?: Question }} */
let about = {}; // what is known of the room
let own = ""; // what was looked at alone, last
/** @type {() => void} */
let end; // what ends the line to the room
let numbered = false; // whether this page has asked for a number of its own
/** @type {Parameters<typeof showSet>[2]} */
let set; // the questions before and after, as they came last
const watches = new URLSearchParams(location.search).has("watch"); // the teacher, as a student who is not counted
/** @type {string | undefined} */
let asked; // the question as it was last drawn: its id and its round

function join() {
  part("turn").onclick = () => (location.hash = isAlone() ? "" : own || whereTheClassIs());
  addEventListener("hashchange", turn);
  turn();
  listen();
}

function listen() {
  end = follow(`./${code}/events${watches ? "?watch" : ""}`, {
    line: (there) => tell("line")(there ? "" : CUT),
    sorry: (data) => tell("line")(JSON.parse(data)),
    elsewhere: () => tell("line")(ELSEWHERE),
    ended: (data) => over(JSON.parse(data)),
    stranger: askForNumber,
    room: (data) => told(JSON.parse(data)),
    board: (data) => ((latest = data), draw()),
    results: (data) => showResults(part("results"), data),
    set: (data) => ((set = JSON.parse(data)), answerSet()),
  });
}

/** The server does not know this browser, as when its room was opened after the page: the page itself brings a number. */
async function askForNumber() {
  if (numbered || watches) return; // it keeps none: it sees the class, and cannot answer
  numbered = true;
  try {
    if (!(await fetch(location.pathname, { cache: "no-store" })).ok) throw Error("not now");
    end();
    listen();
  } catch {
    numbered = false; // the next line asks again
  }
}

/** @param {string} words the class has ended: nothing is asked any more, and what was shown last stays */
function over(words) {
  tell("line")(`${words} What you see stays.`);
  for (const id of ["question", "paused", "note", "here"]) part(id).hidden = true;
  part("boards").hidden = false; // also where a question hid them
  part("lesson").inert = false;
}

const isAlone = () => location.hash.length > 1;

/** What the live page opens with: the view, the sentence and the head of the class, where it has them. */
function whereTheClassIs() {
  const { view = "start", state = "", text } = about;
  const keys = new URLSearchParams(state);
  if (text) keys.set("text", text);
  return `${view}?${keys}`;
}

/** Turn to the class, or away from it. */
async function turn() {
  const alone = isAlone();
  Object.assign(part("turn"), { textContent: alone ? "Back to the class" : "Explore on my own", hidden: !alone && hides(about) });
  part("shown").hidden = alone;
  part("alone").hidden = !alone;
  if (!alone) return draw();
  const state = location.hash.slice(1);
  const onState = (/** @type {string} */ state) => {
    own = state;
    if (isAlone()) history.replaceState(null, "", `#${state}`);
  };
  onState(state);
  const board = state === whereTheClassIs() && drawn ? Object.values(unpack(drawn).header.boards)[0] : null;
  try {
    await lookAround(part("alone"), state, { onState, first: board && drawn ? still(unpack(drawn).body.slice(...board)) : null, progress: coming });
  } catch {
    coming("This cannot be loaded. Go back to the class, and try again in a moment.");
  }
}

/** @type {(id: string) => (words: string) => void} */
const tell = (id) => (words) => Object.assign(part(id), { textContent: words, hidden: !words });

/** @type {(words: string, again?: () => void) => void} how far the model of one's own is; `again` is what a button does where it has not come */
function coming(words, again) {
  tell("coming")(words);
  Object.assign(part("again"), { hidden: !again, onclick: again ?? null });
}

function told(/** @type {typeof about} */ now) {
  about = now;
  const { title = "", text = "", pictures = [], here = 0, paused } = about;
  const there = watches ? "As a student sees it: your answers are not counted" : here > 1 ? `${here} are here` : "1 is here"; // who reads it, before all are counted
  Object.entries({ title, text: text && `“${text}”`, here: there }).forEach(([id, words]) => (part(id).textContent = words));
  tell("note")(pictures.length ? "" : title ? "This page is on the teacher’s screen only. Pictures come here as they are shown." : "Waiting for the teacher to begin.");
  if (!about.set) set = undefined;
  answerSet();
  ask(about);
  part("paused").hidden = !paused;
  part("lesson").inert = paused;
}

/** @param {typeof about} room whether the class guesses what pictures would tell */
const hides = ({ question, revealed }) => Boolean(question?.hides && !revealed);

/** The questions before and after have the page for themselves while they are open, and at the end. */
function answerSet() {
  const taken = showSet(part("set"), String(code), set, !watches);
  part("set").hidden = !part("set").hasChildNodes(); // beside what is shown it has the words of another day
  document.body.classList.toggle("set", taken);
  document.body.classList.toggle("answering", taken && Boolean(set?.open));
}

/** @param {typeof about} room its question, if one is asked and its answers are not shown yet; the answer can be changed until then */
function ask({ question, answered = 0, left = 0, here = 0, revealed }) {
  part("question").hidden = !question || revealed;
  part("boards").hidden = hides(about); // of what was shown before
  part("turn").hidden = !isAlone() && hides(about);
  if (!revealed) part("results").replaceChildren();
  if (!question) tell("refused")("");
  if (!question || revealed) return (asked = undefined);
  part("question").querySelector(".count").textContent = counted(answered, here, left);
  const now = `${question.id}.${question.round}`;
  if (asked === now) return;
  asked = now;
  tell("refused")("");
  const mark = `headlight-answer-${now}`;
  const again = question.round > 1 ? "Second vote, after talking: " : "";
  part("question").querySelector("h2").textContent = again + question.words;
  const options = part("question").querySelector(".options");
  options.className = question.kind === "word" ? "options words" : "options";
  if (question.kind === "text") return options.replaceChildren(writing(question, mark));
  if (question.kind === "map") return myRow(options, question, mark);
  const buttons = question.options.map((words) => element("button", {}, words));
  const press = (/** @type {string | null} */ kept) => buttons.forEach((each, place) => each.setAttribute("aria-pressed", String(kept === String(place) || (kept?.[0] === OWN && place === question.options.length))));
  const give = async (/** @type {number | string} */ choice, /** @type {string} */ kept) => {
    if (!(await answer({ id: question.id, round: question.round, choice }))) return;
    ofTab.set(mark, kept);
    press(kept);
  };
  buttons.forEach((button, choice) => (button.onclick = () => give(choice, String(choice))));
  options.replaceChildren(...buttons, ...(question.kind === "race" ? [another(ofTab.get(mark), buttons, give)] : []));
  press(ofTab.get(mark));
}

/** @type {(options: HTMLElement, question: Question, mark: string) => Promise<void>} the row that this phone draws of the class's map; the room says of which word */
async function myRow(options, question, mark) {
  const { id, round } = question;
  options.replaceChildren();
  const kept = JSON.parse(ofTab.get(mark) ?? "null") ?? { ...(await post(`./${code}/answer`, { id, round })), taps: [] };
  if (asked !== `${id}.${round}`) return;
  if (kept.sorry) {
    tell("refused")(kept.sorry);
    return void setTimeout(() => asked === `${id}.${round}` && myRow(options, question, mark), 3000);
  }
  const keep = (/** @type {object} */ own) => ofTab.set(mark, JSON.stringify(own));
  const words = drawRow(options, question, kept, keep, (choice) => answer({ id, round, choice }));
  part("question").querySelector("h2").textContent = words;
}

/** @type {(kept: string | null, buttons: HTMLButtonElement[], give: (choice: string, kept: string) => void) => HTMLElement} a box for a word that is none of the options; its button is added to theirs */
function another(kept, buttons, give) {
  const box = element("input", { ariaLabel: "Another word", placeholder: "Another word", maxLength: 30, autocomplete: "off", required: true });
  const button = element("button", {}, "Send");
  const form = element("form", { className: "another" }, box, button);
  buttons.push(button);
  if (kept?.[0] === OWN) box.value = kept.slice(1);
  form.onsubmit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    give(box.value, OWN + box.value);
  };
  return form;
}

/** @param {{ id: string, round: number, choice: unknown }} said an answer to give; whether it was taken, else the page says why not, unless something else is asked by now */
async function answer(said) {
  const { sorry = "" } = watches ? {} : await post(`./${code}/answer`, said);
  const { id, round } = about.question ?? {};
  if (id === said.id && round === said.round) tell("refused")(sorry);
  return !sorry;
}

/** @type {(question: Question, mark: string) => HTMLElement} a box for words that the teacher alone reads */
function writing({ id, round }, mark) {
  const box = element("textarea", { ariaLabel: "Your answer", maxLength: 300, rows: 3, required: true });
  const button = element("button", {}, "Send");
  const form = element("form", {}, box, button, element("p", {}, "Only the teacher reads it, without your name."));
  const sent = () => Object.assign(button, { textContent: "Send again", disabled: box.value === ofTab.get(mark) });
  box.value = ofTab.get(mark) ?? "";
  if (box.value) sent();
  box.oninput = () => (button.disabled = false);
  form.onsubmit = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const words = box.value;
    if (!(await answer({ id, round, choice: words }))) return;
    ofTab.set(mark, words);
    sent();
  };
  return form;
}

/** Draw what the teacher shows, where somebody looks at it; of several that come at once, the last. */
async function draw() {
  const now = latest;
  if (!now || isAlone()) return;
  const bytes = await unpacked(now);
  if (latest !== now || isAlone()) return;
  drawn = bytes;
  const { header, body } = unpack(bytes);
  for (const [key, root] of frames) {
    if (key in header.boards) continue;
    root.host.remove();
    frames.delete(key);
  }
  for (const [key, [start, end]] of Object.entries(header.boards)) {
    const root = frames.get(key) ?? frameIn(part("boards"));
    frames.set(key, root);
    show({ parentElement: root, data: still(body.slice(start, end)) });
  }
  Object.keys(header.boards).forEach((key, place) => {
    const { host } = /** @type {BoardRoot} */ (frames.get(key));
    if (part("boards").children[place] !== host) part("boards").insertBefore(host, part("boards").children[place]);
  });
}

function askForCode() {
  const form = /** @type {HTMLFormElement} */ (part("ask"));
  const box = /** @type {HTMLInputElement} */ (form.elements.namedItem("code"));
  const say = tell("unread");
  form.hidden = false;
  form.onsubmit = (event) => {
    event.preventDefault();
    const typed = codeIn(box.value, letters, Number(length));
    const why = wrong(typed, letters, Number(length));
    say(why);
    if (!why) location.href = `./class/${typed}`;
  };
  const [, given] = /^#(.+)/.exec(location.hash) ?? []; // what stood in an address that is none of a class
  if (!given) return;
  box.value = new URLSearchParams(`code=${given}`).get("code") ?? "";
  say(wrong(codeIn(box.value, letters, Number(length)), letters, Number(length)));
}

if (code) join();
else askForCode();
