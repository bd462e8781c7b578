// Words and numbers as the page writes them, the elements that hold them, and the card beside a pointer.

import { menuEnd } from "./around.js";
import { keeping } from "./kept.js";

const keptOf = /** @type {typeof keeping<{ typeset?: { words: string, shown: string | null }, rests?: number, aloud?: string | null }>} */ (keeping)();

const REST = 800; // ms in which a sentence stays as it is, until it is said aloud
const SYMBOL = /\b(W|d)_([QKVOUEsh]|k|v|ff|in|out|head|model|mlp)\b/;

/** @type {(value: number, decimals: number) => string} a number as the screen writes it: a true minus sign, -inf as −∞. */
export function written(value, decimals) {
  if (value === -Infinity) return "−∞";
  const text = value.toFixed(decimals);
  return (Number(text) === 0 ? text.replace("-", "") : text).replace("-", "−");
}

/** @param {number} share a probability in whole percent, as sentences have it: of what would be 0 or 100 it says on which side it is. */
export function percent(share) {
  return share < 0.005 ? "under 1%" : share >= 0.995 ? "over 99%" : `${Math.round(100 * share)}%`;
}

/** @param {number} share the same beside a bar or under a word, where no sentence stands: <1% and >99% in place of the words. */
export function shortPercent(share) {
  return percent(share).replace("under ", "<").replace("over ", ">");
}

/** @type {(words: string) => string[][]} the pieces of words in which symbols are told apart, each with what it is: plain, "i" or "sub". */
export function symbols(words) {
  return words.split(SYMBOL).flatMap((piece, place) => (piece ? [[piece, ["", "i", "sub"][place % 3]]] : []));
}

/** @type {(words: string) => (string | Element)[]} words with W_Q, d_model and the other symbols of the app set as symbols; what a stranger typed stays plain text. */
export function typeset(words) {
  return symbols(words).map(([piece, kind]) => (kind ? element(kind, {}, piece) : piece));
}

/** @type {(element: HTMLElement, words: string) => void} give an element its words typeset, unless it has them: most headings stay with every key. */
export function setTypeset(element, words) {
  const { typeset: before } = keptOf(element);
  if (before?.words === words && before.shown === element.textContent) return;
  element.replaceChildren(...typeset(words));
  keptOf(element).typeset = { words, shown: element.textContent };
}

/**
 * A new element with what it holds.
 *
 * @type {(tag: string, properties?: object, ...children: (Node | string)[]) => OfFrame}
 */
export const element = (tag, properties = {}, ...children) => {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
};

/** @type {(element: Element, kinds: Record<string, unknown>) => void} give an element those of these classes that hold, and none of the others. */
export function classed(element, kinds) {
  for (const [name, holds] of Object.entries(kinds)) element.classList.toggle(name, Boolean(holds));
}

/** @type {(element: OfFrame, press: () => void) => void} have a click, Enter or Space press an element that is no button to the browser. */
export function pressable(element, press) {
  Object.assign(element, { tabIndex: 0, role: "button", onclick: press });
  element.onkeydown = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    press();
  };
}

/** @type {(element: Node, words: string) => void} give an element its words, unless it has them: new ones would be laid out again with every key. */
export function write(element, words) {
  if (element.textContent !== words) element.textContent = words;
}

/** @type {(paragraph: HTMLElement, pieces: [string, boolean][], door?: (number: number) => (() => void) | undefined) => void} write a sentence, given in pieces [words, strong], into a paragraph; no pieces hide it. The nth strong one opens by `door(n)`. */
export function say(paragraph, pieces, door) {
  paragraph.hidden = pieces.length === 0;
  let number = 0;
  paragraph.replaceChildren(
    ...pieces.map(([words, strong]) => {
      const open = strong && door?.(number++);
      if (open) return element("button", { onclick: open, title: `Open the terms of ${words}` }, words);
      return element(strong ? "b" : "span", {}, ...(strong || door ? [words] : typeset(words)));
    }),
  );
}

/** @type {(paragraph: HTMLElement, pieces: [string, boolean][], door?: (number: number) => (() => void) | undefined) => void} write a sentence as `say` does, and have it said aloud once it rests: while somebody types it is another one with each letter. */
export function sayAtRest(paragraph, pieces, door) {
  paragraph.ariaLive = "off";
  say(paragraph, pieces, door);
  clearTimeout(keptOf(paragraph).rests);
  if (paragraph.textContent === keptOf(paragraph).aloud) return;
  keptOf(paragraph).rests = setTimeout(() => {
    paragraph.ariaLive = "polite";
    keptOf(paragraph).aloud = paragraph.textContent;
    const lookedAt = paragraph.contains(/** @type {Document | ShadowRoot} */ (paragraph.getRootNode()).activeElement); // which would lose the focus
    requestAnimationFrame(() => paragraph.ariaLive === "polite" && !lookedAt && paragraph.replaceChildren(...paragraph.childNodes)); // a change is what is said
  }, REST);
}

/**
 * Show the lines of text, and under them a picture, in the card above the pointer or cell, or below what ends at `end`; no lines hide it.
 *
 * It is where it is seen: the menu of the page stays on top of what is scrolled under it.
 *
 * @type {(card: HTMLElement, lines: string[], x?: number, y?: number, picture?: HTMLElement, below?: boolean, end?: number) => void}
 */
export function tell(card, lines, x = 0, y = 0, picture = undefined, below = false, end = y + 8) {
  card.hidden = lines.length === 0;
  if (card.hidden) return;
  card.replaceChildren(
    ...lines.map((line, place) => element(place ? "span" : "b", {}, line)),
    ...(picture ? [picture] : []),
  );
  const room = /** @type {HTMLElement} */ (card.parentElement).clientWidth - card.offsetWidth - 4;
  card.style.left = `${Math.max(0, Math.min(x + 14, room))}px`;
  const [over, under] = [y - card.offsetHeight - 12, end + 12].map((top) => `${top}px`);
  card.style.top = below ? under : over; // above: below it would cover the row that is read next
  const { top, bottom } = card.getBoundingClientRect();
  if (below ? bottom > innerHeight : top < menuEnd()) card.style.top = below ? over : under; // unless the window ends there
}
