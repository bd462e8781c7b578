// A table of labels and numbers, so that it can be read aloud and copied.

import { element } from "../shared/written.js";

export const html = '<div class="scroll" role="group" tabindex="0"><table><thead></thead><tbody></tbody></table></div>';

/** @param {Given<Header.Table>} given */
export default function ({ root, header: { columns, faded, alt } }) {
  const table = root.querySelector("table");
  const side = (/** @type {{ left?: boolean }} */ { left }) => (left ? "left" : "");
  const title = (/** @type {Header.TableColumn} */ column) => (column.name ? element("th", { className: side(column), scope: "col" }, column.name) : element("td"));
  const cell = (/** @type {Header.TableColumn} */ column, /** @type {number} */ row) => {
    const [shown, exact] = column.cells[row];
    return element("td", { title: exact, className: side(column) }, shown);
  };
  const line = (/** @type {unknown} */ _, /** @type {number} */ row) => element("tr", { className: faded.includes(row) ? "faded" : "" }, ...columns.map((column) => cell(column, row)));
  table.tHead.replaceChildren(element("tr", {}, ...columns.map(title))); // a title says something
  table.tBodies[0].replaceChildren(...(columns[0]?.cells ?? []).map(line));
  table.ariaLabel = root.querySelector(".scroll").ariaLabel = alt;
}
