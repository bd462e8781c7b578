// The few operations that a transformer is made of: a product with a matrix of weights, layer norm, GELU, softmax.
//
// Arrays are flat Float32Arrays, rows after one another: row r of [rows, width] begins at r * width. Sums are taken in
// double precision, as every number of JavaScript is, and rounded to float32 where they are stored.

/**
 * x times W^T, plus a bias where there is one: x [n, inner], W [outer, inner] -> [n, outer].
 *
 * Four rows of x at a time, so that each weight is read once for all of them. Each sum runs over `inner` in the same
 * order, whether its row is one of four or alone: rows that were computed for a shorter text are equal to the last bit.
 */
export function product(x, W, n, outer, inner, bias) {
  const out = new Float32Array(n * outer);
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

/** Each row of x [n, width] plus the bias [width], in the same memory. */
export function plusBias(x, bias) {
  for (let i = 0, o = 0; i < x.length; i++, o = o + 1 === bias.length ? 0 : o + 1) x[i] += bias[o];
  return x;
}

/** The sum of two arrays of one shape. */
export function plus(a, b) {
  const out = new Float32Array(a.length);
  for (let i = 0; i < a.length; i++) out[i] = a[i] + b[i];
  return out;
}

/** Each row of x [n, width] with mean 0 and variance 1, times `weight`, plus `bias` (Ba et al. 2016). */
export function layerNorm(x, weight, bias) {
  const width = weight.length, out = new Float32Array(x.length);
  for (let start = 0; start < x.length; start += width) {
    let mean = 0, variance = 0;
    for (let i = 0; i < width; i++) mean += x[start + i] / width;
    for (let i = 0; i < width; i++) variance += (x[start + i] - mean) ** 2 / width;
    const scale = 1 / Math.sqrt(variance + 1e-5);
    for (let i = 0; i < width; i++) out[start + i] = (x[start + i] - mean) * scale * weight[i] + bias[i];
  }
  return out;
}

/** x times the share of a normal distribution that lies below x (Hendrycks and Gimpel 2016), in the same memory. */
export function gelu(x) {
  for (let i = 0; i < x.length; i++) x[i] *= 0.5 * (1 + erf(x[i] * Math.SQRT1_2));
  return x;
}

/** exp(values / temperature) over their sum, as float64; -Infinity gets 0. The largest is taken off first: no overflow. */
export function softmax(values, temperature = 1) {
  const powers = new Float64Array(values.length);
  let most = -Infinity, total = 0;
  for (let i = 0; i < powers.length; i++) most = Math.max(most, (powers[i] = values[i] / temperature));
  for (let i = 0; i < powers.length; i++) total += powers[i] = Math.exp(powers[i] - most);
  for (let i = 0; i < powers.length; i++) powers[i] /= total;
  return powers;
}

// Coefficients of W. J. Cody, "Rational Chebyshev approximations for the error function" (1969), highest power first.
const NEAR = [
  [0.185777706184603153, 3.1611237438705656, 113.864154151050156, 377.485237685302021, 3209.37758913846947],
  [1, 23.6012909523441209, 244.024637934444173, 1282.61652607737228, 2844.23683343917062],
];
const FAR = [
  [2.15311535474403846e-8, 0.564188496988670089, 8.88314979438837594, 66.1191906371416295, 298.635138197400131,
    881.95222124176909, 1712.04761263407058, 2051.07837782607147, 1230.33935479799725],
  [1, 15.7449261107098347, 117.693950891312499, 537.181101862009858, 1621.38957456669019, 3290.79923573345963,
    4362.61909014324716, 3439.36767414372164, 1230.33935480374942],
];

/** One polynomial at x over another, both by Horner's scheme. @type {(polynomials: number[][], x: number) => number} */
function ratio([above, below], x) {
  let numerator = 0, denominator = 0;
  for (let i = 0; i < above.length; i++) {
    numerator = numerator * x + above[i];
    denominator = denominator * x + below[i];
  }
  return numerator / denominator;
}

/** The error function, within 2e-8 of its value everywhere and 1e-15 below 4. */
export function erf(x) {
  const size = Math.abs(x);
  if (size <= 0.46875) return x * ratio(NEAR, x * x);
  if (size > 4) return Math.sign(x); // what is left is under half a step of float32
  return Math.sign(x) * (1 - Math.exp(-x * x) * ratio(FAR, size));
}
