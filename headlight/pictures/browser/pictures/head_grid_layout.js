// Where the heads of a grid stand, in pixels: in lines and columns, folded into bands where that makes them larger.

const [LEAST, ON_PHONE] = [18, 36]; // of a head: where it would be less, it is so large, and the grid scrolls
const AROUND = 380; // of a page above and under all heads, where they fill the window and nothing else is said
const [NARROW, SCREENS, OF_A_FEW] = [480, 1.2, 0.75]; // of a picture on a phone, where they may be higher than the window, so that a finger hits them; a few are not
const SMALL = 60; // of a head: a layout that makes it larger is no better
const EDGE = 22; // room for the number of a layer or head
const [GAP, GAP_IN_A_WINDOW, GAP_ON_A_SLIDE] = [6, 4, 2]; // around a head
const [BETWEEN, BETWEEN_ON_A_SLIDE] = [10, 4]; // groups of heads, as the gap

/**
 * The side of a head, where each of `shown` begins, and in which column and line it is; `end` and `height` of all.
 *
 * @param {object} given
 * @param {Pick<Header.HeadGrid, "layers" | "heads" | "across" | "order" | "chosen_of" | "group" | "largest" | "tallest" | "around">} given.header
 * @param {number[][]} given.shown each as [layer, head]
 * @param {number} given.width of the picture
 * @param {number} given.tall the window
 * @param {number} given.highest
 * @param {boolean} given.presented
 */
export function layout({ header: { layers, heads, across, order, chosen_of, group, largest, tallest, around }, shown, width, tall, highest, presented }) {
  const ordered = order.length > 0;
  const edge = ordered ? 0 : EDGE;
  const title = ordered ? 12 : 0; // room above each head for both of its numbers
  const shared = group > 1 && !ordered; // keys, which a line at the side shows
  const onSlide = presented && Boolean(tallest);
  const gap = onSlide ? GAP_ON_A_SLIDE : tallest ? GAP_IN_A_WINDOW : GAP;
  const between = !shared ? 0 : onSlide ? BETWEEN_ON_A_SLIDE : BETWEEN;
  const gaps = (/** @type {number} */ at) => Math.floor(at / group) * between; // before a line or column of heads
  const plain = across ? [layers, heads, 1] : [heads, layers, 1];

  /** Every way to lay the heads out, as [columns, lines of a band, bands]; the plainest first. */
  function layouts() {
    if (!tallest || !(ordered || across)) return [plain];
    const counts = Array.from({ length: ordered ? shown.length : layers }, (_, place) => place + 1);
    if (ordered) return counts.reverse().map((columns) => [columns, Math.ceil(shown.length / columns), 1]);
    return counts.map((bands) => [Math.ceil(layers / bands), heads, bands]);
  }

  /** @type {(layout: number[], width: number, highest: number) => number} how large a head is in a layout */
  function sideIn([columns, lines, bands], width, highest) {
    const [beside, above] = [(across ? 0 : gaps(columns - 1)) + edge, (across ? gaps(lines - 1) : 0) + edge];
    return Math.min(largest, (width - beside) / columns - gap, (highest - bands * above) / (lines * bands) - gap - title);
  }

  const room = width < NARROW ? (chosen_of ? OF_A_FEW : SCREENS) * tall : tall - (around || AROUND);
  const limit = Math.min(highest, tallest ? Math.max(tallest, room) : Infinity);
  const enough = chosen_of ? largest : SMALL; // a few are as large as they can be
  const large = (/** @type {number[]} */ way) => Math.min(enough, sideIn(way, width, limit));
  let best = layouts().reduce((best, other) => (large(other) > large(best) ? other : best));
  let side = sideIn(best, width, limit);
  if (side < LEAST && side < largest && !presented) { // a slide shows all of it, however small
    best = plain;
    side = Math.min(ON_PHONE, sideIn(plain, Infinity, highest));
  }
  side = Math.max(4, side);
  const [columns, lines] = best;
  const left = (/** @type {number} */ column) => edge + column * (side + gap) + gap / 2 + (across ? 0 : gaps(column));
  const top = (/** @type {number} */ line) => edge + line * (side + gap + title) + gap / 2 + title + (across ? gaps(line) : 0);
  const band = top(lines - 1) + side + gap / 2;
  const standing = shown.map(([layer, head], at) => {
    if (ordered) return [at % columns, Math.floor(at / columns), 0];
    const [run, line] = across ? [layer, head] : [head, layer];
    return [run % columns, line, Math.floor(run / columns)];
  });
  const corners = standing.map(/** @returns {[number, number]} */ ([column, line, at]) => [left(column), top(line) + at * band]);
  const [end, height] = [left(columns - 1) + side + gap / 2, (standing[standing.length - 1][2] + 1) * band];
  return { side, gap, edge, title, shared, columns, standing, corners, end, height };
}
