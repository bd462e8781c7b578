// A playlist at their own pace, for the teacher: it is given, its progress is a row a phone, an answer is shown, it ends.

import { finished } from "./before_after.js";
import { element } from "../shared/written.js";

const AGAIN = 2000; // ms from one look at the progress to the next, while it is on the screen
const [TALL, LOW, ALL] = [14, 2, 280]; // px: of a row, and of all together, as far as a row is at least 2 px high
/** @typedef {{ items: { id: string, asked: string }[], phones: { row: string }[], wall: string }} Progress of each phone a mark for each question: a blank is no answer */
/** @typedef {(words: string, title: string, what: string, more?: object) => HTMLElement} Act a button that asks the room for something */

let progress = /** @type {Progress | undefined} */ (undefined); // what the server said last: its questions, and how far each phone is
let of = ""; // which set it is of
let chosen = ""; // the question that was clicked
let marks = false; // whether right and wrong are told apart: not on a wall
let timer = /** @type {number | undefined} */ (undefined);
let [paused, rests] = [false, false]; // whether nobody can answer, and nobody asks for the progress meanwhile
let resume = () => {};
document.addEventListener("visibilitychange", () => resume());

/** @type {(ready: { playlist: string, lists: string[] }, command: Room.Command) => Element[]} what a teacher can give: the playlist that was put together, or one that is ready. */
export function giveOf({ playlist, lists }, command) {
  const own = playlist.split("\n").filter((line) => line.trim());
  const choice = element("select", { ariaLabel: "Which playlist" });
  if (own.length) choice.append(element("option", { textContent: own.length > 1 ? `Yours, ${own.length} lines` : own[0], value: "" }));
  choice.append(...lists.map((name) => element("option", { textContent: name, value: name })));
  const give = element("button", { textContent: "Give it to the phones", title: "Each goes through its questions in its own time, and back", onclick: () => command("give", { playlist: choice.value ? [choice.value] : own }) });
  return [element("b", { textContent: "At their own pace" }), choice, give];
}

/** @type {(state: Room.State & { set: Room.Set }, command: Room.Command, redraw: () => void) => Element[]} the playlist that the class has. */
export function paceOf(state, command, redraw) {
  const { id, open, begun, gone } = state.set;
  if (id !== of) [progress, of, chosen] = [undefined, id, ""];
  const look = async () => {
    clearTimeout(timer);
    rests = Boolean(progress) && (document.hidden || paused); // where nobody sees it, or nobody can answer
    if (rests) return;
    const said = await command("progress");
    if (id !== of || !said.items) return;
    timer = setTimeout(look, AGAIN);
    if (JSON.stringify(said) === JSON.stringify(progress)) return;
    progress = said;
    redraw();
  };
  paused = state.paused;
  resume = () => void (rests && look());
  if (progress) resume();
  else look();
  /** @type {Act} */
  const act = (words, title, what, more = {}) => element("button", { textContent: words, title, onclick: async () => (await command(what, more), look()) });
  const yet = state.here + gone - begun;
  const says = `${finished(state.set, state.here)}${yet > 0 ? `, ${yet} ${yet > 1 ? "have" : "has"} not begun` : ""}`;
  const ways = [open && act("Close, and show each their own", "Nobody can answer any more", "close set"), act("End the playlist", "The phones are free; the votes stay for the report", "end set")];
  return [element("b", { textContent: "At their own pace" }), element("span", { className: "done", textContent: says }), ...ways.filter(Boolean), ...(progress ? grid(progress, state, act, redraw) : [])];
}

/** @type {(progress: Progress, state: Room.State, act: Act, redraw: () => void) => Element[]} a column a question, a row a phone, from who has answered most; under it the question that was clicked. */
function grid(progress, state, act, redraw) {
  const { items, phones } = progress;
  const columns = items.map((item, place) => {
    const given = phones.filter(({ row }) => row[place] !== " ").length;
    const head = element("button", { title: `${item.asked} ${given} have answered`, onclick: () => ((chosen = chosen === item.id ? "" : item.id), redraw()) });
    head.append(element("span", { textContent: String(place + 1) }), element("span", { className: "given", textContent: String(given) }));
    head.setAttribute("aria-pressed", String(item.id === chosen));
    return head;
  });
  const cells = phones.flatMap(({ row }) => Array.from(row, (mark) => element("i", { className: mark === " " ? "" : marks && mark === "0" ? "wrong" : "given" })));
  const board = element("div", { className: "progress", role: "group", ariaLabel: "Progress: a column for each question, a row for each phone" }, ...columns, ...cells);
  board.style.setProperty("--columns", String(items.length));
  board.style.setProperty("--row", `${Math.max(LOW, Math.min(TALL, Math.floor(ALL / phones.length)))}px`);
  const box = element("input", { type: "checkbox", checked: marks, onchange: () => ((marks = box.checked), redraw()) });
  const told = element("label", {}, box, " Tell right (coloured) from wrong (grey): mind who sees this screen");
  return [board, told, ...one(progress, state, act)];
}

/** @type {(progress: Progress, state: Room.State, act: Act) => Element[]} the question that was clicked: its words, its votes in a sentence, and what shows its answer to all. */
function one(progress, state, act) {
  const { items, phones } = progress;
  const place = items.findIndex(({ id }) => id === chosen);
  if (place < 0) return [element("p", { className: "hint", textContent: "Click the number of a question to show its answer." })];
  const given = phones.map(({ row }) => row[place]).filter((mark) => mark !== " ");
  const right = marks && given.length && !given.includes("-") ? `, ${Math.round((100 * given.filter((mark) => mark === "1").length) / given.length)}% right` : "";
  const shown = state.revealed && !state.question && progress.wall === chosen;
  const show = shown ? act("Hide it", "The wall shows the progress again", "hide") : act("Show the answer", "Here and on all phones; nobody can change theirs then", "show", { item: chosen });
  return [element("p", { className: "says", textContent: `${place + 1}. ${items[place].asked}` }), element("p", {}, `${given.length} have answered${right}.`), show];
}
