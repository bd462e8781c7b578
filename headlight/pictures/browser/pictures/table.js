// A table of labels and numbers, so that it can be read aloud and copied.

export const html = '<div class="scroll" role="group" tabindex="0"><table><thead></thead><tbody></tbody></table></div>';

/** @param {Given<Header.Table>} given */
export default function ({ root, header }) {
  const table = root.querySelector("table");
  const element = (/** @type {string} */ name, /** @type {object} */ properties = {}) => Object.assign(document.createElement(name), properties);
  const side = (/** @type {{ left?: boolean }} */ { left }) => (left ? "left" : "");
  const top = element("tr");
  top.append(...header.columns.map((column) => element(column.name ? "th" : "td", { textContent: column.name, className: side(column) }))); // a title says something
  top.querySelectorAll("th").forEach((/** @type {HTMLTableCellElement} */ title) => (title.scope = "col"));
  table.tHead.replaceChildren(top);
  table.tBodies[0].replaceChildren(
    ...(header.columns[0]?.cells ?? []).map((_, row) => {
      const line = element("tr", { className: header.faded.includes(row) ? "faded" : "" });
      line.append(
        ...header.columns.map((column) => {
          const [shown, exact] = column.cells[row];
          return element("td", { textContent: shown, title: exact, className: side(column) });
        }),
      );
      return line;
    }),
  );
  table.setAttribute("aria-label", header.alt);
  const scroll = root.querySelector(".scroll");
  scroll.setAttribute("aria-label", header.alt);
}
