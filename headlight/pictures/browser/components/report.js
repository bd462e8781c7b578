// What a teacher takes home of a class: what is shown, as files and as a page to print; and all votes of a room.

import { download } from "../shared/save.js";
import { element } from "../shared/written.js";

/** @typedef {{ says: string, right: boolean, counts: number[], idea?: string }} Option of a question, and how many chose it each time */
/** @typedef {{ asked: string, shares: (number | null)[], answers: number[], options: Option[] }} Vote */
/** @typedef {{ [name: string]: string }} Files their contents by their names */

export const percent = (/** @type {number | null} */ share) => `${Math.round(100 * (share ?? 0))}%`;

/** @type {(title: string, shown: Element[], files: Files) => Element[]} what is shown, and under it a button for each file, and all of it on a page to print that is called `title`. */
export function withFiles(title, shown, files) {
  const save = (/** @type {string} */ name) => element("button", { textContent: `Save ${name}`, onclick: () => download(name, new Blob([files[name]], { type: "text/csv" })) });
  const print = element("a", { href: "#", target: "_blank", textContent: "Open a page to print" });
  print.onclick = () => (print.href = paper(title, shown));
  return [...shown, element("p", { className: "does" }, ...Object.keys(files).map(save), print)];
}

/** @type {(title: string, shown: Element[]) => string} the address of a page that has nothing but what is shown, each row with its question and all of its answers. */
function paper(title, shown) {
  const page = document.implementation.createHTMLDocument(title);
  page.documentElement.lang = "en";
  page.head.append(element("link", { rel: "stylesheet", href: new URL("../pages/report.css", import.meta.url).href }));
  page.body.append(element("h1", { textContent: page.title }), ...shown.map((each) => each.cloneNode(true)));
  for (const row of page.querySelectorAll("details")) row.open = true;
  return URL.createObjectURL(new Blob([`<!doctype html>${page.documentElement.outerHTML}`], { type: "text/html;charset=utf-8" }));
}

/** @type {(votes: { says: string, rows: Vote[] }) => Element[]} all votes of a room: a sentence, a row for each question with its options, and what is left are their files. */
export function votesOf({ says, rows, ...files }) {
  const lines = rows.map(({ asked, shares, answers, options }, place) => {
    const right = shares.includes(null) ? "" : `${shares.map(percent).join(" → ")} right`;
    const head = element("summary", { className: "vote" }, element("span", { textContent: `${place + 1}. ${asked}` }), element("span", { textContent: right || counted(answers) }));
    return element("li", {}, element("details", {}, head, optionsOf(options, answers)));
  });
  return withFiles("What the class voted", [element("p", { className: "says", textContent: says }), element("ul", { className: "rows" }, ...lines)], files);
}

/** @type {(options: Option[], answers: number[]) => HTMLElement} the options of a question, of which so many answered each time. */
export const optionsOf = (options, answers) => element("ul", { className: "options" }, ...options.map((option) => element("li", { className: option.right ? "right" : "" }, ...one(option, answers))));

/** @type {(option: Option, answers: number[]) => Element[]} a bar for each vote, how many chose it, its words, and the idea behind it where it is wrong. */
function one({ says, right, counts, idea }, answers) {
  const bars = counts.map((count, time) => element("i", { style: `width: ${(100 * count) / Math.max(answers[time], 1)}%` }));
  const words = element("span", {}, `${right ? "✓ " : ""}${says}`, ...(idea ? [element("small", { textContent: idea })] : []));
  return [element("b", { textContent: counts.join(" → ") }), element("span", { className: "bars", ariaHidden: "true" }, ...bars), words];
}

const counted = (/** @type {number[]} */ answers) => `${answers.join(" → ")} ${answers.at(-1) === 1 ? "answer" : "answers"}`;
