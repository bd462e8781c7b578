// A sentence of pieces, each written as plain text, some of them strong, or a number that opens.

import { say } from "../shared/written.js";

export const html = '<p class="says"></p>';

/** @param {Given<Header.Sentence>} given */
export default function ({ root, header, door }) {
  const paragraph = root.querySelector(".says");
  paragraph.classList.toggle("large", Boolean(header.large));
  say(paragraph, header.pieces, door);
}
