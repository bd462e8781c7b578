// Before and after, for the teacher: the set is asked, closed, asked again, and told in one sentence with its tables.

import { download } from "../shared/save.js";
import { optionsOf, percent, withFiles } from "./report.js";
import { element } from "../shared/written.js";

let report = /** @type {Report | undefined} */ (undefined); // what the server says of both times, once it was asked
let of = ""; // which set it is of
let start = /** @type {Element[] | undefined} */ (undefined); // what begins a set; it stays, with what is typed in it, while phones come and go
const KEPT = "Each phone shows three words for its sheet. Save before.csv now: it has these words and the answers, without names. This server forgets the class 8 hours after its last picture. On the other day open the file here.";

/** @typedef {import("./report.js").Option} Option */
/** @typedef {{ concept: string, asked: string, before: number, after: number, options: Option[], ways: string }} Item of both times */
/** @typedef {{ idea: string, before: number, after: number, moved: boolean }} Idea */
/** @typedef {{ says: string, few: string, scale: string, pairs: number, items: Item[], ideas: Idea[] }} Report */

/** @type {(state: Room.State, command: Room.Command, redraw: () => void) => Element[]} what a teacher can do with a set now. */
export function setOf(state, command, redraw) {
  const asked = state.set;
  if (!asked || asked.id !== of) [report, of] = [undefined, asked?.id ?? ""];
  const act = (/** @type {string} */ words, /** @type {string} */ title, /** @type {string} */ what, more = {}) => element("button", { textContent: words, title, onclick: () => command(what, more) });
  const read = async () => {
    const said = await command("report");
    if (said.sorry) return;
    report = said;
    redraw();
  };
  const title = element("b", { textContent: "Before and after" });
  if (!asked) return (start ??= starting(command));
  const done = element("span", { className: "done", textContent: finished(asked, state.here) });
  const end = act("End and forget", "All answers are gone: save them first", "end set");
  if (asked.open) return [title, done, act(asked.phase === "before" ? "Close, and begin the lesson" : "Close, and show each their own", "Nobody can answer any more", "close set"), end];
  const keep = element("button", { textContent: "Save before.csv", title: "With it you ask the same again on another day", onclick: async () => {
    const { sorry, file } = await command("keep");
    if (!sorry) download("before.csv", new Blob([file], { type: "text/csv" }));
  } });
  if (asked.phase === "before" && asked.words) return [title, done, keep, end, element("p", { textContent: KEPT })];
  if (asked.phase === "before") return [title, done, act("Ask the same again, after the lesson", "The same questions on the same phones", "set again"), end];
  if (!report) return [title, done, element("button", { textContent: "Show what changed", title: "It is shown here: mind who sees this screen", onclick: read }), end];
  return [title, end, ...told(report)];
}

/** @type {(set: Room.Set, here: number) => string} how many have finished, of those who are there or have been, and how many have left before they had. */
export function finished({ done, begun, gone, left }, here) {
  const said = `${done} of ${Math.max(here + gone, begun)} have finished`;
  return left ? `${said}; ${left} left before` : said;
}

/** @type {(command: Room.Command) => Element[]} what begins a set: its questions, whether the second time is today, or the file of another day. */
function starting(command) {
  const another = element("input", { type: "checkbox" });
  const ask = (/** @type {Form} */ form) => command("set", { form, another: another.checked });
  const button = (/** @type {string} */ textContent, /** @type {string} */ title, /** @type {Form} */ form) => element("button", { textContent, title, onclick: () => ask(form) });
  const file = element("input", { type: "file", accept: ".csv", hidden: true, ariaLabel: "The file of another day" });
  file.onchange = async () => {
    command("set from file", { file: await file.files[0].text() });
    file.value = "";
  };
  const again = element("button", { textContent: "Second time: open before.csv", title: "The same questions again, on another day", onclick: () => file.click() });
  return [
    element("b", { textContent: "Before and after" }),
    button("Ask sixteen questions", "8 to 10 minutes; nobody sees what is right", "full"),
    button("Ask eight", "4 to 5 minutes", "short"),
    ofYours(ask),
    element("label", { title: "Each phone shows three words, by which its answers are found again" }, another, " Second time on another day"),
    again,
    file,
  ];
}

/** @typedef {string | number[]} Form the name of a set, or the numbers of its questions */

/** @type {(ask: (form: Form) => void) => HTMLElement} a box for the numbers of questions of the teacher's own choice. */
function ofYours(ask) {
  const box = element("input", { placeholder: "Or numbers: 1 3 5", ariaLabel: "Numbers of the questions to ask", size: 16, maxLength: 80 });
  const form = element("form", {}, box, element("button", { textContent: "Ask these" }));
  form.onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    ask((box.value.match(/\d+/g) ?? []).map(Number));
  };
  return form;
}

/** @type {(report: Report) => Element[]} the sentence, a row for each question with before and after on one track, the ideas, the two files, and all of it to print. */
function told({ says, few, scale, pairs, items, ideas, ...files }) {
  const rows = items.map(({ concept, asked, before, after, options, ways }) => {
    const track = element("span", { className: "track", role: "img", ariaLabel: `${percent(before)} right before, ${percent(after)} after` }, element("i"), element("i"));
    for (const [mark, share] of [[track.children[0], before], [track.children[1], after]]) mark.style.left = percent(share);
    const row = element("summary", {}, element("span", { textContent: concept }), track, `${percent(before)} → ${percent(after)}${after < before ? ", fell" : ""}`);
    return element("li", {}, element("details", {}, row, element("p", { textContent: asked }), optionsOf(options, [pairs, pairs]), element("p", { textContent: ways })));
  });
  const moved = ideas.filter((each) => each.moved).map(({ idea, before, after }) => element("li", {}, `${idea} ${percent(before)} → ${percent(after)}`));
  const shown = [
    element("p", { className: "says", textContent: says }),
    element("ul", { className: "rows" }, ...rows),
    ...(moved.length ? [element("p", { textContent: "Ideas that moved by more than their interval, of all times they could be chosen:" }), element("ul", {}, ...moved)] : []),
    ...[few, scale].map((textContent) => element("p", { textContent })),
  ];
  return withFiles("Before and after", shown, files);
}
