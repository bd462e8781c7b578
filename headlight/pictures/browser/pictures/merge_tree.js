// Byte-pair encoding as a tree: bytes in a row, under them the blocks that merges join, and the tokens, filled.

import { toTheLeft } from "../shared/reading_order.js";
import { classed, element, say } from "../shared/written.js";

const FEW = 12; // bytes of a word that has room for large blocks

export const html = '<ol tabindex="0"></ol><p class="says" hidden></p>';

/** @param {Given<Header.MergeTree>} given */
export default function ({ root, header }) {
  const list = root.querySelector("ol");
  const { blocks } = header;
  const shown = header.shown ?? blocks.length;
  const rows = 1 + Math.max(...blocks.map(({ row }) => row));
  list.setAttribute("aria-label", header.alt);
  const bytes = 1 + Math.max(...blocks.map(({ last }) => last));
  list.style.setProperty("--bytes", String(bytes));
  list.classList.toggle("few", bytes <= FEW);
  list.dir = toTheLeft(blocks.map(({ text }) => text)) ? "rtl" : "ltr";
  list.replaceChildren(
    ...blocks.map(({ text, note, first, last, row, token }, place) => {
      const block = element("li", {}, element("b", {}, text), element("small", {}, note));
      const joins = blocks.find((other) => other.row > row && other.first <= first && other.last >= last);
      block.style.gridArea = `${row + 1} / ${first + 1} / ${joins ? joins.row + 1 : rows + 1} / ${last + 2}`;
      classed(block, { token, waits: place >= shown, joined: shown < blocks.length && place === shown - 1 && row > 0 });
      return block;
    }),
  );
  say(root.querySelector(".says"), header.says);
}
