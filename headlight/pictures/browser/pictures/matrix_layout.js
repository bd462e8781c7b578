// How large the cells of a matrix are, and the type of its names and numbers: as large as width and window allow.

import { endingInWindow, reach } from "../shared/axes.js";

const NARROW = 480; // pixels of a picture on a phone, whose labels need a larger share
export const LONGEST = 100; // pixels of a label aslant
const [WIDEST, HIGHEST, LOW] = [340, 200, 44]; // pixels of a cell, and of a low one of a narrow picture
const [LEAST_CELL, LEAST_OF_FEW, LEAST_OF_MANY] = [16, 8, 3]; // pixels of a row where a low window cannot have all; where it can, of columns as wide as a number, and of narrower ones
const LEAST_ASLANT = 5; // pixels of a row under names aslant: lower ones have fewer names, which lie
const [FEW, ROW_OF_FEW, NAME_OF_FEW, NUMBER_OF_FEW] = [4, 140, 28, 40]; // columns of a list, and pixels of a row and of its type where a slide has the height
const TALLER = 1.2; // of its width, a cell while presenting, where a slide has the height
const LEAST_LINE = 22; // pixels of a row of few, however many columns it has
export const EASY = 12; // pixels of type that is read with ease: for these a number has less air around it
const SIZES = [20, 16, 14, EASY]; // pixels of type: numbers and names of a matrix have one of these
const LEAST_SIDE = 0.1; // pixels of a cell: a thousand fit, as blocks of many

/** The largest size of type that is not larger; what is smaller than all of them stays. */
export const stepped = (/** @type {number} */ size) => SIZES.find((step) => step <= size) ?? size;

/** @typedef {[width: number, family: string, type: Surroundings["type"], highest: number, room: number]} Around a matrix */
/** @typedef {{ height: number, slanted: boolean, inTurn: boolean, lying: number, low: boolean, overhang: number, type: number, least: number, largest: number }} Laid besides its cells */

/**
 * Layouts of a matrix whose names are `down` and `across`, as drawn.
 *
 * @param {{ header: Header.Matrix, down: string[], across: string[], values: Float32Array, measure: (words: string, font: string) => number }} matrix
 */
