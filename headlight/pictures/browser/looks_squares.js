// The squares of all heads under the large sentence: how much the shown word looks at one, or what is lost without each.
//
// Which of the two they show is kept by the picture, at its root. Where nobody knows what is lost there is no switch.

import { mix, write } from "./shared.js";

export const html = `<div class="heads"><div class="above"><p></p>
  <div class="shows" role="group" aria-label="What the squares show" hidden>
    <button>attends to</button><button>lost without it</button></div></div>
  <div class="all" role="radiogroup" aria-label="Head"></div></div>`;

/** What the squares of a picture show now; `paint` is called once the reader has switched. */
export function squaresOf({ root, header, perLayer, paint }) {
  const { lost } = header;
  const group = root.querySelector(".shows");
  const losing = () => Boolean(lost && root._losing);
  const has = (head) => lost.has[Math.floor(head / perLayer)][head % perLayer];
  /** The share of the word's probability that is gone without a head; below 0 where the word is likelier then. */
  const gone = (head) => 1 - has(head) / lost.had;
  group.hidden = !lost;
  [...group.querySelectorAll("button")].forEach((button, at) => {
    button.onclick = () => {
      root._losing = at === 1;
      paint();
    };
  });
  return {
    /** Shade a square: `looks` is the weight that it has for the shown word. */
    shade(button, head, looks) {
      const { palette } = root._surroundings;
      const colour = losing() ? mix(palette.diverging, (1 + gone(head)) / 2) : mix(palette.sequential, looks);
      button.style.background = `rgb(${colour.join()})`;
    },
    /** One line about a head where the squares show what is lost. */
    told: (head) => (losing() ? `“${lost.word}” ${percent(lost.had)} → ${percent(has(head))} without it` : undefined),
    /** What stands above the squares, which say `looks` where they show that. */
    caption(line, count, looks, wide) {
      [...group.querySelectorAll("button")].forEach((button, at) => (button.ariaPressed = String(losing() === (at === 1))));
      if (losing()) write(line, `${wide ? `All ${count} heads: ` : ""}what “${lost.word}” loses here without each`);
      else write(line, looks);
    },
  };
}

/** In whole percent, as the sentence about the next word has it. */
function percent(share) {
  return share < 0.005 ? "under 1%" : share >= 0.995 ? "over 99%" : `${Math.round(100 * share)}%`;
}
