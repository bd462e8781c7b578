// The tokens of a text as chips: how each is written, its id and its place.

import { toTheLeft } from "../shared/reading_order.js";
import { keeping } from "../shared/kept.js";
import { svgPath } from "../shared/svg_path.js";
import { classed, element, pressable } from "../shared/written.js";

const keptOf = /** @type {typeof keeping<{ text?: string, chosen?: number }>} */ (keeping)();

export const html = '<ol></ol>';

/** @param {Given<Header.TokenChips>} given */
export default function ({ root, header, choose }) {
  const list = root.querySelector("ol");
  list.setAttribute("aria-label", header.alt);
  classed(list, { large: header.large, line: header.one_line, noted: header.tokens.some(({ note }) => note), cards: header.cards });
  list.dir = toTheLeft(header.tokens.map(({ text }) => text)) ? "rtl" : "ltr";
  list.setAttribute("role", choose ? "group" : "list"); // a list holds no buttons
  const focused = [...list.children].indexOf(list.getRootNode().activeElement); // new chips would lose it
  list.replaceChildren(
    ...header.tokens.map(({ text, note, joined, strong, share }, place) => {
      const chip = element(choose ? "div" : "li", {}, element("b", {}, text), element("small", {}, note)); // what stands in a list is no button
      classed(chip, { joined, strong, choosable: choose });
      if (header.sketches.length) {
        const drawn = document.createElementNS("http://www.w3.org/2000/svg", "svg");
        drawn.setAttribute("viewBox", "0 0 120 40");
        drawn.append(svgPath({ d: header.sketches[place] }));
        chip.prepend(drawn);
      }
      if (share !== null) chip.style.setProperty("--depth", `${4 + 42 * share}%`); // ink stays readable on it
      if (choose) {
        pressable(chip, () => choose(place));
        chip.ariaPressed = String(strong);
      }
      return chip;
    }),
  );
  list.children[focused]?.focus();
  if (!choose) list.tabIndex = 0; // a stop of the keyboard, because it scrolls when the text is long
  if (header.one_line) follow(root, list, header.tokens);
}

/** @type {(root: PictureRoot, list: HTMLElement, tokens: Header.TokenChips["tokens"]) => void} keep the end of the line in view while its text changes, and the chip that was chosen, or that one begins with. */
function follow(root, list, tokens) {
  const kept = keptOf(root);
  const [text, chosen] = [tokens.map(({ text }) => text).join(" "), tokens.findIndex(({ strong }) => strong)];
  const grown = kept.text !== undefined && kept.text !== text;
  const other = kept.chosen !== chosen && chosen >= 0;
  [kept.text, kept.chosen] = [text, chosen];
  if (!grown && !other) return;
  const scroll = () => requestAnimationFrame(() => {
    if (grown) return (list.scrollLeft = list.dir === "rtl" ? -list.scrollWidth : list.scrollWidth);
    const chip = /** @type {HTMLElement | undefined} */ (list.children[chosen]);
    if (!chip) return; // a shorter text was drawn meanwhile
    const start = chip.offsetLeft - list.offsetLeft;
    const [least, most] = [start + chip.offsetWidth - list.clientWidth, start]; // scrolled so far it is seen whole
    list.scrollLeft = Math.min(most, Math.max(least, list.scrollLeft));
  });
  const style = root.querySelector("link"); // before it has come there is nothing to scroll
  if (style) style.addEventListener("load", scroll, { once: true });
  else scroll();
}
