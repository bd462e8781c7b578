// From logits to a next token: temperature, top-k, top-p, and a seeded draw, as in transformer/sampling.py.

import { softmax } from "./arithmetic.js";
import { randomOf } from "./random.js";

/**
 * Where the `count` largest numbers stand, the largest first; of equal ones the earlier. All without a count.
 *
 * @param {Engine.Numbers | Float64Array} values
 * @returns {number[]}
 */
export function largest(values, count = values.length) {
  if (count >= values.length) return Array.from(values.keys()).sort((a, b) => values[b] - values[a] || a - b);
  /** @type {number[]} */
  const places = [];
  for (let place = 0; place < values.length; place++) {
    if (places.length === count && values[place] <= values[places[count - 1]]) continue; // as most are
    const after = places.findIndex((other) => values[other] < values[place]);
    places.splice(after < 0 ? places.length : after, 0, place);
    if (places.length > count) places.pop();
  }
  return places;
}

/** @type {(logits: Engine.Numbers, how?: { temperature?: number, top_k?: number, top_p?: number }) => Engine.Step} temperature, then top-k, then top-p of what top-k kept (its probabilities made to sum to 1 first); 0 keeps all */
export function nextToken(logits, { temperature = 1, top_k = 0, top_p = 1 } = {}) {
  const probabilities = softmax(logits, temperature);
  const in_top_k = chosen(logits.length, top_k ? largest(probabilities, top_k) : null);
  const among = shared(probabilities.map((value, id) => value * in_top_k[id]));
  let kept = null;
  if (top_p < 1) {
    kept = largest(among);
    for (let place = 0, sum = 0; place < kept.length; place++)
      if ((sum += among[kept[place]]) >= top_p) kept.length = place + 1;
  }
  const in_top_p = chosen(logits.length, kept).map((is, id) => is & in_top_k[id]);
  return { logits, probabilities, in_top_k, in_top_p, final: shared(among.map((value, id) => value * in_top_p[id])) };
}

/** @type {(probabilities: Float64Array, seed: number, text: string) => number} a token id drawn with these probabilities. The same seed after the same text draws the same, here and in Python */
export function draw(probabilities, seed, text) {
  const sums = Float64Array.from(probabilities);
  for (let id = 1; id < sums.length; id++) sums[id] += sums[id - 1];
  const drawn = randomOf([seed, checksum(new TextEncoder().encode(text))]);
  return sums.findIndex((sum) => sum / sums[sums.length - 1] > drawn);
}

/** @type {(length: number, places: number[] | null) => Uint8Array} 1 where one of these places is, all without */
function chosen(length, places) {
  const found = new Uint8Array(length).fill(places ? 0 : 1);
  for (const place of places ?? []) found[place] = 1;
  return found;
}

/** @param {Float64Array} values over their sum */
function shared(values) {
  const total = values.reduce((a, b) => a + b, 0);
  return values.map((value) => value / total);
}

/** @param {Uint8Array} bytes their CRC-32 (ISO 3309), as zlib has it */
function checksum(bytes) {
  let sum = -1;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}
