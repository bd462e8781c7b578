// Where each word of a sentence in large type stands: by measured widths, so that no layout has to be asked for with every key.

import { putInOrder } from "../shared/reading_order.js";
import { NUMBERS } from "./ribbon_ends.js";

const SMALLEST = 20; // px of type
const COMPACT = { steady: 112, largest: 42, smallest: 17, limit: 200 }; // px of a compact one: its words, their type, and what is seen of many lines
const LAPTOP = 1040; // px across which it has this size: it grows with wider ones
/** @type {(across: number) => number} how much larger a compact one is in a box of a width */
const grown = (across) => Math.max(1, across / LAPTOP);
const READABLE = 26; // px of type in which one line is better than two of larger type: no ribbon meets a word then
const [SPARE, SPARE_OF_LOW] = [0.74, 0.4]; // of what a higher window has to spare, the share of the box of words
const STEP = 60; // px in which the words of a compact one are wide
const ABOVE = 12; // px over words without ribbons
const CLOSE = 0.08; // of the type, between a word and a sign on it
const NARROW = 720; // px: from here down what comes next stands under the sentence
const [FOLD, PRESENTED, MOST] = [768, 480, 320]; // px of a window, plain or enlarged, in which all is in sight; and of higher ones what is used
const [BESIDE_A_SLIDER, TWO_IN_A_SMALL_WINDOW, TWO_ON_A_SLIDE] = [34, 32, 40]; // px that the box of words gives up there
const SMALL = 1000; // px: in a narrower window words beside it take more lines
const [LOW, LINE] = [36, 20]; // px that it gives up in a low window too, and for the line of what was read
const ALONE_ON_A_SLIDE = 70; // px that it has more where few heads stand under it
const [AROUND, LEAST_SEEN, OF_A_PHONE] = [340, 300, 0.48]; // px of a window around the words, px of these that are seen at least, and on a phone its share
const SEEN_ON_A_SLIDE = 120; // px of the words that are seen there at least

/**
 * Where each word stands, in the largest type with which all fit into a box of steady height, `spare` pixels more where
 * the window has them; it grows only if none does. In an enlarged page in one line if they fit.
 *
 * `widths` are those of the words, of the type. What a short sentence leaves over is for its ribbons; where the window is narrow the box is no higher than its lines.
 * `bare` words have no ribbons to come: they take the room of these. `numbered` says how wide a number under words of a size is: it too ends before the box does, where something stands beside that.
 *
 * @param {object} given
 * @param {{ text: string, apart: boolean }[]} given.words
 * @param {number[]} given.widths
 * @param {number} given.across
 * @param {number} given.spare
 * @param {boolean} given.narrow
 * @param {boolean | null} [given.enlarged]
 * @param {boolean | null} [given.low]
 * @param {boolean | null} [given.compact]
 * @param {boolean | null} [given.near]
 * @param {boolean | null} [given.bare]
 * @param {number} given.less
 * @param {(size: number) => number} [given.numbered]
 */
