// Why the likeliest next word comes, under the large sentence: its numbers open.

import { rebuild } from "./ribbon_ends.js";
import { write } from "./written.js";

export const html = '<p class="why" hidden></p>';

/** Write it, in pieces [words, whether they are a number that opens]; none hide it. */
export function tellWhy(root, pieces, door) {
  const line = root.querySelector(".why");
  line.hidden = !pieces.length;
  const doors = pieces.filter(([, number]) => number).map((_, place) => door?.(1 + place));
  rebuild(line, "span", pieces.length, (span, place) => {
    const [words, number] = pieces[place], open = number && doors.shift();
    const tag = open ? "button" : "span";
    if (span.firstChild?.localName !== tag) span.replaceChildren(document.createElement(tag));
    write(span.firstChild, words);
    Object.assign(span.firstChild, { onclick: open || null, title: open ? `Open the terms of ${words}` : "" });
  });
}
