// One text as its training examples: a row of the mask each, what it lets in, the next token, how it was guessed.

import { toTheLeft } from "../shared/reading_order.js";
import { keeping } from "../shared/kept.js";
import { element } from "../shared/written.js";

const keptOf = /** @type {typeof keeping<{ shown?: string }>} */ (keeping)();

export const html = '<ol></ol><p class="rest" hidden></p>';

/** @param {Given<Header.TrainingExamples>} given */
export default function ({ root, header }) {
  const list = root.querySelector("ol");
  const rest = root.querySelector(".rest");
  const largest = Math.max(...header.rows.flatMap(({ loss, before }) => [loss, before ?? 0]), 1e-9);
  if (!list.children.length) list.append(line("head", ["", "may attend to", "next token", "loss", "p", "nats"].map(plain)));
  list.setAttribute("aria-label", header.alt);
  header.rows.forEach((row, place) => {
    const there = list.children[place + 1];
    const numbers = [row.chance, row.loss, row.before, largest].map((number) => number?.toPrecision(4));
    const shown = JSON.stringify([header.words.map((word, key) => row.seen[key] && word), row.answer, numbers]);
    if (there && keptOf(there).shown === shown) return; // most rows stay as they are while the reader goes on at the end
    const made = example(header.words, row, place, largest);
    keptOf(made).shown = shown;
    there ? there.replaceWith(made) : list.append(made);
  });
  while (list.children.length > header.rows.length + 1) list.lastChild.remove();
  rest.hidden = !header.rest;
  rest.textContent = header.rest;
}

/** @type {(words: string[], row: Header.TrainingExamples["rows"][number], place: number, largest: number) => HTMLElement} one of them */
function example(words, { seen, answer, chance, loss, before }, place, largest) {
  const tokens = words.map((word, key) => {
    if (!seen[key]) return element("i");
    if (key === place + 1) return element("b", { className: "answer", title: "the answer, in view" }, word);
    return element("b", { className: key === place ? "own" : "" }, word);
  });
  const context = element("span", { dir: toTheLeft(words) ? "rtl" : "ltr" }, ...tokens);
  const bar = (/** @type {string} */ className, /** @type {number} */ value) => element("i", { className, style: `width: ${(100 * value) / largest}%` });
  const track = element("span", {}, ...(before === null ? [] : [bar("before", before)]), bar("now", loss));
  return line("", [plain(String(place + 1)), context, plain(answer), track, plain(share(chance)), plain(loss.toFixed(3))]);
}

/** @type {(kind: string, cells: HTMLElement[]) => HTMLElement} a row of six cells, each with the class of its place */
function line(kind, cells) {
  const names = ["place", "context", "next", "track", "number", "number"];
  return element("li", { className: kind }, ...cells.map((cell, at) => Object.assign(cell, { className: names[at] })));
}

/** @type {(chance: number) => string} a probability; a small one keeps two digits */
function share(chance) {
  return chance >= 0.001 ? chance.toFixed(3) : chance.toExponential(0).replace("e-", "e−");
}

const plain = (/** @type {string} */ words) => element("span", {}, words);
