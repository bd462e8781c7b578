// A sentence of pieces, each written as plain text, some of them strong.

import { say } from "./written.js";

export const html = '<p class="says"></p>';

/** @param {Given<Header.Sentence>} given */
export default function ({ root, header }) {
  const paragraph = root.querySelector(".says");
  paragraph.classList.toggle("large", Boolean(header.large));
  say(paragraph, header.pieces);
}
