// The paths of ribbons between words that stand in lines: over the words of their own line, and through lines between.

import { NUMBERS, arrives } from "./ribbon_ends.js";

const [GAP, UP] = [28, 20]; // px between the sentence and what comes next beside it, and from below the words to where that stands
const TOP = 8; // px over the room of ribbons that are in the picture
const LOWEST = 34; // px that a ribbon between neighbours rises
const [FLAT, STEEP] = [0.24, 0.75]; // of the way between two words, how far a ribbon rises
const [BOW, LEAN, MIDDLE] = [0.6, 0.4, 0.6]; // of the height of a bend, its handles; of its width, how far they lean; of a word, where a ribbon passes it
const ITSELF = 0.2; // of the way to the next word: as near as this a ribbon leads back to where it comes from

/** @type {(places: Pick<Places, "rows" | "room"> & WordPlace[], home: number) => number} ribbons of the chosen word rise as high as there is room above a single line; below another line they stay flat. */
export function bend(places, home) {
  const middle = (/** @type {WordPlace} */ { x, width }) => x + width / 2;
  const farthest = Math.max(...[places[0], places[places.length - 1]].map((end) => Math.abs(middle(end) - middle(places[home]))), 1);
  return places.rows > 1 ? FLAT : Math.min(STEEP, Math.max(FLAT, (places.room * 1.25 - LOWEST) / farthest));
}

/**
 * A ribbon of a weight, from a word to another: its path as the `d` of an SVG, and how many pixels wide it is.
 *
 * @type {(places: Places, looking: number, word: number, weight: number, from?: WordPlace, to?: WordPlace) => { d: string, thick: number }}
 */
export function ribbonOf(places, looking, word, weight, from = places[looking], to = places[word]) {
  const itself = Math.abs(word - looking) < ITSELF;
  const widest = Math.min(34, places.size * (places.rows > 1 ? 0.4 : 0.7)); // between two lines it would be a blot
  const thick = Math.min(1.2 + weight * widest, itself ? from.width / 2 : Infinity); // a loop stays open
  return { d: ribbonPath(places, { from, to, thick, itself }), thick };
}

/**
 * The path of a ribbon `thick` pixels wide, from a word to another, or back to `itself`, as the `d` of an SVG.
 *
 * @param {Places} places of all words
 * @param {{ from: WordPlace, to: WordPlace, thick: number, itself: boolean }} ribbon
 */
function ribbonPath(places, { from, to, thick, itself }) {
  const [start, end] = [from.x + from.width / 2, to.x + to.width / 2];
  const above = (/** @type {WordPlace} */ place) => place.y - thick * 0.3;
  // A curve comes to three quarters of the height of its handles. Its edge stays below the numbers of another line, and
  // below what is above the picture.
  const most = from.row === to.row ? (places.room + (from.row > 0 ? 0 : TOP) - thick * 0.8) / 0.75 : Infinity;
  if (itself) {
    const side = Math.min(from.width / 2, 14 + thick / 2);
    const high = above(from) - Math.min(places.room, 34 + thick, most);
    return `M${start - side} ${above(from)} C${start - side} ${high} ${start + side} ${high} ${start + side} ${above(from)}`;
  }
  if (to.row < from.row) return through(places, from, to, thick);
  const rise = Math.min(places.room * 1.25, LOWEST + Math.abs(start - end) * places.bend, most);
  return `M${start} ${above(from)} C${start} ${above(from) - rise} ${end} ${above(to) - rise} ${end} ${above(to)}`;
}

/** @type {(places: Places & { wide?: boolean }) => string} from the last word to what comes next beside the words, or below them: below the last one too where others stand between. */
export function wirePath(places) {
  const last = places[places.length - 1], { size, height, wide } = places;
  const [end, down] = [places.across + GAP, last.y + size * 1.25 + NUMBERS];
  const below = !wide || places.some(({ row, x }) => row === last.row && x > last.x);
  const from = below ? `M${last.x + last.width / 2} ${down}` : `M${last.x + last.width + 8} ${last.y + size * 0.66}`;
  return `${from} ${wide ? (below ? `V${height + 6} H${end} V${height - UP}` : `H${end}`) : `V${height + 8}`}`;
}

/** @type {(places: Places, from: WordPlace, to: WordPlace, thick: number) => string} from a word to one on a line above, as a curve: it passes the lines between both upright, where they have most room, and leans where it begins and ends. */
function through(places, from, to, thick) {
  const [start, end] = [from.x + from.width / 2, to.x + to.width / 2];
  let [x, y] = [start, from.y - thick * 0.3];
  let way = `M${x} ${y}`;
  const bend = (/** @type {number} */ across, /** @type {number} */ up, leaves = 0, comes = 0) => {
    const handle = BOW * (y - up);
    const lean = Math.sign(across - x) * Math.min(LEAN * Math.abs(across - x), handle);
    way += ` C${x + leaves * lean} ${y - handle} ${across - comes * lean} ${up + handle} ${across} ${up}`;
    [x, y] = [across, up];
  };
  for (let row = from.row - 1; row > to.row; row--) {
    const line = places.filter((place) => place.row === row);
    bend(opening(places.across, line, x, end, thick), line[0].y + MIDDLE * places.size, row === from.row - 1 ? 1 : 0);
  }
  bend(end, arrives(to, places.size) + thick * 0.3, from.row - 1 === to.row ? 1 : 0, 1);
  return way;
}

/** @type {(most: number, line: WordPlace[], start: number, end: number, thick: number) => number} where a ribbon passes a line of words: between two of them or past the last, on a short way, as it has room. */
function opening(most, line, start, end, thick) {
  const seen = line.toSorted((one, other) => one.x - other.x);
  const after = seen.map(({ x, width }, nth) => [x + width, (seen[nth + 1]?.x ?? Infinity) - x - width]);
  const ways = after.map(([x, room]) => {
    const at = room === Infinity ? Math.min(x + thick / 2 + 8, most - thick / 2) : x + room / 2;
    const tight = room === Infinity ? x + thick / 2 + 8 - at : thick - room;
    return [at, Math.abs(at - start) + Math.abs(at - end) + 12 * Math.max(0, tight)];
  });
  return ways.reduce((best, way) => (way[1] < best[1] ? way : best))[0];
}
