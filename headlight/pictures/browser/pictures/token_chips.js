// The tokens of a text as chips: how each is written, its id and its place.

import { toTheLeft } from "../shared/reading_order.js";
import { keeping } from "../shared/kept.js";

const keptOf = /** @type {typeof keeping<{ text?: string, chosen?: number }>} */ (keeping)();

export const html = '<ol></ol>';

/** @param {Given<Header.TokenChips>} given */
export default function ({ root, header, choose }) {
  const list = root.querySelector("ol");
  list.setAttribute("aria-label", header.alt);
  list.classList.toggle("large", header.large);
  list.classList.toggle("line", header.one_line);
  list.classList.toggle("noted", header.tokens.some(({ note }) => note));
  list.classList.toggle("cards", Boolean(header.cards));
  list.dir = toTheLeft(header.tokens.map(({ text }) => text)) ? "rtl" : "ltr";
  list.setAttribute("role", choose ? "group" : "list"); // a list holds no buttons
  const focused = [...list.children].indexOf(list.getRootNode().activeElement); // new chips would lose it
  const choosable = (/** @type {HTMLElement} */ chip, /** @type {number} */ place, /** @type {boolean} */ strong) => {
    chip.tabIndex = 0;
    chip.className += " choosable";
    chip.setAttribute("role", "button");
    chip.setAttribute("aria-pressed", String(strong));
    chip.onclick = () => choose?.(place);
    chip.onkeydown = (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      choose?.(place);
    };
  };
  list.replaceChildren(
    ...header.tokens.map(({ text, note, joined, strong, share }, place) => {
      const chip = document.createElement(choose ? "div" : "li"); // what stands in a list is no button
      const word = document.createElement("b");
      const small = document.createElement("small");
      chip.classList.toggle("joined", joined);
      chip.classList.toggle("strong", strong);
      if (share !== null) chip.style.setProperty("--depth", `${4 + 42 * share}%`); // ink stays readable on it
      word.textContent = text;
      small.textContent = note;
      chip.append(word, small);
      if (choose) choosable(chip, place, strong);
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
