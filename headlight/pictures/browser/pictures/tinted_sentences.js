// Sentences in groups, each a button whose words are as deep as their shares, with a small ribbon from the word that
// looks to each: to be read, and to be typed by a click.

import { keeping } from "../shared/kept.js";
import { svgPath } from "../shared/svg_path.js";
import { element, shortPercent } from "../shared/written.js";

const keptOf = /** @type {typeof keeping<{ widths: ResizeObserver }>} */ (keeping)();

const NEAR = 9; // tokens before the one that looks that are always written
const AROUND = 3; // and on both sides of the one that is looked at
const FAINTEST = 0.02; // share below which a word has no ribbon
const [THIN, THICK] = [1, 8]; // pixels of a ribbon without weight, and of what its whole weight adds
const [LOW, HIGH] = [6, 30]; // pixels that it rises
const MOST = 46; // percent of the accent in the deepest colour: ink stays readable on it

export const html = '<div class="groups" role="group"></div>';

/** @param {Given<Header.TintedSentences>} given */
export default function ({ root, header, choose }) {
  const box = root.querySelector(".groups");
  const before = [...box.querySelectorAll("button")].indexOf(box.getRootNode().activeElement); // new ones would lose it
  box.setAttribute("aria-label", header.alt);
  box.replaceChildren(
    ...header.groups.map(({ name, note, sentences }, group) => {
      const buttons = sentences.map((each, place) => {
        const button = element("button", { type: "button", onclick: () => choose?.([group, place]) }, ...written(each));
        if (each.looked_at !== null && each.looks >= 0) {
          button.classList.add("ribboned");
          button.append(document.createElementNS("http://www.w3.org/2000/svg", "svg"));
        }
        if (each.looked_at !== null) button.append(element("small", { className: "weight" }, shortPercent(each.shares[each.looked_at])));
        return button;
      });
      return element("section", {}, element("h3", {}, name, element("small", {}, note)), ...buttons);
    }),
  );
  box.querySelectorAll("button")[before]?.focus();
  const kept = keptOf(root);
  kept.widths ??= new ResizeObserver(() => box.querySelectorAll(".ribboned").forEach(bind));
  kept.widths.disconnect(); // so that it looks at once
  kept.widths.observe(box);
}

/** @param {Element} button draw the ribbons of its sentence: over its line, or between lines to a word above */
function bind(button) {
  const from = /** @type {HTMLElement} */ (button.querySelector(".looks"));
  const middle = (/** @type {HTMLElement} */ word) => word.offsetLeft + word.offsetWidth / 2;
  const words = /** @type {HTMLElement[]} */ ([...button.querySelectorAll("span")]);
  const ribbons = words.filter((word) => word !== from && Number(word.dataset.share) >= FAINTEST);
  button.classList.toggle("wrapped", words[0].offsetTop !== from.offsetTop);
  button.querySelector("svg")?.replaceChildren(
    ...ribbons.map((word) => {
      const [start, end, foot, share] = [middle(from), middle(word), from.offsetTop - 2, Number(word.dataset.share)];
      const above = word.offsetTop < from.offsetTop, to = above ? word.offsetTop + word.offsetHeight : foot;
      const top = above ? (foot + to) / 2 : foot - Math.min(HIGH, LOW + Math.abs(start - end) / 8);
      return svgPath({ d: `M${start} ${foot}C${start} ${top} ${end} ${top} ${end} ${to}`, "stroke-width": THIN + THICK * share, opacity: 0.4 + 0.5 * share });
    }),
  );
}

/** @type {(sentence: Header.TintedSentence) => (Node | string)[]} the tokens of a sentence without those in the middle that are far from the one that looks and the one looked at. */
function written({ tokens, shares, looks, looked_at }) {
  const kept = (/** @type {number} */ place) => place >= looks - NEAR || (looked_at !== null && Math.abs(place - looked_at) <= AROUND);
  /** @type {(Node | string)[]} */
  const parts = [];
  tokens.forEach((token, place) => {
    if (!kept(place)) return;
    if (place && !kept(place - 1)) parts.push(element("i", {}, " … "));
    const word = element("span", { className: place === looks ? "looks" : "" }, token.trimStart());
    word.style.setProperty("--depth", `${MOST * shares[place]}%`);
    word.dataset.share = String(shares[place]);
    parts.push(token.startsWith(" ") ? " " : "", word);
  });
  if (!kept(0)) parts[0] = element("i", {}, "… ");
  return parts;
}
