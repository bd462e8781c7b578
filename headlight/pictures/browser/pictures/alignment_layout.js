// Where the words of a sentence and of its translation stand, in pixels: in two lines, or in two columns where a line is too short.

import { endingInWindow } from "../shared/axes.js";
import { BESIDE } from "../shared/overview.js";
import { putInOrder } from "../shared/reading_order.js";

export const [SOURCE, TARGET] = [0, 1];
const SIZES = [44, 36, 30, 26, 23, 20, 18, 16, 15, 14]; // of the type: the largest at which both lines fit
const [USUAL, GAP] = [30, 1.5]; // of these, the one by which the picture is as high; of the type, what is between two words at most
const SMALLEST = 16; // of these, but while presenting, where all is enlarged
const LOW = 84; // of the ribbons at least
const NUMBER = 18; // height that the weight of a lit word takes
const NUMBER_BESIDE = 40; // width that it takes beside one
const [SAID, SAID_LARGE] = [40, 66]; // height that the sentence under the ribbons takes, also while presenting
const CLOSE = 0.9; // of the least type, a row of many while presenting: a sentence is to be seen under them
const [AROUND, LEAST_SEEN, OF_A_PHONE] = [400, 340, 0.66]; // of a window around two columns, of these that are seen at least, and on a phone its share
const NARROW = 720;

/** @typedef {{ text: string, mark?: boolean, joined?: boolean }} Word */
/** @typedef {{ x: number, y: number, width: number, height: number }} WordBox */
/** @typedef {{ size: number, height: number, reach: number, boxes: WordBox[][], columns: boolean }} Laid */

/**
 * The boxes of the words of each side, in the largest type that lets them fit; what is seen of them ends at `limit`.
 *
 * @param {object} given
 * @param {Word[][]} given.sides
 * @param {boolean} [given.plain] whether both are in type of one weight
 * @param {number} given.width of the picture
 * @param {number} given.tall the window
 * @param {number} given.spare what a higher one has for a picture
 * @param {number} given.highest
 * @param {number} given.least of the type while presenting, else 0
 * @param {(words: string, size: number, weight?: number) => number} given.measure how wide words are
 * @returns {Laid & { limit: number }}
 */
export function layout({ sides, plain, width, tall, spare, highest, least, measure }) {
  const fitting = inLines();
  if (fitting) return { ...fitting, limit: Infinity };
  const limit = least ? Infinity : Math.max(LEAST_SEEN, width < NARROW ? OF_A_PHONE * tall : tall - AROUND);
  const whole = inColumns(width);
  return { ...(whole.height > limit ? inColumns(width - BESIDE) : whole), limit };

  /** @param {number} size */
  function widthsOf(size) {
    return sides.map((words, side) =>
      words.map(({ text, mark }) => measure(text, mark ? Math.max(least, Math.min(12, size)) : size, mark || plain || side === SOURCE ? 400 : 600)),
    );
  }

  /** @returns {Laid | null} both sides as lines: as high for each sentence, so that what stands below keeps its place; lower where a slide ends */
  function inLines() {
    const sizes = SIZES.filter((each) => each >= (least || SMALLEST));
    const around = (/** @type {number} */ size) => 2 * (Math.round(size * 1.5) + NUMBER);
    const high = least ? 170 : plain ? 110 + spare : 74 + 0.6 * spare;
    const usual = around(USUAL) + Math.round(Math.min(high, Math.max(LOW, width * (plain && !least ? 0.3 : 0.16))));
    const height = endingInWindow(usual, around(sizes[sizes.length - 1]) + LOW, highest - SAID_LARGE);
    for (const size of sizes) {
      const widths = widthsOf(size);
      const padding = size * 0.2;
      const gaps = sides.map((words) => words.filter(({ joined }, number) => number && !joined).length);
      const solid = widths.map((side) => side.reduce((sum, each) => sum + each + 2 * padding, 0));
      const room = Math.min(...solid.map((sum, side) => (width - sum - 2) / Math.max(1, gaps[side])));
      const gap = Math.min(size * GAP, room);
      const line = Math.round(size * 1.5);
      const apart = height - around(size);
      if (room < size * 0.1 || apart < LOW) continue;
      const boxes = sides.map((words, side) => {
        let x = 0;
        const texts = words.map(({ text, mark }) => (mark ? "" : text)); // a mark has the direction of the others
        const y = NUMBER + (side === TARGET ? line + apart : 0);
        const placed = words.map(({ joined }, number) => {
          x += number && !joined ? gap : 0;
          const box = { x, y, width: widths[side][number] + 2 * padding, height: line };
          x += box.width;
          return box;
        });
        putInOrder(texts, placed, width);
        return placed;
      });
      return { size, height, reach: width, boxes, columns: false };
    }
    return null;
  }

  /** @type {(width: number) => Laid} the source down the left, the target down the right, each word in a row of its own */
  function inColumns(width) {
    const rows = Math.max(...sides.map((words) => words.length));
    const row = Math.round(Math.max(CLOSE * least || 15, Math.min(30, 1000 / rows, (highest - (least ? SAID_LARGE : SAID)) / rows)));
    const size = Math.max(least, Math.min(16, row * 0.72));
    const widths = widthsOf(size);
    const widest = widths.map((side) => Math.min(Math.max(...side) + 12, width * 0.34));
    const reach = Math.min(width, widest[SOURCE] + widest[TARGET] + 2 * NUMBER_BESIDE + 420);
    const edges = [NUMBER_BESIDE + widest[SOURCE], reach - NUMBER_BESIDE - widest[TARGET]];
    const boxes = sides.map((words, side) =>
      words.map((_, place) => {
        const own = Math.min(widths[side][place] + 12, widest[side]);
        const x = side === SOURCE ? edges[SOURCE] - own : edges[TARGET];
        return { x, y: place * row, width: own, height: row - 2 };
      }),
    );
    return { size, height: rows * row, reach, boxes, columns: true };
  }
}
