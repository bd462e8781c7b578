// The few operations that a transformer is made of: products of matrices, layer norm, GELU, softmax.
//
// Arrays are flat Float32Arrays, rows after one another: row r of [rows, width] begins at r * width. Sums are taken in
// double precision, as every number of JavaScript is, and rounded to float32 where they are stored.

import { room } from "./memory.js";

/**
 * x times W^T, plus a bias [outer] where there is one: x [n, inner], W [outer, inner] -> [n, outer].
 *
 * Four rows of x at a time, so that each weight is read once for all of them. Each sum runs over `inner` in the same
 * order, whether its row is one of four or alone: rows that were computed for a shorter text are equal to the last bit.
 *
 * @type {Engine.Product}
 */
export function product(x, W, bias, n, outer, inner) {
  const out = room(n * outer);
  let row = 0;
  for (; row + 3 < n; row += 4) {
    const x0 = row * inner, x1 = x0 + inner, x2 = x1 + inner, x3 = x2 + inner;
    for (let o = 0; o < outer; o++) {
      const w = o * inner;
      let a = 0, b = 0, c = 0, d = 0;
      for (let i = 0; i < inner; i++) {
        const weight = W[w + i];
        a += x[x0 + i] * weight;
        b += x[x1 + i] * weight;
        c += x[x2 + i] * weight;
        d += x[x3 + i] * weight;
      }
      const at = row * outer + o;
      out[at] = a;
      out[at + outer] = b;
      out[at + 2 * outer] = c;
      out[at + 3 * outer] = d;
    }
  }
  for (; row < n; row++) {
    const start = row * inner;
    let o = 0;
    for (; o + 3 < outer; o += 4) {
      const w0 = o * inner, w1 = w0 + inner, w2 = w1 + inner, w3 = w2 + inner;
      let a = 0, b = 0, c = 0, d = 0;
      for (let i = 0; i < inner; i++) {
        const value = x[start + i];
        a += value * W[w0 + i];
        b += value * W[w1 + i];
        c += value * W[w2 + i];
        d += value * W[w3 + i];
      }
      const at = row * outer + o;
      out[at] = a;
      out[at + 1] = b;
      out[at + 2] = c;
      out[at + 3] = d;
    }
    for (; o < outer; o++) {
      let sum = 0;
      for (let i = 0; i < inner; i++) sum += x[start + i] * W[o * inner + i];
      out[row * outer + o] = sum;
    }
  }
  return bias ? plusBias(out, bias) : out;
}

/** @type {Engine.Products["exact"]} the same without a bias; a faster one may not round in between, since a softmax that is sharpened multiplies what rounding does */
export const exact = (x, W, n, outer, inner) => product(x, W, undefined, n, outer, inner);

/** @type {Engine.Products["projected"]} `product` by heads: [head, n, d_head] */
export const projected = (x, W, bias, n, n_heads, d_head, inner) => inHeads(product(x, W, bias, n, n_heads * d_head, inner), n, n_heads, d_head);

/** @type {Engine.Product} GELU of `product` */
export const activated = (x, W, bias, n, outer, inner) => gelu(product(x, W, bias, n, outer, inner));

/** @type {(x: Engine.Numbers, n: number, n_heads: number, d_head: number) => Engine.Numbers} [pos, d_model] -> [head, pos, d_head] */
export function inHeads(x, n, n_heads, d_head) {
  const out = room(x.length);
  for (let head = 0; head < n_heads; head++)
    for (let place = 0; place < n; place++) {
      const from = (place * n_heads + head) * d_head, to = (head * n + place) * d_head;
      for (let i = 0; i < d_head; i++) out[to + i] = x[from + i];
    }
  return out;
}

/** @type {Engine.Products["weighted"]} pattern [n, keys] times V [keys, width]: the mean of the rows of V, each with its weight */
export function weighted(pattern, V, n, keys, width) {
  const out = room(n * width), sums = new Float64Array(width);
  for (let row = 0; row < n; row++) {
    sums.fill(0);
    for (let key = 0; key < keys; key++) {
      const weight = pattern[row * keys + key];
      for (let i = 0; i < width; i++) sums[i] += weight * V[key * width + i];
    }
    out.set(sums, row * width);
  }
  return out;
}

/** @type {(x: Engine.Numbers, bias: Engine.Numbers) => Engine.Numbers} each row of x [n, width] plus the bias [width], in the same memory */
function plusBias(x, bias) {
  for (let i = 0, o = 0; i < x.length; i++, o = o + 1 === bias.length ? 0 : o + 1) x[i] += bias[o];
  return x;
}

/** @type {(a: Engine.Numbers, b: Engine.Numbers) => Engine.Numbers} the sum of two arrays of one shape */
export function plus(a, b) {
  const out = room(a.length);
  for (let i = 0; i < a.length; i++) out[i] = a[i] + b[i];
  return out;
}

/**
 * Each row of x [n, width] with mean 0 and variance 1, times `weight`, plus `bias` (Ba et al. 2016).
 *
 * @type {(x: Engine.Numbers, weight: Engine.Numbers, bias: Engine.Numbers) => Engine.Numbers}
 */
export function layerNorm(x, weight, bias) {
  const width = weight.length, out = room(x.length);
  for (let start = 0; start < x.length; start += width) {
    let mean = 0, variance = 0;
    for (let i = 0; i < width; i++) mean += x[start + i];
    mean /= width;
    for (let i = 0; i < width; i++) variance += (x[start + i] - mean) ** 2;
    const scale = 1 / Math.sqrt(variance / width + 1e-5);
    for (let i = 0; i < width; i++) out[start + i] = (x[start + i] - mean) * scale * weight[i] + bias[i];
  }
  return out;
}

const STEPS = 4096, FAR = 6; // of the table below, in one unit; where less than 1e-9 is left of the distribution

/** The share of a normal distribution that lies below 0, 1 / STEPS, ... FAR: the area up to each by Simpson's rule. */
const BELOW = new Float64Array(FAR * STEPS + 2).fill(0.5);
const bell = (/** @type {number} */ x) => Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
for (let i = 1; i < BELOW.length; i++)
  BELOW[i] = BELOW[i - 1] + (bell((i - 1) / STEPS) + 4 * bell((i - 0.5) / STEPS) + bell(i / STEPS)) / (6 * STEPS);

/** @type {(x: Engine.Numbers) => Engine.Numbers} x times the share of a normal distribution that lies below x (Hendrycks and Gimpel 2016), in the same memory */
export function gelu(x) {
  for (let i = 0; i < x.length; i++) {
    const place = Math.min(Math.abs(x[i]), FAR) * STEPS, step = Math.floor(place);
    const below = BELOW[step] + (place - step) * (BELOW[step + 1] - BELOW[step]); // within 2e-9
    x[i] *= x[i] < 0 ? 1 - below : below;
  }
  return x;
}

/**
 * exp(values / temperature) over their sum, as float64; -Infinity gets 0. The largest is taken off first: no overflow.
 *
 * @param {ArrayLike<number>} values
 */
export function softmax(values, temperature = 1) {
  const powers = new Float64Array(values.length);
  let most = -Infinity, total = 0;
  for (let i = 0; i < powers.length; i++) most = Math.max(most, (powers[i] = values[i] / temperature));
  for (let i = 0; i < powers.length; i++) total += powers[i] = Math.exp(powers[i] - most);
  for (let i = 0; i < powers.length; i++) powers[i] /= total;
  return powers;
}
