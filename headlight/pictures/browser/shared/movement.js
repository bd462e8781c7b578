// Movement: numbers of a picture go from those that were painted to new ones in a quarter of a second, after a choice or
// a dial. What is typed is there at once, and so is everything for those who want little motion.

import { keeping } from "./kept.js";

const keptOf = /** @type {typeof keeping<{ ways?: Record<string, OfFrame> }>} */ (keeping)();

export const LASTS = 250; // ms
const MOST_AT_ONCE = 1 / 2; // of the way: a busy machine that leaves frames out shows it half way all the same
export const MOST = 2500; // numbers: more are not told apart, and would take longer than a frame

/** What tells the time and asks for the next frame; a test has its own. */
export const clock = { now: () => performance.now(), frame: (/** @type {() => void} */ paint) => requestAnimationFrame(paint) };

/** Whether the reader wants little motion. */
export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
/** @type {(some: ArrayLike<number>, others: ArrayLike<number>) => boolean} */
const same = (some, others) => Array.from(some).every((each, at) => Object.is(each, others[at]));

/** @param {number} share of the time: how far it has come, fast at first, then slower */
export const eased = (share) => 1 - (1 - share) ** 3;

/** @type {(from: ArrayLike<number>, to: ArrayLike<number>, share: number) => Float64Array} numbers between two lists of them; where one of two is no number, the new one. */
export function between(from, to, share) {
  return Float64Array.from(to, (end, at) => (Number.isFinite(from[at]) && Number.isFinite(end) ? from[at] + (end - from[at]) * share : end));
}

/**
 * Paint numbers: at once, or on the way to them from those that were painted last.
 *
 * @param {any} root where what is painted is kept, by its `name`
 * @param {string} name
 * @param {string} shape what the numbers are of: from those of another shape there is no way
 * @param {ArrayLike<number>} numbers
 * @param {boolean | undefined} moves whether there may be a way: nothing was typed
 * @param {(numbers: any, arrived: boolean) => void} paint
 * @param {number} [lasts] ms
 */
export function move(root, name, shape, numbers, moves, paint, lasts = LASTS) {
  const ways = (keptOf(root).ways ??= {}), before = ways[name];
  const known = moves && before?.shape === shape && before.numbers.length === numbers.length && numbers.length <= MOST && !calm();
  if (known && before.end && same(before.end, numbers)) { // it is on its way there
    before.paint = paint;
    return paint(before.numbers, false);
  }
  const way = (ways[name] = /** @type {any} */ ({ shape, numbers, end: numbers, paint }));
  if (!known || same(before.numbers, numbers)) {
    way.end = undefined;
    return paint(numbers, true);
  }
  const from = before.numbers;
  let [share, painted] = [0, clock.now()];
  const step = () => {
    if (ways[name] !== way) return; // another has begun
    const now = clock.now();
    share = Math.min(1, share + Math.min((now - painted) / lasts, MOST_AT_ONCE));
    painted = now;
    way.numbers = share < 1 ? between(from, numbers, eased(share)) : numbers;
    if (share === 1) way.end = undefined;
    else clock.frame(step);
    way.paint(way.numbers, share === 1);
  };
  step();
}
