// Byte-pair encoding step by step: each row holds the pieces of a word, those that the step made are filled.

import { toTheLeft } from "./reading_order.js";
import { say } from "./written.js";

export const html = '<ol tabindex="0"></ol><p class="says" hidden></p>';

/** @param {Given<Header.MergeSteps>} given */
export default function ({ root, header }) {
  const list = root.querySelector("ol");
  list.setAttribute("aria-label", header.alt);
  list.replaceChildren(
    ...header.steps.map(({ note, pieces }) => {
      const row = document.createElement("li");
      const label = document.createElement("small");
      const line = document.createElement("div");
      label.textContent = note;
      line.dir = toTheLeft(pieces.map(({ text }) => text)) ? "rtl" : "ltr";
      for (const { text, new: made } of pieces) {
        const piece = document.createElement(made ? "b" : "span");
        piece.textContent = text;
        line.append(piece);
      }
      row.append(label, line);
      return row;
    }),
  );
  say(root.querySelector(".says"), header.says);
}
