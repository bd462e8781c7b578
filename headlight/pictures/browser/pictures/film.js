// The sentence in large type with what comes next, as in looks.js, over time.
//
// All its frames are here. While the slider that plays it is moved, it follows by itself, and mixes the two frames that
// the slider stands between; the server, which draws the rest of the page, is a little behind.

import looks, { html } from "./looks.js";
import { calm } from "../shared/movement.js";
import { hear } from "../shared/hearing.js";
import { MOVED } from "../shared/around.js";
import { keeping } from "../shared/kept.js";

const keptOf = /** @type {typeof keeping<{ passed?: { at: number, when: number } }>} */ (keeping)();

export { html };

const BEHIND = 700; // ms after a movement, in which what the server says of the frame is older

/** @param {Given<Header.Film>} given */
export default function ({ root, header, values, choose, moves }) {
  const kept = keptOf(root);
  const draw = (/** @type {number} */ at, moves = false) => {
    const { order, ...frame } = mixed(header, values, at);
    // What is chosen of the bars counts among all words, not among those that are shown.
    looks({ root, ...frame, moves, door: undefined, choose: choose && (([kind, value]) => choose([kind, kind === "next" ? order[value] : value])) });
  };
  hear(root, MOVED, ({ detail: { key, at } }) => {
    if (key !== header.dial) return;
    kept.passed = { at: calm() ? Math.round(at) : at, when: performance.now() };
    draw(kept.passed.at);
  });
  const moved = kept.passed && performance.now() - kept.passed.when < BEHIND ? kept.passed.at : header.at;
  draw(Math.min(moved, header.frames - 1), moves);
}

/** A frame, or the mixture of two, as looks.js takes it; with the places of the words that come next in its `order`. */
function mixed(/** @type {Header.Film} */ header, /** @type {Float32Array} */ values, /** @type {number} */ at) {
  const { frames, labels, shown } = header;
  const size = values.length / frames - labels.length;
  const [from, share] = [Math.floor(at), at % 1];
  const to = Math.min(from + 1, frames - 1);
  const mix = (/** @type {number} */ start, /** @type {number} */ length) =>
    Float32Array.from({ length }, (_, place) => (1 - share) * values[start + from * length + place] + share * values[start + to * length + place]);
  const chances = mix(frames * size, labels.length);
  const order = [...labels.keys()].sort((one, other) => chances[other] - chances[one]).slice(0, shown);
  const following = order.map((place) => /** @type {[string, number]} */ ([labels[place], chances[place]]));
  const weights = mix(0, size);
  return { header: { ...header, following, shades: shades(header, weights) }, values: weights, order };
}

/** The colours of the heads, which are those of the frame for the chosen word and of the page's last answer for others. */
function shades(/** @type {Header.Film} */ { shades, words, chosen, names }, /** @type {Float32Array} */ weights) {
  const [count, bytes] = [words.length, [...atob(shades)]];
  for (let head = 0; head < names.flat().length; head++) {
    for (let word = 0; word < count; word++) {
      const weight = weights[count * count + head * count + word];
      bytes[(head * count + chosen) * count + word] = String.fromCharCode(Math.round(255 * weight));
    }
  }
  return btoa(bytes.join(""));
}
