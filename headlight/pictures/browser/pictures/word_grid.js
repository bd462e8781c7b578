// Words in rows and columns, each with a colour: a table, so that it can be read aloud and copied.

import { element, say } from "../shared/written.js";

const MOST = 30; // percent of its hue in the deepest colour: ink stays readable on it

export const html = `
  <div class="scroll" tabindex="0"><table><thead></thead><tbody></tbody></table></div>
  <p class="says" hidden></p>
`;

/** @param {Given<Header.WordGrid>} given */
export default function ({ root, header }) {
  const table = root.querySelector("table");
  const titles = header.columns.map((name) => element("th", { scope: "col" }, name));
  table.tHead.replaceChildren(element("tr", {}, element("td"), ...titles));
  table.tBodies[0].replaceChildren(
    ...header.rows.map(({ name, cells }) => {
      const row = element("tr", {}, element("th", { scope: "row" }, name));
      for (const [column, [word, share]] of cells.entries()) {
        const [above, below] = header.colours[column];
        const cell = element("td", { title: word }, element("b", {}, word));
        cell.style.setProperty("--hue", `var(--colour-${share < 0 ? below : above})`);
        cell.style.setProperty("--depth", `${MOST * Math.abs(share)}%`);
        row.append(cell);
      }
      return row;
    }),
  );
  table.style.setProperty("--named", `${Math.max(...header.rows.map(({ name }) => name.length))}ch`);
  table.style.minWidth = `${70 + 72 * header.columns.length}px`; // narrower, it scrolls
  table.ariaLabel = header.alt;
  Object.assign(root.querySelector(".scroll"), { role: "group", ariaLabel: header.alt });
  say(root.querySelector(".says"), header.says);
}
