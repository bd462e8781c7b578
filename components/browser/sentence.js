// A sentence of pieces, each written as plain text, some of them strong.

import { say, unpack } from "./shared.js";

export default function ({ parentElement: root, data }) {
  const { header } = unpack(data);
  const paragraph = root.querySelector(".says");
  say(paragraph, header.pieces);
  paragraph.dataset.text = header.text;
}
