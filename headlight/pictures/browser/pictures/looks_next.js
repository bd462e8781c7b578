// What comes next beside the sentence: bars from 0 to 1, the same for every text, so that growing certainty is seen.

import { move } from "../shared/movement.js";
import { rebuild } from "./ribbon_ends.js";
import { shortPercent, write, written } from "../shared/written.js";

export const LEAST = 0.005; // less would be written 0%, and its ribbon would be invisible

export const html = '<div class="next"><p>What comes next</p><ol aria-label="The most likely next tokens"></ol></div>';

/**
 * The bars of a picture.
 *
 * @param {Pick<Given<Header.Looks>, "root" | "header" | "choose" | "moves" | "door">} given
 */
export function nextWordsOf({ root, header, choose, moves, door }) {
  const { following, before } = header;
  const list = root.querySelector(".next ol");

  function draw() {
    list.parentElement.hidden = !following.length;
    rebuild(list, "li", following.length, (row, place) => {
      const [word, chance] = following[place];
      if (!row.children.length) row.innerHTML = "<button><b></b><span><i></i><i class=before></i></span><small></small></button>";
      row.classList.toggle("offered", Boolean(header.asked));
      const button = row.firstChild;
      button.title = button.ariaLabel = header.asked ? word : `${word} ${shortPercent(chance)}${choose ? ": add this word" : ""}`;
      button.onclick = () => choose?.(["next", place]);
      write(row.querySelector("b"), word);
      outline(row.querySelector(".before"), before[place] ?? null);
      const number = row.querySelector("small"), open = door?.(0, place);
      write(number, header.asked || (chance < LEAST && !open) ? "" : shortPercent(chance));
      number.title = open ? `Open the terms of ${written(chance, 3)}` : "";
      number.onclick = open && ((/** @type {PointerEvent} */ event) => (event.stopPropagation(), open()));
      number.classList.toggle("opens", Boolean(open));
      button.onkeydown = open && ((/** @type {KeyboardEvent} */ { key }) => key.toLowerCase() === "o" && open());
    });
    move(root, "bars", following.map(([word]) => word).join(), following.map(([, chance]) => chance), moves, long);
  }

  function outline(/** @type {HTMLElement} */ bar, /** @type {number | null} */ chance) {
    bar.hidden = chance === null;
    bar.style.width = `${100 * (chance ?? 0)}%`;
  }

  function long(/** @type {ArrayLike<number>} */ chances) {
    [...list.querySelectorAll("i:not(.before)")].forEach((bar, place) => (bar.style.width = `${100 * chances[place]}%`));
  }

  /** Other chances for a moment; what they are in truth is outlined once they `left` it. */
  function show(/** @type {ArrayLike<number>} */ chances, /** @type {number | boolean} */ left) {
    long(chances);
    [...list.querySelectorAll("small")].forEach((number, at) => write(number, chances[at] < LEAST ? "" : shortPercent(chances[at])));
    [...list.querySelectorAll(".before")].forEach((bar, at) => outline(bar, left ? following[at][1] : null));
  }

  return { draw, show };
}