export function layout({ words, widths, across, spare, narrow, enlarged, low, compact, near, bare, less, numbered = (_size) => 0 }) {
  const together = [...widths]; // of each word with what stands on it, where all of that fits into a line
  for (let word = words.length - 1; word > 0; word--) if (!words[word].apart) together[word - 1] += CLOSE + together[word];
  const inOneLine = (0.98 * across) / words.reduce((sum, { apart }, word) => sum + widths[word] + (apart ? 0.5 : CLOSE), 0);
  const presented = enlarged && !compact && inOneLine > SMALLEST;
  const large = enlarged ? 1 : grown(across);
  const steady = compact ? COMPACT.steady * large : (presented || low ? 150 : across < 600 ? 336 : across > 1200 ? 320 : 240) + (low ? SPARE_OF_LOW : SPARE) * spare - less;
  const easy = bare ? Infinity : narrow ? Math.max(52, across / 14) : across / 14 + 0.1 * spare;
  const largest = inOneLine < READABLE ? Math.max(36, across / 14) : Math.min(inOneLine, easy);
  const first = Math.min(110 + 0.1 * spare, presented ? inOneLine : largest);
  for (let size = compact ? Math.max(COMPACT.smallest, Math.min(first, COMPACT.largest * large)) : first; ; size -= 1) {
    const [gap, room] = [size * 0.5, bare ? ABOVE : Math.max(40, size * 1.1)];
    const line = size * 1.25 + NUMBERS + room;
    const number = numbered(size);
    let [x, row] = [0, 0];
    const places = words.map(({ apart }, word) => {
      const width = widths[word] * size;
      if (x > 0) x += apart ? gap : size * CLOSE;
      // A word takes the signs along that are written on it: none begins a line.
      const needed = Math.max(width, apart ? size * together[word] : 0, (width + number) / 2);
      if (x > 0 && x + needed > across) [x, row] = [0, row + 1];
      const place = { x, row, width, y: 0 };
      x += width;
      return place;
    });
    const rows = row + 1;
    if (rows * line > steady && size > (compact ? COMPACT.smallest : SMALLEST)) continue;
    const whole = Math.max(steady, rows * line);
    const height = narrow ? Math.min(whole, rows * line + (rows === 1 ? 60 : 0)) : whole;
    // Where what comes next is near its words, it is at steps, so that it does not move with each letter.
    const end = Math.max(...places.map(({ x, width }) => x + width));
    const ends = near && !narrow && rows === 1 ? Math.min(across, STEP * Math.ceil(end / STEP)) : across;
    putInOrder(words.map(({ text }) => text), places, ends, (/** @type {{ x: number, width: number, row: number }} */ place) => place.row);
    places.forEach((place) => (place.y = height - (rows - place.row) * line + room));
    const above = rows === 1 ? height - line + room - 10 : room; // of the first line
    return Object.assign(places, { size, rows, height, room: above, across: ends });
  }
}

/**
 * The room of a sentence in its surroundings: what `layout` is given `about` it, the pixels of the words that are seen, and how `large`
 * what is small is. Where a slide was overfull by some pixels, it gives up these `over`, of a `height`.
 *
 * @type {(header: Header.Looks, around: Surroundings, zoom: number, over: number, height: number) => { about: Omit<Parameters<typeof layout>[0], "words" | "widths">, limit: number, large: number }}
 */
export const roomIn = ({ following, compact, awaits, low, still, read, asked }, { width, tall }, zoom, over, height) => {
  const wide = width > NARROW, enlarged = zoom > 1;
  const across = wide && (following.length || awaits) ? width - Math.max(200, width * 0.21) : width;
  const high = Math.min(MOST, Math.max(0, tall / zoom - (enlarged ? PRESENTED : FOLD)));
  const shared = low && !awaits; // with another one, or with bars
  const spare = !wide || compact ? 0 : !shared ? (still && !enlarged ? high / 2 : high) : enlarged ? 0 : high / 2;
  const most = over ? Math.max(SEEN_ON_A_SLIDE, height - over) : Infinity;
  const limit = compact ? COMPACT.limit : enlarged ? most : Math.max(LEAST_SEEN, wide ? (tall - AROUND) / (low ? 2 : 1) : OF_A_PHONE * tall);
  const lower = tall < FOLD + 32;
  const alone = still ? (enlarged ? -ALONE_ON_A_SLIDE : BESIDE_A_SLIDER + (lower ? LOW : 0)) : 0;
  const two = enlarged ? TWO_ON_A_SLIDE : lower && width < SMALL ? TWO_IN_A_SMALL_WINDOW : 0;
  const about = { across, spare, narrow: !wide, enlarged, low, compact, near: compact || still, bare: asked?.ribbons === false, less: (low ? two : alone) + over + (read ? LINE : 0) };
  return { about, limit, large: enlarged ? 1 : compact ? grown(across) : 1 + 0.0013 * spare };
};
