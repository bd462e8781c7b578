// Words in a row as their script reads: from right to left where a sentence does, and words of the other way in it as
// they stand among the rest (Unicode Standard Annex 9, for whole words).

const LETTER = /\p{L}/u;
const TO_THE_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const BYTES = /^(?:<[0-9A-F]{2}>)+$/; // a piece that is no whole letter has no direction

/** @param {string} text 1 for a word that is read to the left, 0 for one to the right, undefined for signs and numbers, which go with the others. */
function wayOf(text) {
  const letter = BYTES.test(text) ? null : LETTER.exec(text);
  return letter ? Number(TO_THE_LEFT.test(letter[0])) : undefined;
}
const known = (/** @type {number | undefined} */ way) => way !== undefined;

/** @param {string[]} texts whether a sentence of these words begins at the right: as its first letter does. */
export const toTheLeft = (texts) => wayOf(texts.find((text) => known(wayOf(text))) ?? "") === 1;

/**
 * Move the boxes {x, width} of words, which follow each other from 0 to the right in the order of the text, to where they are read.
 *
 * @template {{ x: number, width: number }} Box
 * @param {string[]} texts
 * @param {Box[]} boxes
 * @param {number} across of the whole line
 * @param {(box: Box) => unknown} row what tells the boxes of one line from those of another
 */
export function putInOrder(texts, boxes, across, row = () => 0) {
  const ways = texts.map(wayOf), whole = Number(toTheLeft(texts));
  if (!ways.includes(1)) return;
  const turned = ways.map((way, place) => {
    const [before, after] = [ways.slice(0, place).findLast(known), ways.slice(place).find(known)];
    return (way ?? (before === after ? before : whole)) !== whole; // signs between words of one way go with these
  });
  const turn = (/** @type {Box[]} */ run, /** @type {number} */ from, /** @type {number} */ to) => run.forEach((box) => (box.x = from + to - box.x - box.width));
  /** @type {Box[]} */
  let run = [];
  /** @type {unknown} */
  let line;
  const end = () => (turn(run, Math.min(...run.map(({ x }) => x)), Math.max(...run.map(({ x, width }) => x + width))), (run = []));
  if (whole) turn(boxes, 0, across);
  boxes.forEach((box, place) => {
    if (!turned[place] || row(box) !== line) end();
    line = row(box);
    if (turned[place]) run.push(box);
  });
  end();
}
