// Where the heads of one layer stand, in pixels: as many in a line as are readable, by the sizes of what is around them.

import { endingInWindow, reach } from "../shared/axes.js";

const MOST = 5; // heads beside each other
const LONGEST = 52; // of a label aslant, at most
const GAP = 16; // between two patterns
const [SAID, PADDED, APART] = [14, 8, 10]; // of the type of a title and its button, of a button beside its words, and at least from a number to it
const READABLE = 100; // of a pattern under which its name needs more lines than there are
const [LEAST, NARROWEST, LARGEST] = [8, 72, 340]; // of a pattern, of one that is still seen as a pattern, and at most
const FEW_LINES = 2; // of what a head does, where the window has no room for more
const AIR = 4; // above a line of patterns without tokens
const SPREAD = 40; // more between two of them, at most
const [BELOW, BETWEEN] = [6, 8]; // under a line of heads, and to the next

/**
 * All heads, or the `large` one in as much room, presented on a screen of its own; neither changes with the tokens.
 *
 * @param {object} given
 * @param {number} given.width of the picture
 * @param {number} given.tall the window
 * @param {number} given.highest
 * @param {number} given.room to the end of the window
 * @param {number} given.least of the type while presenting, else 0
 * @param {string[]} given.names what each head does
 * @param {number} given.most lines of a name
 * @param {number} given.beside the room of a token beside a pattern
 * @param {number} given.size tokens
 * @param {number} [given.large] the head that takes the place of all
 * @param {string[]} given.buttons the words of the buttons beside a title, one of which is seen
 * @param {string} given.back those of the one that brings all heads back
 * @param {(words: string, size: number, weight?: number) => number} given.measure how wide words are
 */
export function layout({ width, tall, highest, room, least, names, most, beside, size, large, buttons, back, measure }) {
  const spoken = least > 0; // what a head does is said by the one who presents: patterns have the room
  const longest = Math.min(LONGEST, beside); // of a label aslant
  const all = names.map((_, head) => head);
  const left = Math.min(beside, Math.max(spoken ? 64 : 48, 0.15 * width));
  const overhang = reach(longest, longest); // of labels aslant, upwards and to the right
  const labelled = overhang + 8;
  let said = most; // lines of what a head does, under its number
  let once = true; // where all are seen at once the first line alone has the tokens above it, and all are larger
  const above = (/** @type {number[]} */ heads) => (heads.some((head) => names[head]) && !spoken ? 19 + 15 * said : 24);
  const firsts = (/** @type {number} */ columns) => all.filter((head) => head % columns === 0);
  const before = (/** @type {number} */ first, /** @type {number} */ columns) => above(all.slice(first, first + columns)) + (once && first ? AIR : labelled);
  const around = (/** @type {number} */ columns) => firsts(columns).reduce((sum, first) => sum + before(first, columns) + BELOW + BETWEEN, -BETWEEN);
  const across = (/** @type {number} */ columns) => (width - left - overhang) / columns - GAP;
  const heightOf = (/** @type {number} */ columns, /** @type {number} */ most) => around(columns) + firsts(columns).length * Math.min(most, across(columns));
  const ending = (/** @type {number} */ columns) => Math.min(highest, endingInWindow(heightOf(columns, LARGEST), heightOf(columns, READABLE), room));
  const sideOf = (/** @type {number} */ columns) => Math.max(LEAST, Math.min(LARGEST, across(columns), (ending(columns) - around(columns)) / firsts(columns).length));

  const columns = chosenColumns();
  const side = sideOf(columns);
  let height = 0;
  const lines = firsts(columns).map((first) => {
    const line = { title: height, top: height + before(first, columns) };
    height = line.top + side + BELOW + BETWEEN;
    return line;
  });
  height -= BETWEEN;
  if (large === undefined) return titled({ heads: all, columns, side, across: across(columns), lines, height });
  if (spoken) height = highest;
  said = most;
  const top = above([large]) + labelled;
  const wide = Math.max(LEAST, Math.min(height - top - BELOW, width - left - overhang));
  return titled({ heads: [large], columns: 1, side: wide, across: wide, lines: [{ title: 0, top }], height });

  function chosenColumns() {
    const many = Math.ceil(names.length / Math.ceil(names.length / MOST)); // heads stand in few lines where there is room
    const few = Math.min(names.length, width > 500 ? 3 : 2);
    const usual = spoken ? 1 : names.length > 6 && width > 640 ? many : few;
    once = spoken || room < Infinity || heightOf(usual, LARGEST) <= tall;
    // Where they share a screen, while presenting or in a low window, more of them stand in a line if that makes them larger.
    const filled = all.map((head) => head + 1).filter((columns) => columns === Math.ceil(names.length / firsts(columns).length));
    const larger = () => filled.reduce((best, more) => (more > best && sideOf(more) > sideOf(best) ? more : best), usual);
    let columns = larger();
    for (; said > FEW_LINES && heightOf(columns, READABLE) > room; columns = larger()) said -= 1;
    // Where they end below the window all the same, they stand in fewer lines: each is to be seen, and to be clicked.
    const narrower = filled.filter((more) => more > columns && across(more) > NARROWEST);
    while (!spoken && narrower.length && heightOf(columns, READABLE) > room) columns = narrower.shift() ?? columns;
    return columns;
  }

  /**
   * With what the titles take: low patterns stand apart for it, narrow ones have `short` buttons, so that no number is under them.
   *
   * @param {{ heads: number[], columns: number, side: number, across: number, lines: { title: number, top: number }[], height: number }} box
   */
  function titled(box) {
    const ofBack = large === undefined ? 0 : measure(back, SAID) + PADDED;
    const taken = (/** @type {(words: string) => string} */ wording) => APART + Math.max(...buttons.map((words) => measure(wording(words), SAID))) + PADDED + ofBack;
    const whole = taken((words) => words) + measure(`${names.length}`, SAID, 600);
    const wide = Math.max(box.side, Math.min(whole, box.across));
    const wording = (/** @type {string} */ words) => (whole <= wide ? words : (SHORT[words] ?? words));
    const spread = Math.min(SPREAD, Math.max(0, box.across - wide)); // what low patterns leave of the width is between them
    return { ...box, spoken, once, said, left, longest, cell: box.side / size, back: ofBack, wide, step: wide + GAP + spread, wording, title: wide - taken(wording) };
  }
}

/** @type {Record<string, string>} */
const SHORT = { "switch off": "off", "turn on": "on", "spread evenly": "even", "as it was": "back" }; // beside the number of a pattern that is too narrow for both
