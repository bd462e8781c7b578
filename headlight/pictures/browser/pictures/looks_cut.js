// Scissors at a word and at the name of a head: what is cut no later word attends to, or hands nothing on; again heals it.

import { rebuild } from "./ribbon_ends.js";

const DRAWN = '<svg viewBox="0 0 16 16" aria-hidden="true"><circle cx="4" cy="4.5" r="2"/><circle cx="4" cy="11.5" r="2"/><path d="M5.7 5.6 14 12M5.7 10.4 14 4"/></svg>';

const [ABOVE, LARGE] = [8, 27]; // px over a word in small type, and type from which on there is room beside its letters

export const html = `<button class="scissors of_head" hidden>${DRAWN}</button>`;

/**
 * @param {{ root: PictureRoot, stage: HTMLElement, header: Header.Looks, perLayer: number, choose?: (chosen: Spot) => void }} of
 */
export function scissorsOf({ root, stage, header, perLayer, choose }) {
  const cuts = choose ? header.cut : null, { words } = header;
  // Where no heads can be chosen there is one alone, whichever number it has.
  const spot = (/** @type {number} */ head) => (header.names.length ? [Math.floor(head / perLayer), head % perLayer] : header.head);
  const isCut = (/** @type {number} */ head) => Boolean(cuts?.heads.some((each) => String(each) === String(spot(head))));
  const cut = (/** @type {string} */ kind, /** @type {Spot} */ which) => cuts && choose?.(["cut", [kind, which]]);

  /** Scissors at the word that is shown and at those that are cut, and at the head that is shown, if any. */
  function draw(/** @type {Places} */ places, /** @type {number} */ word, /** @type {number | undefined} */ head) {
    const at = cuts && !header.asked ? [...new Set([...cuts.words, ...(word < words.length - 1 ? [word] : [])])].sort((one, other) => one - other) : [];
    [...stage.querySelectorAll("button")].forEach((button, place) => button.classList.toggle("cut", Boolean(cuts?.words.includes(place))));
    rebuild(root.querySelector(".snips"), "i", at.length, (scissors, place) => {
      const which = at[place], is = Boolean(cuts?.words.includes(which)), { x, y, width } = places[which];
      if (!scissors.firstChild) Object.assign(scissors, { innerHTML: DRAWN, className: "scissors", tabIndex: 0 }).setAttribute("role", "button");
      scissors.dataset.word = which;
      name(scissors, is, `“${words[which].text}”`);
      scissors.onclick = (/** @type {Event} */ event) => (event.stopPropagation(), cut("word", which));
      scissors.onkeydown = (/** @type {KeyboardEvent} */ event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        event.stopPropagation();
        cut("word", which);
      };
      Object.assign(scissors.style, { left: `${x + width + 3}px`, top: `${y - ABOVE + Math.max(0, places.size - LARGE)}px` });
    });
    const button = root.querySelector(".of_head");
    button.hidden = !cuts || Boolean(header.asked) || head === undefined;
    if (button.hidden || head === undefined) return;
    const [layer, place] = spot(head);
    name(button, isCut(head), `layer ${layer + 1}, head ${place + 1}`);
    button.onclick = () => cut("head", [layer, place]);
  }

  function name(/** @type {HTMLElement} */ scissors, /** @type {boolean} */ is, /** @type {string} */ what) {
    scissors.title = scissors.ariaLabel = `${is ? "Heal" : "Cut"} ${what}`;
    scissors.classList.toggle("open", is);
  }

  /** Delete or Backspace on a word, or on a square, does the same; whether the key was one of these. */
  function key(/** @type {KeyboardEvent} */ event, /** @type {string} */ kind, /** @type {number} */ which) {
    if (!cuts || header.asked || !["Delete", "Backspace"].includes(event.key)) return false;
    event.preventDefault();
    if (kind === "head" || which < words.length - 1) cut(kind, kind === "head" ? spot(which) : which);
    return true;
  }

  return { draw, isCut, key };
}
