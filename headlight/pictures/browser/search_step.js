// One step of a beam search: each hypothesis with one more piece, how likely it is, and what became of it.

import { written } from "./shared.js";

export const html = '<ol tabindex="0"></ol>';

export function rows({ rows }) {
  const steps = rows.map((row) => [row.before, row.piece, row.probability, row.log_probability, row.fate]);
  return [["hypothesis", "piece", "p", "ln p of all", "fate"], ...steps];
}

export default function ({ root, header }) {
  const list = root.querySelector("ol");
  list.setAttribute("aria-label", header.alt);
  list.replaceChildren(
    ...header.rows.map(({ before, piece, probability, log_probability, fate }) => {
      const row = document.createElement("li");
      const words = document.createElement("span");
      const added = document.createElement("b");
      const numbers = document.createElement("small");
      row.className = fate;
      added.textContent = piece;
      words.append(before, added);
      numbers.textContent = `p ${written(probability, 3)} · ln p of all ${written(log_probability, 2)} · ${fate}`;
      row.append(words, numbers);
      return row;
    }),
  );
}
