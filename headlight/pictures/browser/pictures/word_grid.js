// Words in rows and columns, each with a colour: a table, so that it can be read aloud and copied.

import { say } from "../shared/written.js";

const MOST = 30; // percent of its hue in the deepest colour: ink stays readable on it

export const html = `
  <div class="scroll" tabindex="0"><table><thead></thead><tbody></tbody></table></div>
  <p class="says" hidden></p>
`;

/** @param {Given<Header.WordGrid>} given */
export default function ({ root, header }) {
  const table = root.querySelector("table");
  const element = (/** @type {string} */ name, text = "") => Object.assign(document.createElement(name), { textContent: text });

  const top = element("tr");
  top.append(element("td"), ...header.columns.map((name) => Object.assign(element("th", name), { scope: "col" })));
  table.tHead.replaceChildren(top);
  table.tBodies[0].replaceChildren(
    ...header.rows.map(({ name, cells }) => {
      const row = element("tr");
      row.append(Object.assign(element("th", name), { scope: "row" }));
      for (const [column, [word, share]] of cells.entries()) {
        const [above, below] = header.colours[column];
        const cell = element("td");
        cell.append(element("b", word));
        cell.title = word;
        cell.style.setProperty("--hue", `var(--colour-${share < 0 ? below : above})`);
        cell.style.setProperty("--depth", `${MOST * Math.abs(share)}%`);
        row.append(cell);
      }
      return row;
    }),
  );
  table.style.setProperty("--named", `${Math.max(...header.rows.map(({ name }) => name.length))}ch`);
  table.style.minWidth = `${70 + 72 * header.columns.length}px`; // narrower, it scrolls
  table.setAttribute("aria-label", header.alt);
  root.querySelector(".scroll").setAttribute("aria-label", header.alt);
  root.querySelector(".scroll").setAttribute("role", "group");
  say(root.querySelector(".says"), header.says);
}
