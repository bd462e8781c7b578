// Top-k and top-p as lines that are dragged through the bars of the next word, as in pages/next_word/cut.py.

const OFF = "off";
const KEPT = [...Array.from({ length: 50 }, (_, at) => at + 1), 0]; // tokens that top-k keeps, 0 for all
const SHARES = Array.from({ length: 20 }, (_, at) => Math.round(5 * (at + 1)) / 100); // of the probability that top-p keeps

/** @type {(step: Engine.Step, order: number[], sampling: Live.State["sampling"]) => Header.BarCut[]} where both lines are among the bars of the tokens `order`, the most likely, and of one more bar for all others */
export function cutLines(step, order, { top_k, top_p }) {
  const shown = order.length, last = shown + (step.final.length > shown ? 1 : 0);
  const kept = step.probabilities.reduce((sum, chance, id) => sum + (step.in_top_k[id] ? chance : 0), 0);
  /** @type {number[]} */
  const sums = [];
  for (const id of order) sums.push((sums.at(-1) ?? 0) + (step.in_top_k[id] ? step.probabilities[id] : 0) / kept);

  const aboveK = (/** @type {number} */ count) => (!count ? last : count <= shown ? count : shown + ((last - shown) * (count - shown)) / (KEPT.length - shown));
  function aboveP(/** @type {number} */ share) {
    if (share === 1) return last;
    const found = sums.findIndex((sum) => sum >= share), row = found < 0 ? shown : found;
    const start = sums[row - 1] ?? 0, end = sums[row] ?? 1;
    return Math.min(last, row + (share - start) / (end - start));
  }
  const nearest = SHARES.reduce((best, share, at) => (Math.abs(share - top_p) < Math.abs(SHARES[best] - top_p) ? at : best), 0);
  return [
    { name: "top-k", steps: KEPT.map((count) => [count ? String(count) : OFF, aboveK(count)]), at: KEPT.indexOf(top_k) },
    { name: "top-p", steps: SHARES.map((share) => [share < 1 ? share.toFixed(2) : OFF, aboveP(share)]), at: nearest },
  ];
}

/** @param {number[]} made the key that a line sets at one of its steps */
export const dragged = ([which, step]) => ({ [["top_k", "top_p"][which]]: [KEPT, SHARES][which][step] });
