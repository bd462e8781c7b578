// Floors, the last layer on top: the likelier a word is on one, the brighter that is, and the larger the word.

import { move } from "../shared/movement.js";
import { keeping } from "../shared/kept.js";
import { element, percent, written } from "../shared/written.js";
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
    const lines = added.map(([what, amount]) => {
      const [className, sign] = amount < 0 ? ["below", ""] : ["above", "+"];
      return element("span", {}, `${what} `, element("i", { className }, `${sign}${written(amount, 1)}`));
    });
    const parts = element("span", { className: "added" }, ...lines);
    const own = element("span", { className: "word" }, element("b", {}, word), element("small", {}, before === null ? percent(chance) : `${percent(before)} → ${percent(chance)}`));
    const other = [element("span", {}, "would say "), element("b", {}, says), element("small", {}, ` ${percent(sure)}`)];
    const said = element("span", { className: "said" }, ...(says === word ? [element("b", {}, "says it first")] : other));
    button.replaceChildren(element("span", { className: "name" }, name), parts, own, said);
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
