// The squares of all heads under the large sentence: how much the shown word looks at one, or what is lost without each.
//
// Which of the two they show is kept by the picture, at its root. Where nobody knows what is lost there is no switch.

import { mix, signed, worth } from "../shared/colours.js";
import { percent, write } from "../shared/written.js";
import { keeping } from "../shared/kept.js";

const keptOf = /** @type {typeof keeping<{ losing?: boolean }>} */ (keeping)();

export const html = `<div class="heads"><div class="above"><p></p>
  <div class="shows" role="radiogroup" aria-label="What the squares show" hidden>
    <label><input type="radio" name="shows">attends to</label><label><input type="radio" name="shows">lost without it</label></div></div>
  <div class="all" role="radiogroup" aria-label="Head"></div></div>`;

/** @param {{ root: PictureRoot, header: Header.Looks, perLayer: number, paint: () => void }} of what the squares of a picture show now; `paint` is called once the reader has switched */
export function squaresOf({ root, header, perLayer, paint }) {
  const kept = keptOf(root);
  const { lost } = header;
  const group = root.querySelector(".shows");
  const losing = () => Boolean(lost && kept.losing);
  const known = lost?.has.length ? lost : null; // while somebody types it is not
  const has = (/** @type {number} */ head) => lost?.has[Math.floor(head / perLayer)][head % perLayer] ?? 0;
  group.hidden = !lost;
  group.parentElement.classList.toggle("choosing", Boolean(lost));
  const choices = [...group.querySelectorAll("input")];
  choices.forEach((choice, at) => {
    choice.onchange = () => {
      kept.losing = at === 1;
      paint();
    };
  });
  return {
    /** Shade a square: `looks` is the weight that it has for the shown word. */
    shade(/** @type {HTMLElement} */ button, /** @type {number} */ head, /** @type {number} */ looks) {
      const { palette } = root._surroundings;
      const colour = !losing() ? mix(palette.sequential, looks) : known ? signed(palette.diverging, worth({ had: known.had, has: has(head), heads: known.has })) : undefined;
      button.style.background = colour ? `rgb(${colour.join()})` : "";
    },
    /** One line about a head where the squares show what is lost. */
    told: (/** @type {number} */ head) => (losing() && known ? `“${known.word}” ${percent(known.had)} → ${percent(has(head))} without it` : undefined),
    /** What stands above the squares, which say `looks` where they show that. */
    caption(/** @type {HTMLElement} */ line, /** @type {number} */ count, /** @type {string} */ looks, /** @type {boolean} */ wide) {
      choices.forEach((choice, at) => (choice.checked = losing() === (at === 1)));
      if (losing() && !known) write(line, "What the next word loses without each head, once typing rests");
      else if (losing()) write(line, wide ? `All ${count} heads. Blue: “${lost?.word}” drops without this head. Orange: it rises.` : `Blue: “${lost?.word}” drops without it.`);
      else write(line, looks);
    },
  };
}
