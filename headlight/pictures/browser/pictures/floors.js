// Floors, the last layer on top: the likelier a word is on one, the brighter that is, and the larger the word.

import { move } from "../shared/movement.js";
import { keeping } from "../shared/kept.js";
import { percent, written } from "../shared/written.js";
import { rebuild } from "./ribbon_ends.js";

const keptOf = /** @type {typeof keeping<{ risen?: boolean }>} */ (keeping)();
const RISES = 1500; // ms from the first floor to the last

export const html = '<div class="floors" role="radiogroup"></div>';

/** @param {Given<Header.Floors>} given */
export default function ({ root, header, choose, moves }) {
  const { floors, word, chosen } = header, house = root.querySelector(".floors");
  house.setAttribute("aria-label", header.alt);
  rebuild(house, "button", floors.length, (/** @type {HTMLElement} */ button, /** @type {number} */ at) => {
    const { name, added, chance, says, sure, before } = floors[at];
    const part = (/** @type {string} */ tag, /** @type {string} */ words, className = "") => Object.assign(document.createElement(tag), { textContent: words, className });
    const parts = part("span", "", "added");
    for (const [what, amount] of added) {
      const number = part("i", `${amount < 0 ? "" : "+"}${written(amount, 1)}`, amount < 0 ? "below" : "above");
      const line = part("span", `${what} `);
      line.append(number);
      parts.append(line);
    }
    const own = part("span", "", "word");
    own.append(part("b", word), part("small", before === null ? percent(chance) : `${percent(before)} → ${percent(chance)}`));
    const said = part("span", "", "said");
    said.append(...(says === word ? [part("b", "says it first")] : [part("span", "would say "), part("b", says), part("small", ` ${percent(sure)}`)]));
    button.replaceChildren(part("span", name, "name"), parts, own, said);
    const told = [`${word} ${own.lastChild?.textContent}`, ...[...parts.children, said].map(({ textContent }) => textContent)];
    button.ariaLabel = `${name}: ${told.join(", ")}`;
    button.ariaChecked = String(at === chosen);
    button.tabIndex = at === (chosen ?? floors.length - 1) ? 0 : -1;
    button.onclick = () => choose?.(at);
    button.onkeydown = (/** @type {KeyboardEvent} */ event) => {
      const step = /** @type {Record<string, number>} */ ({ ArrowUp: 1, ArrowDown: -1 })[event.key];
      if (!step || !floors[at + step]) return;
      event.preventDefault();
      house.querySelectorAll("button")[at + step].focus();
      choose?.(at + step);
    };
  });
  const light = (/** @type {(share: number, at: number) => number} */ shareOf) =>
    house.querySelectorAll("button").forEach((/** @type {HTMLElement} */ button, /** @type {number} */ at) => button.style.setProperty("--light", String(shareOf(floors[at].light, at))));
  const copied = /** @type {ShadowRoot} */ (root.host.getRootNode()).host?.ariaHidden; // for a file, which has all lights on
  if (header.rises && !keptOf(root).risen && !copied) {
    move(root, "rise", "", [0], false, () => light(() => 0));
    move(root, "rise", "", [floors.length], true, ([come]) => light((share, at) => share * Math.min(1, Math.max(0, come - at))), RISES);
  } else move(root, "lights", word, floors.map((floor) => floor.light), moves, (shares) => light((_, at) => shares[at]));
  keptOf(root).risen = true;
}
