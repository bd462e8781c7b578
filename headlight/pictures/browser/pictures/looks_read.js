// What was read of the sentence in training: the end that was read is underlined, and a line under the sentence opens its
// places. Each word is marked by how easily another one in its place flips what comes next; a chosen one lists some.

import { NUMBERS } from "./ribbon_ends.js";
import { keeping } from "../shared/kept.js";
import { element, percent, say } from "../shared/written.js";

const keptOf = /** @type {typeof keeping<{ open?: boolean }>} */ (keeping)(); // whether the places are open

export const UNDER = 6; // px under the last line of words that marks and line take
const MARK = 26; // px of a mark that is filled

export const html = '<p class="known" hidden></p><div class="known_places" hidden></div><p class="swaps" hidden></p>';

/**
 * @param {Pick<Given<Header.Looks>, "root" | "header" | "choose">} given
 * @param {HTMLElement} stage
 */
export function readOf({ root, header, choose }, stage) {
  const kept = keptOf(root), { read, costs } = header, [legend, line, list, swaps] = ["legend", "known", "known_places", "swaps"].map((name) => root.querySelector(`.${name}`));
  const opens = Boolean(read?.places.length);
  const show = () => {
    list.hidden = !(opens && kept.open);
    line.querySelector("button")?.setAttribute("aria-expanded", String(!list.hidden));
  };
  const turn = () => ((kept.open = !kept.open), show());

  /** What a click types. */
  const offered = (/** @type {string} */ kind, /** @type {number} */ number, /** @type {(Node | string)[]} */ ...words) =>
    element("button", { type: "button", title: "Type it", disabled: !choose, onclick: () => ((kept.open = false), show(), choose?.([kind, number])) }, ...words);

  function write() {
    const shows = [costs?.length && ["wide_ribbon", "what hiding the word costs"], read?.eases.some((ease) => ease !== null) && ["", "how often another word flips it"]];
    const told = shows.flatMap((each) => (each ? [element("i", { className: each[0] }), each[1]] : []));
    legend.replaceChildren(...told);
    legend.hidden = !told.length;
    line.hidden = !read?.says.length;
    say(line, read?.says ?? []);
    if (opens) line.replaceChildren(element("button", { type: "button", title: "Show where", onclick: turn }, ...line.childNodes));
    list.replaceChildren(
      ...(read?.places ?? []).map(({ before, after, source }, number) =>
        element("p", {}, offered("place", number, before, element("b", {}, read?.end ?? ""), after), element("small", {}, source)),
      ),
    );
    swaps.hidden = !read?.asks;
    swaps.replaceChildren(
      element("span", {}, read?.asks ?? ""),
      ...(read?.swaps ?? []).map(({ word, next, chance, flips }, number) => {
        const made = offered("swap", number, `${word} → `, element("b", {}, next), ` ${chance}`);
        made.classList.toggle("flips", flips);
        return made;
      }),
    );
    show();
  }

  /** Marks under the words, and the line under those that were read, once they stand somewhere. */
  function mark(/** @type {any} */ places) {
    [...stage.querySelectorAll("button")].forEach((button, word) => {
      const ease = read?.eases[word] ?? null;
      button.classList.toggle("marked", ease !== null);
      button.style.setProperty("--ease", String(ease ?? 0));
      button.style.setProperty("--mark", `${Math.min(MARK, places[word].width)}px`);
      button.title = ease === null ? "" : `Of the words that fit in its place ${percent(ease)} flip what comes next`;
    });
    const lines = /** @type {Element} */ (stage.querySelector(".read_end")), begins = read?.begins ?? places.length;
    const first = Math.floor(begins), rows = new Map();
    places.forEach((/** @type {any} */ { x, width, y, row }, /** @type {number} */ word) => {
      if (word < first) return;
      const from = x + (word === first ? (begins - first) * width : 0);
      const before = rows.get(row);
      rows.set(row, { top: y + places.size * 1.25 + NUMBERS + UNDER - 1, from: Math.min(before?.from ?? from, from), to: Math.max(before?.to ?? 0, x + width) });
    });
    lines.replaceChildren(
      ...[...rows.values()].map(({ top, from, to }) => {
        const made = element("i", { onclick: opens ? turn : null, title: opens ? "Show where it was read" : "" });
        Object.assign(made.style, { left: `${from}px`, top: `${top}px`, width: `${to - from}px` });
        return made;
      }),
    );
  }

  return { draw: (/** @type {any} */ places) => (write(), mark(places)) };
}
