// A question about words of the large sentence: they stand out, and those that answer it are buttons.

import { write } from "../shared/written.js";

/**
 * Make the words of a question what it asks; without one they are the words that look.
 * @param {HTMLElement} stage
 * @param {Header.LooksAsked | null | undefined} asked
 */
export function ask(stage, asked) {
  const { about = [], answers = [], notes = [] } = asked ?? {};
  stage.setAttribute("role", asked ? "group" : "radiogroup");
  stage.classList.toggle("asked", Boolean(asked));
  const words = [...stage.querySelectorAll("button span")].map(({ textContent }) => textContent);
  stage.ariaDescription = asked ? words.join(" ") : null;
  stage.classList.toggle("plain", asked?.ribbons === false);
  [...stage.querySelectorAll("button")].forEach((button, word) => {
    const answer = answers.includes(word);
    if (asked) button.removeAttribute("role");
    else button.setAttribute("role", "radio");
    button.ariaHidden = asked && !answer ? "true" : null; // told in one piece
    button.classList.toggle("topic", about.includes(word));
    button.classList.toggle("answer", answer);
    button.disabled = Boolean(asked) && !answer;
    if (!asked) return;
    button.removeAttribute("aria-checked");
    button.tabIndex = answer ? 0 : -1;
    write(/** @type {Node} */ (button.lastChild), notes[word] ?? "");
  });
}