export function layoutsOf({ header, down, across, values, measure }) {
  /** @type {ReturnType<typeof longestNumber> | undefined} */
  let longest; // see `longestNumber`

  /** @type {(...around: Around) => Fit & Laid} the layout in which names are no larger than the numbers that they stand beside, and leave low rows their room. */
  function layoutOf(...around) {
    const fit = layout(around);
    const [number] = typeOfNumbers(fit);
    if (fit.least || number >= fit.type || (number < EASY && !fit.low)) return fit;
    const small = layout(around, Math.max(EASY, number));
    return number >= EASY || fit.cellHeight < EASY || typeOfNumbers(small)[0] >= EASY ? small : fit;
  }

  /** @type {(around: Around, largestName?: number) => Fit & Laid} cells as large as the width allows; where rows and columns are the same, they share one height, however many there are. */
  function layout([width, family, atLeast, highest, inWindow], largestName = SIZES[1]) {
    const square = String(down) === String(across); // not where as many others happen to stand in both
    const presented = atLeast(0) > 0;
    const list = presented && !square && across.length <= FEW; // which fills a slide
    const usual = presented ? Math.min(list ? NAME_OF_FEW : 18, Math.max(13, width / (list ? 30 : 38))) : stepped(Math.min(largestName, Math.max(12, width / 38)));
    const type = atLeast(Math.min(usual, highest / (1.3 * (down.length + 2))));
    const widestOf = (/** @type {string[]} */ labels) => Math.max(...labels.map((label) => measure(label, `${type}px ${family}`)));
    const most = presented ? 0.36 : width < NARROW ? 0.34 : 0.26; // of the width, for labels
    const share = Math.max(width * most, width - WIDEST * across.length); // which may have what columns cannot use
    const left = Math.min(widestOf(down) + 14, share, (presented || across.length === 1 ? 16 : 10) * type);
    const fits = (/** @type {number} */ wide) => wide <= Math.min(WIDEST, (width - left) / across.length) - 3; // names never touch
    const widest = widestOf(across);
    const slanted = !fits(widest);
    // While presenting height is scarce: names that two columns have room for stand on two lines in turn.
    const inTurn = slanted && presented && widest < (2 * (width - left)) / across.length - 6;
    const aslant = slanted && !inTurn ? reach(widest, LONGEST) : 0;
    const lie = aslant && square && !presented && aslant + 18 + down.length * LEAST_ASLANT > inWindow && type + 11 + down.length * LEAST_OF_MANY <= inWindow;
    const overhang = lie ? 0 : aslant; // of the last slanted label
    const cellWidth = Math.max(LEAST_SIDE, Math.min(WIDEST, (width - left - overhang) / across.length));
    const top = overhang ? overhang + 18 : (inTurn ? 2 : 1) * type + 11;
    const wanted = Math.max(0.66 * width, Math.min(0.9 * width, 340));
    const counted = { across: across.length, down: down.length, largest: list ? NUMBER_OF_FEW : presented ? 24 : SIZES[0] };
    const [readAcross] = typeOfNumbers({ ...counted, cellWidth, cellHeight: HIGHEST, least: atLeast(0) });
    const whole = top + down.length * (readAcross < EASY ? LEAST_OF_MANY : LEAST_OF_FEW) <= inWindow; // where all of it can be in the window
    const tallest = Math.min(highest, endingInWindow(wanted, whole ? 0 : top + down.length * LEAST_CELL, inWindow)); // of the picture
    const room = (tallest - top - 2) / down.length;
    const highestLine = list ? ROW_OF_FEW : Math.min(56, Math.max(38, width / 24));
    const line = Math.min(highestLine, Math.max(20, room)); // of a list of rows
    const highOfFew = Math.min(line, Math.max(cellWidth, Math.min(LEAST_LINE, room)));
    const lowest = Math.min(highOfFew, (highest - top - 2) / down.length);
    const tallCell = (presented ? TALLER : 1) * cellWidth;
    const highestCell = header.still && !presented && width < NARROW ? LOW : HIGHEST;
    const cellHeight = Math.max(LEAST_SIDE, square ? Math.min(tallCell, highestCell, room) : lowest);
    const height = square && !header.still ? tallest : top + down.length * cellHeight + 2;
    return { left, top, cellWidth, cellHeight, height, slanted: overhang > 0, inTurn, lying: lie ? widest + 6 : 0, low: tallest < wanted, overhang, type, least: atLeast(0), ...counted };
  }

  /** Of all numbers the largest size, at least 1, and whether one has a sign. */
  function longestNumber() {
    let [most, negative] = [1, false];
    for (const value of values) {
      if (Number.isFinite(value)) most = Math.max(most, Math.abs(value));
      negative ||= value < 0;
    }
    return { most, negative };
  }

  /**
   * The size in pixels of the numbers in the cells, and their decimals: where they would not fit, scores give one up,
   * and while presenting every number does. One that the last row could not read all the same is left to the colour.
   *
   * @param {Pick<Fit & Laid, "cellWidth" | "cellHeight" | "least" | "largest">} cells
   * @returns {[size: number, digits: number]}
   */
  function typeOfNumbers({ cellWidth, cellHeight, least, largest }) {
    const { most, negative } = (longest ??= longestNumber());
    const whole = Math.floor(Math.log10(most)) + 1;
    const tightest = least ? 1.3 : 1.08; // of the type, a row: digits have nothing below their line
    const sizeWith = (/** @type {number} */ digits) => {
      const em = 0.556 * (whole + digits) + (digits ? 0.28 : 0) + (negative ? 0.58 : 0); // of the longest number
      const roomy = Math.min(largest, cellWidth / (em + 0.7), cellHeight / 1.7);
      const tight = Math.min(cellWidth / (em + 0.35), cellHeight / tightest);
      if (least) return Math.max(roomy, Math.min(least, tight));
      return stepped(tight < EASY ? roomy : Math.max(EASY, roomy));
    };
    const fewer = (header.scale === "scores" || least) && header.decimals > 1 && sizeWith(header.decimals) < (least || EASY);
    const digits = fewer ? header.decimals - 1 : header.decimals;
    return [sizeWith(digits), digits];
  }

  return { layoutOf, typeOfNumbers };
}
