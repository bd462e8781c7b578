// The tree of a beam search, from left to right, a column for each step. It unfolds: branches that were there stay.

import { element, written } from "../shared/written.js";
import { keeping } from "../shared/kept.js";

const keptOf = /** @type {typeof keeping<{ branches?: OfFrame[] }>} */ (keeping)();

export const html = '<div class="scroll" tabindex="0"><ol></ol></div>';

/** @param {Given<Header.BeamTree>} given */
export default function ({ root, header, moves }) {
  const kept = keptOf(root);
  const { branches, alt, steps, rows } = header;
  const [box, list] = [root.querySelector(".scroll"), root.querySelector("ol")];
  const before = moves ? (kept.branches ?? []) : [];
  list.ariaLabel = alt;
  list.classList.toggle("moves", Boolean(moves));
  list.style.gridTemplate = `repeat(${rows}, 1.8em) / repeat(${steps}, auto)`;
  kept.branches = branches.map(({ parent, token, probability, log_probability, fate, step, row }, place) => {
    const item = before[place] ?? element("li", {}, element("i"), element("b"), element("small"));
    const [elbow, word, number] = item.children;
    const from = parent === null ? row : branches[parent].row;
    item.className = fate;
    item.style.gridArea = `${from + 1} / ${step + 1} / ${row + 2} / ${step + 2}`;
    elbow.className = parent === null ? "" : from === row ? "on" : "down";
    item.classList.toggle("lower", from !== row);
    word.textContent = token;
    number.textContent = written(probability, 2);
    item.title = `p ${written(probability, 3)} · ln p of all ${written(log_probability, 2)}`;
    return item;
  });
  list.replaceChildren(...kept.branches);
  const last = kept.branches.at(-1);
  if (last && moves) box.scrollLeft = Math.max(box.scrollLeft, last.offsetLeft + last.offsetWidth - box.clientWidth);
}
